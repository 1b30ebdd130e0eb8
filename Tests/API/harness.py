"""A running server and a client for it, with nothing but Python's own library.

Each test file holds classes of checks against the contract; `main` runs those of one file and closes with the line
"N passed, N failed". A check is a method whose name starts with `test`, its sentence is its first docstring line.
"""
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("SPLITCLONE", str(ROOT / ".build/release/splitclone"))
PUBLIC = os.environ.get("PUBLIC", str(ROOT / "Public"))
PASSWORD = "correct horse battery"


class Server:
    """`splitclone serve`, or a program that takes its place, on a free port, with data of its own."""

    def __init__(self, *flags, data=None, environment=None, program=(PROGRAM, "serve")):
        self.own = data is None
        self.data = data or tempfile.mkdtemp(prefix="splitclone-test-")
        self.log = open(os.path.join(tempfile.gettempdir(), f"splitclone-{os.getpid()}-{id(self)}.log"), "w+")
        command = [*program, "--host", "127.0.0.1", "--port", "0", "--data", self.data, "--public", PUBLIC]
        self.process = subprocess.Popen(
            command + list(flags), stdout=subprocess.PIPE, stderr=self.log, text=True,
            env={**os.environ, **(environment or {})})
        self.lines, self.code, self.port = [], None, None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self.code = self.code or (re.search(r"/set-up#(\S+)", line) or [None, None])[1]
            ready = re.search(r"^listening on http://127\.0\.0\.1:(\d+)(?:/\S*)?$", line)
            if ready:
                self.port = int(ready[1])
                break
        assert self.port, "the server ended at once: " + self.stderr()

    def stderr(self):
        self.log.flush()
        return Path(self.log.name).read_text()

    def stop(self, signal_=None):
        """Ends the server and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal_) if signal_ else self.process.terminate()
        status = self.process.wait(15)
        self.process.stdout.close()
        return status

    def close(self):
        self.stop()
        self.log.close()
        os.unlink(self.log.name)
        if self.own:
            shutil.rmtree(self.data, ignore_errors=True)

    def owner(self, name="Anna"):
        """Sets the server up; answers a client signed in by token."""
        client = Client(self)
        made = client.post("/setup", code=self.code, name=name, password=PASSWORD, deviceName="test", **{"as": "token"})
        assert made.status == 201, made
        client.token = made.json["token"]
        return client

    def account(self, owner, name):
        """A further account, signed in by token."""
        assert owner.post("/accounts", name=name, password=PASSWORD).status == 201
        return self.signed_in(name)

    def signed_in(self, name):
        client = Client(self)
        made = client.post("/sessions", name=name, password=PASSWORD, deviceName="test", **{"as": "token"})
        assert made.status == 201, made
        client.token = made.json["token"]
        return client

    def raw(self, request, timeout=10):
        """Sends bytes as they are, and everything that comes back until the server closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout) as connection:
            connection.sendall(request)
            answer = b""
            connection.settimeout(2)
            try:
                while part := connection.recv(65536):
                    answer += part
            except TimeoutError:
                pass
            return answer


class Answer:
    def __init__(self, response, body):
        self.status = response.status
        self.fields = response.headers
        self.body = body
        kind = self.fields.get("Content-Type", "")
        self.json = json.loads(body) if body and "json" in kind else None

    def __repr__(self):
        return f"{self.status} {dict(self.fields)} {self.body[:600]!r}"

    def __getitem__(self, name):
        return self.json[name]


class Client:
    """Speaks to one server, signed in by token, by cookie, or not at all."""

    def __init__(self, server, token=None):
        self.server, self.token, self.fields = server, token, {}

    def send(self, method, path, body=None, fields=None, query=""):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=40)
        headers = dict(self.fields)
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            headers["Content-Type"] = "application/json"
        headers.update(fields or {})
        headers = {name: value for name, value in headers.items() if value is not None}
        if not path.startswith(("/api", "/health", "/ready", "//")):
            path = "/api/v1" + path
        connection.request(method, path.replace("//", "/", 1) if path.startswith("//") else path, body, headers)
        response = connection.getresponse()
        answer = Answer(response, response.read())
        connection.close()
        return answer

    def get(self, path, **fields):
        return self.send("GET", path, fields={name.replace("_", "-"): value for name, value in fields.items()})

    def post(self, path, /, **body):
        return self.send("POST", path, body)

    def put(self, path, /, **body):
        return self.send("PUT", path, body)

    def patch(self, path, /, **body):
        return self.send("PATCH", path, body)

    def delete(self, path, /, **body):
        return self.send("DELETE", path, body if body else None)

    def ledger(self, *people, currency="EUR", name="Flat", **more):
        """A ledger of these people; the first one is me. Its path, and the ids by name."""
        people = people or ("Anna", "Ben", "Chloé")
        made = self.post("/ledgers", name=name, currency=currency, participants=list(people), me=people[0], **more)
        assert made.status == 201, made
        return "/ledgers/" + made["id"], {person["name"]: person["id"] for person in made["participants"]}


class Check(unittest.TestCase):
    """Checks that share one server, set up, with its owner signed in."""

    flags = ()
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.flags)
        cls.anna = cls.server.owner()

    @classmethod
    def tearDownClass(cls):
        cls.server.close()

    def problem(self, answer, status, code=None, field=None):
        """Checks that the answer is a problem document as the contract has it."""
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.fields["Content-Type"], "application/problem+json", answer)
        for name, kind in {"type": str, "title": str, "status": int, "detail": str, "code": str, "requestId": str}.items():
            self.assertIsInstance(answer[name], kind, answer)
        self.assertEqual(answer["status"], status)
        self.assertEqual(answer["requestId"], answer.fields["X-Request-Id"])
        self.assertRegex(answer["code"], r"^[a-z0-9]+(-[a-z0-9]+)*$")
        if code:
            self.assertEqual(answer["code"], code, answer)
        if field:
            self.assertIn(field, [error["field"] for error in answer["errors"]], answer)
            for error in answer["errors"]:
                self.assertEqual(set(error), {"field", "code", "message"})


def until(true, seconds=30):
    """Waits for something to become true, also on a machine that has much else to do."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def main():
    program = unittest.main(module="__main__", exit=False, verbosity=1, argv=sys.argv)
    result = program.result
    # A check with parts that fail is one check that failed.
    failed = len({getattr(test, "test_case", test).id() for test, _ in result.failures + result.errors})
    print(f"{max(0, result.testsRun - failed)} passed, {failed} failed", flush=True)
    sys.exit(1 if failed or not result.testsRun else 0)
