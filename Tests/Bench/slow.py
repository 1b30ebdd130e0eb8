#!/usr/bin/env python3
"""What others notice of clients that are slow on purpose: thousands of heads, of bodies and of readers that never get on.

The attacks are slowhttptest's. Within a round somebody else's latencies are measured in quiet and under attack, and what is
printed are medians, over the rounds, of the ratios of their 99th percentiles. The server is pinned to the first processor,
everybody else to the second.

    Tests/Bench/run slow [--rounds 5] [--seconds 5] [--connections 2000]
"""
import argparse
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# In place of this directory, where http.py would hide Python's own module.
sys.path[0] = str(HERE.parent / "API")
import harness  # noqa: E402

# Name, what is asked, slowhttptest's options.
ATTACKS = [
    # A few bytes of one more field every five seconds.
    ("slow heads", "/api/v1/setup", ["-H", "-t", "GET", "-i", "5", "-x", "24"]),
    # A body that is promised and comes in crumbs.
    ("slow bodies", "/api/v1/sessions", ["-B", "-t", "POST", "-i", "5", "-s", "8192", "-x", "10", "-f", "application/json"]),
    # Large answers, asked for thrice, of which 32 bytes are taken every five seconds.
    ("slow readers", "/words/en.json", ["-X", "-w", "512", "-y", "1024", "-n", "5", "-z", "32", "-k", "3"]),
]
BAR = 2
# Others ask so often: a household with every phone open.
PAUSE = 0.004


def answered(connection, request):
    """Sends a request and reads its answer to the end."""
    connection.sendall(request)
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = connection.recv(65_536)
        if not part:
            raise ConnectionError("the server closed the connection")
        answer += part
    head, body = answer.split(b"\r\n\r\n", 1)
    if not head.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(head.split(b"\r\n")[0].decode())
    missing = int(re.search(rb"(?i)content-length: (\d+)", head)[1]) - len(body)
    while missing > 0:
        missing -= len(connection.recv(65_536))


def latencies(port, request, seconds):
    """In milliseconds, sorted: every second request on a connection that is kept, every other one on a new one."""
    found, end = [], time.monotonic() + seconds
    with socket.create_connection(("127.0.0.1", port), timeout=30) as kept:
        while time.monotonic() < end:
            started = time.perf_counter()
            if len(found) % 2:
                with socket.create_connection(("127.0.0.1", port), timeout=30) as fresh:
                    answered(fresh, request)
            else:
                answered(kept, request)
            found.append((time.perf_counter() - started) * 1000)
            time.sleep(PAUSE)
    return sorted(found)


def percentile(values, part):
    return values[min(len(values) - 1, int(len(values) * part))]


def open_connections(server):
    """With a few files that are always open."""
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


def under_attack(server, path, options, connections, request, seconds):
    """The latencies while as many connections as will be are slow, and how many those were."""
    # Long enough for all of them to be open, and for what is measured.
    opening = max(2, connections // 1000 + 1)
    attack = subprocess.Popen(
        ["slowhttptest", *options, "-c", str(connections), "-r", "1000", "-l", str(opening + seconds + 2), "-v", "0",
         "-u", f"http://127.0.0.1:{server.port}{path}", "-p", "30"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(opening)
        held = open_connections(server)
        found = latencies(server.port, request, seconds)
        return found, held
    finally:
        attack.terminate()
        attack.wait()


def rested(server):
    """Waits until nothing of an attack is left."""
    harness.until(lambda: open_connections(server) < 100, 60)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    parser.add_argument("--connections", type=int, default=2000)
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    os.sched_setaffinity(0, {1})
    server = harness.Server("--log-level", "error", program=("taskset", "-c", "0", harness.PROGRAM, "serve"))
    worst = 0.0
    try:
        anna = server.owner()
        path = anna.ledger()[0]
        for number in range(50):
            anna.post(path + "/expenses", title=f"Number {number}", amount="3")
        request = (f"GET /api/v1{path}/expenses HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                   f"Authorization: Bearer {anna.token}\r\n\r\n").encode()
        latencies(server.port, request, 1)
        print(f"{'':14}{'slow at once':>14}{'p99 quiet':>12}{'p99 then':>12}{'ratio':>8}   medians of {options.rounds} rounds")
        for name, target, how in ATTACKS:
            quiet, then, ratios, held = [], [], [], []
            for _ in range(options.rounds):
                quiet.append(percentile(latencies(server.port, request, options.seconds), 0.99))
                found, count = under_attack(server, target, how, options.connections, request, options.seconds)
                then.append(percentile(found, 0.99))
                ratios.append(then[-1] / quiet[-1])
                held.append(count)
                rested(server)
            ratio = statistics.median(ratios)
            worst = max(worst, ratio)
            print(f"{name:14}{statistics.median(held):>14.0f}{statistics.median(quiet):>9.2f} ms"
                  f"{statistics.median(then):>9.2f} ms{ratio:>8.2f}   {'ok' if ratio <= BAR else f'over {BAR}'}", flush=True)
    finally:
        server.close()
    sys.exit(0 if worst <= BAR else 1)


if __name__ == "__main__":
    main()
