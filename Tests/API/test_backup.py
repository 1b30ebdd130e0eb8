"""Backups: taken away and restored, by REST and by command, of ledgers and of the whole server (SC-FR-BAK-1…5)."""
import json
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import harness
from test_command_line import run

WARNING = "UNENCRYPTED BACKUP"


def backup(client, **more):
    made = client.post("/backup", understood=True, **more)
    assert made.status == 200, made
    return made.json


def restore(client, file, **query):
    query = "&".join(f"{name}={value}" for name, values in query.items()
                     for value in (values if isinstance(values, list) else [values]))
    return client.send("POST", "/restore" + ("?" + query if query else ""), file)


def filled(client, count=12, name="Flat"):
    """A ledger with a bit of everything; its path and id."""
    ledger, people = client.ledger("Anna", "Ben", "Chloé", name=name)
    label = client.post(ledger + "/labels", name="Küche; gäste")["id"]
    dice = random.Random(count)
    for number in range(count):
        made = client.post(
            ledger + "/expenses", title=f"Nr. {number} “ü”", amount=f"{dice.randint(1, 99999) / 100:.2f}",
            payerId=dice.choice(list(people.values())), labelIds=[label], note="a\nb" if number % 3 else None)
        assert made.status == 201, made
    client.delete(ledger + "/expenses/" + made["id"])
    settled = client.post(ledger + "/settlements", fromParticipantId=people["Ben"], toParticipantId=people["Anna"],
                          amount="12.34", date="2026-03-01")
    assert settled.status == 201, settled
    return ledger, ledger.split("/")[-1]


def content(client, ledger):
    """What the ledger's people see of it."""
    snapshot = client.get(ledger + "/snapshot").json
    assert snapshot.get("expenses") is not None, snapshot
    # Who asks is another one, in another home.
    snapshot["balances"].pop("mine")
    return {name: snapshot[name] for name in ("expenses", "settlements", "balances", "summary", "settleUp")} | {
        "participants": snapshot["ledger"]["participants"], "labels": snapshot["ledger"]["labels"],
        "currency": snapshot["ledger"]["currency"], "keyFingerprint": snapshot["ledger"]["keyFingerprint"]}


def sorted_content(client, ledger):
    found = content(client, ledger)
    for name in ("expenses", "settlements"):
        found[name].sort(key=lambda entry: entry["id"])
    return found


class Taking(harness.Check):
    def test_acknowledged(self):
        """nothing is written before the risk is understood (SC-FR-BAK-3)"""
        for body in ({}, {"understood": False}, {"understood": None}):
            self.problem(self.anna.post("/backup", **body), 422, "not-understood", "understood")
        self.problem(self.anna.post("/backup", understood=True, ledgerIds=["no id!"]), 422, "not-an-id", "ledgerIds")
        self.problem(self.anna.post("/backup", understood=True, ledgerIds=[str(uuid.uuid4())]), 404)

    def test_the_file(self):
        """it is what the format says, repeats its warning, and holds all that is needed (SC-FR-BAK-1)"""
        ledger, id_ = filled(self.anna)
        answer = self.anna.post("/backup", understood=True, ledgerIds=[id_])
        file = answer.json
        self.assertRegex(answer.fields["Content-Disposition"],
                         r'^attachment; filename="splitclone_backup_\d{8}-\d{6}\.json"$')
        self.assertEqual(answer.fields["Cache-Control"], "no-store")
        self.assertTrue(answer.body.startswith(b'{\n  "splitcloneBackup": 1,\n  "_warning": "' + WARNING.encode()))
        self.assertEqual(file["compatibility"]["backupFormatVersion"], 1)
        self.assertEqual(file["compatibility"]["eventSchemaVersion"], 2)
        self.assertEqual(file["exportedByDeviceId"], self.anna.get("/me")["device"]["id"])
        one, = file["ledgers"]
        self.assertEqual(one["ledgerId"], id_)
        self.assertEqual(one["joinCode"], self.anna.get(ledger + "/join-code")["joinCode"])
        self.assertEqual(one["fingerprint"], self.anna.get(ledger)["keyFingerprint"])
        self.assertEqual(one["metadata"]["currency"], "EUR")
        self.assertEqual(len(one["events"]), self.anna.get(ledger)["revision"])
        self.assertEqual(len({event["id"] for event in one["events"]}), len(one["events"]))
        created = next(event for event in one["events"] if event["kind"] == "ExpenseCreated")
        self.assertRegex(created["payload"]["input"]["amount"]["$bigint"], r"^\d+$")

    def test_only_the_owner_and_only_their_own(self):
        """the owner's alone, and nothing of a ledger that is not the owner's"""
        ben = self.server.account(self.anna, "Ben")
        theirs, id_ = filled(ben, 3)
        self.problem(ben.post("/backup", understood=True), 403)
        self.problem(restore(ben, {}), 403)
        self.problem(harness.Client(self.server).post("/backup", understood=True), 401)
        self.assertNotIn(id_, [ledger["ledgerId"] for ledger in backup(self.anna)["ledgers"]])
        self.problem(self.anna.post("/backup", understood=True, ledgerIds=[id_]), 404)

    def test_a_token_for_reading(self):
        token = self.anna.post("/tokens", name="reader", scope="read")["token"]
        reader = harness.Client(self.server, token)
        self.problem(reader.post("/backup", understood=True), 403)


class Restoring(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = harness.Server()
        cls.olga = cls.home.owner("Olga")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.home.close()

    def test_another_home(self):
        """backup → another server: everything is there, to the cent, under the same hash"""
        ledger, id_ = filled(self.anna)
        file = backup(self.anna, ledgerIds=[id_])
        dry = restore(self.olga, file, dryRun="true")
        self.assertEqual(dry.status, 200, dry)
        line, = dry["ledgers"]
        self.assertEqual((line["outcome"], line["name"], line["newEvents"]),
                         ("new", "Flat", len(file["ledgers"][0]["events"])))
        self.assertIsNone(line["stateHash"])
        self.problem(self.olga.get(ledger), 404)
        done = restore(self.olga, file)
        self.assertEqual(done["ledgers"][0]["outcome"], "new", done)
        self.assertEqual(done["ledgers"][0]["stateHash"], file["ledgers"][0]["stateHash"])
        self.assertEqual(sorted_content(self.olga, ledger), sorted_content(self.anna, ledger))
        again = restore(self.olga, file)
        self.assertEqual((again["ledgers"][0]["outcome"], again["ledgers"][0]["newEvents"]), ("unchanged", 0))
        self.assertEqual(backup(self.olga, ledgerIds=[id_])["ledgers"][0]["stateHash"],
                         file["ledgers"][0]["stateHash"])
        # Nobody is anybody until they say so, and what is recorded now is recorded by the restoring device.
        self.assertIsNone(self.olga.get(ledger)["myParticipantId"])
        options = self.olga.get(ledger + "/claim-options").json
        someone = (options["unclaimed"] + options["claimedElsewhere"])[0]["id"]
        self.assertEqual(self.olga.post(f"{ledger}/participants/{someone}/claim").status // 100, 2)
        self.assertEqual(self.olga.post(ledger + "/expenses", title="New", amount="1").status, 201)
        events = backup(self.olga, ledgerIds=[id_])["ledgers"][0]["events"]
        mine = self.olga.get("/me")["device"]["id"]
        self.assertEqual([event["kind"] for event in events if event["authorDeviceId"] == mine],
                         ["ParticipantClaimed", "ExpenseCreated"])
        self.assertNotIn(mine, [event["authorDeviceId"] for event in file["ledgers"][0]["events"]])

    def test_merged(self):
        """two homes that both went on come together, whatever the order, and nothing is written twice (SC-FR-BAK-2)"""
        ledger, id_ = filled(self.anna, 5)
        restore(self.olga, backup(self.anna, ledgerIds=[id_]))
        people = [one["id"] for one in self.olga.get(ledger)["participants"]]
        self.olga.post(f"{ledger}/participants/{people[1]}/claim")
        self.olga.post(ledger + "/expenses", title="Olga's", amount="5", payerId=people[1])
        self.anna.post(ledger + "/expenses", title="Anna's", amount="7")
        one, other = backup(self.anna, ledgerIds=[id_]), backup(self.olga, ledgerIds=[id_])
        self.assertEqual(restore(self.anna, other)["ledgers"][0]["outcome"], "merged")
        merged = restore(self.olga, one)["ledgers"][0]
        self.assertEqual((merged["outcome"], merged["newEvents"]), ("merged", 1))
        self.assertEqual(sorted_content(self.olga, ledger), sorted_content(self.anna, ledger))
        self.assertEqual(backup(self.anna, ledgerIds=[id_])["ledgers"][0]["stateHash"], merged["stateHash"])

    def test_wiped(self):
        """backup → removed → restored on the same server: the same device goes on, and the server survives a restart"""
        ledger, id_ = filled(self.anna, 6)
        file, before = backup(self.anna, ledgerIds=[id_]), sorted_content(self.anna, ledger)
        me = self.anna.get(ledger)["myParticipantId"]
        self.assertEqual(self.anna.delete(ledger, confirmName="Flat").status, 204)
        self.problem(self.anna.get(ledger), 404)
        done = restore(self.anna, file)["ledgers"][0]
        self.assertEqual((done["outcome"], done["stateHash"]), ("new", file["ledgers"][0]["stateHash"]))
        self.assertEqual(sorted_content(self.anna, ledger), before)
        self.assertEqual(self.anna.get(ledger)["myParticipantId"], me)
        self.assertEqual(self.anna.post(ledger + "/expenses", title="After", amount="3").status, 201)

    def test_selected(self):
        """only what was selected, and a ledger that is not in the file is said to be missing"""
        one, other = filled(self.anna, 2, "One")[1], filled(self.anna, 2, "Other")[1]
        file = backup(self.anna, ledgerIds=[one, other])
        done = restore(self.olga, file, ledger=other)
        self.assertEqual({line["ledgerId"]: line["outcome"] for line in done["ledgers"]},
                         {one: "notSelected", other: "new"})
        self.problem(self.olga.get("/ledgers/" + one), 404)
        self.problem(restore(self.olga, file, ledger=str(uuid.uuid4())), 422, "no-such-ledger-in-backup")

    def test_keys(self):
        """a join code of another ledger, or a ledger that is here with another key, is reported and skipped"""
        (ledger, id_), (_, good) = filled(self.anna, 2), filled(self.anna, 2)
        file = backup(self.anna, ledgerIds=[id_, good])
        by_id = {entry["ledgerId"]: entry for entry in file["ledgers"]}
        by_id[id_]["joinCode"] = by_id[good]["joinCode"]
        done = restore(self.olga, file)
        self.assertEqual({line["ledgerId"]: line["outcome"] for line in done["ledgers"]},
                         {id_: "keyMismatch", good: "new"})
        self.problem(self.olga.get(ledger), 404)
        # The same id under another key.
        forged = backup(self.anna, ledgerIds=[good])
        entry, = forged["ledgers"]
        mine = filled(self.anna, 1)[1]
        other = backup(self.anna, ledgerIds=[mine])["ledgers"][0]
        entry.update(joinCode=other["joinCode"], fingerprint=other["fingerprint"])
        entry["metadata"]["keyFingerprint"] = other["fingerprint"]
        before = sorted_content(self.olga, "/ledgers/" + good)
        self.assertEqual(restore(self.olga, forged)["ledgers"][0]["outcome"], "otherKey")
        self.assertEqual(sorted_content(self.olga, "/ledgers/" + good), before)

    def test_refused_as_a_whole(self):
        """one event that can not be understood, or a newer version, and nothing of the file is restored (SC-FR-BAK-4)"""
        (_, one), (_, other) = filled(self.anna, 2), filled(self.anna, 2)
        file = backup(self.anna, ledgerIds=[one, other])
        whole = json.dumps(file)

        def changed(change):
            copy = json.loads(whole)
            change(copy)
            return copy

        def bad_amount(copy):
            event = next(event for event in copy["ledgers"][1]["events"] if event["kind"] == "ExpenseCreated")
            event["payload"]["input"]["amount"] = 5

        cases = [
            (bad_amount, "unreadable-event"),
            (lambda copy: copy["ledgers"][1]["events"].append(7), "unreadable-event"),
            (lambda copy: copy["ledgers"][1]["events"][0].update(kind="Nonsense"), "unreadable-event"),
            (lambda copy: copy["ledgers"][1]["events"][0].update(schemaVersion=3), "backup-too-new"),
            (lambda copy: copy.update(splitcloneBackup=2), "backup-too-new"),
            (lambda copy: copy["compatibility"].update(backupFormatVersion=2), "backup-too-new"),
            (lambda copy: copy["compatibility"].update(eventSchemaVersion=3), "backup-too-new"),
            (lambda copy: copy["ledgers"][1]["metadata"].update(schemaVersion=3), "backup-too-new"),
            (lambda copy: copy.pop("splitcloneBackup"), "not-a-backup"),
            (lambda copy: copy.pop("ledgers"), "not-a-backup"),
            (lambda copy: copy.update(ledgers={}), "not-a-backup"),
            (lambda copy: copy["ledgers"][1].pop("events"), "not-a-backup"),
            (lambda copy: copy["ledgers"][1].update(ledgerId="a/b"), "not-a-backup"),
        ]
        for change, code in cases:
            for mode in ("merge", "replace"):
                self.problem(restore(self.olga, changed(change), mode=mode), 422, code)
        self.problem(restore(self.olga, whole[:-9]), 400, "malformed-json")
        self.problem(restore(self.olga, "[]"), 422, "not-a-backup")
        self.problem(self.olga.send("POST", "/restore", whole, {"Content-Type": "text/plain"}), 415)
        self.problem(restore(self.olga, file, mode="both"), 422, "invalid-parameter", "mode")
        self.problem(restore(self.olga, file, nonsense="1"), 422, "unknown-parameter", "nonsense")
        for id_ in (one, other):
            self.problem(self.olga.get("/ledgers/" + id_), 404)
        self.assertEqual(self.olga.get("/health").status, 200)

    def test_other_apps(self):
        """a file without our additions, with unknown fields and fields in another order, is restored; fields survive"""
        ledger, id_ = filled(self.anna, 3)
        file = backup(self.anna, ledgerIds=[id_])
        entry, = file["ledgers"]
        for name in ("metadata", "stateHash"):
            entry.pop(name)
        entry["events"] = [dict(reversed(event.items()), theirs={"a": [1.50, None]}) for event in entry["events"]]
        random.Random(1).shuffle(entry["events"])
        file = {"theirs": True, "ledgers": [entry | {"root": {"kind": "own", "ledgerId": id_}}], "splitcloneBackup": 1}
        done = restore(self.olga, file)["ledgers"][0]
        self.assertEqual(done["outcome"], "new")
        self.assertEqual(sorted_content(self.olga, ledger), sorted_content(self.anna, ledger))
        for event in backup(self.olga, ledgerIds=[id_])["ledgers"][0]["events"]:
            self.assertEqual(event["theirs"], {"a": [1.5, None]})

    def test_long(self):
        """a file longer than other requests may be is taken from who is signed in, and from nobody else"""
        _, id_ = filled(self.anna, 2)
        file = json.dumps(backup(self.anna, ledgerIds=[id_])) + " " * (3 << 20)
        self.assertEqual(restore(self.olga, file)["ledgers"][0]["outcome"], "new")
        self.problem(restore(harness.Client(self.home), file), 413)
        self.problem(restore(harness.Client(self.home, "x" * 43), file), 413)
        self.problem(self.olga.send("POST", "/backup", file), 413)


class Replacing(harness.Check):
    def test_replace(self):
        """only after a fresh backup; afterwards the ledgers of the file are there as in the file, and no others"""
        kept, gone = filled(self.anna, 4, "Kept"), filled(self.anna, 2, "Gone")
        file, before = backup(self.anna, ledgerIds=[kept[1]]), sorted_content(self.anna, kept[0])
        for number in range(3):
            self.anna.post(kept[0] + "/expenses", title="Later", amount="9")
        dry = restore(self.anna, file, mode="replace", dryRun="true")
        line, = dry["ledgers"]
        self.assertEqual((line["outcome"], line["lostEvents"], dry["removedLedgerIds"], dry["backupNeeded"]),
                         ("replaced", 3, [gone[1]], True))
        self.problem(restore(self.anna, file, mode="replace"), 409, "backup-needed")
        self.assertEqual(self.anna.get(gone[0]).status, 200)
        fresh = backup(self.anna)
        done = restore(self.anna, file, mode="replace")
        self.assertEqual(done.status, 200, done)
        self.assertEqual(done["ledgers"][0]["stateHash"], file["ledgers"][0]["stateHash"])
        self.assertEqual(sorted_content(self.anna, kept[0]), before)
        self.problem(self.anna.get(gone[0]), 404)
        self.assertEqual([one["id"] for one in self.anna.get("/ledgers")["items"]], [kept[1]])
        # And back again, by the backup that had to be taken.
        back = restore(self.anna, fresh)
        self.assertEqual({line["ledgerId"]: line["outcome"] for line in back["ledgers"]},
                         {kept[1]: "merged", gone[1]: "new"})
        self.assertEqual(len(self.anna.get(kept[0] + "/expenses")["items"]), len(before["expenses"]) + 3)
        # Nothing of a file that holds nothing good is worth losing what is here.
        for entry in fresh["ledgers"]:
            entry["fingerprint"] = "0" * 32
        self.problem(restore(self.anna, fresh, mode="replace"), 422, "nothing-to-restore")
        self.assertEqual(len(self.anna.get("/ledgers")["items"]), 2)

    def test_what_others_use(self):
        """a ledger that others are in is added to, not replaced, and stays theirs when it is left behind"""
        ben = self.server.account(self.anna, "Benno")
        shared, alone = filled(ben, 3, "Shared"), filled(self.anna, 1, "Alone")
        code = ben.get(shared[0] + "/join-code")["joinCode"]
        self.assertEqual(self.anna.post("/ledgers/join", joinCode=code).status, 200)
        file = backup(self.anna, ledgerIds=[shared[1]])
        ben.post(shared[0] + "/expenses", title="Later", amount="9")
        count = len(ben.get(shared[0] + "/expenses")["items"])
        only_alone = backup(self.anna, ledgerIds=[alone[1]])
        backup(self.anna)
        done = restore(self.anna, file, mode="replace")
        self.assertIn(done["ledgers"][0]["outcome"], ("unchanged", "merged"))
        self.assertEqual(len(ben.get(shared[0] + "/expenses")["items"]), count)
        backup(self.anna)
        restore(self.anna, only_alone, mode="replace")
        self.problem(self.anna.get(shared[0]), 404)
        self.assertEqual(len(ben.get(shared[0] + "/expenses")["items"]), count)


class Shared(harness.Check):
    def test_in_a_folder(self):
        """a restored ledger finds its folder again, and what only the backup had reaches the other home"""
        root = tempfile.mkdtemp(prefix="splitclone-root-")
        home, other = harness.Server("--folder-root", root), harness.Server("--folder-root", root)
        try:
            anna, ben = home.owner(), other.owner("Ben")
            ours = anna.post("/folder-connections", kind="directory", path="shared")["id"]
            theirs = ben.post("/folder-connections", kind="directory", path="shared")["id"]
            ledger, _ = anna.ledger("Anna", "Ben", folder={"connectionId": ours, "path": "flat"})
            code = anna.get(ledger + "/join-code")["joinCode"]
            anna.post(ledger + "/expenses", title="Before", amount="4")
            self.assertEqual(anna.post(ledger + "/sync")["state"], "inSync")
            self.assertEqual(
                ben.post("/ledgers/join", joinCode=code, connectionId=theirs, path="flat").status, 201)
            file = backup(anna)
            anna.delete(ledger, confirmName="Flat")
            self.assertEqual(restore(anna, file)["ledgers"][0]["outcome"], "new")
            self.assertEqual(anna.get(ledger + "/sync")["state"], "local")
            anna.post(ledger + "/expenses", title="Between", amount="6")
            self.assertEqual(anna.put(ledger + "/folder", connectionId=ours, path="flat").status, 200)
            self.assertEqual(anna.post(ledger + "/sync")["state"], "inSync")
            anna.post(ledger + "/expenses", title="After", amount="8")
            self.assertEqual(anna.post(ledger + "/sync")["state"], "inSync")
            ben.post(ledger + "/sync")
            titles = sorted(one["title"] for one in ben.get(ledger + "/expenses")["items"])
            self.assertEqual(titles, ["After", "Before", "Between"])
            self.assertEqual(ben.get(ledger + "/balances").json["positions"],
                             anna.get(ledger + "/balances").json["positions"])
            checked = run("ledger", "verify", Path(root, "shared/flat"), "--join-code", code)
            self.assertEqual(checked.returncode, 0, checked)
        finally:
            home.close()
            other.close()
            shutil.rmtree(root)


class Commands(harness.Check):
    def setUp(self):
        self.place = Path(tempfile.mkdtemp(prefix="splitclone-backup-"))
        self.addCleanup(shutil.rmtree, self.place)
        self.passphrase = self.place / "passphrase"
        self.passphrase.write_text("five words nobody has heard\n")

    def done(self, *arguments, status=0):
        result = run(*arguments)
        self.assertEqual(result.returncode, status, result)
        return result

    def test_ledgers(self):
        """backup and restore by command: beside a server, into another data directory, and no half file"""
        ledger, id_ = filled(self.anna, 9)
        before = sorted_content(self.anna, ledger)
        file = self.place / "all.json"
        told = self.done("backup", file, "--data", self.server.data).stdout
        self.assertIn("not encrypted", told)
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertEqual(os.listdir(self.place).count("all.json"), 1)
        self.assertEqual(len(os.listdir(self.place)), 2)
        self.assertIn(id_, self.done("backup", "verify", file).stdout)
        # While a server runs on the directory, it alone restores.
        refused = self.done("restore", file, "--data", self.server.data, status=1)
        self.assertIn("another splitclone server", refused.stderr)
        other = harness.Server()
        olga = other.owner("Olga")
        other.stop()
        dry = self.done("restore", file, "--dry-run", "--data", other.data).stdout
        self.assertIn(f"{id_}\tnew\t", dry)
        self.assertIn("dry run", dry)
        self.done("restore", file, "--mode", "merge", "--data", other.data)
        self.assertIn(f"{id_}\tunchanged\t+0", self.done("restore", file, "--data", other.data).stdout)
        told = self.done("restore", file, "--mode", "replace", "--ledger", id_, "--data", other.data).stdout
        self.assertIn(f"{id_}\treplaced", told)
        self.assertTrue((self.place / "all.json.before-restore.json").exists())
        again = harness.Server(data=other.data)
        olga = harness.Client(again, olga.token)
        self.assertEqual(sorted_content(olga, ledger), before)
        again.close()
        other.close()
        self.done("restore", file, "--mode", "both", "--data", other.data, status=2)
        self.done("backup", self.place / "none" / "x.json", "--data", self.server.data, status=1)
        self.done("backup", file, "--ledger", str(uuid.uuid4()), "--data", self.server.data, status=2)

    def test_damage(self):
        """a backup of ledgers that was changed is found out"""
        filled(self.anna, 2)
        file = self.place / "all.json"
        self.done("backup", file, "--data", self.server.data)
        content = json.loads(file.read_text())
        content["ledgers"][0]["events"].pop()
        file.write_text(json.dumps(content))
        self.done("backup", "verify", file, status=3)

    def test_server(self):
        """the whole server, sealed: proven, found out when it was changed, and everything is there after a restore"""
        ledger, _ = filled(self.anna, 30)
        file = self.place / "server.backup"
        words = ("--passphrase-file", self.passphrase)
        told = self.done("backup", "server", file, *words, "--data", self.server.data).stdout
        self.assertIn("restored and compared", told)
        self.assertEqual(sorted(os.listdir(self.place)), ["passphrase", "server.backup"])
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertIn("sound: ", self.done("backup", "verify", file, *words).stdout)
        sealed = file.read_bytes()
        master = Path(self.server.data, "master.key").read_bytes().strip()
        for secret in (master, bytes.fromhex(master.decode()), b"SQLite format 3", b"Anna"):
            self.assertNotIn(secret, sealed)
        wrong = self.place / "wrong"
        wrong.write_text("five words nobody has heard.\n")
        self.assertIn("passphrase", self.done("backup", "verify", file, "--passphrase-file", wrong, status=1).stderr)
        dice = random.Random(3)
        damaged = self.place / "damaged"
        end = sealed.index(b"\n") + 1
        for _ in range(6):
            place = dice.randrange(end, len(sealed))
            damaged.write_bytes(sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1:])
            self.done("backup", "verify", damaged, *words, status=3)
        for length in (0, 10, end, end + 20, end + (1 << 20) + 28, len(sealed) - 1):
            if length < len(sealed):
                damaged.write_bytes(sealed[:length])
                self.assertIn(run("backup", "verify", damaged, *words).returncode, (1, 3), length)
        damaged.write_bytes(sealed + b"x")
        self.done("backup", "verify", damaged, *words, status=3)
        # Into a new data directory, and nowhere else.
        self.done("restore", file, *words, "--data", self.server.data, status=1)
        data = self.place / "data"
        self.done("restore", damaged, *words, "--data", data, status=3)
        self.assertFalse((data / "splitclone.sqlite").exists())
        self.done("restore", file, *words, "--data", data)
        self.assertEqual([name for name in os.listdir(data) if name.endswith((".draft", ".scratch"))], [])
        again = harness.Server(data=str(data))
        anna = harness.Client(again, self.anna.token)
        self.assertEqual(sorted_content(anna, ledger), sorted_content(self.anna, ledger))
        self.assertEqual(again.signed_in("Anna").get("/me")["account"]["name"], "Anna")
        self.assertFalse((data / "tls").exists())
        again.close()

    def test_authority(self):
        """the authority for https is in it: phones that trust the server go on trusting it, and no other is written over"""
        secure = ("--tls", "local", "--tls-port", "0")
        server = harness.Server(*secure)
        self.addCleanup(server.close)

        def said(by):
            return next(line for line in by.lines if line.startswith("authority SHA-256 "))

        def kept(place):
            return {path.name: (path.read_bytes(), path.stat().st_mode & 0o777) for path in Path(place, "tls").iterdir()}

        file, words = self.place / "server.backup", ("--passphrase-file", self.passphrase)
        told = self.done("backup", "server", file, *words, "--data", server.data).stdout
        self.assertIn(", the authority for https in ", told)
        self.assertIn(", the authority for https, made ", self.done("backup", "verify", file, *words).stdout)
        self.assertNotIn(b"PRIVATE KEY", file.read_bytes())
        before = kept(server.data)
        self.assertEqual(set(before), {"authority.key", "authority.pem", "server.key", "server.pem"})
        data = self.place / "data"
        self.assertIn("the authority", self.done("restore", file, *words, "--data", data).stdout)
        self.assertEqual(kept(data), before)
        self.assertEqual((data / "tls").stat().st_mode & 0o777, 0o700)
        again = harness.Server(*secure, data=str(data))
        self.assertEqual(said(again), said(server))
        again.close()
        # Cut off before the database was there, and begun again.
        (data / "splitclone.sqlite").unlink()
        (data / "tls/server.pem").unlink()
        self.done("restore", file, *words, "--data", data)
        self.assertEqual(kept(data), before)
        other = self.place / "other"
        other.joinpath("tls").mkdir(parents=True, mode=0o700)
        other.joinpath("tls/authority.key").write_text("another's")
        refused = self.done("restore", file, *words, "--data", other, status=1).stderr
        self.assertIn("there is another ", refused)
        self.assertEqual(other.joinpath("tls/authority.key").read_text(), "another's")
        self.assertFalse((other / "splitclone.sqlite").exists())


class Clock(harness.Check):
    def test_by_the_clock(self):
        """made when due, proven, the oldest removed, and every one restores"""
        place = Path(tempfile.mkdtemp(prefix="splitclone-backups-"))
        self.addCleanup(shutil.rmtree, place)
        passphrase = place / "passphrase"
        passphrase.write_text("seven words\n")
        backups = place / "backups"
        flags = ("--backup-dir", str(backups), "--backup-passphrase-file", str(passphrase))
        server = harness.Server(*flags, "--backup-hours", "0.0006", "--backup-keep", "3")
        self.addCleanup(server.close)
        filled(server.owner("Anna"), 5)
        seen = set()

        def watch():
            seen.update(name for name in os.listdir(backups) if name.endswith(".backup")) if backups.exists() else None
            return len(seen) > 4

        harness.until(watch, 40)
        server.stop()
        left = sorted(name for name in os.listdir(backups) if name.endswith(".backup"))
        self.assertLessEqual(len(left), 4)
        self.assertGreaterEqual(len(left), 2)
        for name in left[-2:]:
            self.assertRegex(name, r"^splitclone-\d{8}T\d{9}\.backup$")
            checked = run("backup", "verify", backups / name, "--passphrase-file", passphrase)
            self.assertEqual(checked.returncode, 0, checked)
        self.assertIn('msg="a backup was made and proven"', server.stderr())

    def test_asked_wrongly(self):
        for flags in (["--backup-dir", "/tmp/x"], ["--backup-dir", "/tmp/x", "--backup-passphrase-file", "/nowhere"],
                      ["--backup-dir", "/tmp/x", "--backup-passphrase-file", __file__, "--backup-hours", "never"],
                      ["--backup-dir", "/tmp/x", "--backup-passphrase-file", __file__, "--backup-keep", "0"]):
            result = run("serve", "--data", self.server.data, "--port", "0", *flags)
            self.assertIn(result.returncode, (1, 2), result)
            self.assertTrue(result.stderr.startswith("error: "), result)


class Killed(harness.Check):
    """Killed at any moment: no half file, and a restore that is begun again ends as if it had not been interrupted."""

    def setUp(self):
        self.place = Path(tempfile.mkdtemp(prefix="splitclone-killed-"))
        self.addCleanup(shutil.rmtree, self.place)

    def killed(self, seconds, *arguments):
        process = subprocess.Popen([harness.PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.wait()

    def test_restore(self):
        ledgers = [filled(self.anna, 25, f"Flat {number}") for number in range(4)]
        file = self.place / "all.json"
        run("backup", file, "--data", self.server.data)
        wanted = {one["ledgerId"]: one["stateHash"] for one in json.loads(file.read_text())["ledgers"]}
        other = harness.Server()
        other.owner("Olga")
        other.stop()
        begun = time.monotonic()
        run("restore", file, "--dry-run", "--data", other.data)
        whole = time.monotonic() - begun
        dice, interrupted = random.Random(7), 0
        for mode in ("merge", "replace") * 8:
            status = self.killed(dice.uniform(0.2, 1.6) * whole, "restore", file, "--mode", mode, "--data", other.data)
            interrupted += status != 0
            if status == 0:
                whole *= 0.7  # The machine has more time for us than it had.
            shown = self.place / "now.json"
            self.assertEqual(run("backup", shown, "--data", other.data).returncode, 0)
            for one in json.loads(shown.read_text())["ledgers"]:
                self.assertEqual(one["stateHash"], wanted[one["ledgerId"]], "a ledger is half restored")
        self.assertGreater(interrupted, 3)
        self.assertEqual(run("restore", file, "--data", other.data).returncode, 0)
        run("backup", shown, "--data", other.data)
        self.assertEqual({one["ledgerId"]: one["stateHash"] for one in json.loads(shown.read_text())["ledgers"]}, wanted)
        self.assertLessEqual({id_ for _, id_ in ledgers}, set(wanted))
        other.close()

    def test_backup(self):
        filled(self.anna, 25)
        passphrase = self.place / "passphrase"
        passphrase.write_text("words\n")
        sealed, plain = self.place / "server.backup", self.place / "all.json"
        words = ("--passphrase-file", passphrase)
        begun = time.monotonic()
        run("backup", "server", sealed, *words, "--data", self.server.data)
        whole = time.monotonic() - begun
        run("backup", plain, "--data", self.server.data)
        dice = random.Random(9)
        for _ in range(8):
            self.killed(dice.uniform(0.1, 1.0) * whole, "backup", "server", sealed, *words, "--data", self.server.data)
            self.assertEqual(run("backup", "verify", sealed, *words).returncode, 0)
            self.killed(dice.uniform(0.05, 0.3) * whole, "backup", plain, "--data", self.server.data)
            self.assertEqual(run("backup", "verify", plain).returncode, 0)


if __name__ == "__main__":
    harness.main()
