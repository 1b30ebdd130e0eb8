#!/usr/bin/env python3
"""What recording an expense costs from end to end: request, rules, seal, commit, sync, answer. On the same disk, in the same
run, it is held against two others: SQLite doing nothing but durable commits of the same size, one after the other, and our
own server with a transaction of its own for each write (`bench-unshared`), which shows what sharing commits is worth.

    Tests/Bench/run post [--rounds 5] [--seconds 2] [--directory DIR]
"""
import argparse
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# In place of this directory, where http.py would hide Python's own module.
sys.path[0] = str(ROOT / "Tests/API")
import harness  # noqa: E402

UNSHARED = os.environ.get("BENCH_UNSHARED", str(ROOT / ".build/release/bench-unshared"))

SCRIPT = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["Authorization"] = "Bearer {token}"
wrk.body = [[{{"title":"Dinner at the harbour","amount":"95.50","executionDate":"2026-05-14"}}]]
"""


class Bare:
    """One insert, one transaction, one fdatasync: the least that is durable."""

    def __init__(self, directory):
        self.database = sqlite3.connect(os.path.join(directory, "bare.sqlite"), isolation_level=None)
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, bytes BLOB)")

    def measure(self, seconds):
        """Median in ms, and commits a second."""
        durations, payload, end = [], bytes(600), time.monotonic() + seconds
        while (begin := time.monotonic()) < end:
            self.database.execute("INSERT INTO events (bytes) VALUES (?)", (payload,))
            durations.append(time.monotonic() - begin)
        return statistics.median(durations) * 1000, len(durations) / seconds


def milliseconds(text):
    value, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def load(server, path, script, connections, seconds):
    """Median in ms, and answers a second."""
    command = ["wrk", f"-t{min(connections, 2)}", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script]
    out = subprocess.run([*command, f"http://127.0.0.1:{server.port}/api/v1{path}"], capture_output=True, text=True).stdout
    if "Non-2xx" in out or "Socket errors" in out:
        sys.exit(f"error: not every write was answered with 201\n{out}")
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])
    return milliseconds(re.search(r"^ +50% +(\S+)$", out, re.M)[1]), rate


class Ours:
    """A server of ours, set up, and each time a ledger of its own to write to."""

    def __init__(self, directory, name, program):
        self.server = harness.Server("--log-level", "error", data=os.path.join(directory, name), program=program)
        self.anna = self.server.owner()
        self.script = os.path.join(directory, name + ".lua")
        Path(self.script).write_text(SCRIPT.format(token=self.anna.token))

    def measure(self, connections, seconds):
        path = self.anna.ledger("Anna", "Ben", "Cleo", "Dan")[0] + "/expenses"
        return load(self.server, path, self.script, connections, seconds)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=2)
    options.add_argument("--directory", default="/var/tmp")
    options = options.parse_args()
    with tempfile.TemporaryDirectory(dir=options.directory) as directory:
        bare = Bare(directory)
        ours = Ours(directory, "shared", (harness.PROGRAM, "serve"))
        unshared = Ours(directory, "unshared", [UNSHARED])
        latencies, gains, rates = [], [], []
        for _ in range(options.rounds):
            commit, commit_rate = bare.measure(options.seconds)
            one, _ = ours.measure(1, options.seconds)
            many, many_rate = ours.measure(64, options.seconds)
            apart, apart_rate = unshared.measure(64, options.seconds)
            latencies.append(one / commit)
            gains.append(many_rate / apart_rate)
            rates.append(many_rate / commit_rate)
            print(
                f"bare {commit:.3f} ms, {commit_rate:.0f}/s · 1 client {one:.3f} ms · 64 clients {many:.2f} ms, "
                f"{many_rate:.0f}/s; a transaction each {apart:.2f} ms, {apart_rate:.0f}/s", flush=True)
        ours.server.close()
        unshared.server.close()
    print(f"1 client: p50 {statistics.median(latencies):.2f}× of a bare FULL commit (wanted: at most 3×)")
    print(f"64 clients: {statistics.median(gains):.2f}× the writes of a transaction for each request (wanted: at least 4×)")
    print(f"64 clients: {statistics.median(rates):.2f}× the writes of a loop that does nothing but bare commits")


if __name__ == "__main__":
    main()
