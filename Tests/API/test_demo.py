"""`splitclone demo`: a household that is made up, marked as such, and gone afterwards."""
import datetime
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import harness
from test_command_line import run

PASSWORD = "demonstration"


def enter(server, name="Anna"):
    client = harness.Client(server)
    client.token = client.post("/sessions", name=name, password=PASSWORD, deviceName="t", **{"as": "token"})["token"]
    return client


class Demonstration(harness.Check):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.mkdtemp(prefix="splitclone-demo-")
        started = time.monotonic()
        cls.server = harness.Server(data=cls.place, program=(harness.PROGRAM, "demo"))
        cls.took = time.monotonic() - started
        cls.anna = enter(cls.server)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        shutil.rmtree(cls.place, True)

    def ledgers(self, client=None):
        return {one["name"]: one for one in (client or self.anna).get("/ledgers")["items"]}

    def test_it_is_there_quickly(self):
        """well under three seconds; with room for a machine that does much else"""
        self.assertLess(self.took, 10)

    def test_it_says_how_to_come_in(self):
        self.assertTrue(any("sign in as Anna, Ben, Chloé, password demonstration" in line for line in self.server.lines))
        door = harness.Client(self.server).get("/setup")
        self.assertEqual((door["needed"], door["demonstration"]), (False, {"names": ["Anna", "Ben", "Chloé"], "password": PASSWORD}))
        for name in door["demonstration"]["names"]:
            self.assertIs(enter(self.server, name).get("/me")["demonstration"], True)

    def test_a_year_of_three_people(self):
        """a flat, a trip in another currency, a budget, friends; everything is as it could have been entered"""
        ledgers = self.ledgers()
        self.assertEqual(set(ledgers), {"Elm Street 4", "Home", "Edinburgh"})
        self.assertEqual(ledgers["Edinburgh"]["currency"], "GBP")
        self.assertEqual([one["name"] for one in ledgers["Elm Street 4"]["participants"]], ["Anna", "Ben", "Chloé"])
        self.assertTrue(all(one["claimed"] for one in ledgers["Elm Street 4"]["participants"]))
        self.assertEqual(set(self.ledgers(enter(self.server, "Chloé"))), {"Elm Street 4", "Edinburgh"})
        for name, one in ledgers.items():
            path = "/ledgers/" + one["id"]
            positions = [float(one["amount"]) for one in self.anna.get(path + "/balances")["positions"]]
            self.assertAlmostEqual(sum(positions), 0)
        flat, home = ("/ledgers/" + ledgers[name]["id"] for name in ("Elm Street 4", "Home"))
        dates = []
        cursor = ""
        while cursor is not None:
            page = self.anna.get(f"{flat}/expenses?limit=200{cursor}").json
            dates += [one["executionDate"] for one in page["items"]]
            cursor = page["next"] and "&cursor=" + page["next"]
        today = self.anna.get(flat + "/snapshot")["day"]
        self.assertLessEqual(max(dates), today)
        self.assertGreater((datetime.date.fromisoformat(today) - datetime.date.fromisoformat(min(dates))).days, 300)
        self.assertGreater(len(dates), 100)
        self.assertTrue(self.anna.get(flat + "/settlements")["items"])
        self.assertTrue([one for one in self.anna.get(flat + "/expenses?limit=100")["items"] if one.get("overdue")], "a reminder")
        self.assertGreaterEqual(len(self.anna.get(home + "/categories")["items"]), 5)
        me = "?participant=" + ledgers["Home"]["participants"][0]["id"]
        self.assertTrue(self.anna.get(home + "/alerts" + me)["items"])
        self.assertTrue(self.anna.get(home + "/saving-goal")["items"])
        friends = {one["nickname"]: one for one in self.anna.get("/friends")["items"]}
        self.assertEqual(set(friends), {"Ben", "Chloé", "Mira"})
        self.assertTrue(friends["Ben"]["accountLinked"] and not friends["Mira"]["accountLinked"])

    def test_the_same_seed_tells_the_same(self):
        again = tempfile.mkdtemp(prefix="splitclone-demo-")
        self.addCleanup(shutil.rmtree, again, True)
        other = harness.Server("--seed", "2", data=again, program=(harness.PROGRAM, "demo"))
        self.addCleanup(other.close)
        twin_place = tempfile.mkdtemp(prefix="splitclone-demo-")
        self.addCleanup(shutil.rmtree, twin_place, True)
        twin = harness.Server(data=twin_place, program=(harness.PROGRAM, "demo"))
        self.addCleanup(twin.close)

        def told(server):
            client = enter(server)
            flat = self.ledgers(client)["Elm Street 4"]["id"]
            return [(one["title"], one["amount"], one["executionDate"]) for one in client.get(f"/ledgers/{flat}/expenses?limit=100")["items"]]
        self.assertEqual(told(twin), told(self.server))
        self.assertNotEqual(told(other), told(self.server))

    def test_other_data_is_not_touched(self):
        """a directory with anything else in it is refused; one that was kept is served again, and marked also by serve"""
        with tempfile.TemporaryDirectory() as place:
            Path(place, "letter.txt").write_text("mine")
            failed = run("demo", "--data", place, "--port", 0)
            self.assertEqual(failed.returncode, 2)
            self.assertIn("holds other data", failed.stderr)
            self.assertEqual(os.listdir(place), ["letter.txt"])
        kept = tempfile.mkdtemp(prefix="splitclone-demo-")
        self.addCleanup(shutil.rmtree, kept, True)
        for program in [("demo",), ("demo",), ("serve",)]:
            server = harness.Server(data=kept, program=(harness.PROGRAM, *program))
            try:
                self.assertIs(enter(server).get("/me")["demonstration"], True)
            finally:
                server.close()

    def test_nothing_stays(self):
        """without --data it is gone when it ends, and what a killed one left goes with the next"""
        with tempfile.TemporaryDirectory() as place:
            for killed in [True, False]:
                process = subprocess.Popen([harness.PROGRAM, "demo", "--port", "0", "--public", harness.PUBLIC], stdout=subprocess.PIPE,
                                           stderr=subprocess.DEVNULL, text=True, env={**os.environ, "TMPDIR": place})
                while "listening on" not in process.stdout.readline():
                    self.assertIsNone(process.poll())
                self.assertEqual(len(list(Path(place).glob("*/*"))), 1)
                process.kill() if killed else process.terminate()
                process.wait(20)
                process.stdout.close()
            self.assertEqual(list(Path(place).glob("*/*")), [])


class Ordinary(harness.Check):
    def test_a_server_is_no_demonstration(self):
        self.assertIs(self.anna.get("/me")["demonstration"], False)
        self.assertIsNone(harness.Client(self.server).get("/setup")["demonstration"])


if __name__ == "__main__":
    harness.main()
