"""The life of an installation, on a machine of its own: installed, used, killed, upgraded, removed, purged."""
import os
import re
import signal
import socket
import unittest
from pathlib import Path

from package import Machine, build, harness, scratch


class Address:
    """A server that somebody else runs, for `harness.Client`."""

    def __init__(self, port):
        self.port = port


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Life(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.packages = scratch()
        cls.first = build(cls.packages)
        cls.second = build(cls.packages, "--version", "9.0.0")
        cls.machine = Machine()
        cls.port = free_port()
        # Its network is that of this machine. A system call that the unit forbids ends the server: it would be noticed.
        cls.machine.put("/etc/systemd/system/splitclone.service.d/test.conf", f"""[Service]
Environment=SPLITCLONE_HOST=127.0.0.1 SPLITCLONE_PORT={cls.port}
SystemCallErrorNumber=kill
RestartSec=1
""")

    @classmethod
    def tearDownClass(cls):
        cls.machine.close()

    def client(self, token=None):
        return harness.Client(Address(self.port), token)

    def is_ready(self):
        try:
            return self.client().get("/ready").status == 200
        except OSError:
            return False

    def used(self):
        """Set up from a browser's point of view: the code from the journal, an account, a ledger, an expense."""
        code = re.search(r"set-up code (\S+)", self.machine.journal())[1]
        anna = self.client()
        anna.token = anna.post(
            "/setup", code=code, name="Anna", password=harness.PASSWORD, deviceName="test", **{"as": "token"})["token"]
        page = anna.send("GET", "//")
        self.assertEqual(page.status, 200)
        self.assertIn(b"<!doctype html>", page.body.lower())
        ledger, _ = anna.ledger(name="Casa")
        self.assertEqual(anna.post(ledger + "/expenses", title="Dinner", amount="95.50").status, 201)
        return anna, ledger

    def holds(self, anna, ledger):
        harness.until(self.is_ready, 60)
        self.assertEqual([one["title"] for one in anna.get(ledger + "/expenses")["items"]], ["Dinner"])

    def test_installed_used_upgraded_removed_and_purged(self):
        """what was recorded and what was set stays through all of it, and systemd looks after the server"""
        machine = self.machine
        said = machine.install(self.first)
        self.assertIn("Where to set SplitClone up: journalctl -u splitclone", said)
        # systemd waits for READY=1: it is up when the installation is done.
        self.assertEqual(machine.property("ActiveState"), "active", machine.journal())
        self.assertIn(f"listening on http://127.0.0.1:{self.port}", machine.property("StatusText"))
        self.assertEqual(machine.run("systemctl", "is-enabled", "splitclone").strip(), "enabled")
        self.assertEqual(machine.run("stat", "-c", "%U %a", "/var/lib/splitclone").split(), ["splitclone", "700"])
        status = machine.run("cat", f"/proc/{machine.property('MainPID')}/status")
        user = machine.run("id", "-u", "splitclone").strip()
        self.assertRegex(status, rf"Uid:\s+{user}\s+{user}\s")
        self.assertRegex(status, r"CapEff:\s+0+\n")
        self.assertRegex(status, r"Seccomp:\s+2\n")
        anna, ledger = self.used()

        with self.subTest("commands find the data and the server"):
            self.assertIn("Anna\towner", machine.as_user("splitclone", "account", "list"))
            self.assertIn("ready", machine.as_user("splitclone", "healthy", "--host", "127.0.0.1", "--port", self.port))
            machine.as_user("splitclone", "doctor", "--host", "127.0.0.1", "--port", self.port)
            self.assertEqual(machine.shell("find /var/lib/splitclone ! -user splitclone"), "")

        with self.subTest("a server that is killed comes back"):
            os.kill(self.outside(machine.property("MainPID")), signal.SIGKILL)
            harness.until(lambda: machine.property("NRestarts") == "1" and self.is_ready(), 30)
            self.holds(anna, ledger)

        with self.subTest("folders and backups elsewhere, and a passphrase from systemd"):
            self.elsewhere(anna, ledger)

        with self.subTest("an upgrade keeps data and settings, and starts the new program"):
            machine.shell("echo SPLITCLONE_ALLOWED_HOST=books.example >>/etc/splitclone.conf")
            before = machine.property("MainPID")
            machine.install(self.second)
            self.assertEqual(machine.property("ActiveState"), "active")
            self.assertNotEqual(machine.property("MainPID"), before)
            self.holds(anna, ledger)
            self.assertEqual(anna.get("/me", Host="books.example").status, 200)

        with self.subTest("removed, it leaves data and settings; installed again, it goes on"):
            machine.shell("apt-get -q remove -y splitclone")
            self.assertFalse(self.is_ready())
            self.assertEqual(machine.run("stat", "-c", "%U", "/var/lib/splitclone/splitclone.sqlite").strip(), "splitclone")
            self.assertIn("books.example", machine.run("cat", "/etc/splitclone.conf"))
            machine.install(self.second)
            self.holds(anna, ledger)

        with self.subTest("purged, it leaves the books alone and says where they are"):
            said = machine.shell("apt-get -q purge -y splitclone")
            self.assertIn("The books stay in /var/lib/splitclone", said)
            machine.shell("test -e /var/lib/splitclone/splitclone.sqlite -a ! -e /etc/splitclone.conf")
            # What this test put there itself, and the log, is not the package's.
            left = machine.shell("find / -xdev -name '*splitclone*' ! -path '/var/lib/splitclone*' ! -path '/root/*' "
                                 "! -path '/proc/*' ! -path '/var/log/*' ! -path '*/splitclone.service.d*' "
                                 "! -path '/etc/credstore/*' ! -path '/srv/*'")
            self.assertEqual(left, "")
            machine.install(self.second)
            self.holds(anna, ledger)

    def elsewhere(self, anna, ledger):
        machine = self.machine
        machine.shell("install -d -o splitclone -g splitclone /srv/books /home/anna/Sync /srv/backups")
        machine.put("/etc/credstore/splitclone-backup-passphrase", "six words that nobody would guess\n")
        machine.put("/etc/systemd/system/splitclone.service.d/folders.conf", """[Service]
ReadWritePaths=/srv/books /srv/backups
ProtectHome=tmpfs
BindPaths=/home/anna/Sync
Environment=SPLITCLONE_FOLDER_ROOT=/srv/books:/home/anna/Sync SPLITCLONE_BACKUP_DIR=/srv/backups
""")
        machine.shell("systemctl daemon-reload; systemctl restart splitclone")
        self.holds(anna, ledger)
        for number, (root, name) in enumerate([("/srv/books", "casa"), ("/home/anna/Sync", "boat")]):
            path, _ = (ledger, None) if number == 0 else anna.ledger(name="Boat")
            made = anna.post("/folder-connections", kind="directory", path=f"{root}/here")
            self.assertEqual(made.status, 201, made)
            self.assertIn(anna.put(path + "/folder", connectionId=made["id"], path=name).status, (200, 201))
            self.assertEqual(anna.post(path + "/sync")["state"], "inSync")
            machine.run("test", "-e", f"{root}/here/{name}/ledger.json")
        harness.until(lambda: "a backup was made and proven" in machine.journal(), 120)
        machine.shell("test -e /srv/backups/splitclone-*.backup")

    def outside(self, process):
        """The number by which a process in there is known here."""
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                numbers = re.search(r"^NSpid:\s+(.*)$", status.read_text(), re.M)[1].split()
            except OSError:
                continue
            if len(numbers) > 1 and numbers[-1] == process and "splitclone" in (status.parent / "comm").read_text():
                return int(status.parent.name)
        raise AssertionError(f"there is no process {process}")


if __name__ == "__main__":
    harness.main()
