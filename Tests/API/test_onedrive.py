"""Ledgers in OneDrive: shared between two homes, and everything that may go wrong on the way."""
import os
import signal
import time
import uuid
from pathlib import Path

import harness
from onedrive import Sharing, sign_in


class Agreement(Sharing):
    def test_two_homes(self):
        """agree after each wrote, joined by the invitation as it is; a link alone, a path of one's own and a wrong link too"""
        ledger = self.ledger
        self.spend(self.anna, ledger, "Bread")
        self.spend(self.ben, ledger, "Fish")
        self.assertLessEqual({"Bread", "Fish"}, self.agree(ledger, [self.anna, self.ben]))
        invitation = self.anna.get(ledger + "/invitation")
        self.assertEqual(self.anna.get(ledger + "/invitation")["shareLink"], invitation["shareLink"])
        third = harness.Server(environment=self.drive.environment)
        try:
            carl = third.owner("Carl")
            own = self.connection(carl, "owner")
            join = {"joinCode": invitation["joinCode"], "connectionId": own}
            self.problem(carl.post("/ledgers/join", **join), 422, "share-link-needed")
            self.problem(carl.post("/ledgers/join", **join, shareLink="https://1drv.ms/f/s!nothing"), 422, "unusable-share-link")
            self.problem(carl.post("/ledgers/join", **join, path="nowhere"), 422, "not-a-ledger")
            path = self.anna.get(ledger)["folder"]["path"]
            joined = carl.post("/ledgers/join", **join, path=path)
            self.assertEqual((joined.status, joined["folder"]["path"]), (201, path), joined)
            self.agree(ledger, [self.anna, carl])
            self.assertEqual(carl.delete(ledger).status, 204)
            self.assertEqual(carl.post("/ledgers/join", **join, shareLink=invitation["shareLink"]).status, 201)
        finally:
            third.close()


    def test_inviting_by_mail(self):
        invite = self.ledger + "/invitation"
        self.assertEqual(self.anna.post(invite, email=self.drive.about["users"]["joiner"]["mail"]).status, 204)
        self.problem(self.anna.post(invite, email="nobody"), 422, "mail-refused", "email")
        self.problem(self.anna.post(invite), 422, "missing", "email")
        self.problem(self.anna.post(self.anna.ledger()[0] + "/invitation", email="a@b.example"), 409, "not-by-mail")


class Trouble(Sharing):
    def tearDown(self):
        super().tearDown()
        for connection in self.anna.get("/folder-connections")["items"]:
            if connection["id"] != self.here:
                self.anna.delete("/folder-connections/" + connection["id"])

    def restart(self, signal_):
        """Anna's server ends and comes back, with the same data."""
        former, data = self.server, self.server.data
        former.own = False
        former.stop(signal_)
        former.close()
        type(self).server = self.server = harness.Server(data=data, environment=self.drive.environment)
        self.server.own = True
        self.anna.server = self.server

    def test_a_rotated_token_survives_a_kill(self):
        """the old one is dead at once; the ledger goes on after kill -9 without a new sign-in"""
        ledger, here = self.ledger, self.here
        self.drive.command("switch", name="refresh", value="strict")
        try:
            for title in ["Salt", "Oil"]:
                self.drive.command("expire", user="owner")
                self.spend(self.anna, ledger, title)
                self.assertEqual(self.anna.post(ledger + "/sync")["state"], "inSync")
                self.restart(signal.SIGKILL)
                self.assertEqual(self.anna.post(ledger + "/sync")["state"], "inSync")
            self.assertEqual(self.anna.get(f"/folder-connections/{here}")["account"], "Owner")
            self.assertLessEqual({"Salt", "Oil"}, self.agree(ledger, [self.anna, self.ben]))
        finally:
            self.drive.command("switch", name="refresh", value="keepsOld")

    def test_a_sign_in_that_was_taken_back(self):
        """nothing is sent until somebody signs in again, edits are kept, and follow by themselves"""
        ledger, here = self.ledger, self.here
        self.drive.command("revoke", user="owner")
        self.spend(self.anna, ledger, "Tea")
        answer = self.anna.post(ledger + "/sync")
        self.assertEqual((answer.status, answer["state"], answer["problem"]["code"]), (200, "error", "reconnect"), answer)
        connection = self.anna.get(f"/folder-connections/{here}")
        self.assertEqual(connection["state"], "reconnect", connection)
        self.assertTrue(connection["reason"])
        self.drive.command("clear-log")
        self.spend(self.anna, ledger, "Milk")
        self.assertEqual(self.anna.post(ledger + "/sync")["state"], "error")
        self.restart(signal.SIGTERM)
        self.assertEqual(self.anna.get(f"/folder-connections/{here}")["state"], "reconnect")
        self.assertEqual(self.anna.post(ledger + "/sync")["state"], "error")
        status = self.anna.get(ledger)["sync"]
        self.assertEqual((status["problem"]["code"], status["pendingEvents"]), ("reconnect", 2), status)
        self.assertEqual(self.drive.log(), [])
        made = self.anna.post("/ledgers", name="New", currency="EUR", participants=["A"], folder={"connectionId": here, "path": "New"})
        self.assertEqual(made.status, 201, made)
        self.assertEqual(sign_in(self.drive, self.anna, here)["state"], "connected")
        harness.until(lambda: self.anna.get(ledger)["sync"]["pendingEvents"] == 0)
        harness.until(lambda: self.anna.get("/ledgers/" + made["id"])["sync"]["state"] == "inSync", 30)
        self.assertLessEqual({"Tea", "Milk"}, self.agree(ledger, [self.anna, self.ben]))

    def test_a_service_that_wants_to_be_left_alone(self):
        """while Retry-After runs its account sends nothing, whatever is asked; then sync goes on"""
        ledger = self.ledger
        self.agree(ledger, [self.anna])
        self.ben.post(ledger + "/sync")
        self.drive.command("arm", effect="status", status=429, retryAfter="20", origin="graph")
        self.spend(self.anna, ledger, "Bread")
        answer = self.anna.post(ledger + "/sync")
        self.assertEqual((answer["state"], answer["problem"]["code"]), ("offline", "folder-unreachable"), answer)
        self.drive.command("clear-log")
        begun = time.monotonic()
        for _ in range(3):
            self.assertEqual(self.anna.post(ledger + "/sync")["state"], "offline")
            time.sleep(0.7)
        status = self.anna.get(ledger)["sync"]
        self.assertEqual((status["state"], status["pendingEvents"]), ("offline", 1))
        self.assertLess(time.monotonic() - begun, 15)
        self.assertEqual(self.drive.log(), [])
        harness.until(lambda: self.anna.get(ledger)["sync"]["pendingEvents"] == 0, 40)

    def test_a_drive_that_is_full(self):
        ledger = self.ledger
        self.agree(ledger, [self.anna])
        self.drive.command("switch", name="quota", value=1)
        try:
            self.spend(self.anna, ledger, "Bread")
            answer = self.anna.post(ledger + "/sync")
            self.assertEqual((answer.status, answer["state"], answer["problem"]["code"]), (200, "error", "folder-full"), answer)
            self.assertEqual(self.anna.get(ledger)["sync"]["pendingEvents"], 1)
        finally:
            self.drive.command("switch", name="quota", value=1 << 40)
        self.assertEqual(self.anna.post(ledger + "/sync")["state"], "inSync")
        self.assertEqual(self.anna.get(ledger)["sync"]["pendingEvents"], 0)

    def test_a_ledger_is_made_although_the_service_fails(self):
        here = self.connection(user="owner")
        self.drive.command("arm", effect="status", status=503, retryAfter="3", origin="graph", first=1, last=1000)
        path = f"Later/{uuid.uuid4()}"
        ledger, _ = self.anna.ledger(folder={"connectionId": here, "path": path})
        self.spend(self.anna, ledger, "Bread")
        begun = time.monotonic()
        answer = self.anna.post(ledger + "/sync")
        self.assertLess(time.monotonic() - begun, 30)
        self.assertEqual((answer.status, answer["state"]), (200, "offline"), answer)
        self.drive.command("disarm")
        harness.until(lambda: self.anna.post(ledger + "/sync")["state"] == "inSync", 60)
        self.assertFalse(self.drive.command("item", path=path + "/ledger.json")["isFolder"])

    def test_a_folder_that_is_lost_is_never_made_anew(self):
        """also not after a restart"""
        ledger, _ = self.anna.ledger(folder={"connectionId": self.here, "path": f"Lost/{uuid.uuid4()}"})
        self.agree(ledger, [self.anna])
        path = self.anna.get(ledger)["folder"]["path"]
        self.restart(signal.SIGTERM)
        self.drive.command("remove", path=path)
        self.spend(self.anna, ledger, "Bread")
        answer = self.anna.post(ledger + "/sync")
        self.assertEqual((answer.status, answer["state"]), (200, "error"), answer)
        self.assertEqual(self.anna.get(ledger)["sync"]["pendingEvents"], 1)
        self.assertFalse([item for item in self.drive.command("items")["items"] if item["path"] == path])

    def test_secrets(self):
        """no token, link or code is in a log, in an answer that is not theirs, or in the clear on the disk"""
        ledger, here = self.ledger, self.here
        self.drive.command("expire", user="owner")
        self.spend(self.anna, ledger, "Bread")
        self.agree(ledger, [self.anna, self.ben])
        invitation = self.anna.get(ledger + "/invitation")
        bearers = {value.split()[1] for entry in self.drive.log("graph") for name, value in entry["fields"]
                   if name.lower() == "authorization"}
        self.assertGreater(len(bearers), 1)
        secrets = [*bearers, "M.C5_BAY", invitation["shareLink"], invitation["joinCode"], self.anna.token]
        shown = "".join(str(self.anna.get(path).json) for path in [ledger, ledger + "/sync", f"/folder-connections/{here}",
                                                                   "/folder-connections", ledger + "/snapshot"])
        for home in (self.server, self.home):
            texts = [home.stderr().encode(), "\n".join(home.lines).encode(), shown.encode()]
            texts += [Path(folder, name).read_bytes() for folder, _, names in os.walk(home.data) for name in names]
            for secret in secrets:
                self.assertFalse([text for text in texts if secret.encode() in text], secret[:12])


if __name__ == "__main__":
    harness.main()
