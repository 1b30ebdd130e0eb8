"""Services that hold shared folders, each as a process of its own: OneDrive (the emulator) and WebDAV (rclone)."""
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

import harness

EMULATOR = os.environ.get("GRAPH_EMULATOR", str(harness.ROOT / ".build/debug/graph-emulator"))


class OneDrive:
    """Microsoft's sign-in, Graph and downloads in a box, with its log and its faults."""

    def __init__(self, *flags):
        self.process = subprocess.Popen([EMULATOR, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.about = json.loads(self.process.stdout.readline())

    @property
    def environment(self):
        """What makes a server believe that this is OneDrive."""
        return {
            "SPLITCLONE_ONEDRIVE_LOGIN_URL": self.about["login"], "SPLITCLONE_ONEDRIVE_GRAPH_URL": self.about["graph"],
            "SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS": urllib.parse.urlsplit(self.about["download"]).hostname,
            "SPLITCLONE_ONEDRIVE_CLIENT_ID": self.about["client"],
        }

    def command(self, name, /, **arguments):
        request = urllib.request.Request(f"{self.about['control']}/{name}", json.dumps(arguments).encode(), method="POST")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{name}: {error.read()}") from None

    def log(self, *origins):
        entries = self.command("log")["log"]
        return [entry for entry in entries if not origins or entry["origin"] in origins]

    def authorize(self, address):
        """Opens the sign-in page as a browser does that is signed in, and answers the address it is sent on to."""
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *arguments):
                return None
        try:
            urllib.request.build_opener(Stay).open(address, timeout=20)
        except urllib.error.HTTPError as answer:
            assert answer.status == 302, answer.read()
            return answer.headers["Location"]
        raise AssertionError("the sign-in page did not redirect")

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class WebDAV:
    """A real WebDAV server with a password, over a directory of this machine."""

    user, password = "anna", "an app password"

    def __init__(self):
        self.files = tempfile.mkdtemp(prefix="splitclone-webdav-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self, password=None):
        self.process = subprocess.Popen(
            ["rclone", "serve", "webdav", self.files, "--addr", f"127.0.0.1:{self.port}", "--config", "/dev/null",
             "--user", self.user, "--pass", password or self.password, "--vfs-cache-mode", "off"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                assert time.monotonic() < end, "rclone does not answer"
                time.sleep(0.05)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)

    def close(self):
        self.stop()
        shutil.rmtree(self.files, ignore_errors=True)
