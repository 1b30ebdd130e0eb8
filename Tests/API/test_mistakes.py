"""The commonest mistakes of docs/operating.md: each is told in words, by the doctor and wherever else it shows, with what to do."""
import datetime
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import harness
from test_command_line import run
from test_operating import Patient


class Household(Patient):
    flags = ()

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="splitclone-home-")
        self.addCleanup(shutil.rmtree, self.home, True)
        self.data = os.path.join(self.home, "books")
        self.server = harness.Server(*self.flags, data=self.data)
        self.owner = self.server.owner()

    def tearDown(self):
        self.server.close()


class CommonMistakes(Household):
    def finds_somewhere(self, grade, area, words, *arguments, **more):
        """Beside whatever else is wrong there."""
        status, findings, text = self.doctor(*arguments, **more)
        found = [one for one in findings if one["grade"] == grade and one["area"] == area and words in one["message"]]
        self.assertTrue(found, text.stdout)
        self.assertTrue(found[0]["remedy"], found)
        return found[0]

    def test_1_others_may_look_in(self):
        os.chmod(Path(self.data, "splitclone.sqlite"), 0o644)
        self.assertIn("chmod 600", self.finds(1, "error", "permissions", "splitclone.sqlite")["remedy"])
        os.chmod(Path(self.data, "splitclone.sqlite"), 0o600)
        os.chmod(self.data, 0o755)
        self.assertIn("chmod 700", self.finds(0, "warning", "permissions", "mode 755")["remedy"])

    @unittest.skipUnless(os.geteuid() == 0, "giving a directory away needs root")
    def test_1_it_belongs_to_somebody_else(self):
        self.server.stop()
        os.chown(self.data, 65534, 65534)
        found = self.finds(0, "warning", "data", "belongs to .*, and you are root")
        self.assertIn("run splitclone as", found["remedy"])

    def test_2_the_port_is_taken(self):
        self.server.stop()
        other = harness.Server()
        self.addCleanup(other.close)
        self.assertIn("--port", self.finds(1, "error", "server", "could not listen", port=other.port)["remedy"])
        failed = run("serve", "--data", self.data, "--host", "127.0.0.1", "--port", other.port)
        self.assertEqual(failed.returncode, 1)
        self.assertRegex(failed.stderr, "(?m)^error: cannot listen: .*\nhint: choose another --host or --port")

    def test_3_a_folder_root_is_missing(self):
        self.assertIn("mount", self.finds(1, "error", "folders", "/nowhere is not there", "--folder-root", "/nowhere")["remedy"])
        self.finds(1, "error", "folders", "is no directory", "--folder-root", __file__)

    @unittest.skipUnless(os.geteuid() == 0, "asking as somebody else needs root")
    def test_3_a_folder_root_is_not_writable(self):
        os.chmod(self.home, 0o755)
        root = os.path.join(self.home, "root")
        os.mkdir(root, 0o755)
        answer = subprocess.run([harness.PROGRAM, "doctor", "--data", self.home + "/none", "--folder-root", root, "--port", "1"], user=65534,
                                group=65534, extra_groups=[], capture_output=True, text=True, timeout=60)
        self.assertRegex(answer.stdout, r"(?m)^error +folders +nothing can be written to the folder root .* → .*ReadWritePaths")

    @unittest.skipUnless(os.geteuid() == 0, "mounting a small disk needs root")
    def test_5_the_disk_is_full(self):
        self.server.stop()
        small = os.path.join(self.home, "small")
        os.mkdir(small)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", small], check=True)
        self.addCleanup(subprocess.run, ["umount", small], check=True)
        self.data = small
        self.assertIn("make room", self.finds(1, "error", "disk", "MiB are free")["remedy"])

    def test_7_a_name_that_is_not_known(self):
        for path in ["/api/v1/setup", "//", "//health"]:
            answer = harness.Client(self.server).send("GET", path, fields={"Host": "money.example"})
            self.assertEqual(answer.status, 421)
            self.assertIn("--allowed-host", answer.body.decode(), path)
        for wrong in ["https://money.example", "money.example:8443", "*.example"]:
            found = self.finds(1, "error", "settings", "is no name of a host", environment={"SPLITCLONE_ALLOWED_HOST": wrong})
            self.assertIn("the name alone", found["remedy"])

    def test_8_a_synced_folder(self):
        for name, mark in [("Dropbox", None), ("OneDrive - Anna", None), ("shared", ".stfolder")]:
            place = os.path.join(self.home, name)
            os.makedirs(os.path.join(place, "deep"), 0o700)
            if mark:
                os.mkdir(os.path.join(place, mark))
            self.data = os.path.join(place, "deep", "books")
            os.mkdir(self.data, 0o700)
            self.assertIn("move it elsewhere", self.finds_somewhere("error", "data", "keeps alike with others")["remedy"])

    def test_8_inside_of_what_is_shared(self):
        self.finds(1, "error", "data", "lies inside the folder root", "--folder-root", self.home)

    def test_9_the_key(self):
        self.server.stop()
        key, database = Path(self.data, "master.key"), Path(self.data, "splitclone.sqlite")
        kept = key.read_text()
        key.unlink()
        self.finds(3, "damage", "database", "missing")
        self.assertEqual(run("serve", "--data", self.data, "--port", 0).returncode, 3)
        self.assertFalse(key.exists(), "no other key is made")
        key.write_text(kept)
        os.chmod(key, 0o600)
        for name in os.listdir(self.data):
            if name.startswith(database.name):
                os.unlink(os.path.join(self.data, name))
        self.assertIn("put back", self.finds(0, "warning", "database", "a master key and no database")["remedy"])

    def test_10_two_servers(self):
        second = run("serve", "--data", self.data, "--host", "127.0.0.1", "--port", 0)
        self.assertEqual(second.returncode, 1)
        self.assertRegex(second.stderr, r"(?m)^error: another splitclone server uses .*\nhint: ")
        self.finds(0, "ok", "server", f"it runs as process {self.server.process.pid}")


class Proxy(Household):
    """6. A proxy forwards, and nobody told the server to trust it."""

    flags = ("--metrics",)

    def test_6_a_proxy_that_is_not_trusted(self):
        self.finds(0, "ok", "server", "it is ready")
        body = {"name": "Anna", "password": harness.PASSWORD, "deviceName": "d"}
        for address in ["10.0.0.1", "10.0.0.2"]:
            answer = harness.Client(self.server).send("POST", "/sessions", body, {"X-Forwarded-For": address})
            self.assertEqual(answer.status, 201)
        found = self.finds(0, "warning", "server", "a proxy at 127.0.0.1 forwards requests and is not trusted")
        self.assertIn("--trusted-proxy 127.0.0.1", found["remedy"])
        told = [line for line in self.server.stderr().splitlines() if "not trusted" in line]
        self.assertEqual(len(told), 1, told)
        self.assertNotIn("10.0.0", told[0])
        self.assertIn("\nsplitclone_http_untrusted_proxies 1\n", self.owner.get("//metrics").body.decode())

    def test_6_through_the_proxy_itself_no_address_is_told(self):
        harness.Client(self.server).send("GET", "/setup", fields={"X-Forwarded-For": "10.0.0.1"})
        self.assertNotIn("untrustedProxies", harness.Client(self.server).send("GET", "/ready", fields={"X-Forwarded-For": "10.0.0.1"}).json)
        self.assertEqual(harness.Client(self.server).get("/ready")["untrustedProxies"], ["127.0.0.1"])


class Backups(Patient):
    """12. Nobody noticed that they stopped."""

    def setUp(self):
        self.home = tempfile.mkdtemp(prefix="splitclone-home-")
        self.addCleanup(shutil.rmtree, self.home, True)
        self.data, self.place = os.path.join(self.home, "books"), os.path.join(self.home, "backups")
        secret = os.path.join(self.home, "passphrase")
        Path(secret).write_text("a passphrase\n")
        os.chmod(secret, 0o600)
        self.environment = {"SPLITCLONE_BACKUP_DIR": self.place, "SPLITCLONE_BACKUP_PASSPHRASE_FILE": secret}

    def serve(self):
        self.server = harness.Server("--metrics", data=self.data, environment=self.environment)
        self.addCleanup(self.server.close)

    def made(self, days):
        then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days)
        os.makedirs(self.place, exist_ok=True)
        Path(self.place, then.strftime("splitclone-%Y%m%dT%H%M%S000.backup")).write_bytes(b"")

    def figures(self, owner):
        text = owner.get("//metrics").body.decode()
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("splitclone_backup_"))
        return {name: float(value) for name, value in values.items()}

    def test_12_all_is_well(self):
        self.serve()
        owner = self.server.owner()
        harness.until(lambda: owner.get("/server")["backups"]["lastAt"])
        standing = owner.get("/server")["backups"]
        self.assertEqual((standing["directory"], standing["overdue"], standing["problem"]), (self.place, False, None))
        self.assertGreater(standing["nextAt"], standing["lastAt"])
        figures = self.figures(owner)
        self.assertEqual(figures["splitclone_backup_overdue"], 0)
        self.assertLess(figures["splitclone_backup_age_seconds"], 120)
        self.finds(0, "ok", "backups", "proven by restoring it", environment=self.environment)
        self.finds(0, "warning", "backups", "the same disk as the data", environment=self.environment)

    def test_12_none_for_days(self):
        self.serve()
        self.server.owner()
        self.server.stop()
        shutil.rmtree(self.place)
        self.finds(0, "warning", "backups", "there is none yet", environment=self.environment)
        self.made(days=1.5)
        self.finds(0, "ok", "backups", "the newest is of", environment=self.environment)
        shutil.rmtree(self.place)
        self.made(days=2.5)
        found = self.finds(1, "error", "backups", "overdue", environment=self.environment)
        self.assertIn("no backup was made", found["remedy"])

    def test_12_one_that_can_not_be_made(self):
        Path(self.place).write_text("in the way")
        self.serve()
        owner = self.server.owner()
        harness.until(lambda: owner.get("/server")["backups"]["problem"])
        self.assertTrue(owner.get("/server")["backups"]["overdue"])
        self.assertEqual(self.figures(owner), {"splitclone_backup_overdue": 1})


if __name__ == "__main__":
    harness.main()
