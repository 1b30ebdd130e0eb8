"""Answered means on the disk: seen from outside, by the system calls the server makes."""
import re

import faults
from faults import harness

CALLS = "trace=pwrite64,fdatasync,fsync,sendto,sendmsg,write,writev"


def timeline(lines):
    """The log's events in order: ("write", name) when bytes are given to the kernel, ("sync", name) when they are on the
    disk, ("answer", status) when the first byte of an answer is about to leave."""
    started = {}
    for line in lines:
        thread, _, call = line.partition(" ")
        call = call.strip()
        if call.startswith("<..."):
            first = started.pop(thread, "")
            if first.startswith(("fdatasync", "fsync")) and call.endswith("= 0"):
                yield "sync", descriptor(first)
            continue
        if call.endswith("<unfinished ...>"):
            started[thread] = call
        if call.startswith("pwrite64"):
            yield "write", descriptor(call)
        elif call.startswith(("fdatasync", "fsync")) and call.endswith("= 0"):
            yield "sync", descriptor(call)
        else:
            answer = re.search(r'"HTTP/1\.1 (\d+)', call)
            if answer:
                yield "answer", int(answer[1])


def descriptor(call):
    return re.search(r"\(\d+<([^>]*)>", call)[1].rsplit("/", 1)[-1]


class Durable(harness.Check):
    def watch(self, *requests):
        """Makes requests one after the other; what had been done when each was answered."""
        trace = faults.Strace(self.server.process.pid, "-e", CALLS)
        statuses = [request().status for request in requests]
        events = list(timeline(trace.let_go()))
        self.assertEqual([status for kind, status in events if kind == "answer"], statuses)
        return events

    def check_synced(self, events):
        """Between two answers something was synced, and no byte of the log was left unsynced when an answer left."""
        unsynced, syncs, answers = 0, 0, 0
        for kind, value in events:
            if kind == "write" and value.endswith("-wal"):
                unsynced += 1
            elif kind == "sync" and value.endswith("-wal"):
                unsynced, syncs = 0, syncs + 1
            elif kind == "answer":
                self.assertIn(value, (200, 201, 204))
                self.assertGreaterEqual(syncs, 1, f"answer {answers} left before its write was synced")
                self.assertEqual(unsynced, 0, f"answer {answers} left with bytes of the log unsynced")
                syncs, answers = 0, answers + 1
        return answers

    def test_every_answered_write_was_synced(self):
        """expenses, settlements, labels, participants, names: whatever was answered had been fdatasync'ed"""
        ledger, people = self.anna.ledger("Anna", "Ben")
        expense = self.anna.post(ledger + "/expenses", title="Bread", amount="1.00")["id"]
        writes = [lambda n=n: self.anna.post(ledger + "/expenses", title=f"Bread {n}", amount="4.20") for n in range(40)]
        writes += [
            lambda: self.anna.put(f"{ledger}/expenses/{expense}", title="Cake", amount="2.00"),
            lambda: self.anna.delete(f"{ledger}/expenses/{expense}"),
            lambda: self.anna.post(ledger + "/labels", name="Food"),
            lambda: self.anna.post(ledger + "/participants", name="Cleo"),
            lambda: self.anna.patch(ledger, name="Flat 2"),
            lambda: self.anna.post(
                ledger + "/settlements", fromParticipantId=people["Ben"], toParticipantId=people["Anna"], amount="1.00"),
            lambda: self.anna.post("/tokens", name="script"),
            lambda: self.anna.post("/ledgers", name="Second", currency="EUR", participants=["Anna"], me="Anna"),
        ]
        self.assertEqual(self.check_synced(self.watch(*writes)), len(writes))

    def test_reading_costs_no_sync(self):
        """the proof can fail: reading is answered without syncing anything"""
        ledger, _ = self.anna.ledger()
        events = self.watch(*[lambda: self.anna.get(ledger + "/expenses")] * 10)
        self.assertEqual([kind for kind, value in events if kind != "answer"], [])
        with self.assertRaises(AssertionError):
            self.check_synced(events)

    def test_many_writers_share_syncs(self):
        """under load there are fewer syncs than answered writes"""
        ledger, _ = self.anna.ledger()
        books = faults.Books()
        trace = faults.Strace(self.server.process.pid, "-e", CALLS)
        load = faults.Load(self.server, self.anna.token, ledger, books)
        harness.until(lambda: len(books.known) > 200)
        load.stop()
        events = list(timeline(trace.let_go()))
        answers = sum(kind == "answer" for kind, _ in events)
        syncs = sum(event == ("sync", "splitclone.sqlite-wal") for event in events)
        self.assertGreater(syncs, 0)
        self.assertLess(syncs, answers)


if __name__ == "__main__":
    harness.main()
