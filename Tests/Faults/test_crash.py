"""Killed at any moment: what was answered is there, what was not is there whole or not at all, and the folder verifies."""
import contextlib
import os
import random
import shutil
import signal
import tempfile
import threading
import time
import unittest

import faults
from faults import harness

ROUNDS = int(os.environ.get("CRASH_ROUNDS", "10"))


class Crash(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="splitclone-crash-")
        self.addCleanup(shutil.rmtree, self.data)
        self.server = harness.Server(data=self.data)
        self.addCleanup(lambda: self.server.close())
        self.anna = self.server.owner()
        made = self.anna.send("POST", "/folder-connections", {"kind": "directory", "path": "shared"})
        self.ledger, _ = self.anna.ledger("Anna", "Ben", folder={"connectionId": made["id"], "path": "flat"})
        self.folder = os.path.join(self.data, "folders", "shared", "flat")
        self.code = self.anna.get(self.ledger + "/join-code")["joinCode"]
        self.books = faults.Books()

    def restart(self):
        self.server.close()
        self.server = harness.Server(data=self.data)
        self.anna = harness.Client(self.server, self.anna.token)
        harness.until(lambda: self.anna.get("/ready").status == 200)

    def check(self, moment):
        """After a restart: no answer was a lie, and a second restart shows the same."""
        self.assertIsNone(faults.verify(self.folder, self.code), moment)
        self.restart()
        found = faults.expenses(self.anna, self.ledger)
        self.assertEqual(self.books.check(found), [], moment)
        self.books.settle(found)

    def load(self, round_):
        return faults.Load(self.server, self.anna.token, self.ledger, self.books, seed=round_)

    def syncing(self):
        """Pushes all the time, so that the kill also hits the folder."""
        def work():
            with contextlib.closing(faults.Line(self.server, self.anna.token)) as line:
                while line.send("POST", self.ledger + "/sync")[0] is not None:
                    pass

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    def test_killed_under_load(self):
        """kill -9 at random moments under load and sync, on the same data again and again"""
        dice = random.Random(5)
        answered = 0
        for round_ in range(ROUNDS):
            load, sync = self.load(round_), self.syncing()
            time.sleep(dice.uniform(0.05, 0.6))
            self.server.process.send_signal(signal.SIGKILL)
            load.join()
            sync.join()
            answered += len(self.books.known)
            self.check(f"round {round_}")
        self.assertGreater(answered, ROUNDS * 20, "too little was going on to prove anything")
        self.finish()

    def test_killed_at_chosen_calls(self):
        """killed in the middle of a commit: at a chosen write, at a chosen sync, at a chosen rename"""
        for call in ["pwrite64", "fdatasync", "renameat,rename,renameat2,linkat", "fsync"]:
            for count in (1, 2, 3, 7):
                trace = faults.Strace(
                    self.server.process.pid, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={count}")
                load, sync = self.load(count), self.syncing()
                harness.until(lambda: self.server.process.poll() is not None, 30)
                load.join()
                sync.join()
                trace.let_go()
                self.check(f"{call} {count}")
        self.finish()

    def finish(self):
        """The folder in the end holds every event, and the server ends on SIGTERM."""
        synced = self.anna.post(self.ledger + "/sync")
        self.assertEqual(synced["state"], "inSync", synced)
        self.assertEqual(self.anna.get(self.ledger)["sync"]["pendingEvents"], 0)
        self.assertIsNone(faults.verify(self.folder, self.code))
        self.assertEqual(self.server.stop(), 0)

    def test_lies_are_found(self):
        """the check itself: a lost write, a change undone, a deletion that came back, a stranger"""
        books = faults.Books()
        books.known = {"a": "1.00", "b": faults.NOTHING, "c": "3.00"}
        books.open_ = {"c": {"4.00"}, "d": {"5.00"}}
        truth = [{"id": "a", "amount": "1.00"}, {"id": "c", "amount": "4.00"}]
        self.assertEqual(books.check(truth), [])
        self.assertEqual(books.check(truth + [{"id": "d", "amount": "5.00"}]), [])
        self.assertEqual(len(books.check(truth[1:])), 1)
        self.assertEqual(len(books.check([{"id": "a", "amount": "9.00"}, truth[1]])), 1)
        self.assertEqual(len(books.check(truth + [{"id": "b", "amount": "2.00"}])), 1)
        self.assertEqual(len(books.check(truth + [{"id": "x", "amount": "2.00"}])), 1)

    def test_terminated_under_load(self):
        """SIGTERM under load: everything answered is there, and the process ends by itself"""
        load = self.load(1)
        time.sleep(0.3)
        begin = time.monotonic()
        self.assertEqual(self.server.stop(), 0)
        self.assertLess(time.monotonic() - begin, 10)
        load.join()
        self.check("SIGTERM")


if __name__ == "__main__":
    harness.main()
