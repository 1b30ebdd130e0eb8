"""Folders: sharing a ledger between two homes, joining by code, and folders that are not what they should be."""
import json
import os
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

import harness

VECTORS = harness.ROOT / "Tests/Vectors/v1"


def money(units, digits=2):
    sign, units = ("-" if units < 0 else ""), abs(units)
    return f"{sign}{units // 10 ** digits}.{units % 10 ** digits:0{digits}}" if digits else f"{sign}{units}"


def connection(client, path="."):
    made = client.post("/folder-connections", kind="directory", path=path)
    assert made.status == 201, made
    return made["id"]


class Folders(harness.Check):
    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="splitclone-root-")
        cls.flags = ("--folder-root", cls.root)
        super().setUpClass()
        cls.home = harness.Server("--folder-root", cls.root)
        cls.ben = cls.home.owner("Ben")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.home.close()
        shutil.rmtree(cls.root)

    def test_connections(self):
        made = self.anna.post("/folder-connections", kind="directory", path="shared")
        self.assertEqual(made.status, 201)
        self.assertEqual((made["kind"], made["state"]), ("directory", "connected"))
        path = "/folder-connections/" + made["id"]
        self.assertEqual(self.anna.get(path).json, made.json)
        self.problem(self.ben.get(path), 404)
        self.assertEqual(self.anna.delete(path).status, 204)
        self.problem(self.anna.get(path), 404)

    def test_connections_that_are_refused(self):
        for path in ["/etc", "../x", "a/../../x", self.root + "/../x", "/", "a\x00b", ""]:
            with self.subTest(path=path):
                self.problem(self.anna.post("/folder-connections", kind="directory", path=path), 422, None, "path")
        self.problem(self.anna.post("/folder-connections", kind="ftp", path="x"), 422, "unsupported-kind", "kind")
        self.problem(self.anna.post("/folder-connections", path="x"), 422, None, "kind")

    def test_two_homes(self):
        """what one home writes the other one sees, both ways, and the sums agree"""
        path = f"two-{uuid.uuid4()}"
        ledger, people = self.anna.ledger("Anna", "Ben", folder={"connectionId": connection(self.anna), "path": path})
        self.anna.post(ledger + "/expenses", title="Bread", amount="10.01")
        done = self.anna.post(ledger + "/sync")
        self.assertEqual((done.status, done["state"], done["pushed"]["events"] > 0), (200, "inSync", True), done)
        invitation = self.anna.get(ledger + "/invitation").json
        code = self.anna.get(ledger + "/join-code")["joinCode"]
        self.assertIn(code, invitation["text"])
        joined = self.ben.post("/ledgers/join", invitation=invitation["text"], connectionId=connection(self.ben), path=path)
        self.assertEqual(joined.status, 201, joined)
        self.assertEqual(joined["id"], ledger.rpartition("/")[2])
        self.assertEqual(self.ben.post("/ledgers/join", joinCode=code).status, 200)
        self.assertEqual(self.ben.get(ledger + "/claim-options")["claimedElsewhere"][0]["name"], "Anna")
        self.assertEqual(self.ben.post(f"{ledger}/participants/{people['Ben']}/claim").status, 200)
        made = self.ben.post(ledger + "/expenses", title="Fish", amount="7.01")
        self.assertEqual(self.ben.post(ledger + "/sync")["state"], "inSync")
        pulled = self.anna.post(ledger + "/sync").json
        self.assertEqual((pulled["state"], pulled["pulled"]["events"]), ("inSync", 2))
        self.assertEqual(self.anna.get(f"{ledger}/expenses/{made['id']}").json, made.json)
        both = [client.get(ledger + "/balances").json for client in (self.anna, self.ben)]
        self.assertEqual(both[0]["positions"], both[1]["positions"])
        self.assertEqual(self.anna.get(ledger)["sync"]["pendingEvents"], 0)
        self.verify(os.path.join(self.root, path), code, 0)

    def verify(self, folder, code, status):
        result = subprocess.run([harness.PROGRAM, "ledger", "verify", folder, "--join-code", code], capture_output=True, text=True)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_codes_that_do_not_fit(self):
        path = f"codes-{uuid.uuid4()}"
        here = connection(self.anna)
        ledger, _ = self.anna.ledger(folder={"connectionId": here, "path": path})
        self.anna.post(ledger + "/sync")
        code = self.anna.get(ledger + "/join-code")["joinCode"]
        there = connection(self.ben)
        mistyped = code[:10] + ("A" if code[10] != "A" else "B") + code[11:]
        other = self.anna.get(self.anna.ledger()[0] + "/join-code")["joinCode"]
        for text, problem in [(mistyped, "malformed-join-code"), ("SC1.x.y", "malformed-join-code"), ("hello", "malformed-join-code"),
                              ("", "malformed-join-code"), (other, "wrong-join-code")]:
            with self.subTest(text=text):
                answer = self.ben.post("/ledgers/join", joinCode=text, connectionId=there, path=path)
                self.problem(answer, 422, problem)
        self.problem(self.ben.post("/ledgers/join", connectionId=there, path=path), 422, None, "joinCode")
        self.problem(self.ben.post("/ledgers/join", joinCode=code, connectionId=there, path="../x"), 422, None, "path")
        self.problem(self.ben.post("/ledgers/join", joinCode=code, connectionId=str(uuid.uuid4()), path=path), 422, None, "connectionId")
        nothing = self.ben.post("/ledgers/join", joinCode=code, connectionId=there, path="nothing-here")
        self.problem(nothing, 422, "not-a-ledger")
        self.assertEqual(self.ben.post("/ledgers/join", joinCode=f"  {code} \n", connectionId=there, path=path).status, 201)

    def test_folders_that_are_no_ledger(self):
        there = connection(self.ben)
        fixture = json.loads((VECTORS / "two/expected.json").read_text())
        good = json.loads((VECTORS / "two/folder/ledger.json").read_text())
        for change, problem in [({"encrypted": False}, "not-a-ledger"), ({"schemaVersion": 99}, "ledger-too-new"),
                                ({"ledgerId": "a/b"}, "not-a-ledger"), ({"keyFingerprint": "00"}, "not-a-ledger"),
                                ({"keyFingerprint": "0" * 32}, "wrong-join-code"), (None, "not-a-ledger")]:
            with self.subTest(change=change):
                path = f"bad-{uuid.uuid4()}"
                folder = Path(self.root, path)
                folder.mkdir()
                (folder / "ledger.json").write_text("{" if change is None else json.dumps({**good, **change}))
                answer = self.ben.post("/ledgers/join", joinCode=fixture["joinCode"], connectionId=there, path=path)
                self.problem(answer, 422, problem)

    def test_a_folder_that_is_not_empty(self):
        path = f"full-{uuid.uuid4()}"
        Path(self.root, path).mkdir()
        Path(self.root, path, "photo.jpg").write_bytes(b"x")
        here = connection(self.anna)
        body = {"name": "A", "currency": "EUR", "participants": ["A"], "me": "A", "folder": {"connectionId": here, "path": path}}
        self.problem(self.anna.post("/ledgers", **body), 409)
        ledger, _ = self.anna.ledger()
        self.problem(self.anna.put(ledger + "/folder", connectionId=here, path=path), 409)
        self.assertEqual(os.listdir(Path(self.root, path)), ["photo.jpg"])

    def test_attaching_later(self):
        ledger, _ = self.anna.ledger()
        self.anna.post(ledger + "/expenses", title="Bread", amount="3")
        path = f"late-{uuid.uuid4()}"
        answer = self.anna.put(ledger + "/folder", connectionId=connection(self.anna), path=path)
        self.assertEqual(answer.status, 200)
        self.assertEqual(self.anna.post(ledger + "/sync")["state"], "inSync")
        self.assertEqual(self.anna.get(ledger + "/sync")["pendingEvents"], 0)
        self.verify(os.path.join(self.root, path), self.anna.get(ledger + "/join-code")["joinCode"], 0)

    def test_raising_the_format(self):
        """an explicit act, once; another home notices and goes on"""
        path = f"raise-{uuid.uuid4()}"
        ledger, people = self.anna.ledger(schemaVersion=1, folder={"connectionId": connection(self.anna), "path": path})
        self.anna.post(ledger + "/sync")
        code = self.anna.get(ledger + "/join-code")["joinCode"]
        self.assertEqual(self.ben.post("/ledgers/join", joinCode=code, connectionId=connection(self.ben), path=path).status, 201)
        for body in [{}, {"schemaVersion": 2}, {"schemaVersion": 2, "understood": False}]:
            self.problem(self.anna.post(ledger + "/upgrade", **body), 422, None, "understood")
        self.problem(self.anna.post(ledger + "/upgrade", schemaVersion="2", understood=True), 422, "wrong-type", "schemaVersion")
        self.problem(self.anna.post(ledger + "/upgrade", schemaVersion=3, understood=True), 422, "unsupported-schema-version", "schemaVersion")
        self.problem(self.anna.post(ledger + "/upgrade", schemaVersion=1, understood=True), 409, "already-upgraded")
        self.assertEqual(self.anna.get(ledger)["schemaVersion"], 1)
        raised = self.anna.post(ledger + "/upgrade", schemaVersion=2, understood=True)
        self.assertEqual((raised.status, raised["schemaVersion"]), (200, 2), raised)
        self.problem(self.anna.post(ledger + "/upgrade", schemaVersion=2, understood=True), 409, "already-upgraded")
        self.assertEqual(json.loads(Path(self.root, path, "ledger.json").read_text())["schemaVersion"], 2)
        self.anna.post(ledger + "/expenses", title="Bread", amount="3")
        self.assertEqual(self.anna.post(ledger + "/sync")["state"], "inSync")
        self.assertEqual(self.ben.post(ledger + "/sync")["state"], "inSync")
        self.assertEqual(self.ben.get(ledger + "/expenses")["items"][0]["title"], "Bread")
        self.ben.post(ledger + "/expenses", title="Fish", amount="3", payerId=people["Ben"])
        self.assertEqual(self.ben.post(ledger + "/sync")["state"], "inSync")
        self.assertEqual(self.ben.get(ledger)["schemaVersion"], 2)
        self.assertEqual(self.anna.get(self.anna.ledger()[0])["schemaVersion"], 2, "as every new ledger")

    def test_a_write_is_pushed_by_itself(self):
        path = f"push-{uuid.uuid4()}"
        ledger, _ = self.anna.ledger(folder={"connectionId": connection(self.anna), "path": path})
        self.anna.post(ledger + "/expenses", title="Bread", amount="3")
        harness.until(lambda: self.anna.get(ledger + "/sync")["state"] == "inSync"
                      and self.anna.get(ledger + "/sync")["pendingEvents"] == 0, 12)

    def test_deleting_the_folder_too(self):
        """only for the owner, only with the name typed; what is not the ledger's stays"""
        path = f"gone-{uuid.uuid4()}"
        ledger, _ = self.anna.ledger(name="Casa", folder={"connectionId": connection(self.anna), "path": path})
        self.anna.post(ledger + "/sync")
        Path(self.root, path, "photo.jpg").write_bytes(b"x")
        carl = self.server.account(self.anna, f"Carl {path}")
        self.assertEqual(carl.post("/ledgers/join", joinCode=self.anna.get(ledger + "/join-code")["joinCode"]).status, 200)
        self.problem(carl.send("DELETE", ledger + "?folder=delete", {"confirmName": "Casa"}), 403)
        self.problem(self.anna.send("DELETE", ledger + "?folder=delete"), 422, None, "confirmName")
        self.problem(self.anna.send("DELETE", ledger + "?folder=yes", {"confirmName": "Casa"}), 422, None, "folder")
        self.assertTrue(Path(self.root, path, "ledger.json").exists())
        self.assertEqual(self.anna.send("DELETE", ledger + "?folder=delete", {"confirmName": "Casa"}).status, 204)
        self.assertEqual(os.listdir(Path(self.root, path)), ["photo.jpg"])
        self.problem(carl.get(ledger), 404)

    def test_damaged_files_are_reported(self):
        """a file that cannot be read is named, and everything else is in use"""
        fixture = json.loads((VECTORS / "trip/expected.json").read_text())
        path = f"damaged-{uuid.uuid4()}"
        shutil.copytree(VECTORS / "trip/folder", Path(self.root, path))
        segments = sorted(Path(self.root, path, "events").glob("*/*"))
        broken = segments[0]
        broken.write_bytes(broken.read_bytes()[:-1] + b"\x00")
        Path(self.root, path, "events", broken.parent.name, "20990101T000000000.jsonl").write_bytes(b"")
        joined = self.ben.post("/ledgers/join", joinCode=fixture["joinCode"], connectionId=connection(self.ben), path=path)
        self.assertEqual(joined.status, 201, joined)
        reported = {problem["file"] for problem in joined["sync"]["fileProblems"]}
        self.assertIn(f"events/{broken.parent.name}/{broken.name}", reported)
        self.assertIn(f"events/{broken.parent.name}/20990101T000000000.jsonl", reported)
        result = self.verify(os.path.join(self.root, path), fixture["joinCode"], 3)
        self.assertIn(broken.name, result.stdout + result.stderr)


class Vectors(harness.Check):
    """Ledgers that an independent implementation wrote open with exactly the expected results."""

    @classmethod
    def setUpClass(cls):
        cls.root = tempfile.mkdtemp(prefix="splitclone-root-")
        cls.flags = ("--folder-root", cls.root)
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.root)

    def test_vectors(self):
        here = connection(self.anna)
        for folder in sorted(VECTORS.iterdir()):
            with self.subTest(ledger=folder.name):
                self.check(folder, here)

    def check(self, folder, here):
        expected = json.loads((folder / "expected.json").read_text())
        shutil.copytree(folder / "folder", Path(self.root, folder.name))
        joined = self.anna.post("/ledgers/join", joinCode=expected["joinCode"], connectionId=here, path=folder.name)
        self.assertEqual(joined.status, 201, joined)
        ledger = "/ledgers/" + joined["id"]
        self.assertEqual((joined["id"], joined["revision"]), (expected["ledgerId"], expected["events"]))
        self.assertEqual(joined["sync"]["fileProblems"], [])
        digits = joined["minorDigits"]
        balances = self.anna.get(ledger + "/balances")
        pairs = {(pair["debtorId"], pair["creditorId"]): pair["amount"] for pair in balances["pairs"]}
        self.assertEqual(pairs, {(pair["debtor"], pair["creditor"]): money(int(pair["amount"]), digits) for pair in expected["owes"]})
        positions = {person["participantId"]: person["amount"] for person in balances["positions"]}
        self.assertEqual(positions, {id: money(int(amount), digits) for id, amount in expected["positions"].items()})
        plan = self.anna.get(ledger + "/settle-up")
        self.assertEqual((plan["count"], len(plan["payments"]), plan["minimal"]), (expected["minimumPayments"],) * 2 + (True,))
        for file in sorted((folder / "csv").iterdir()):
            participant, mode, _ = file.name.split(".")
            csv = self.anna.get(f"{ledger}/export?participant={participant}&mode={mode}&format=csv")
            self.assertEqual(csv.body, file.read_bytes(), file.name)
        self.check_expenses(ledger, expected, digits)

    def check_expenses(self, ledger, expected, digits):
        snapshot = self.anna.get(ledger + "/snapshot").json
        shown = {expense["id"]: expense for expense in snapshot["expenses"]}
        self.assertEqual(set(shown), {expense["id"] for expense in expected["expenses"]})
        for expense in expected["expenses"]:
            mine = shown[expense["id"]]
            for field in ("title", "executionDate", "payerId", "createdAt", "createdBy"):
                self.assertEqual(mine[field], expense[field])
            for field in ("note", "lastEditedAt", "lastEditedBy"):
                self.assertEqual(mine[field], expense.get(field))
            self.assertEqual(mine["amount"], money(int(expense["amount"]), digits))
            self.assertEqual({share["participantId"]: share["amount"] for share in mine["shares"]},
                             {id: money(int(amount), digits) for id, amount in expense["shares"].items()})


if __name__ == "__main__":
    harness.main()
