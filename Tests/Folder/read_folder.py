#!/usr/bin/env python3
"""Reads a ledger's shared folder, and nothing of the product: written from docs/file-format.md alone.

    read_folder.py FOLDER JOIN-CODE      prints the ledger's state as JSON; every complaint is fatal
"""
import base64
import hashlib
import json
import re
import sys
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

SEGMENT = re.compile(r"\d{8}T\d{9}\.jsonl(\.enc)?")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
ENVELOPE = ["id", "kind", "schemaVersion", "authorDeviceId", "authorParticipantId", "entryAt", "payload"]


def key_of(code):
    form, text, checksum = code.strip().split(".")
    key = base64.urlsafe_b64decode(text + "=")
    assert form == "SC1" and len(key) == 32 and hashlib.sha256(key).hexdigest()[:4] == checksum.lower(), "join code"
    return key


def read_metadata(folder, key):
    text = (folder / "ledger.json").read_text()
    metadata = json.loads(text)
    assert text == json.dumps(metadata, indent=2, ensure_ascii=False) + "\n", "ledger.json: two-space indent, one line end"
    assert metadata["encrypted"] is True and metadata["schemaVersion"] in (1, 2)
    assert metadata["keyFingerprint"] == hashlib.sha256(key).hexdigest()[:32]
    assert INSTANT.fullmatch(metadata["createdAt"])
    return metadata


def read_events(folder, key):
    """Every event of every segment, each line checked; and the files they came from."""
    events, segments = [], {}
    for path in sorted(folder.rglob("*")):
        if path.is_dir() or path == folder / "ledger.json":
            continue
        place = path.relative_to(folder)
        assert len(place.parts) == 3 and place.parts[0] == "events", f"{place} has no business here"
        assert UUID.fullmatch(place.parts[1]) and SEGMENT.fullmatch(place.name), place
        sealed = path.read_bytes()
        plain = AESGCM(key).decrypt(sealed[:12], sealed[12:], None)
        assert plain == b"" or plain.endswith(b"\n"), f"{place}: the last line has no end"
        segments[str(place)] = [check_event(json.loads(line), place) for line in plain.decode().splitlines()]
        events += segments[str(place)]
    return events, segments


def check_event(event, place):
    assert all(name in event for name in ENVELOPE), f"{place}: {event}"
    assert event["schemaVersion"] in (1, 2) and INSTANT.fullmatch(event["entryAt"]), f"{place}: {event}"
    assert all(UUID.fullmatch(event[name]) for name in ("id", "authorDeviceId", "authorParticipantId")), f"{place}: {event}"
    return event


def money(value):
    assert list(value) == ["$bigint"] and re.fullmatch(r"0|-?[1-9]\d*", value["$bigint"]), value
    return int(value["$bigint"])


class State:
    """The fold of formats, section d: by moment, then by id; each event once."""

    def __init__(self, events):
        self.name, self.participants, self.labels, self.expenses, self.settlements = None, {}, {}, {}, {}
        for event in sorted({e["id"]: e for e in events}.values(), key=lambda e: (e["entryAt"], e["id"])):
            getattr(self, "on" + event["kind"])(event, event["payload"])

    def onLedgerRenamed(self, event, payload):
        self.name = payload["name"]

    def onParticipantAdded(self, event, payload):
        self.participants[payload["participantId"]] = {"name": payload["name"], "devices": set()}

    def onParticipantRenamed(self, event, payload):
        if payload["participantId"] in self.participants:
            self.participants[payload["participantId"]]["name"] = payload["name"]

    def onParticipantClaimed(self, event, payload):
        if payload["participantId"] in self.participants:
            for participant in self.participants.values():
                participant["devices"].discard(payload["deviceId"])
            self.participants[payload["participantId"]]["devices"].add(payload["deviceId"])

    def onLabelCreated(self, event, payload):
        self.labels[payload["labelId"]] = payload["name"]

    def onLabelRenamed(self, event, payload):
        if payload["labelId"] in self.labels:
            self.labels[payload["labelId"]] = payload["name"]

    def onLabelDeleted(self, event, payload):
        self.labels.pop(payload["labelId"], None)

    def create(self, table, key, event):
        table[key] = {**event["payload"]["input"], "createdAt": event["entryAt"], "createdBy": event["authorParticipantId"]}

    def update(self, table, key, event):
        if key in table:
            stamps = {name: table[key][name] for name in ("createdAt", "createdBy")}
            table[key] = {
                **event["payload"]["input"], **stamps,
                "lastEditedAt": event["entryAt"], "lastEditedBy": event["authorParticipantId"]}

    def onExpenseCreated(self, event, payload):
        self.create(self.expenses, payload["expenseId"], event)

    def onExpenseUpdated(self, event, payload):
        self.update(self.expenses, payload["expenseId"], event)

    def onExpenseDeleted(self, event, payload):
        self.expenses.pop(payload["expenseId"], None)

    def onSettlementRecorded(self, event, payload):
        self.create(self.settlements, payload["settlementId"], event)

    def onSettlementUpdated(self, event, payload):
        self.update(self.settlements, payload["settlementId"], event)

    def onSettlementDeleted(self, event, payload):
        self.settlements.pop(payload["settlementId"], None)


def shares(expense):
    amount, people = money(expense["amount"]), expense["splitParticipantIds"]
    assert amount > 0 and people and len(set(people)) == len(people), expense
    result = {person: amount // len(people) for person in people}
    odd = expense["payerId"] if expense["payerId"] in people else min(people)
    result[odd] += amount % len(people)
    return result


def owed(state):
    """What each pair owes, positive only; and each one's position, positive for who is owed."""
    pairs, positions = {}, {person: 0 for person in state.participants}

    def add(debtor, creditor, amount):
        if debtor != creditor:
            pairs[debtor, creditor] = pairs.get((debtor, creditor), 0) + amount
            pairs[creditor, debtor] = pairs.get((creditor, debtor), 0) - amount
            positions[creditor] = positions.get(creditor, 0) + amount
            positions[debtor] = positions.get(debtor, 0) - amount

    for expense in state.expenses.values():
        for person, share in shares(expense).items():
            add(person, expense["payerId"], share)
    for settlement in state.settlements.values():
        add(settlement["fromParticipantId"], settlement["toParticipantId"], -money(settlement["amount"]))
    assert sum(positions.values()) == 0
    owes = [{"debtor": d, "creditor": c, "amount": str(a)} for (d, c), a in sorted(pairs.items()) if a > 0]
    return owes, {person: str(amount) for person, amount in positions.items()}


def item(identifier, value):
    return {**value, "id": identifier, "amount": str(money(value["amount"]))}


def describe(folder, code):
    """The ledger as `expected.json` of the vectors says it."""
    folder, key = Path(folder), key_of(code)
    metadata = read_metadata(folder, key)
    events, _ = read_events(folder, key)
    state = State(events)
    owes, positions = owed(state)
    return {
        "joinCode": code, "keyFingerprint": metadata["keyFingerprint"], "ledgerId": metadata["ledgerId"],
        "events": len({e["id"] for e in events}), "ledgerName": state.name,
        "participants": [
            {"id": i, "name": p["name"], "devices": sorted(p["devices"])} for i, p in sorted(state.participants.items())],
        "labels": [{"id": i, "name": name} for i, name in sorted(state.labels.items())],
        "expenses": [
            {**item(i, e), "shares": {p: str(s) for p, s in shares(e).items()}}
            for i, e in sorted(state.expenses.items())],
        "settlements": [item(i, s) for i, s in sorted(state.settlements.items())],
        "owes": owes, "positions": positions,
    }


if __name__ == "__main__":
    print(json.dumps(describe(*sys.argv[1:3]), indent=1, ensure_ascii=False))
