"""A server of our own on a free port of this machine, with a fresh data directory."""

import os
import re
import signal
import subprocess
import tempfile


class Server:
    def __init__(self, folder_root=None, environment=None, host="127.0.0.1", flags=(), command="serve"):
        self.environment, self.host, self.flags = environment or {}, host, list(flags)
        self.command = command
        self.data = tempfile.TemporaryDirectory(prefix="splitclone-browser-")
        self.folder_root = folder_root
        self.port = "0"
        self.code = None
        self.start()

    def start(self):
        """Starts it, again on the same port and data after `stop`."""
        command = [os.environ["SPLITCLONE"], self.command, "--host", "127.0.0.1", "--port", self.port]
        # A demonstration wants a directory that holds nothing else: the log is beside it.
        data = self.data.name if self.command == "serve" else os.path.join(self.data.name, "demonstration")
        command += ["--data", data, "--public", os.environ["PUBLIC"]]
        command += ["--folder-root", self.folder_root] if self.folder_root else []
        command += self.flags
        self.log = open(os.path.join(self.data.name, "browser-test.log"), "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                        env=os.environ | self.environment)
        for line in self.process.stdout:
            if found := re.search(r"set up at \S+#(\S+)", line):
                self.code = found.group(1)
            if found := re.search(r"listening on (http://\S+):(\d+)", line):
                self.port = found.group(2)
                self.url = f"http://{self.host}:{self.port}"
                return
        raise RuntimeError("the server ended before it listened: " + open(self.log.name).read()[-2000:])

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=15)
        self.process.stdout.close()
        self.log.close()

    def remove(self):
        self.stop()
        self.data.cleanup()
