#!/usr/bin/env python3
"""Runs the walk-through of README.md as it is printed, against a fresh server, and looks at what it prints.

    Tests/API/readme.py PATH-OF-SPLITCLONE
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# What each step must print, in order.
EXPECTED = [
    r'"amount":"23\.89".*"amount":"23\.87"|"amount":"23\.88"',  # Dinner in four: two odd cents stay with the payer
    r'"[0-9a-f-]{36}"',
    r'"24\.10"',
    r'"participantId"',
    r'"minimal": true',
    r'"[0-9a-f-]{36}"',
    r"Date,Description,Amount,Currency,Counterparty,Labels,Note,ExpenseUUID\r?\n2026-05-01,Apartment,360\.00,EUR",
    r'"state":"(inSync|syncing|local)"',
    r'"state":"inSync"',
]


def script():
    text = (ROOT / "README.md").read_text()
    walk = text.split("<!-- walk-through -->")[1].split("<!-- end of walk-through -->")[0]
    return "\n".join(re.findall(r"```sh\n(.*?)```", walk, re.S))


def start(program, data):
    server = subprocess.Popen(
        [program, "serve", "--host", "127.0.0.1", "--port", "0", "--data", data, "--public", ROOT / "Public"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    code = port = None
    for line in server.stdout:
        code = code or (re.search(r"#(\S+)", line) or [None, None])[1]
        port = port or (re.search(r"listening on http://[^:]+:(\d+)", line) or [None, None])[1]
        if code and port:
            return server, code, port
    sys.exit("error: the server ended before it said where it listens and what the set-up code is")


def main():
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as data:
        server, code, port = start(program, data)
        try:
            environment = {**os.environ, "CODE": code, "DATA": data, "PATH": f"{program.parent}:{os.environ['PATH']}"}
            steps = "set -euo pipefail\n" + script().replace("localhost:8080", f"localhost:{port}")
            result = subprocess.run(["bash"], input=steps, env=environment, capture_output=True, text=True, timeout=120)
        finally:
            server.terminate()
            ended = server.wait(15)
    print(result.stdout)
    failures = [] if result.returncode == 0 else [f"exit code {result.returncode}: {result.stderr}"]
    if ended != 0:
        failures.append(f"the server ended with {ended}")
    position = 0
    for pattern in EXPECTED:
        found = re.compile(pattern, re.S).search(result.stdout, position)
        if not found:
            failures.append(f"not printed, or not in order: {pattern}")
        else:
            position = found.start() + 1
    for failure in failures:
        print(f"error: {failure}", file=sys.stderr)
    print(f"readme: {len(EXPECTED) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
