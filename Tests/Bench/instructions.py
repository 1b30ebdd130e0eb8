#!/usr/bin/env python3
"""Counts the instructions that our server spends on a request, and fails if one of the routes is over its bar.

Processor time on a shared machine is noise; the number of instructions is the same within a few percent, so that this can
be a test. What the server spends on starting is taken out by running it twice, with few requests and with many. Where
valgrind does not run, or counts something else (another kind of processor), the counts are left out with a sentence.

    Tests/Bench/run instructions
"""
import json
import platform
import re
import socket
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
# In place of this directory, where http.py would hide Python's own module.
sys.path[0] = str(HERE.parent / "API")
import harness  # noqa: E402

SERVER = HERE.parent.parent / ".build/release/bench-server"
EXPENSE = (
    b'{"title":"Dinner at the harbour","amountMinor":9550,"executionDate":"2026-05-14",'
    b'"payerId":"0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a01","splitParticipantIds":["0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a01",'
    b'"0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a02","0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a03"]}')

# route of `bench-server`, body, the most instructions for one request
BARS = [("/health", b"", 5_000), ("/ledger", b"", 65_000), ("/echo", EXPENSE, 35_000)]
# The most for an expense that `splitclone serve` records: request, rules, seal, commit, answer.
RECORDING_BAR = 340_000
FEW, MANY = 200, 1_200
# A wake-up at the wrong moment costs a few hundred instructions: the best of so many counts is what the code takes.
ATTEMPTS = 4


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def connect(port, process):
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=30)
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not listen")


def ask(connection, request):
    connection.sendall(request)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(65_536)
    head, body = answer.split(b"\r\n\r\n", 1)
    if not head.startswith(b"HTTP/1.1 20"):
        raise RuntimeError(f"the server answered {head.splitlines()[0].decode()}")
    missing = int(re.search(rb"(?i)content-length: (\d+)", head)[1]) - len(body)
    while missing > 0:
        missing -= len(connection.recv(65_536))


def callgrind(directory, *command):
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={directory}/counts", *(str(word) for word in command)]


def collected(said):
    return int(re.search(r"Collected : (\d+)", said)[1])


def asked(directory, route, body, count):
    """All instructions of a server that answers `count` requests, one after the other on one connection."""
    port = free_port()
    command = callgrind(
        directory, SERVER, "--port", port, "--loops", 1, "--ledger", HERE / "ledger.json", "--static", directory)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    method = f"POST {route} HTTP/1.1\r\nContent-Length: {len(body)}" if body else f"GET {route} HTTP/1.1"
    try:
        with connect(port, process) as connection:
            for _ in range(count):
                ask(connection, f"{method}\r\nHost: 127.0.0.1\r\n\r\n".encode() + body)
    finally:
        process.terminate()
        said = process.communicate(timeout=60)[1].decode()
    return collected(said)


def recorded(directory, count):
    """The same for the whole program, with a ledger of four people: `count` expenses are recorded."""
    with tempfile.TemporaryDirectory(dir=directory) as data:
        server = harness.Server(
            "--log-level", "error", data=data, program=callgrind(directory, harness.PROGRAM, "serve"))
        try:
            anna = server.owner()
            path = anna.ledger("Anna", "Ben", "Cleo", "Dan")[0]
            body = json.dumps({"title": "Dinner at the harbour", "amount": "95.50", "executionDate": "2026-05-14"})
            request = (
                f"POST /api/v1{path}/expenses HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Authorization: Bearer {anna.token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()
            with connect(server.port, server.process) as connection:
                for _ in range(count):
                    ask(connection, request)
            server.stop()
            return collected(server.stderr())
        finally:
            server.close()


def unfit():
    """Why nothing can be counted here, if so."""
    if platform.machine() != "x86_64":
        return f"the bars are for x86-64, this is {platform.machine()}"
    try:
        trial = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "/bin/true"],
                               capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"valgrind does not run ({error})"
    return None if trial.returncode == 0 else "valgrind does not run: " + trial.stderr.decode().strip()[-200:]


def main():
    reason = unfit()
    if reason:
        print(f"skipped: {reason}")
        return
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "static").mkdir()
        (Path(directory) / "static/blob.bin").write_bytes(bytes(i * 7 % 251 for i in range(40_960)))
        kept = [holds(route, bar, partial(asked, directory, route, body)) for route, body, bar in BARS]
        kept.append(holds("recording an expense", RECORDING_BAR, partial(recorded, directory)))
    print(f"{kept.count(True)} passed, {kept.count(False)} failed")
    sys.exit(0 if all(kept) else 1)


def holds(name, bar, count):
    """Whether a request costs no more than its bar, by the best of a few counts."""
    best = None
    for _ in range(ATTEMPTS):
        spent = (count(MANY) - count(FEW)) // (MANY - FEW)
        best = spent if best is None else min(best, spent)
        if best <= bar:
            break
    print(f"{name:20} {best:7,} instructions/request   bar {bar:,} {'met' if best <= bar else 'MISSED'}", flush=True)
    return best <= bar


if __name__ == "__main__":
    main()
