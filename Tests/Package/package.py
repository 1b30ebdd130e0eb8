"""What the checks of the package share: building it, and a Debian to install it on."""
import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tests/API"))

import harness  # noqa: E402


def out(*command, status=0, **more):
    """What a command prints, errors too. It has to end with this status, or with any (None)."""
    result = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=900, **more)
    if status is not None and result.returncode != status:
        raise AssertionError(f"{command} ended with {result.returncode}\n{result.stdout}")
    return result.stdout


def build(directory, *more):
    """The path of a package of the program that is tested."""
    quickly = {**os.environ, "DPKG_DEB_COMPRESSOR_LEVEL": "0"}
    printed = out(
        ROOT / "deploy/debian/build", "--program", Path(harness.PROGRAM).resolve(), *more, directory, env=quickly)
    return Path(ROOT, printed.splitlines()[-1])


def scratch():
    """A directory that is gone when the checks end."""
    directory = tempfile.mkdtemp(prefix="splitclone-package-")
    atexit.register(shutil.rmtree, directory, True)
    return Path(directory)


class Machine:
    """A Debian of the same release as this one, with nothing but apt and systemd in it. It boots, and its network is ours."""

    def __init__(self):
        self.root = scratch() / "root"
        release = dict(
            line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
        out("mmdebstrap", "--quiet", "--variant=apt", "--include=systemd,systemd-sysv", '--skip=cleanup/apt/lists',
            release["VERSION_CODENAME"].strip('"'), self.root)
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--quiet", f"--directory={self.root}", f"--machine=splitclone-{os.getpid()}",
             "--register=no", "--keep-unit", "--console=pipe", "--resolv-conf=copy-host",
             "--timezone=off", "--boot"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "0"})
        atexit.register(self.close)
        harness.until(self.init, 60)
        harness.until(lambda: self.run("systemctl", "is-system-running", status=None).strip() in ("running", "degraded"), 90)

    def init(self):
        """The process that is number 1 in there; None before there is one."""
        if self.process.poll() is not None:
            self.log.seek(0)
            raise AssertionError("it does not boot: " + self.log.read())
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return children[0] if children else None

    def run(self, *command, status=0):
        return out("nsenter", "--target", self.init(), "--all", "--", *command, status=status)

    def shell(self, script, status=0):
        return self.run("sh", "-ec", script, status=status)

    def as_user(self, *command, status=0):
        return self.run("setpriv", "--reuid=splitclone", "--regid=splitclone", "--clear-groups", "--", *command, status=status)

    def put(self, path, text):
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def install(self, package):
        shutil.copy(package, self.root / "root")
        return self.shell(
            "export DEBIAN_FRONTEND=noninteractive; apt-get -q install -y /root/" + package.name)

    def property(self, name):
        return self.run("systemctl", "show", "splitclone", "--value", "--property=" + name).strip()

    def journal(self):
        return self.run("journalctl", "--no-pager", "--output=cat", "--unit=splitclone")

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        end = time.monotonic() + 10
        while self.root.exists() and time.monotonic() < end:
            shutil.rmtree(self.root, ignore_errors=True)
