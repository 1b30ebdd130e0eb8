#!/usr/bin/env python3
"""First pull of a ledger of 100 full segments from the emulator of OneDrive, against rclone copying the same files.

    pull.py BENCH-PULL EMULATOR RCLONE WORK

Runs where Tests/Bench/run puts it: a network of its own, the real names of the hosts, TLS in front. 20 ms latency.
"""
import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "Graph"))
from emulator import HOSTS, Emulator

BENCH, PROGRAM, RCLONE, WORK = sys.argv[1:]
SEGMENTS, ROUNDS, BAR, MEMORY = 100, 3, 1.3, 100
emulator = Emulator(PROGRAM, WORK)


def rclone(*arguments):
    token = emulator.call("sign-in")
    expiry = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
    stored = {"access_token": token["accessToken"], "refresh_token": token["refreshToken"], "token_type": "Bearer",
              "expiry": expiry.isoformat()}
    Path(WORK, "rclone.conf").write_text(
        f"[od]\ntype = onedrive\nclient_id = {emulator.facts['client']}\ndrive_type = personal\n"
        f"drive_id = {emulator.facts['users']['owner']['drive']}\ntoken = {json.dumps(stored)}\n")
    start = time.monotonic()
    subprocess.run([RCLONE, "--config", f"{WORK}/rclone.conf", *arguments], check=True, env={**os.environ, "HOME": WORK})
    return time.monotonic() - start


def ours(number):
    token = emulator.call("sign-in")["refreshToken"]
    data = Path(WORK, f"data{number}")
    done = subprocess.run(
        [BENCH, "pull", data, emulator.facts["client"], "Apps/Ledger", token, f"{WORK}/certificate.pem",
         HOSTS["download"]], check=True, capture_output=True, text=True)
    shutil.rmtree(data)
    return json.loads(done.stdout)


try:
    subprocess.run([BENCH, "make", f"{WORK}/ledger", str(SEGMENTS)], check=True)
    rclone("copy", f"{WORK}/ledger", "od:Apps/Ledger")
    emulator.call("switch", name="latencyMilliseconds", value=20)
    theirs, mine = [], []
    for number in range(ROUNDS):
        theirs.append(rclone("copy", "od:Apps/Ledger", f"{WORK}/copy{number}"))
        shutil.rmtree(f"{WORK}/copy{number}")
        mine.append(ours(number))
    ratio = statistics.median(one["seconds"] for one in mine) / statistics.median(theirs)
    more = max(one["peak"] - one["before"] for one in mine) / 1024
    kept = max(one["after"] - one["before"] for one in mine) / 1024
    print(f"rclone copies {SEGMENTS} segments in {statistics.median(theirs):.2f} s")
    print(f"we fetch, open, store and fold them in {statistics.median(one['seconds'] for one in mine):.2f} s "
          f"({mine[0]['events']} events): {ratio:.2f} times as long (bar {BAR})")
    print(f"memory: at most {more:.0f} MiB more than before the pull (bar {MEMORY}), {kept:.0f} MiB of it afterwards")
    sys.exit(0 if ratio <= BAR and more < MEMORY else 1)
finally:
    emulator.close()
