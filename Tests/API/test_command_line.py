"""The command line: exit statuses, error and hint lines, commands beside a running server, settings, signals."""
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import harness

VECTORS = harness.ROOT / "Tests/Vectors/v1"


def run(*arguments, input=None, environment=None):
    return subprocess.run(
        [harness.PROGRAM, *map(str, arguments)], input=input, capture_output=True, text=True, timeout=60,
        env={**os.environ, **(environment or {})})


class Commands(harness.Check):
    def fails(self, result, status):
        self.assertEqual(result.returncode, status, result)
        lines = result.stderr.splitlines()
        self.assertTrue(lines and lines[0].startswith("error: "), result.stderr)
        self.assertLessEqual(len(lines), 2, result.stderr)
        self.assertTrue(all(line.startswith("hint: ") for line in lines[1:]), result.stderr)

    def test_beside_a_running_server(self):
        """accounts and tokens made at the command line work at once"""
        data = self.server.data
        made = run("account", "add", "Ben", "--password-stdin", "--data", data, input=harness.PASSWORD + "\n")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        ben = self.server.signed_in("Ben")
        self.assertFalse(ben.get("/me")["account"]["isOwner"])
        token = run("token", "add", "--account", "Ben", "--name", "script", "--data", data)
        self.assertRegex(token.stdout, r"^[\w-]{43}\n$")
        script = harness.Client(self.server, token.stdout.strip())
        self.assertEqual(script.get("/me")["device"]["name"], "script")
        listed = run("account", "list", "--data", data)
        self.assertEqual([line.split("\t")[1:] for line in listed.stdout.splitlines()], [["Anna", "owner"], ["Ben"]])
        changed = run("account", "password", "Ben", "--password-stdin", "--data", data, input="another horse battery")
        self.assertEqual(changed.returncode, 0, changed.stderr)
        self.problem(ben.get("/me"), 401)
        self.assertEqual(run("account", "remove", "Ben", "--data", data).returncode, 0)
        self.problem(script.get("/me"), 401)

    def test_an_owner(self):
        data = self.server.data
        run("account", "add", "Olga", "--owner", "--password-stdin", "--data", data, input=harness.PASSWORD)
        self.assertTrue(self.server.signed_in("Olga").get("/me")["account"]["isOwner"])
        self.assertEqual(run("account", "remove", "Olga", "--data", data).returncode, 0)

    def test_what_is_asked_wrongly(self):
        data = self.server.data
        for arguments in [["nonsense"], ["serve", "--nonsense"], ["serve", "--port", "x"], ["serve", "--port", "70000"],
                          ["serve", "--trusted-proxy", "here"], ["serve", "--log-level", "loud"], ["account", "add"],
                          ["account", "add", "X", "--data", data], ["token", "add", "--data", data],
                          ["ledger", "inspect", "/tmp"], ["ledger", "verify", "/tmp", "--join-code", "x"]]:
            with self.subTest(arguments=arguments):
                self.fails(run(*arguments), 2)
        self.fails(run("account", "add", "X", "--password-stdin", "--data", data, input="short"), 2)
        self.fails(run("account", "add", "", "--password-stdin", "--data", data, input=harness.PASSWORD), 2)
        self.fails(run("account", "add", "X", "--password-stdin", "--data", data, input=""), 2)

    def test_what_fails(self):
        data = self.server.data
        self.fails(run("account", "add", "Anna", "--password-stdin", "--data", data, input=harness.PASSWORD), 1)
        self.fails(run("account", "remove", "Nobody", "--data", data), 1)
        self.fails(run("account", "remove", "Anna", "--data", data), 1)
        self.fails(run("token", "add", "--account", "Nobody", "--name", "x", "--data", data), 1)
        self.fails(run("account", "list", "--data", "/proc/nothing"), 1)
        self.fails(run("serve", "--data", data, "--port", "0", "--host", "127.0.0.1"), 1)

    def test_help(self):
        for arguments in [["--help"], ["serve", "--help"], ["--version"], ["ledger", "--help"]]:
            result = run(*arguments)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertTrue(result.stdout)

    def test_every_command_has_words_and_examples(self):
        """in the description that help, manual and completion are made of: abstracts, flags' words, an example each"""
        root = json.loads(run("--experimental-dump-help").stdout)["command"]

        def look(command, path):
            for one in command.get("subcommands", []):
                if one["commandName"] != "help":
                    look(one, [*path, one["commandName"]])
            with self.subTest(command=" ".join(path)):
                self.assertRegex(command["abstract"], r"^[A-Z].*\.$")
                self.assertIn("Examples:\n  ", command["discussion"])
                # The first shows the command; what follows may show what it is good for, as curl after an export.
                self.assertIn(" ".join(path[:2]), command["discussion"].split("Examples:\n")[1].splitlines()[0])
                for argument in command.get("arguments", []):
                    self.assertTrue(argument.get("abstract"), argument)

        look(root, ["splitclone"])

    def test_healthy(self):
        """one question to the running server: 0 when it is ready, 1 when nobody answers"""
        where = ["--host", "127.0.0.1", "--data", self.server.data]
        result = run("healthy", "--port", self.server.port, *where)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.fails(run("healthy", "--port", free.getsockname()[1], *where), 1)
        self.fails(run("healthy", "--port", "x", *where), 2)

    def test_ledgers(self):
        ledger, _ = self.anna.ledger(name="Casa")
        listed = run("ledger", "list", "--data", self.server.data)
        self.assertIn([ledger.rpartition("/")[2], "EUR", "Casa"], [line.split("\t") for line in listed.stdout.splitlines()])

    def test_a_ledger_that_can_not_be_read_hides_no_other(self):
        """what the disk damaged is shown with what is wrong and what to do, beside the others"""
        server = harness.Server()
        self.addCleanup(shutil.rmtree, server.data, True)
        server.own = False
        anna = server.owner()
        damaged, good, keyless, blank = [
            anna.ledger(name=name)[0].rpartition("/")[2] for name in ("Casa", "Flat", "Boat", "Hut")]
        server.close()
        with sqlite3.connect(Path(server.data, "splitclone.sqlite")) as store:
            store.execute("UPDATE pieces SET bytes = zeroblob(length(bytes)) WHERE number = (SELECT min(number) FROM pieces)")
            store.execute("UPDATE ledgers SET key = zeroblob(length(key)) WHERE number = 3")
            store.execute("UPDATE ledgers SET metadata = zeroblob(length(metadata)) WHERE number = 4")
        store.close()
        server = harness.Server(data=server.data)
        self.addCleanup(server.close)
        anna = harness.Client(server, anna.token)
        listed = {ledger["id"]: ledger for ledger in anna.get("/ledgers")["items"]}
        self.assertEqual((listed[good]["name"], listed[good]["sync"]["state"]), ("Flat", "local"))
        for one in (damaged, keyless, blank):
            problem = listed[one]["sync"]["problem"]
            self.assertEqual((listed[one]["sync"]["state"], problem["code"]), ("error", "ledger-unreadable"))
            self.assertTrue(problem["detail"] and problem["remedy"])
            self.problem(anna.get("/ledgers/" + one), 503, "store-damaged")
        self.assertEqual(anna.get("/ledgers/" + good)["name"], "Flat")
        result = run("ledger", "list", "--data", server.data)
        self.fails(result, 3)
        self.assertEqual([line.split("\t")[2] for line in result.stdout.splitlines()], ["?", "Flat", "?", "?"])
        self.assertIn("error: 3 ledgers cannot be read", result.stderr)
        for one in (damaged, keyless, blank):
            # Its name is not known: it is shown by its id, and typed so.
            self.problem(anna.send("DELETE", "/ledgers/" + one), 422, None, "confirmName")
            self.assertEqual(anna.send("DELETE", "/ledgers/" + one, {"confirmName": listed[one]["name"]}).status, 204)
            self.problem(anna.get("/ledgers/" + one), 404)
        self.assertEqual([ledger["id"] for ledger in anna.get("/ledgers")["items"]], [good])


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="splitclone-test-"))
        shutil.copytree(VECTORS / "trip/folder", self.folder, dirs_exist_ok=True)
        self.expected = json.loads((VECTORS / "trip/expected.json").read_text())
        self.code = self.expected["joinCode"]

    def tearDown(self):
        shutil.rmtree(self.folder)

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def test_inspect(self):
        before = self.files()
        result = run("ledger", "inspect", self.folder, "--join-code", self.code, "--json")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        report = json.loads(result.stdout)
        self.assertEqual(report["ledgerId"], self.expected["ledgerId"])
        self.assertEqual(report["name"], self.expected["ledgerName"])
        self.assertEqual(report["events"], self.expected["events"])
        self.assertEqual(len(report["pairs"]), len(self.expected["owes"]))
        self.assertEqual(len(report["payments"]), self.expected["minimumPayments"])
        self.assertEqual(report["problems"], [])
        text = run("ledger", "inspect", self.folder, "--join-code", self.code)
        self.assertIn(self.expected["ledgerName"], text.stdout)
        self.assertEqual(self.files(), before, "nothing is written")

    def test_verify(self):
        result = run("ledger", "verify", self.folder, "--join-code", self.code)
        self.assertEqual(result.returncode, 0)
        count, events = len(list(self.folder.glob("events/*/*"))), self.expected["events"]
        self.assertEqual(result.stdout, f"sound: {count} segments, {events} events\n")

    def damaged(self, result, name):
        self.assertEqual(result.returncode, 3, result)
        self.assertTrue(result.stderr.startswith("error: "))
        self.assertIn(name, result.stdout)

    def test_damage(self):
        """tampered, truncated, empty and foreign files: status 3, and the file is named"""
        segment = sorted(self.folder.glob("events/*/*"))[0]
        good = segment.read_bytes()
        for bad in [good[:-1] + bytes([good[-1] ^ 1]), good[:-1], b"", good[:20], bytes([good[0] ^ 1]) + good[1:], b"x" * 100]:
            segment.write_bytes(bad)
            self.damaged(run("ledger", "verify", self.folder, "--join-code", self.code), segment.name)
        segment.write_bytes(good)
        (segment.parent / "notes.txt").write_text("x")
        result = run("ledger", "verify", self.folder, "--join-code", self.code)
        self.damaged(result, "notes.txt")
        self.assertIn(f"error: 1 problem in {self.folder}, ", result.stderr)
        self.assertIn("hint: If it is a renamed segment, give it its name back", result.stderr)

    def test_one_of_each_is_said_in_the_singular(self):
        """1 segment, not 1 segments"""
        folder = self.folder / "one"
        shutil.copytree(VECTORS / "two/folder", folder)
        code = json.loads((VECTORS / "two/expected.json").read_text())["joinCode"]
        for extra in sorted(folder.glob("events/*/*"))[1:]:
            extra.unlink()
        result = run("ledger", "verify", folder, "--join-code", code)
        self.assertIn("sound: 1 segment, ", result.stdout)
        self.assertIn("contents    1 segment, ", run("ledger", "inspect", folder, "--join-code", code).stdout)

    def test_codes_and_folders_that_are_not_right(self):
        other = json.loads((VECTORS / "two/expected.json").read_text())["joinCode"]
        for arguments, status in [([self.folder, "--join-code", other], 1), ([self.folder / "none", "--join-code", self.code], 1),
                                  ([self.folder / "events", "--join-code", self.code], 1),
                                  ([self.folder, "--join-code", self.code[:-1] + "x"], 2)]:
            result = run("ledger", "verify", *arguments)
            self.assertEqual(result.returncode, status, result)
        metadata = json.loads((self.folder / "ledger.json").read_text())
        (self.folder / "ledger.json").write_text(json.dumps({**metadata, "schemaVersion": 7}))
        self.assertEqual(run("ledger", "verify", self.folder, "--join-code", self.code).returncode, 1)
        (self.folder / "ledger.json").write_text("{}")
        self.assertEqual(run("ledger", "verify", self.folder, "--join-code", self.code).returncode, 3)


class Serving(unittest.TestCase):
    def test_standard_output(self):
        """only the start-up lines: where to set up, the code, and that it listens"""
        server = harness.Server()
        try:
            self.assertEqual(len(server.lines), 3)
            self.assertEqual(server.lines[0], f"set up at http://127.0.0.1:{server.port}/set-up#{server.code}")
            server.owner().ledger()
            server.process.terminate()
            self.assertEqual(server.process.stdout.read(), "")
            self.assertEqual(server.process.wait(10), 0)
        finally:
            server.close()
        again = harness.Server(data=tempfile.mkdtemp(prefix="splitclone-test-"))
        shutil.rmtree(again.data)
        again.close()

    def test_whoever_started_it_is_told_when_it_is_ready_and_when_it_ends(self):
        """sd_notify(3): a datagram to the socket that is named, by path or in the abstract"""
        with tempfile.TemporaryDirectory() as here:
            for name, place in [(here + "/notify", here + "/notify"), ("@" + here, "\0" + here)]:
                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
                    supervisor.bind(place)
                    supervisor.settimeout(20)
                    server = harness.Server(environment={"NOTIFY_SOCKET": name})
                    try:
                        said = supervisor.recv(4096).decode().splitlines()
                        self.assertEqual(said, ["READY=1", f"STATUS=listening on http://127.0.0.1:{server.port}"])
                        self.assertEqual(server.stop(), 0)
                        self.assertEqual(supervisor.recv(4096).decode().splitlines()[0], "STOPPING=1")
                    finally:
                        server.close()

    def test_a_supervisor_that_is_not_there_is_warned_of(self):
        server = harness.Server(environment={"NOTIFY_SOCKET": "/nowhere/notify"})
        try:
            harness.until(lambda: "NOTIFY_SOCKET leads nowhere" in server.stderr())
            self.assertEqual(harness.Client(server).get("/ready").status, 200)
        finally:
            server.close()

    def test_settings(self):
        """a flag wins over the environment, which wins over the file"""
        with tempfile.TemporaryDirectory() as data:
            Path(data, "splitclone.conf").write_text("# hosts\nSPLITCLONE_ALLOWED_HOST=file.example\nSPLITCLONE_LOG_LEVEL='error'\n")
            for flags, environment, good, bad in [
                ((), {}, "file.example", "env.example"),
                ((), {"SPLITCLONE_ALLOWED_HOST": "env.example, other.example"}, "other.example", "file.example"),
                (("--allowed-host", "flag.example"), {"SPLITCLONE_ALLOWED_HOST": "env.example"}, "flag.example", "env.example"),
            ]:
                server = harness.Server(*flags, data=data, environment=environment)
                try:
                    client = harness.Client(server)
                    self.assertEqual(client.get("/setup", Host=good).status, 200)
                    self.assertEqual(client.get("/setup", Host=bad).status, 421)
                    self.assertNotIn("answered", server.stderr())
                finally:
                    server.close()
            Path(data, "splitclone.conf").write_text("SPLITCLONE_PROT=1\n")
            result = run("serve", "--data", data)
            self.assertEqual(result.returncode, 2)
            self.assertIn("line 1", result.stderr)

    def test_paths_from_where_it_was_started(self):
        with tempfile.TemporaryDirectory() as here:
            before = os.getcwd()
            os.chdir(here)
            try:
                server = harness.Server("--folder-root", "shared", data="data")
            finally:
                os.chdir(before)
            try:
                os.mkdir(Path(here, "shared"))
                owner = server.owner()
                made = owner.post("/folder-connections", kind="directory", path="x")
                ledger, _ = owner.ledger(folder={"connectionId": made["id"], "path": "y"})
                self.assertEqual(owner.post(ledger + "/sync")["state"], "inSync")
                self.assertTrue(Path(here, "shared/x/y/ledger.json").exists())
                self.assertTrue(Path(here, "data/splitclone.sqlite").exists())
            finally:
                server.close()

    def test_the_end(self):
        """SIGTERM ends it within ten seconds, with everything that was answered on the disk"""
        server = harness.Server()
        client = server.owner()
        ledger, _ = client.ledger()
        answered, stop = [], threading.Event()

        def write():
            while not stop.is_set():
                try:
                    made = client.post(ledger + "/expenses", title="T", amount="1")
                except OSError:
                    return
                if made.status == 201:
                    answered.append(made["id"])

        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        start = time.monotonic()
        status = server.stop(signal.SIGTERM)
        took = time.monotonic() - start
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(status, 0)
        self.assertLess(took, 10)
        again = harness.Server(data=server.data)
        client.server = again
        snapshot = client.get(ledger + "/snapshot").json
        self.assertLessEqual(set(answered), {expense["id"] for expense in snapshot["expenses"]})
        self.assertTrue(answered)
        again.close()
        server.close()

    def test_files_are_for_the_owner_alone(self):
        server = harness.Server()
        try:
            server.owner().ledger()
            for file in Path(server.data).rglob("*"):
                self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        finally:
            server.close()


if __name__ == "__main__":
    harness.main()
