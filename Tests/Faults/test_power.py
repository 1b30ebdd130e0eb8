"""The power fails: only what was synced survives, and of the rest any part, in any order, torn at any sector.

The server runs under strace, which writes down every byte it gives to the kernel and every sync. From that the disk is
made again as it would have been had the power failed the moment an answer left, and a server is started on it.
"""
import os
import random
import re
import shutil
import signal
import stat
import tempfile
import unittest
from pathlib import Path

import faults
from faults import harness

WRITES = 300
MOMENTS = 12
SECTOR = 512
NAMES = ("splitclone.sqlite", "splitclone.sqlite-wal")


def plain(text):
    """Strace writes every byte as \\x and two digits."""
    return bytes.fromhex(text.replace(r"\x", ""))


class File:
    def __init__(self, content=b""):
        self.synced, self.pending, self.syncs = bytearray(content), [], 0

    def apply(self, writes):
        for offset, data in writes:
            if data is None:
                del self.synced[offset:]
            else:
                self.synced.extend(bytes(max(0, offset + len(data) - len(self.synced))))
                self.synced[offset:offset + len(data)] = data

    def after_power_cut(self, dice):
        """What was synced, and of the rest what the disk happened to have taken."""
        left = File(self.synced)
        for offset, data in dice.sample(self.pending, dice.randint(0, len(self.pending))) if dice else []:
            if data is None:
                continue
            for start in range(0, len(data), SECTOR):
                if dice.random() < 0.7:
                    left.apply([(offset + start, data[start:start + SECTOR])])
        return bytes(left.synced)


class Disk:
    """The two files of the database as the log tells them."""

    def __init__(self, directory):
        self.files = {}
        for name in NAMES:
            path = Path(directory, name)
            self.files[name] = File(path.read_bytes() if path.exists() else b"")
        self.unfinished, self.answers = {}, 0

    def follow(self, lines):
        """Yields at each answer of 201, before it leaves."""
        for line in lines:
            thread, _, call = line.partition(" ")
            call = call.strip()
            if call.startswith("<..."):
                self.finish(thread, call.endswith("= 0"))
            elif call.endswith("<unfinished ...>"):
                self.start(thread, call)
            else:
                self.start(thread, call)
                self.finish(thread, call.endswith("= 0"))
            # Every byte of a string is written in hexadecimal: HTTP/1.1 201
            if not call.startswith("<...") and r'"\x48\x54\x54\x50\x2f\x31\x2e\x31\x20\x32\x30\x31' in call:
                self.answers += 1
                yield self.answers

    def start(self, thread, call):
        path = re.search(r"^\w+\(\d+<([^>]*)>", call)
        file = self.files.get(os.path.basename(plain(path[1]).decode(errors="replace"))) if path else None
        if file is None:
            return
        if call.startswith("pwrite64"):
            data, offset = re.search(r'"([^"]*)", \d+, (\d+)', call).groups()
            file.pending.append((int(offset), plain(data)))
        elif call.startswith("ftruncate"):
            file.pending.append((int(re.search(r">, (\d+)", call)[1]), None))
        elif call.startswith(("fdatasync", "fsync")):
            self.unfinished[thread] = (file, len(file.pending))

    def finish(self, thread, succeeded):
        """What was pending when a sync began is on the disk when it ends."""
        file, count = self.unfinished.pop(thread, (None, 0))
        if file and succeeded:
            file.syncs += count > 0
            file.apply(file.pending[:count])
            del file.pending[:count]

    def write(self, directory, dice):
        for name, file in self.files.items():
            with open(os.path.join(directory, name), "wb") as target:
                target.write(file.after_power_cut(dice))


class Power(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="splitclone-power-")
        self.addCleanup(shutil.rmtree, self.data)
        server = harness.Server(data=self.data)
        anna = server.owner()
        self.token = anna.token
        self.ledger, _ = anna.ledger()
        server.stop()
        server.close()
        self.before = Disk(self.data)
        self.assertEqual(self.before.files["splitclone.sqlite-wal"].synced, b"", "a server that ended left its log behind")

    def recorded(self):
        """Writes under strace, then kill -9: the log's lines, and what was answered, in order."""
        log, wrapper = os.path.join(self.data, "strace"), os.path.join(self.data, "traced")
        with open(wrapper, "w") as file:
            file.write(
                f"#!/bin/sh\nexec strace -f -y -xx -s 1000000 -o {log} "
                f"-e trace=pwrite64,ftruncate,fdatasync,fsync,sendto,sendmsg {harness.PROGRAM} \"$@\"\n")
        os.chmod(wrapper, stat.S_IRWXU)
        server = harness.Server(data=self.data, program=(wrapper, "serve"))
        line = faults.Line(server, self.token)
        answers = [line.send("POST", self.ledger + "/expenses", title=f"Bread {n}", amount="4.20") for n in range(WRITES)]
        line.close()
        traced = server.process.pid
        os.kill(int(Path(f"/proc/{traced}/task/{traced}/children").read_text()), signal.SIGKILL)
        server.close()
        self.assertEqual({status for status, _ in answers}, {201})
        return Path(log).read_text().splitlines(), [answer["id"] for _, answer in answers]

    def check(self, disk, answered, dice):
        """A server on what is left has everything that had been answered."""
        with tempfile.TemporaryDirectory(prefix="splitclone-power-") as left:
            shutil.copy(os.path.join(self.data, "master.key"), left)
            disk.write(left, dice)
            server = harness.Server(data=left)
            try:
                client = harness.Client(server, self.token)
                harness.until(lambda: client.get(self.ledger).status == 200)
                there = {expense["id"] for expense in faults.expenses(client, self.ledger)}
            finally:
                server.close()
            return set(answered) - there

    def test_power_cut_at_an_answer(self):
        """the power fails the moment an answer leaves: that write and all before it are there"""
        lines, ids = self.recorded()
        dice = random.Random(7)
        moments = set(dice.sample(range(1, WRITES), MOMENTS)) | {1, WRITES}
        disk, during = self.before, 0
        for count in disk.follow(lines):
            moving = bool(disk.files["splitclone.sqlite"].pending)
            during += moving
            if count not in moments and not (moving and during < 5):
                continue
            for torn in (None, dice):
                with self.subTest(answers=count, torn=bool(torn), moving=moving):
                    self.assertEqual(self.check(disk, ids[:count], torn), set())
        self.assertEqual(disk.answers, WRITES)
        self.assertGreater(disk.files["splitclone.sqlite"].syncs, 0, "the log was never moved into the file meanwhile")

    def test_the_model_can_fail(self):
        """were the syncs not there, most of the writes would be lost"""
        lines, ids = self.recorded()
        disk = self.before
        for _ in disk.follow(line for line in lines if "fdatasync" not in line):
            pass
        self.assertGreater(len(self.check(disk, ids, None)), WRITES / 2)


if __name__ == "__main__":
    harness.main()
