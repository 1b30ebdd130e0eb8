"""For whoever runs the server: what the log tells and what it must not, the figures at /metrics, and the doctor."""
import email.utils
import http.client
import http.server
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

import harness
import services
from test_command_line import run

LINE = re.compile(r'^time=\S+Z level=(\w+) msg=("[^"]*"|\S+)((?: \w+=(?:"(?:[^"\\]|\\.)*"|[^\s"=]+))*)$')


def fields(line):
    """A line of the log as a dictionary; None if it is not one."""
    found = LINE.match(line)
    if not found:
        return None
    pairs = re.findall(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)', found[3])
    return {"level": found[1], "msg": found[2].strip('"'), **{name: value.strip('"') for name, value in pairs}}


class Logs(unittest.TestCase):
    SECRETS = ["Zenobia", "Quirin", "Ottokar", "Wanderlust", "Kaiserschmarrn", "Unaussprechlich", "7391.42", "Hinterhof",
               "correct horse battery", "Küchentablett", "geheimordner"]

    def setUp(self):
        self.server = harness.Server("--log-level", "trace", "--metrics")
        self.addCleanup(self.server.close)

    def lines(self):
        return self.server.stderr().splitlines()

    def test_each_request_has_a_line(self):
        """with its id, the route's name, the method, the status, the time and the bytes"""
        owner = self.server.owner()
        answer = owner.get("/me")
        missing = owner.get("/ledgers/6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11")
        harness.until(lambda: missing.fields["X-Request-Id"] in self.server.stderr())
        lines = {line["id"]: line for line in map(fields, self.lines()) if "id" in line}
        line = lines[answer.fields["X-Request-Id"]]
        self.assertEqual((line["route"], line["method"], line["status"], line["level"], line["msg"]),
                         ("me", "GET", "200", "info", "answered"))
        self.assertEqual(int(line["bytes"]), len(answer.body))
        self.assertGreaterEqual(int(line["us"]), 0)
        self.assertEqual(lines[missing.fields["X-Request-Id"]]["status"], "404")
        self.assertTrue(all(fields(line) for line in self.lines()), "every line can be taken apart")

    def test_sync_runs_are_told(self):
        owner = self.server.owner()
        connection = owner.post("/folder-connections", kind="directory", path="shared")["id"]
        ledger, _ = owner.ledger(folder={"connectionId": connection, "path": "flat"})
        owner.post(ledger + "/expenses", title="T", amount="1")
        self.assertEqual(owner.post(ledger + "/sync")["state"], "inSync")
        name = ledger.rpartition("/")[2]
        runs = [line for line in map(fields, self.lines()) if line["msg"] == "synced"]
        self.assertTrue(runs and all(line["ledger"] == name and line["outcome"] == "done" for line in runs), runs)
        self.assertGreater(sum(int(line["pushed"]) for line in runs), 0)
        shutil.rmtree(Path(self.server.data, "folders/shared/flat"))
        self.assertEqual(owner.post(ledger + "/sync")["state"], "error")
        failed = [line for line in map(fields, self.lines()) if line.get("outcome") == "failed"]
        self.assertEqual((failed[0]["level"], failed[0]["problem"]), ("warning", "not-a-ledger"))

    def test_no_name_and_no_secret_gets_into_it(self):
        """whatever people write, pay, are called, or sign in with: not even at the finest level"""
        server = self.server
        owner = server.owner("Zenobia")
        secrets = self.SECRETS + [server.code, owner.token]
        owner.patch("/me", deviceName="Küchentablett")
        secrets.append(owner.post("/tokens", name="Hinterhof")["token"])
        connection = owner.post("/folder-connections", kind="directory", path="geheimordner")["id"]
        ledger, _ = owner.ledger("Zenobia", "Quirin", "Ottokar", name="Wanderlust",
                                 folder={"connectionId": connection, "path": "geheimordner"})
        secrets.append(owner.get(ledger + "/join-code")["joinCode"])
        label = owner.post(ledger + "/labels", name="Hinterhof")["id"]
        owner.post(ledger + "/expenses", title="Kaiserschmarrn", amount="7391.42", note="Unaussprechlich", labelIds=[label])
        owner.get(ledger + "/expenses?q=Kaiserschmarrn")
        owner.get(ledger + "/export?mode=cash")
        owner.get("/Kaiserschmarrn/Unaussprechlich")
        owner.post("/sessions", name="Zenobia", password="correct horse battery?", deviceName="Hinterhof")
        owner.post("/sessions", name="Quirin", password="correct horse battery", deviceName="Hinterhof")
        owner.post("/folder-connections", kind="directory", path="/geheimordner")
        owner.post(ledger + "/sync")
        shutil.rmtree(Path(server.data, "folders/geheimordner"))
        Path(server.data, "folders/geheimordner").write_text("in the way")
        owner.post(ledger + "/sync")
        owner.post("/ledgers/join", joinCode="Unaussprechlich", connectionId=connection, path="geheimordner")
        server.raw(b"GET /Kaiserschmarrn HTTP/1.1\r\nUnaussprechlich\r\n\r\n")
        server.raw(b"GET /api/v1/ledgers?Kaiserschmarrn HTTP/1.1\r\nHost: Hinterhof.example\r\n\r\n")
        figures = owner.get("//metrics").body.decode()
        server.stop()
        log = server.stderr()
        self.assertIn("answered", log)
        for secret in filter(None, secrets):
            self.assertNotIn(secret.lower(), log.lower())
            self.assertNotIn(secret.lower(), figures.lower())

    def test_the_journal_is_told_how_grave_it_is(self):
        """systemd's <N> before each line and no time of ours, but only where the journal really listens"""
        with tempfile.TemporaryDirectory() as data, open(Path(data, "log"), "w+") as log:
            state = os.fstat(log.fileno())
            for named, journal in [(f"{state.st_dev}:{state.st_ino}", True), ("1:2", False)]:
                log.seek(0)
                log.truncate()
                process = subprocess.Popen(
                    [harness.PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--data", data + "/data", "--public", data],
                    stdout=subprocess.DEVNULL, stderr=log, env={**os.environ, "JOURNAL_STREAM": named})
                self.assertEqual(process.wait(20), 1)
                process = subprocess.Popen(
                    [harness.PROGRAM, "serve", "--host", "127.0.0.1", "--port", "0", "--data", data + "/data",
                     "--public", harness.PUBLIC], stdout=subprocess.PIPE, stderr=log, text=True,
                    env={**os.environ, "JOURNAL_STREAM": named})
                for line in process.stdout:
                    if line.startswith("listening"):
                        break
                process.terminate()
                process.wait(15)
                process.stdout.close()
                lines = [line for line in Path(data, "log").read_text().splitlines() if "msg=ending" in line]
                self.assertEqual(lines[0].startswith("<6>level=info"), journal, lines)
                self.assertEqual(lines[0].startswith("time="), not journal, lines)


class Metrics(unittest.TestCase):
    def setUp(self):
        self.server = harness.Server("--metrics")
        self.addCleanup(self.server.close)
        self.owner = self.server.owner()

    def scrape(self):
        answer = self.owner.get("//metrics")
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.fields["Content-Type"], "text/plain; version=0.0.4; charset=utf-8")
        return {family.name: family for family in text_string_to_metric_families(answer.body.decode())}

    def value(self, families, name, **labels):
        for family in families.values():
            for sample in family.samples:
                if sample.name == name and labels.items() <= sample.labels.items():
                    return sample.value
        return None

    def test_off_by_default(self):
        server = harness.Server()
        self.addCleanup(server.close)
        self.assertEqual(server.owner().get("//metrics").status, 404)
        self.assertNotIn("/metrics", harness.Client(server).get("/openapi.json").json["paths"])

    def test_by_setting(self):
        for value, status in [("true", 401), ("0", 404)]:
            server = harness.Server(environment={"SPLITCLONE_METRICS": value})
            self.assertEqual(harness.Client(server).get("//metrics").status, status)
            server.close()
        self.assertEqual(run("serve", "--port", "0", environment={"SPLITCLONE_METRICS": "perhaps"}).returncode, 2)

    def test_only_for_accounts(self):
        """an account without any ledger will do, and is what a scraper should have"""
        self.assertEqual(harness.Client(self.server).get("//metrics").status, 401)
        self.assertEqual(harness.Client(self.server, "x" * 43).get("//metrics").status, 401)
        watcher = self.server.account(self.owner, "prometheus")
        self.assertEqual(watcher.get("//metrics").status, 200)
        self.assertEqual(self.owner.get("//metrics?x=1").status, 422)

    def test_names_and_units(self):
        """the conventions: a unit at the end, _total for counters alone, help for all"""
        self.owner.ledger()
        families = self.scrape()
        self.assertGreater(len(families), 25)
        for name, family in families.items():
            with self.subTest(name=name):
                self.assertRegex(name, r"^(splitclone|process)_[a-z_]+$")
                self.assertTrue(family.documentation)
                self.assertIn(family.type, ["counter", "gauge", "histogram"])
                self.assertNotRegex(name, r"_(ms|milliseconds|us|kb|mb|count|sum|bucket|total)$")
        raw = self.owner.get("//metrics").body.decode()
        for name, kind in re.findall(r"^# TYPE (\S+) (\w+)$", raw, re.M):
            self.assertEqual(name.endswith("_total"), kind == "counter", name)
        self.assertEqual(len(re.findall(r"^# TYPE ", raw, re.M)), len(re.findall(r"^# HELP ", raw, re.M)))

    def test_histograms_add_up(self):
        for _ in range(5):
            self.owner.get("/me")
        families = self.scrape()
        family = families["splitclone_http_request_duration_seconds"]
        mine = [sample for sample in family.samples if sample.labels.get("route") == "me"]
        buckets = [sample.value for sample in mine if sample.name.endswith("_bucket")]
        self.assertEqual(buckets, sorted(buckets))
        self.assertEqual([sample.value for sample in mine if sample.name.endswith("_count")], [buckets[-1]])
        self.assertEqual(buckets[-1], 5)
        self.assertGreater([sample.value for sample in mine if sample.name.endswith("_sum")][0], 0)

    def test_requests(self):
        for _ in range(3):
            self.owner.get("/me")
        harness.Client(self.server).get("/me")
        self.owner.get("/nothing")
        self.owner.get("///index.html")
        self.server.raw(b"nonsense\r\n\r\n")
        families = self.scrape()
        total = "splitclone_http_requests_total"
        self.assertEqual(self.value(families, total, route="me", method="GET", status="2xx"), 3)
        self.assertEqual(self.value(families, total, route="me", status="4xx"), 1)
        self.assertGreaterEqual(self.value(families, total, route="-", status="4xx"), 2)
        self.assertIsNone(self.value(families, total, route="balances"))
        self.assertGreater(self.value(families, "splitclone_http_response_body_bytes_total", route="me"), 0)
        self.assertGreaterEqual(self.value(families, "splitclone_http_connections"), 1)
        self.assertGreaterEqual(self.value(families, "splitclone_http_connections_accepted_total"), 6)

    def test_ledgers_and_sync(self):
        connection = self.owner.post("/folder-connections", kind="directory", path="shared")["id"]
        ledger, _ = self.owner.ledger(folder={"connectionId": connection, "path": "flat"})
        self.owner.ledger(name="Alone")
        self.owner.post(ledger + "/expenses", title="T", amount="1")
        self.assertEqual(self.owner.post(ledger + "/sync")["state"], "inSync")
        families = self.scrape()
        revision = self.owner.get(ledger)["revision"]
        self.assertEqual(self.value(families, "splitclone_ledgers"), 2)
        self.assertEqual(self.value(families, "splitclone_ledger_events", ledger="1"), revision)
        self.assertEqual(self.value(families, "splitclone_ledger_pending_events", ledger="1"), 0)
        self.assertIsNone(self.value(families, "splitclone_ledger_pending_events", ledger="2"))
        self.assertLess(self.value(families, "splitclone_ledger_last_sync_age_seconds", ledger="1"), 60)
        self.assertEqual(self.value(families, "splitclone_ledger_sync_state", ledger="1", state="inSync"), 1)
        self.assertGreaterEqual(self.value(families, "splitclone_sync_runs_total", outcome="done"), 1)
        self.assertEqual(self.value(families, "splitclone_sync_events_total", direction="pushed"), revision)
        self.assertGreaterEqual(self.value(families, "splitclone_store_commit_writes_count"), 4)
        self.assertEqual(self.value(families, "splitclone_store_commit_failures_total"), 0)
        self.assertIsNone(self.value(families, "splitclone_folder_requests_total"))

    def test_event_streams(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        connection.request("GET", "/api/v1/changes", headers={"Authorization": "Bearer " + self.owner.token})
        connection.getresponse().read(1)
        self.assertEqual(self.value(self.scrape(), "splitclone_event_streams"), 1)
        connection.close()
        harness.until(lambda: self.value(self.scrape(), "splitclone_event_streams") == 0)

    def test_the_process(self):
        families = self.scrape()
        self.assertEqual(self.value(families, "splitclone_build_info"), 1)
        self.assertEqual(self.value(families, "splitclone_build_info", version=harness.Client(self.server).get("/health")["version"]), 1)
        process = Path("/proc", str(self.server.process.pid))
        self.assertAlmostEqual(self.value(families, "process_open_fds"), len(list(process.joinpath("fd").iterdir())), delta=4)
        resident = int(re.search(r"VmRSS:\s+(\d+)", process.joinpath("status").read_text())[1]) * 1024
        self.assertAlmostEqual(self.value(families, "process_resident_memory_bytes") / resident, 1, delta=0.2)
        self.assertGreater(self.value(families, "process_cpu_seconds_total"), 0)
        self.assertGreater(self.value(families, "process_max_fds"), 100)
        self.assertGreater(self.value(families, "process_start_time_seconds"), 1_700_000_000)


class Patient(unittest.TestCase):
    """A data directory with a doctor."""

    def doctor(self, *arguments, port=None, environment=None):
        """What it says, and its exit status; the lines are the JSON's findings."""
        arguments = ["doctor", "--data", self.data, "--host", "127.0.0.1", "--port", port or self.server.port, *arguments]
        text, machine = run(*arguments, environment=environment), run(*arguments, "--json", environment=environment)
        self.assertEqual(text.returncode, machine.returncode, (text, machine))
        report = json.loads(machine.stdout)
        lines = text.stdout.splitlines()
        self.assertEqual(len(lines), len(report["findings"]), text.stdout)
        for line, finding in zip(lines, report["findings"]):
            self.assertRegex(line, r"^(ok|warning|error) +[a-z ]+ \S")
            if finding["grade"] != "ok":
                self.assertTrue(line.startswith("warning" if finding["grade"] == "warning" else "error"), line)
        return text.returncode, report["findings"], text

    def finds(self, status, grade, area, words, *arguments, **more):
        returncode, findings, text = self.doctor(*arguments, **more)
        found = [finding for finding in findings if finding["grade"] == grade and finding["area"] == area
                 and re.search(words, finding["message"])]
        self.assertTrue(found, text.stdout)
        self.assertEqual(returncode, status, text.stdout)
        if status:
            self.assertRegex(text.stderr, r"^error: \d+ errors? found\nhint: ")
        if grade != "ok":
            self.assertTrue(found[0]["remedy"], found)
        return found[0]


class Doctor(Patient):
    def setUp(self):
        server = harness.Server()
        server.own = False
        self.data = server.data
        self.addCleanup(shutil.rmtree, self.data, True)
        owner = server.owner()
        self.connection = owner.post("/folder-connections", kind="directory", path="shared")["id"]
        ledger, _ = owner.ledger(folder={"connectionId": self.connection, "path": "flat"})
        self.ledger = ledger.rpartition("/")[2]
        owner.post(ledger + "/expenses", title="T", amount="1")
        owner.post(ledger + "/sync")
        self.owner, self.server = owner, server

    def tearDown(self):
        self.server.close()

    def files(self):
        """Everything in the data directory; SQLite's own files beside the database come and go."""
        return {path: path.read_bytes() for path in Path(self.data).rglob("*") if path.is_file() and path.suffix not in (".sqlite-shm", ".sqlite-wal")}

    def test_all_is_well(self):
        """while the server runs and when it does not; nothing is changed"""
        for running in [True, False]:
            if not running:
                self.server.stop()
            before = self.files()
            status, findings, text = self.doctor()
            self.assertEqual(status, 0, text.stdout)
            self.assertEqual(text.stderr, "")
            grades = {(finding["grade"], finding["area"]) for finding in findings}
            for area in ["data", "permissions", "disk", "database", "ledgers", "folders", "server", "settings", "clock"]:
                self.assertIn(("ok", area), grades, text.stdout)
            self.assertIn("it runs as process" if running else "it does not run", text.stdout)
            self.assertIn(self.ledger, text.stdout)
            self.assertEqual(self.files(), before)

    def test_no_data(self):
        self.server.stop()
        shutil.rmtree(self.data)
        self.finds(1, "error", "data", "there is no")
        self.assertFalse(Path(self.data).exists(), "nothing is made")
        os.mkdir(self.data, 0o700)
        self.finds(0, "ok", "database", "none yet")
        self.assertEqual(list(Path(self.data).iterdir()), [], "nothing is made")

    def test_permissions(self):
        os.chmod(self.data, 0o755)
        self.finds(0, "warning", "permissions", "mode 755")
        os.chmod(Path(self.data, "splitclone.sqlite"), 0o644)
        self.assertIn("chmod 600", self.finds(1, "error", "permissions", "splitclone.sqlite")["remedy"])
        os.chmod(Path(self.data, "splitclone.sqlite"), 0o600)
        os.chmod(Path(self.data, "master.key"), 0o640)
        self.finds(1, "error", "permissions", "master.key")

    def test_the_key(self):
        key = Path(self.data, "master.key")
        good = key.read_text()
        key.write_text("0" * 64 + "\n")
        self.finds(3, "damage", "database", "does not belong")
        key.write_text("nonsense")
        self.finds(3, "damage", "database", "is not a master key")
        key.unlink()
        self.finds(0, "warning", "database", "not told here")
        self.server.stop()
        self.finds(3, "damage", "database", "missing")
        self.assertFalse(key.exists(), "no key is made")
        key.write_text(good)
        os.chmod(key, 0o600)
        self.assertEqual(self.doctor()[0], 0)

    def test_a_damaged_database(self):
        self.server.stop()
        database = Path(self.data, "splitclone.sqlite")
        good = database.read_bytes()
        with sqlite3.connect(database) as store:
            root = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'devices_of_account'").fetchone()[0]
        store.close()
        database.write_bytes(good[:(root - 1) * 4096] + bytes(4096) + good[root * 4096:])
        self.finds(3, "damage", "database", ".")
        database.write_bytes(b"no database at all " * 500)
        self.finds(3, "damage", "database", ".")
        database.write_bytes(good)
        with sqlite3.connect(database) as store:
            store.execute("PRAGMA foreign_keys = OFF")
            store.execute("UPDATE devices SET account = x'00'")
        store.close()
        self.finds(3, "damage", "database", "devices points to one of accounts")

    def test_a_damaged_ledger(self):
        self.server.stop()
        with sqlite3.connect(Path(self.data, "splitclone.sqlite")) as store:
            store.execute("UPDATE pieces SET bytes = zeroblob(length(bytes)) WHERE number = (SELECT min(number) FROM pieces)")
        store.close()
        self.finds(3, "damage", "ledgers", self.ledger)

    def test_a_newer_database(self):
        self.server.stop()
        with sqlite3.connect(Path(self.data, "splitclone.sqlite")) as store:
            store.execute("INSERT INTO grdb_migrations VALUES ('99 from the future')")
        store.close()
        self.finds(1, "error", "database", "newer version")

    def test_folders(self):
        folder = Path(self.data, "folders/shared/flat")
        before = set(Path(self.data, "folders").rglob("*"))
        self.finds(0, "ok", "folders", "written to", "--write")
        self.assertEqual(set(Path(self.data, "folders").rglob("*")), before)
        metadata = folder.joinpath("ledger.json").read_text()
        folder.joinpath("ledger.json").write_text("{}")
        self.finds(3, "damage", "folders", "flat")
        folder.joinpath("ledger.json").unlink()
        self.finds(1, "error", "folders", "flat: there is no ledger.json")
        folder.joinpath("ledger.json").write_text(metadata)
        self.assertEqual(self.doctor()[0], 0)
        self.finds(1, "error", "folders", "/nowhere is not there", "--folder-root", "/nowhere")
        shutil.rmtree(folder.parent)
        folder.parent.write_text("in the way")
        self.finds(1, "error", "folders", "shared")

    def test_ports(self):
        self.finds(0, "warning", "server", "nobody answers", port=1)
        other = harness.Server()
        self.addCleanup(other.close)
        self.server.stop()
        self.finds(1, "error", "server", "could not listen", port=other.port)

    def test_settings(self):
        for name, value in [("SPLITCLONE_TRUSTED_PROXY", "here")]:
            self.finds(1, "error", "settings", "no range of addresses", environment={name: value})
        Path(self.data, "splitclone.conf").write_text("SPLITCLONE_PROT=1\n")
        self.finds(1, "error", "settings", "line 1")

    def test_the_machine(self):
        self.finds(0, "warning", "time zone", "Nowhere/City", environment={"TZ": "Nowhere/City"})
        self.finds(0, "ok", "time zone", "JST", environment={"TZ": "Asia/Tokyo"})
        script = 'ulimit -n 256; exec "$@"'
        few = subprocess.run(["bash", "-c", script, "-", harness.PROGRAM, "doctor", "--data", self.data, "--host", "127.0.0.1",
                              "--port", str(self.server.port)], capture_output=True, text=True, timeout=60)
        self.assertRegex(few.stdout, r"(?m)^warning +files +a process may open 256 ")


class DoctorOfServices(Patient):
    def setUp(self):
        self.drive = services.OneDrive()
        self.addCleanup(self.drive.close)
        self.webdav = services.WebDAV()
        self.addCleanup(self.webdav.close)
        self.server = harness.Server("--metrics", environment=self.drive.environment)
        self.addCleanup(self.server.close)
        self.data = self.server.data
        self.owner = self.server.owner()

    def examined(self, status, grade, area, words, *arguments):
        return self.finds(status, grade, area, words, *arguments, environment=self.drive.environment)

    def shared(self, **connection):
        made = self.owner.post("/folder-connections", **connection)
        self.assertEqual(made.status, 201, made)
        return made["id"]

    def test_webdav(self):
        """reached or not, let in or not, with whose clock; nothing is written without --write"""
        connection = self.shared(kind="webdav", url=self.webdav.url, username=self.webdav.user, password=self.webdav.password)
        ledger, _ = self.owner.ledger(folder={"connectionId": connection, "path": "flat"})
        self.assertEqual(self.owner.post(ledger + "/sync")["state"], "inSync")
        figures = self.owner.get("//metrics").body.decode()
        self.assertRegex(figures, r'splitclone_folder_requests_total\{service="webdav",status="201"\} [1-9]')
        before = {path: path.stat().st_mtime_ns for path in Path(self.webdav.files).rglob("*")}
        self.examined(0, "ok", "folders", "webdav .* can be reached$")
        self.examined(0, "ok", "folders", f"ledger {ledger.rpartition('/')[2]} is in webdav")
        self.examined(0, "ok", "clock", "has the same time")
        self.assertEqual({path: path.stat().st_mtime_ns for path in Path(self.webdav.files).rglob("*")}, before)
        self.examined(0, "ok", "folders", "can be reached and written to", "--write")
        self.assertEqual(set(Path(self.webdav.files).rglob("*")), set(before))
        self.webdav.stop()
        self.webdav.start("another password")
        found = self.examined(1, "error", "folders", "webdav")
        self.assertNotIn(self.webdav.password, json.dumps(found))
        self.webdav.stop()
        self.examined(1, "error", "folders", "does not answer")
        self.examined(1, "warning", "clock", "could not be asked")
        self.webdav.start()

    def test_a_clock_that_is_wrong(self):
        """told by the date of the folder's service: two hours are not forgiven, two seconds are"""
        self.shared(kind="webdav", url=self.webdav.url, username=self.webdav.user, password=self.webdav.password)
        self.webdav.stop()
        offset = 0

        class Service(http.server.BaseHTTPRequestHandler):
            def answer(self):
                self.send_response_only(404)
                self.send_header("Date", email.utils.formatdate(time.time() + offset, usegmt=True))
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_HEAD = do_GET = do_PROPFIND = answer

            def log_message(self, *arguments):
                pass

        service = http.server.ThreadingHTTPServer(("127.0.0.1", self.webdav.port), Service)
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        try:
            for offset, words in [(7200, "s behind http"), (-7200, "s ahead of http")]:
                self.assertRegex(self.examined(1, "error", "clock", words)["message"], r"\b(7200|7199|7201) s")
            offset = 2
            self.examined(0, "ok", "clock", "has the same time")
        finally:
            service.shutdown()
            service.server_close()
            thread.join()
            self.webdav.start()

    def test_onedrive(self):
        """told from what is kept: a second process that renewed the sign-in would sign the server out"""
        connection = self.shared(kind="onedrive")
        self.examined(0, "warning", "folders", "nobody is signed in")
        begun = self.owner.post(f"/folder-connections/{connection}/sign-in", method="browser")
        address = self.drive.authorize(begun["authorizeUrl"])
        done = self.owner.post(f"/folder-connections/{connection}/sign-in/callback", address=address)
        self.assertEqual(done.status, 200, done)
        ledger, _ = self.owner.ledger(folder={"connectionId": connection, "path": "flat"})
        self.assertEqual(self.owner.post(ledger + "/sync")["state"], "inSync")
        sent = [entry for entry in self.drive.log() if entry["method"] != "HEAD"]
        self.examined(0, "ok", "folders", "good for 90 days more")
        self.assertEqual([entry for entry in self.drive.log() if entry["method"] != "HEAD"], sent)
        self.assertRegex(self.owner.get("//metrics").body.decode(), r'service="onedrive",status="20[01]"\} [1-9]')


if __name__ == "__main__":
    harness.main()
