#!/usr/bin/env python3
"""Two implementations over one folder: what a server does in a ledger, an independent reader must find there.

    check.py [PATH-OF-SPLITCLONE]      without it only the reader is checked, against the vectors
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import read_folder

ROOT = Path(__file__).resolve().parent.parent.parent
VECTORS = sorted((ROOT / "Tests/Vectors/v1").iterdir())
outcomes = {True: 0, False: 0}


def check(what, is_so, detail=""):
    outcomes[bool(is_so)] += 1
    print(("ok      " if is_so else "FAILED  ") + what + (f": {detail}" if detail and not is_so else ""))


def differences(found, expected):
    def canonical(value):
        return json.dumps(value, sort_keys=True, ensure_ascii=False)

    return [name for name in found if canonical(found[name]) != canonical(expected[name])]


class Server:
    def __init__(self, program, data, root):
        self.process = subprocess.Popen(
            [program, "serve", "--host", "127.0.0.1", "--port", "0", "--data", data, "--folder-root", root,
             "--public", ROOT / "Public"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.token = code = port = None
        for line in self.process.stdout:
            code = code or (re.search(r"#(\S+)", line) or [None, None])[1]
            port = (re.search(r"listening on http://[^:]+:(\d+)", line) or [None, None])[1]
            if port:
                break
        self.base = f"http://127.0.0.1:{port}/api/v1"
        body = {"code": code, "name": "anna", "password": "a long enough password", "deviceName": "check", "as": "token"}
        self.token = self.call("POST", "/setup", body)["token"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(self.base + path, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            raise SystemExit(f"error: {method} {path} answered {error.code}: {error.read().decode()}") from None

    def stop(self):
        self.process.terminate()
        self.process.wait(15)


def decimal(minor):
    return f"{'-' if minor < 0 else ''}{abs(minor) // 100}.{abs(minor) % 100:02}"


def agrees(name, server, ledger, state):
    """What the server answers is what the reader found in the folder. All vectors are in euros."""
    path = f"/ledgers/{ledger}"
    balances = server.call("GET", path + "/balances")
    pairs = sorted((p["debtorId"], p["creditorId"], p["amount"]) for p in balances["pairs"])
    check(f"{name}: the same pairs", pairs == sorted(
        (p["debtor"], p["creditor"], decimal(int(p["amount"]))) for p in state["owes"]), pairs)
    positions = {p["participantId"]: p["amount"] for p in balances["positions"]}
    expected = {person: decimal(int(amount)) for person, amount in state["positions"].items()}
    check(f"{name}: the same positions", positions == expected, positions)
    answer = server.call("GET", path)
    check(f"{name}: the same name", answer["name"] == state["ledgerName"], answer["name"])
    people = sorted((p["id"], p["name"]) for p in answer["participants"])
    check(f"{name}: the same participants", people == sorted((p["id"], p["name"]) for p in state["participants"]), people)
    expenses = server.call("GET", path + "/expenses?limit=500")["items"]
    found = sorted((e["id"], e["title"], e["amount"], e["executionDate"], e["payerId"]) for e in expenses)
    check(f"{name}: the same expenses", found == sorted(
        (e["id"], e["title"], decimal(int(e["amount"])), e["executionDate"], e["payerId"]) for e in state["expenses"]))


def write(server, ledger, state):
    """One of everything that a person does, in a ledger that others wrote."""
    path = f"/ledgers/{ledger}"
    me = state["participants"][0]["id"]
    other = state["participants"][1]["id"]
    server.call("POST", f"{path}/participants/{me}/claim", {})
    server.call("POST", f"{path}/expenses", {"title": "Bread – ½", "amount": "3.05", "note": "two\nlines"})
    first, second = state["expenses"][:2]
    server.call("PUT", f"{path}/expenses/{first['id']}", {
        "title": "Changed", "amount": "10.00", "executionDate": first["executionDate"], "payerId": other,
        "splitParticipantIds": [me, other]})
    server.call("DELETE", f"{path}/expenses/{second['id']}")
    server.call("POST", f"{path}/settlements", {"fromParticipantId": me, "toParticipantId": other, "amount": "1.00"})
    server.call("POST", f"{path}/labels", {"name": "Neu"})
    server.call("PATCH", path, {"name": "Ours too"})


def together(server, connection, root, vector):
    name, expected = vector.name, json.loads((vector / "expected.json").read_text())
    folder, code = root / name, expected["joinCode"]
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    joined = server.call("POST", "/ledgers/join", {"joinCode": code, "connectionId": connection, "path": name})
    answer = server.call("POST", f"/ledgers/{joined['id']}/sync")
    check(f"{name}: joined and in sync", answer["state"] == "inSync", answer)
    agrees(f"{name}, joined", server, joined["id"], read_folder.describe(folder, code))
    check(f"{name}: joining writes nothing", before == {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()})

    write(server, joined["id"], expected)
    answer = server.call("POST", f"/ledgers/{joined['id']}/sync")
    check(f"{name}: seven events pushed", answer["state"] == "inSync" and answer["pushed"]["events"] <= 7, answer)
    after = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    check(f"{name}: no other file changed", all(after.get(path) == before[path] for path in before))
    new = [path for path in after if path not in before]
    suffix = ".jsonl.enc" if name == "trip" else ".jsonl"
    check(f"{name}: one new segment, in the folder's suffix", len(new) == 1 and new[0].name[18:] == suffix, new)
    _, segments = read_folder.read_events(folder, read_folder.key_of(code))
    ours = segments[str(new[0].relative_to(folder))]
    check(f"{name}: seven events of version 1 in it", len(ours) == 7 and {e["schemaVersion"] for e in ours} == {1}, len(ours))
    agrees(f"{name}, written to", server, joined["id"], read_folder.describe(folder, code))


def homes(program, directory):
    """Two servers over one directory: one makes the ledger, the other joins it; then the folder suffers."""
    root = directory / "shared"
    root.mkdir()
    anna, ben = (Server(program, directory / name, root) for name in ("anna", "ben"))
    try:
        connections = [
            home.call("POST", "/folder-connections", {"kind": "directory", "path": str(root)})["id"] for home in (anna, ben)]
        ledger = anna.call("POST", "/ledgers", {
            "name": "Aix", "currency": "EUR", "kind": "group", "participants": ["Anna", "Ben"], "me": "Anna",
            "folder": {"connectionId": connections[0], "path": "aix"}})["id"]
        check("homes: made and in sync", anna.call("POST", f"/ledgers/{ledger}/sync")["state"] == "inSync")
        code = anna.call("GET", f"/ledgers/{ledger}/join-code")["joinCode"]
        ben.call("POST", "/ledgers/join", {"joinCode": code, "connectionId": connections[1], "path": "aix"})
        people = ben.call("GET", f"/ledgers/{ledger}")["participants"]
        ben.call("POST", f"/ledgers/{ledger}/participants/{next(p['id'] for p in people if p['name'] == 'Ben')}/claim", {})
        for number, home in enumerate((anna, ben, anna, ben)):
            home.call("POST", f"/ledgers/{ledger}/expenses", {"title": f"Bread {number}", "amount": "4.01"})
        settle(ledger, anna, ben)
        agreed("homes: agree", ledger, anna, ben, root / "aix", code)

        # Nobody asks for a sync: a write is pushed within ten seconds, and shows at the other home while somebody looks.
        before = total(root / "aix")
        anna.call("POST", f"/ledgers/{ledger}/expenses", {"title": "By itself", "amount": "3.00"})
        check("by itself: pushed within ten seconds", within(10, lambda: total(root / "aix") > before))
        titles = lambda: [e["title"] for e in ben.call("GET", f"/ledgers/{ledger}/expenses")["items"]]
        check("by itself: pulled within a minute", within(60, lambda: "By itself" in titles()))

        # Somebody harms a file of Ben's: Anna says which, and both go on.
        mine = anna.call("GET", "/me")["device"]["id"]
        victim = next(path for path in (root / "aix/events").rglob("*.jsonl") if mine not in str(path))
        good = victim.read_bytes()
        victim.write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        answer = anna.call("POST", f"/ledgers/{ledger}/sync")
        check("harmed file: named", answer["state"] == "error" and victim.name in answer["problem"]["detail"], answer)
        anna.call("POST", f"/ledgers/{ledger}/expenses", {"title": "Still here", "amount": "1.00"})
        answer = anna.call("POST", f"/ledgers/{ledger}/sync")
        check("harmed file: the rest is pushed", answer["pushed"] == {"segments": 1, "events": 1}, answer)
        answer = ben.call("POST", f"/ledgers/{ledger}/sync")
        check("harmed file: its owner does not write over it", victim.read_bytes() != good and answer["state"] == "error", answer)
        victim.write_bytes(good)
        settle(ledger, anna, ben)
        agreed("harmed file: whole again", ledger, anna, ben, root / "aix", code)

        # The drive is gone, somebody writes, the drive is back.
        root.rename(directory / "unplugged")
        anna.call("POST", f"/ledgers/{ledger}/expenses", {"title": "Offline", "amount": "2.00"})
        answer = anna.call("POST", f"/ledgers/{ledger}/sync")
        status = anna.call("GET", f"/ledgers/{ledger}")["sync"]
        check("no drive: offline, and the event waits", answer["state"] == "offline" and status["pendingEvents"] == 1, status)
        (directory / "unplugged").rename(root)
        settle(ledger, anna, ben)
        agreed("drive back: agree", ledger, anna, ben, root / "aix", code)
    finally:
        anna.stop()
        ben.stop()


def total(folder):
    return sum(path.stat().st_size for path in folder.rglob("*.jsonl"))


def within(seconds, is_so):
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        time.sleep(0.2)
    return is_so()


def settle(ledger, *servers):
    for server in servers * 2:
        answer = server.call("POST", f"/ledgers/{ledger}/sync")
    check("in sync", answer["state"] == "inSync" and not answer.get("problem"), answer)


def agreed(what, ledger, anna, ben, folder, code):
    both = [server.call("GET", f"/ledgers/{ledger}/expenses")["items"] for server in (anna, ben)]
    check(what, [e["id"] for e in both[0]] == [e["id"] for e in both[1]], both)
    agrees(what, anna, ledger, read_folder.describe(folder, code))


def main():
    for vector in VECTORS:
        expected = json.loads((vector / "expected.json").read_text())
        found = read_folder.describe(vector / "folder", expected["joinCode"])
        check(f"{vector.name}: the reader agrees with the vector", not differences(found, expected),
              differences(found, expected))
    if len(sys.argv) > 1:
        with tempfile.TemporaryDirectory() as directory:
            root, data = Path(directory) / "folders", Path(directory) / "data"
            for vector in VECTORS:
                shutil.copytree(vector / "folder", root / vector.name)
            subprocess.run(["chmod", "-R", "u+w", root], check=True)
            server = Server(Path(sys.argv[1]).resolve(), data, root)
            try:
                connection = server.call("POST", "/folder-connections", {"kind": "directory", "path": str(root)})["id"]
                for vector in VECTORS:
                    together(server, connection, root, vector)
            finally:
                server.stop()
            homes(Path(sys.argv[1]).resolve(), Path(directory))
    print(f"{outcomes[True]} passed, {outcomes[False]} failed")
    sys.exit(outcomes[False] > 0)


if __name__ == "__main__":
    main()
