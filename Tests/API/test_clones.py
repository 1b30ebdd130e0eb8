"""A data directory that was copied: two servers that hold the same devices, over one shared folder."""
import os
import shutil
import tempfile
import uuid

import harness


class Clones(harness.Check):
    def test_a_copied_data_directory(self):
        """the same token works on in both, as the same person; nothing is lost, and no file has two writers"""
        root = tempfile.mkdtemp(prefix="splitclone-root-")
        copy = tempfile.mkdtemp(prefix="splitclone-copy-")
        first = harness.Server("--folder-root", root)
        second = None
        try:
            anna = first.owner()
            connection = anna.post("/folder-connections", kind="directory", path=".")["id"]
            ledger, people = anna.ledger(folder={"connectionId": connection, "path": f"clone-{uuid.uuid4()}"})
            self.spend(anna, ledger, "Bread")
            self.sync(anna, ledger)
            first.own = False
            first.stop()
            shutil.copytree(first.data, copy, dirs_exist_ok=True)
            first = harness.Server("--folder-root", root, data=first.data)
            second = harness.Server("--folder-root", root, data=copy)
            here, there = harness.Client(first, anna.token), harness.Client(second, anna.token)
            for number in range(3):
                self.spend(here, ledger, f"here {number}")
                self.spend(there, ledger, f"there {number}")
                self.sync(here, ledger)
                self.sync(there, ledger)
            for client in [here, there] * 2:
                self.sync(client, ledger)
            self.check(here, there, ledger, people["Anna"])
        finally:
            first.own = True
            first.close()
            if second:
                second.close()
            shutil.rmtree(root)
            shutil.rmtree(copy)

    def check(self, here, there, ledger, anna):
        both = [client.get(ledger) for client in (here, there)]
        self.assertEqual(both[0]["revision"], both[1]["revision"])
        for view in both:
            self.assertEqual(view["myParticipantId"], anna)
            self.assertEqual((view["sync"]["pendingEvents"], view["sync"]["state"]), (0, "inSync"), view["sync"])
        devices = {person["id"]: person["devices"] for person in both[0]["participants"]}
        self.assertGreater(len(devices[anna]), 1, "the copy writes as a fresh device")
        lists = [client.get(ledger + "/expenses")["items"] for client in (here, there)]
        self.assertEqual(lists[0], lists[1])
        titles = sorted(expense["title"] for expense in lists[0])
        self.assertEqual(titles, sorted(["Bread"] + [f"{place} {number}" for place in ("here", "there") for number in range(3)]))

    def spend(self, client, ledger, title):
        self.assertEqual(client.post(ledger + "/expenses", title=title, amount="3").status, 201)

    def sync(self, client, ledger):
        done = client.post(ledger + "/sync")
        self.assertEqual((done.status, done["state"]), (200, "inSync"), done)


if __name__ == "__main__":
    harness.main()
