#!/usr/bin/env python3
"""rclone against the emulator.

    rclone.py EMULATOR RCLONE FOLDER

RCLONE (1.75) must be able to do everything. Debian's (1.60) sends the bearer token on to the download host: the service
would not mind, this emulator does.
"""
import base64
import datetime
import json
import os
import subprocess
import sys
import urllib.parse
from pathlib import Path

from emulator import Emulator

EMULATOR, RCLONE, WORK = sys.argv[1:]
outcomes = {True: 0, False: 0}
CONTENTS = {
    "a.jsonl": b'{"a":1}\n', "empty": b"", "Grüße & 50%.enc": bytes(range(256)) * 40,
    "events/0b8c/20261121T002210123Z.jsonl": b"x" * 400_000,
}


def check(what, is_so, detail=""):
    outcomes[bool(is_so)] += 1
    print(("ok      " if is_so else "FAILED  ") + what + (f": {detail}" if detail and not is_so else ""), flush=True)


class Remote:
    """rclone with a configuration of its own for one drive of the emulator."""

    def __init__(self, emulator, program, kind, folder):
        self.emulator, self.program = emulator, program
        self.file = Path(folder, f"{kind}-{Path(program).parts[1]}.conf")
        token = emulator.call("sign-in")
        expiry = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
        stored = {"access_token": token["accessToken"], "refresh_token": token["refreshToken"], "token_type": "Bearer",
                  "expiry": expiry.isoformat()}
        drive = emulator.facts["users"]["owner"]["drive"]
        self.file.write_text(
            f"[od]\ntype = onedrive\nclient_id = {emulator.facts['client']}\ndrive_id = {drive}\n"
            f"drive_type = {kind}\ntoken = {json.dumps(stored)}\n")

    def expire(self):
        """What the clock would do: the stored token is old, for the client and for the service."""
        lines = self.file.read_text().splitlines()
        token = next(json.loads(line.split("=", 1)[1]) for line in lines if line.startswith("token"))
        token["expiry"] = "2020-01-01T00:00:00Z"
        lines = [f"token = {json.dumps(token)}" if line.startswith("token") else line for line in lines]
        self.file.write_text("\n".join(lines) + "\n")
        self.emulator.call("expire")

    def __call__(self, *arguments, timeout=40):
        return subprocess.run(
            [self.program, "--config", self.file, "--retries", "1", "--low-level-retries", "3", *arguments],
            capture_output=True, text=True, timeout=timeout, env={**os.environ, "HOME": WORK})

    def names(self, folder=""):
        done = self("lsjson", "-R", "od:" + folder)
        entries = json.loads(done.stdout) if done.returncode == 0 else []
        return {entry["Path"]: entry for entry in entries}, done.stderr


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def check_copies(emulator, od, kind):
    up, down = Path(WORK, kind, "up"), Path(WORK, kind, "down")
    for name, content in CONTENTS.items():
        path = up / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    done = od("copy", str(up), "od:Apps/SplitClone")
    check(f"{kind}: copy up", done.returncode == 0, done.stderr)
    kept = {item["path"]: item for item in emulator.call("items")["items"] if not item["isFolder"]}
    for name, content in CONTENTS.items():
        item = kept.get("Apps/SplitClone/" + name)
        stored = emulator.call("item", path="Apps/SplitClone/" + name).get("content", "")
        check(f"{kind}: the drive holds {name}", item and base64.b64decode(stored) == content)
    done = od("copy", "od:Apps/SplitClone", str(down))
    check(f"{kind}: copy down", done.returncode == 0, done.stderr)
    check(f"{kind}: the same bytes came back", down.exists() and tree(down) == CONTENTS)
    done = od("check", str(up), "od:Apps/SplitClone")
    check(f"{kind}: sizes and quickXorHashes agree", done.returncode == 0, done.stderr)
    (up / "a.jsonl").write_bytes(b'{"a":1}\n{"b":2}\n')
    done = od("copy", str(up), "od:Apps/SplitClone")
    item = emulator.call("item", path="Apps/SplitClone/a.jsonl")
    check(f"{kind}: a changed file is replaced under its id", done.returncode == 0 and item.get("puts") == 2
          and item["id"] == kept.get("Apps/SplitClone/a.jsonl", {}).get("id"), done.stderr)


def check_folders(emulator, od, kind):
    done = od("mkdir", "od:New/Folder")
    names, _ = od.names()
    check(f"{kind}: mkdir", done.returncode == 0 and names.get("New/Folder", {}).get("IsDir"), done.stderr)
    done = od("deletefile", "od:Apps/SplitClone/a.jsonl")
    names, _ = od.names("Apps/SplitClone")
    check(f"{kind}: delete a file", done.returncode == 0 and set(names) & set(CONTENTS) == set(CONTENTS) - {"a.jsonl"})
    done = od("purge", "od:New")
    check(f"{kind}: delete a folder", done.returncode == 0 and "New" not in od.names()[0], done.stderr)
    many = {f"file {number:03}" for number in range(450)}
    for name in many:
        emulator.call("file", path=f"Many/{name}")
    emulator.call("clear-log")
    names, error = od.names("Many")
    check(f"{kind}: a listing of 450 files", set(names) == many, error)
    pages = [line for line in emulator.call("log")["log"] if "skiptoken" in line["target"]]
    check(f"{kind}: in three pages", len(pages) == 2)


def check_troubles(emulator, od, kind):
    od.expire()
    emulator.call("clear-log")
    names, error = od.names("Apps")
    asked = [line for line in emulator.call("log")["log"] if line["origin"] == "login"]
    check(f"{kind}: an old token is refreshed", "SplitClone" in names and asked and asked[-1]["status"] == 200, error)
    emulator.call("arm", effect="status", status=429, retryAfter="1", method="GET", pattern="/children", last=2)
    names, error = od.names("Apps")
    check(f"{kind}: told to wait, it waits and goes on", "SplitClone" in names, error)
    emulator.call("arm", effect="reset", point="insideBody", after=100_000, origin="download")
    done = od("copy", "od:Apps/SplitClone", str(Path(WORK, kind, "again")))
    check(f"{kind}: a download that breaks is taken up again", done.returncode == 0
          and tree(Path(WORK, kind, "again")).get("empty") == b"", done.stderr)
    emulator.call("revoke")
    od.expire()
    done = od("lsjson", "od:")
    check(f"{kind}: a withdrawn consent is the end", done.returncode != 0 and "invalid_grant" in done.stderr, done.stderr)


def check_old(emulator, kind):
    old = Remote(emulator, "/usr/bin/rclone", kind, WORK)
    emulator.call("file", path="Old/one", text="hello")
    done = old("copy", "od:Old", str(Path(WORK, kind, "old")))
    check(f"{kind}: rclone 1.60 sends its token to the download host and is refused", done.returncode != 0
          and any("bearer token" in line for line in emulator.call("violations")["violations"]), done.stderr)


def main():
    for kind, flags in (("personal", []), ("business", ["--business"])):
        emulator = Emulator(EMULATOR, WORK, *flags)
        try:
            od = Remote(emulator, RCLONE, kind, WORK)
            check_copies(emulator, od, kind)
            check_folders(emulator, od, kind)
            check_troubles(emulator, od, kind)
            check(f"{kind}: nothing that a client must not do", emulator.call("violations")["violations"] == [])
            check_old(emulator, kind)
        finally:
            emulator.close()
    print(f"{outcomes[True]} passed, {outcomes[False]} failed")
    return 1 if outcomes[False] else 0


if __name__ == "__main__":
    sys.exit(main())
