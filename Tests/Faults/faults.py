"""What the fault tests share: a client that keeps its connection, a record of what was answered, and strace."""
import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "API"))
import harness  # noqa: E402

NOTHING = "deleted"


class Line:
    """One kept connection. None instead of a status: the connection broke, and what came of the request is unknown."""

    def __init__(self, server, token):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        self.fields = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}

    def close(self):
        self.connection.close()

    def send(self, method, path, **body):
        try:
            self.connection.request(method, "/api/v1" + path, json.dumps(body) if body else None, self.fields)
            response = self.connection.getresponse()
            text = response.read()
            self.retry_after = response.headers.get("Retry-After")
            return response.status, json.loads(text) if text else None
        except (OSError, http.client.HTTPException, ValueError):
            return None, None


class Books:
    """What the server has been told and has answered, so that it can be asked for it later.

    `known` is what it answered last; `open_` what it was told and did not answer: either may be true afterwards.
    """

    def __init__(self):
        self.known, self.open_, self.unanswered_posts = {}, {}, 0
        self.lock = threading.Lock()

    def check(self, expenses):
        """A sentence for each lie."""
        there = {expense["id"]: expense["amount"] for expense in expenses}
        lies = []
        for key in set(self.known) | set(self.open_):
            allowed = {self.known.get(key, NOTHING)} | self.open_.get(key, set())
            if there.get(key, NOTHING) not in allowed:
                lies.append(f"{key}: {there.get(key, NOTHING)}, answered {sorted(allowed)}")
        strangers = set(there) - set(self.known) - set(self.open_)
        if len(strangers) > self.unanswered_posts:
            lies.append(f"{len(strangers)} expenses nobody was told of, {self.unanswered_posts} requests without answer")
        return lies

    def settle(self, expenses):
        """What is there after a restart is what counts from now on."""
        self.known = {expense["id"]: expense["amount"] for expense in expenses}
        self.open_, self.unanswered_posts = {}, 0


class Load:
    """Writers that record, change and delete expenses until the server is gone, or `stop`."""

    def __init__(self, server, token, ledger, books, writers=16, seed=0):
        self.books, self.ledger, self.stopping, self.refusals = books, ledger, False, []
        self.threads = [
            threading.Thread(target=self.write, args=(server, token, random.Random(seed * 1000 + number)))
            for number in range(writers)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopping = True
        self.join()

    def join(self):
        for thread in self.threads:
            thread.join()

    def write(self, server, token, dice):
        with contextlib.closing(Line(server, token)) as line:
            self.work(line, dice)

    def work(self, line, dice):
        mine = []
        while not self.stopping:
            kind = dice.random()
            if kind < 0.6 or not mine:
                goes_on = self.post(line, dice, mine)
            elif kind < 0.9:
                goes_on = self.put(line, dice.choice(mine + [str(uuid.UUID(int=dice.getrandbits(128), version=4))]), mine, dice)
            else:
                goes_on = self.delete(line, mine.pop(dice.randrange(len(mine))))
            if not goes_on:
                return

    def post(self, line, dice, mine):
        with self.books.lock:
            self.books.unanswered_posts += 1
        status, answer = line.send("POST", f"{self.ledger}/expenses", title="Bread", amount=amount(dice))
        if status is None:
            return False
        with self.books.lock:
            self.books.unanswered_posts -= 1
            if status == 201:
                self.books.known[answer["id"]] = answer["amount"]
                mine.append(answer["id"])
            else:
                self.refusals.append((status, line.retry_after))
        return True

    def put(self, line, key, mine, dice):
        wanted = amount(dice)
        status, answer = self.told(line, key, wanted, "PUT", title="Cheese", amount=wanted)
        if status in (200, 201) and key not in mine:
            mine.append(key)
        return status is not None

    def delete(self, line, key):
        status, _ = self.told(line, key, NOTHING, "DELETE")
        return status is not None

    def told(self, line, key, wanted, method, **body):
        """Each key has one writer, so between asking and answer only these two states are possible."""
        with self.books.lock:
            self.books.open_[key] = {wanted}
        status, answer = line.send(method, f"{self.ledger}/expenses/{key}", **body)
        if status is None:
            return status, answer
        with self.books.lock:
            del self.books.open_[key]
            if status in (200, 201, 204):
                self.books.known[key] = wanted
            else:
                self.refusals.append((status, line.retry_after))
                self.books.known.setdefault(key, NOTHING)
        return status, answer


def amount(dice):
    return f"{dice.randint(1, 99999)}.{dice.randint(0, 99):02}"


def expenses(client, ledger):
    items, cursor = [], ""
    while cursor is not None:
        page = client.get(f"{ledger}/expenses?limit=500{cursor and '&cursor=' + cursor}")
        assert page.status == 200, page
        items += page["items"]
        cursor = page["next"]
    return items


class Strace:
    """Watches, or injects faults into, a running process and all its threads, from now until it is let go."""

    def __init__(self, pid, *options):
        self.output = os.path.join(tempfile.gettempdir(), f"splitclone-strace-{os.getpid()}-{uuid.uuid4()}")
        self.process = subprocess.Popen(
            ["strace", "-f", "-y", "-s", "48", "-o", self.output, "-p", str(pid), *options], stderr=subprocess.PIPE, text=True)
        # It says so when it has hold of every thread.
        assert "attached" in self.process.stderr.readline()
        time.sleep(0.2)

    def let_go(self):
        """Lets the process run on, and answers the lines."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(10)
        self.process.stderr.close()
        lines = Path(self.output).read_text().splitlines()
        os.unlink(self.output)
        return lines


def verify(folder, code):
    """`splitclone ledger verify`: None when all is well, else what it says."""
    result = subprocess.run(
        [harness.PROGRAM, "ledger", "verify", folder, "--join-code", code], capture_output=True, text=True, timeout=120)
    return None if result.returncode == 0 else f"exit {result.returncode}: {result.stdout}{result.stderr}"
