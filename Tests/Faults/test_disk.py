"""A disk that is full, and a disk that fails: writes are refused, reading goes on, nothing that was answered is lost, and
nothing that was refused appears later."""
import os
import shutil
import signal
import subprocess
import tempfile
import unittest

import faults
from faults import harness


class Disk(unittest.TestCase):
    def setUp(self):
        self.data = tempfile.mkdtemp(prefix="splitclone-disk-")
        self.addCleanup(shutil.rmtree, self.data)
        self.mount()
        self.start()
        self.addCleanup(lambda: self.server.close())
        self.anna = self.server.owner()
        self.ledger, _ = self.anna.ledger()
        self.books = faults.Books()

    def mount(self):
        """The disk of this test, where the machine's own will not do."""

    def start(self):
        self.server = harness.Server(data=self.data)

    def restart(self):
        """As after kill -9."""
        self.server.stop(signal.SIGKILL)
        self.server.close()
        self.start()
        self.anna = harness.Client(self.server, self.anna.token)
        harness.until(lambda: self.anna.get(self.ledger).status == 200)

    def check(self):
        self.assertEqual(self.books.check(faults.expenses(self.anna, self.ledger)), [])

    def record(self, note="x" * 1500):
        answer = self.anna.post(self.ledger + "/expenses", title="Bread", amount="4.20", note=note)
        if answer.status == 201:
            self.books.known[answer["id"]] = answer["amount"]
        return answer

    def refused(self, status):
        """A write is refused as a problem document; reading goes on, and shows no trace of it."""
        answer = self.record()
        self.assertEqual(answer.status, status, answer)
        self.assertEqual(answer.fields["Content-Type"], "application/problem+json")
        if status == 503:
            self.assertGreater(int(answer.fields["Retry-After"]), 0)
        self.check()


class FailingDisk(Disk):
    """Faults are injected into the system calls of the running server, and end again."""

    def fails(self, call, error, status):
        self.assertEqual(self.record().status, 201)
        trace = faults.Strace(self.server.process.pid, "-e", f"trace={call}", "-e", f"inject={call}:error={error}")
        for _ in range(5):
            self.refused(status)
        return trace

    def test_full(self):
        """ENOSPC: 507 until there is room again, without a restart"""
        trace = self.fails("pwrite64", "ENOSPC", 507)
        trace.let_go()
        self.assertEqual(self.record().status, 201)
        self.restart()
        self.check()

    def test_write_error(self):
        """EIO on writing: 503 until the disk works again, without a restart"""
        trace = self.fails("pwrite64", "EIO", 503)
        trace.let_go()
        self.assertEqual(self.record().status, 201)
        self.restart()
        self.check()

    def test_sync_error(self):
        """EIO on fdatasync: 503 although every byte was written, and a restart does not bring it back"""
        trace = self.fails("fdatasync", "EIO", 503)
        trace.let_go()
        self.assertEqual(self.record().status, 201)
        self.restart()
        self.check()

    def test_killed_while_syncing_fails(self):
        """killed while the disk still fails: what was refused is not there after the restart"""
        trace = self.fails("fdatasync", "EIO", 503)
        self.restart()
        trace.let_go()
        self.check()
        self.assertEqual(self.record().status, 201)

    def test_single_errors_under_load(self):
        """now and then a sync fails, under load: each writer gets the truth about its own write"""
        trace = faults.Strace(
            self.server.process.pid, "-e", "trace=fdatasync", "-e", "inject=fdatasync:error=EIO:when=5+7")
        load = faults.Load(self.server, self.anna.token, self.ledger, self.books)
        harness.until(lambda: len(self.books.known) > 300 and len(load.refusals) > 5, 60)
        load.stop()
        trace.let_go()
        self.assertEqual({status for status, _ in load.refusals}, {503})
        self.assertTrue(all(int(after) > 0 for _, after in load.refusals))
        self.check()
        self.restart()
        self.check()


@unittest.skipUnless(os.geteuid() == 0, "mounting a small disk needs root")
class SmallDisk(Disk):
    """A disk of a few megabytes that is really full."""

    def mount(self):
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", self.data], check=True)
        self.addCleanup(subprocess.run, ["umount", self.data], check=True)

    def test_full(self):
        """507 when it is full; reading goes on, also after a restart; writing again as soon as there is room"""
        filler = os.path.join(self.data, "filler")
        with open(filler, "wb") as file:
            try:
                file.write(bytes(11 << 20))
            except OSError:
                pass
        free = os.statvfs(self.data)
        spare = 400 << 10
        os.truncate(filler, max(0, os.path.getsize(filler) - max(0, spare - free.f_bavail * free.f_frsize)))
        statuses = [self.record().status for _ in range(5)]
        self.assertEqual(set(statuses), {201}, "there was room for the first ones")
        for _ in range(2000):
            if self.record().status != 201:
                break
        self.refused(507)
        self.restart()
        self.check()
        self.refused(507)
        os.unlink(filler)
        self.assertEqual(self.record().status, 201)
        self.check()
        self.restart()
        self.check()


if __name__ == "__main__":
    harness.main()
