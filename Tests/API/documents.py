#!/usr/bin/env python3
"""Runs the examples of docs/api.md as they are printed, one after the other, against a fresh server, and compares what they print.

    Tests/API/documents.py PATH-OF-SPLITCLONE
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from readme import ROOT, start


def examples(text):
    """The commands, and each expected line with the command that it belongs to."""
    commands, expected = [], []
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.S | re.M):
        for line in block.splitlines():
            if line.startswith("# "):
                expected.append((line[2:], commands[-1]))
            else:
                commands.append(line)
    return "\n".join(commands), expected


def fits(wanted, line):
    return re.fullmatch(".*".join(re.escape(part) for part in wanted.split("…")), line)


def compare(expected, printed):
    """Line by line: what is printed and not said is as wrong as the other way round."""
    for place, (wanted, command) in enumerate(expected):
        line = printed[place] if place < len(printed) else "nothing"
        if not fits(wanted, line):
            return place, [f"“{wanted}” was expected, and {line} printed: {command}"]
    more = printed[len(expected):]
    return len(expected), [f"printed and not said: {more}"] if more else []


def main():
    program = Path(sys.argv[1]).resolve()
    commands, expected = examples((ROOT / "docs/api.md").read_text())
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as here:
        server, code, port = start(program, data)
        try:
            environment = {**os.environ, "CODE": code, "PATH": f"{program.parent}:{os.environ['PATH']}"}
            script = "set -euo pipefail\n" + commands.replace("localhost:8080", f"localhost:{port}")
            # What hangs is told by what was printed before.
            result = subprocess.run(["timeout", "90", "bash"], input=script, env=environment, cwd=here, capture_output=True, text=True)
        finally:
            server.terminate()
            server.wait(15)
            server.stdout.close()
    passed, failures = compare(expected, result.stdout.splitlines())
    if result.returncode:
        failures.append(f"exit code {result.returncode}: {result.stderr}")
    for failure in failures:
        print(f"error: {failure}", file=sys.stderr)
    print(f"documents: {passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
