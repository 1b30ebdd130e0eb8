#!/usr/bin/env python3
"""Measures what opening a ledger costs: decrypt, decode and fold, beside a Node program that reads the same files.

Both take turns, pinned to one processor, each in a fresh process; what is printed are medians over the rounds, and the
medians of the ratios within a round. Sealing is measured against `openssl speed`, on blocks of one MiB.

    Tests/Bench/run open [--rounds 5] [--events 100000]
"""
import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BENCH = HERE.parent.parent / ".build/release/bench-open"
STEPS = ["read", "decrypt", "decode", "fold"]
SECONDS_BAR, MEGABYTES_BAR, SEALING_BAR = 1.0, 300, 0.95


def run(*command):
    done = subprocess.run(["taskset", "-c", "0", *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"error: {command[0]}: {done.stderr.strip()}")
    return done.stdout


def openssl_speed():
    out = run("openssl", "speed", "-seconds", "1", "-bytes", "1048576", "-evp", "aes-256-gcm")
    return float(re.search(r"AES-256-GCM\s+([\d.]+)k", out)[1]) * 1000


def opening(rounds, events):
    with tempfile.TemporaryDirectory() as folder:
        code = run(BENCH, "make", folder, events).strip()
        ours, peer = [], []
        for number in range(rounds):
            readers = [
                lambda: ours.append(json.loads(run(BENCH, "read", folder, code))),
                lambda: peer.append(json.loads(run("node", HERE / "open-peer.mjs", folder, code))),
            ]
            for read in readers if number % 2 == 0 else reversed(readers):
                read()
    if {r["events"] for r in ours + peer} != {events} or len({r["expenses"] for r in ours + peer}) != 1:
        sys.exit("error: the two did not see the same ledger")
    return ours, peer


def report(ours, peer):
    for result in ours + peer:
        result["total"] = sum(result[step] for step in STEPS)
    print(f"{ours[0]['events']:,} events, {ours[0]['bytes'] / 1e6:.1f} MB of plaintext; processor seconds, medians")
    print(f"{'':10}{'ours':>10}{'node':>10}{'ours/node':>12}")
    for step in [*STEPS, "total", "peakMB"]:
        a, b = [[r[step] for r in results] for results in (ours, peer)]
        ratio = statistics.median(x / y for x, y in zip(a, b)) if all(b) else float("nan")
        print(f"{step:10}{statistics.median(a):>10.3f}{statistics.median(b):>10.3f}{ratio:>12.2f}")
    seconds = statistics.median(r["total"] for r in ours)
    peak = max(r["peakMB"] for r in ours)
    return [
        (f"open in {seconds:.2f} s of one core (bar {SECONDS_BAR})", seconds <= SECONDS_BAR),
        (f"peak {peak:.0f} MB (bar {MEGABYTES_BAR})", peak <= MEGABYTES_BAR),
    ]


def sealing(rounds):
    """The median of the ratios within a round: the processor's clock is not the same for two seconds on end, so that each
    round asks openssl before and after, and compares with the mean of the two."""
    theirs, ours = [openssl_speed()], []
    for _ in range(rounds):
        ours.append(json.loads(run(BENCH, "seal")))
        theirs.append(openssl_speed())
    peers = [(before + after) / 2 for before, after in zip(theirs, theirs[1:])]
    verdicts = []
    for step in ["seal", "open"]:
        ratio = statistics.median(round[step] / peer for round, peer in zip(ours, peers))
        middle, peer = statistics.median(round[step] for round in ours), statistics.median(peers)
        print(f"{step:10}{middle / 1e9:>10.2f} GB/s in blocks of 1 MiB, openssl speed {peer / 1e9:.2f} GB/s")
        verdicts.append((f"{step} {ratio:.2f} × openssl speed (bar {SEALING_BAR})", ratio >= SEALING_BAR))
    return verdicts


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--events", type=int, default=100_000)
    options = options.parse_args()
    verdicts = report(*opening(options.rounds, options.events)) + sealing(options.rounds)
    for text, held in verdicts:
        print(("held   " if held else "MISSED ") + text)
    sys.exit(0 if all(held for _, held in verdicts) else 1)


main()
