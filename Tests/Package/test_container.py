"""The container: its Dockerfile built by buildah, and run as the compose file says. No registry is asked: the Debian image
is made here, and the stage that builds the package is replaced by the package, so that stage is not tried."""
import re
import shutil
import subprocess
import unittest

from package import ROOT, build, harness, out, scratch
from test_life import Address, free_port


class Container(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = scratch()
        cls.buildah = ["buildah", f"--root={cls.place}/store", f"--runroot={cls.place}/run", "--storage-driver=vfs"]
        out(ROOT / "deploy/packages", "buildah", "mmdebstrap", "systemd-container")
        out("mmdebstrap", "--quiet", "--variant=apt", "bookworm", cls.place / "base.tar")
        made = cls.builder("from", "scratch")
        cls.builder("add", made, cls.place / "base.tar", "/")
        cls.builder("commit", made, "docker.io/library/debian:bookworm-slim")
        cls.builder("rm", made)
        (cls.place / "context").mkdir()
        shutil.copy(build(cls.place), cls.place / "context")
        file = (ROOT / "deploy/docker/Dockerfile").read_text()
        stage, rest = re.split(r"(?=^FROM docker.io/library/debian)", file, flags=re.M)
        assert "AS build" in stage and "deploy/debian/build /package" in stage
        (cls.place / "Dockerfile").write_text(
            "FROM docker.io/library/debian:bookworm-slim AS build\nCOPY *.deb /package/\n" + rest)
        cls.builder(
            "build", "--isolation=chroot", "--pull-never", "--format=docker", "--file", cls.place / "Dockerfile",
            "--tag", "splitclone", cls.place / "context")

    @classmethod
    def tearDownClass(cls):
        subprocess.run([*cls.buildah, "rm", "--all"], capture_output=True)

    @classmethod
    def builder(cls, *words):
        """What it prints last: the name of what it made."""
        lines = out(*cls.buildah, *words).strip().splitlines()
        return lines[-1] if lines else ""

    def test_it_serves_as_nobody_from_a_file_system_that_is_read_only(self):
        """and its own health check finds it ready, and a second container goes on with the volume of the first"""
        root = self.builder("mount", self.builder("from", "--pull-never", "splitclone"))
        volume = scratch()
        shutil.chown(volume, 990, 990)
        port = free_port()
        for start in (1, 2):
            server = subprocess.Popen(
                ["systemd-nspawn", "--quiet", f"--directory={root}", "--register=no", "--keep-unit", "--console=pipe",
                 "--as-pid2", "--read-only", f"--bind={volume}:/var/lib/splitclone", "--user=splitclone",
                 "--drop-capability=all", "--no-new-privileges=yes", f"--setenv=SPLITCLONE_PORT={port}",
                 "--setenv=SPLITCLONE_HOST=127.0.0.1", "splitclone", "serve"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            try:
                code = None
                for line in server.stdout:
                    code = code or (re.search(r"set-up code (\S+)", line) or [None, None])[1]
                    if line.startswith("listening on"):
                        break
                client = harness.Client(Address(port))
                if start == 1:
                    client.token = client.post(
                        "/setup", code=code, name="Anna", password=harness.PASSWORD, deviceName="test",
                        **{"as": "token"})["token"]
                    ledger, _ = client.ledger(name="Casa")
                    token = client.token
                client.token = token
                self.assertEqual(client.get(ledger)["name"], "Casa")
                self.assertEqual(client.send("GET", "//").status, 200)
                inside = out("pgrep", "-u", "990", "-x", "splitclone").split()[0]
                enter = ["nsenter", f"--target={inside}", "--mount", "--setuid=990", "--setgid=990", "--", "env",
                         f"SPLITCLONE_PORT={port}", "SPLITCLONE_HOST=127.0.0.1"]
                self.assertIn("ready", out(*enter, "splitclone", "healthy"))
                self.assertIn("Read-only", out(*enter, "touch", "/usr/x", status=1))
            finally:
                server.terminate()
                server.wait(30)
                server.stdout.close()


if __name__ == "__main__":
    harness.main()
