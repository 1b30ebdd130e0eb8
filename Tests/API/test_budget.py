"""A wallet's months, as somebody new would drive them with curl; and everything that can be asked wrongly."""
import datetime
import os
import subprocess
import unittest

import harness

ZONES = os.path.isdir("/usr/share/zoneinfo/Europe")


class Wallet(harness.Check):
    def setUp(self):
        self.ledger, self.people = self.anna.ledger("Anna", "Ben", kind="wallet", name="Home")
        self.a, self.b = self.people.values()
        self.today = self.anna.get(self.ledger + "/snapshot")["day"]

    def post(self, path, /, status=201, **body):
        made = self.anna.post(self.ledger + path, **body)
        self.assertEqual(made.status, status, made)
        return made

    def ratio(self, a, b, since):
        weights = [{"participantId": self.a, "weight": a}, {"participantId": self.b, "weight": b}]
        return self.anna.put(self.ledger + "/burden-ratio", **{"from": since, "weights": weights})


class Month(Wallet):
    """The calendar of 2020, so that every day of it has come."""

    def test_a_month(self):
        """income, rent by the ratio, a spread bill, an expected one, groceries: the daily budget adds up and explains itself"""
        self.assertEqual(self.ratio(60, 40, "2020-01-01")["current"], self.anna.get(self.ledger + "/burden-ratio")["items"][0]["weights"])
        self.post("/incomes", participantId=self.a, name="Salary", amount="3000", schedule={"frequency": "monthly", "start": "2020-01-31"})
        rent = self.post("/schedules", title="Rent", amount="1200", frequency="monthly", start="2020-01-01", end="2020-12-31")
        food = self.post("/categories", name="Food", scope="shared", icon="🥕", colour="green")
        hobby = self.post("/categories", name="Hobby", scope="individual", participantId=self.a)
        budget = self.anna.put(f"{self.ledger}/categories/{food['id']}/budget", **{"from": "2020-05", "amount": "100"})
        self.assertEqual(budget["budgets"], [{"from": "2020-05", "amount": "100.00"}])
        self.post("/expenses", title="Insurance", amount="120", executionDate="2020-01-10", spread={"from": "2020-01-01", "to": "2020-12-31", "by": "month"})
        water = self.post("/expenses", title="Water", amount="50", executionDate="2020-05-28", expected=True)
        self.post("/expenses", title="Groceries", amount="47.20", executionDate="2020-05-02", categoryId=food["id"])
        self.post("/expenses", title="Clay", amount="12.99", executionDate="2020-05-14", categoryId=hobby["id"])
        goal = self.anna.put(self.ledger + "/saving-goal", participantId=self.a, amount="200", **{"from": "2020-01"})
        self.assertEqual(goal["items"], [{"participantId": self.a, "from": "2020-01", "amount": "200.00"}])

        day = self.anna.get(f"{self.ledger}/daily-budget?participant={self.a}&date=2020-05-14")
        self.assertEqual(
            {name: day[name] for name in ("income", "recurring", "spread", "expected", "saving", "variableBefore", "pool", "daysLeft", "available", "spentToday", "leftToday")},
            {"income": "3000.00", "recurring": "720.00", "spread": "6.00", "expected": "30.00", "saving": "200.00", "variableBefore": "28.32",
             "pool": "2015.68", "daysLeft": 18, "available": "111.98", "spentToday": "12.99", "leftToday": "98.99"})
        self.assertEqual(day["burden"]["individual"], "12.99")
        boxes = {"income": "income", "recurring": "recurring", "spread": "spread", "expected": "expected", "variable": "variableBefore", "today": "spentToday"}
        for lines, box in boxes.items():
            total = sum(round(float(line["amount"]) * 100) for line in day["explain"][lines])
            self.assertEqual(total, round(float(day[box]) * 100), lines)
        self.assertEqual(day["explain"]["recurring"][0]["scheduleId"], rent["id"])

        may = self.anna.get(self.ledger + "/budgets?month=2020-05")
        mine = {item["categoryId"]: item for item in may["items"]}
        self.assertEqual((mine[food["id"]]["limit"], mine[food["id"]]["spent"], mine[food["id"]]["remaining"], mine[food["id"]]["health"]),
                         ("100.00", "47.20", "52.80", "under"))
        self.assertEqual(mine[food["id"]]["shares"], [{"participantId": p, "amount": m} for p, m in sorted([(self.a, "28.32"), (self.b, "18.88")])])
        self.assertEqual((mine[hobby["id"]]["limit"], mine[hobby["id"]]["spent"], mine[hobby["id"]]["health"]), (None, "12.99", None))
        months = self.anna.get(self.ledger + "/reports/months?from=2020-05&to=2020-06")["items"]
        self.assertEqual([month["month"] for month in months], ["2020-05", "2020-06"])
        self.assertEqual(months[0]["income"], "3000.00")

        real = self.anna.post(f"{self.ledger}/expenses/{water['id']}/reconcile", amount="47", date="2020-05-29", payerId=self.b)
        self.assertEqual((real["amount"], real["variance"], real["payerId"], real["estimate"]), ("47.00", "-3.00", self.b, {"amount": "50.00", "date": "2020-05-28"}))
        variance = self.anna.get(self.ledger + "/variance?from=2020-05-01&to=2020-05-31")
        self.assertEqual(variance["items"][0]["variance"], "-3.00")
        self.assertEqual((variance["byMonth"][0]["month"], variance["total"]), ("2020-05", "-3.00"))
        self.assertEqual(self.anna.delete(f"{self.ledger}/categories/{food['id']}").status, 204)
        self.assertEqual(self.anna.get(self.ledger + "/expenses?category=none&q=groceries")["items"][0]["categoryId"], None)

    def test_the_31st_and_the_29th(self):
        for frequency, start, dates in [
            ("monthly", "2020-01-31", ["2020-01-31", "2020-02-29", "2020-03-31", "2020-04-30"]),
            ("yearly", "2020-02-29", ["2020-02-29", "2021-02-28", "2022-02-28", "2023-02-28", "2024-02-29"]),
        ]:
            made = self.post("/schedules", title="X", amount="1", frequency=frequency, start=start)
            items = self.anna.get(f"{self.ledger}/schedules/{made['id']}/occurrences?limit={len(dates)}")["items"]
            self.assertEqual([item["date"] for item in items], dates)
            self.assertEqual([item["id"] for item in items], [f"{made['id']}.{k}" for k in range(len(dates))])
        page = self.anna.get(f"{self.ledger}/schedules/{made['id']}/occurrences?limit=2")
        after = self.anna.get(f"{self.ledger}/schedules/{made['id']}/occurrences?limit=2&cursor={page['next']}")
        self.assertEqual([item["k"] for item in page["items"] + after["items"]], [0, 1, 2, 3])

    def test_writing_back_what_is_shown_changes_nothing(self):
        made = self.post("/schedules", title="Gym", amount="30", frequency="custom", custom={"every": 2, "unit": "week"}, start="2020-01-06", count=5)
        fields = "title amount payerId splitParticipantIds split payers labelIds note categoryId frequency custom start end count".split()
        again = self.anna.put(f"{self.ledger}/schedules/{made['id']}", **{name: made[name] for name in fields})
        self.assertEqual((again.status, again["revision"]), (200, made["revision"]), again)
        stale = self.anna.send("PUT", f"{self.ledger}/schedules/{made['id']}", {name: made[name] for name in fields}, {"If-Match": '"nope"'})
        self.problem(stale, 412)

    def test_alerts(self):
        self.post("/expenses", title="Water", amount="50", executionDate="2020-05-10", expected=True)
        food = self.post("/categories", name="Food", scope="shared")
        self.anna.put(f"{self.ledger}/categories/{food['id']}/budget", **{"from": "2020-05", "amount": "10"})
        self.post("/expenses", title="Wine", amount="11", executionDate="2020-05-03", categoryId=food["id"])
        self.post("/schedules", title="Rent", amount="1200", frequency="monthly", start="2020-05-15")
        items = self.anna.get(self.ledger + "/alerts?date=2020-05-12")["items"]
        self.assertEqual([(item["kind"], item["title"]) for item in items], [("overdue", "Water"), ("overBudget", "Food"), ("upcoming", "Rent")])


class Asking(Wallet):
    def test_wrong_schedules(self):
        good = {"title": "Rent", "amount": "1200", "frequency": "monthly", "start": "2026-01-31"}
        for change, code in [
            ({"end": "2026-01-30"}, "schedule-malformed"), ({"count": 0}, "schedule-malformed"), ({"count": -1}, "schedule-malformed"),
            ({"count": 3, "end": "2026-12-31"}, "schedule-malformed"),
            ({"frequency": "custom", "custom": {"every": 0, "unit": "day"}}, "schedule-malformed"),
            ({"frequency": "custom", "custom": {"every": 100, "unit": "day"}}, "schedule-malformed"),
            ({"frequency": "custom"}, "schedule-malformed"), ({"custom": {"every": 1, "unit": "day"}}, "schedule-malformed"),
            ({"frequency": "custom", "custom": {"every": 1, "unit": "hour"}}, "unknown-unit"),
            ({"frequency": "fortnightly"}, "unknown-frequency"), ({"frequency": None}, "missing"),
            ({"start": "2026-02-30"}, "not-a-day"), ({"start": None}, "missing"), ({"start": "0000-01-01"}, "not-a-day"),
            ({"frequency": "daily", "start": "0001-01-01"}, "schedule-malformed"),
            ({"amount": "0"}, "amount-not-positive"), ({"executionDate": "2026-01-01"}, "unknown-field"),
            ({"spread": {"from": "2026-01-01", "to": "2026-01-31", "by": "day"}}, "unknown-field"),
        ]:
            with self.subTest(change=change):
                answer = self.anna.post(self.ledger + "/schedules", **{**good, **change})
                self.problem(answer, 422)
                self.assertIn(code, [error["code"] for error in answer["errors"]], answer)
        self.assertEqual(self.anna.get(self.ledger + "/schedules")["items"], [])

    def test_the_ends_of_the_calendar(self):
        made = self.post("/schedules", title="Comet", amount="1", frequency="custom", custom={"every": 99, "unit": "year"}, start="0001-02-28")
        self.assertEqual(self.anna.get(f"{self.ledger}/schedules/{made['id']}/occurrences?limit=1")["items"][0]["date"], "0001-02-28")
        late = self.post("/schedules", title="Last", amount="1", frequency="daily", start="9999-12-31")
        self.assertEqual((late["next"], late["ended"]), ("9999-12-31", False))
        self.assertEqual(self.anna.get(self.ledger + "/balances?asOf=9999-12-31").status, 200)
        self.assertEqual(self.anna.get(self.ledger + "/daily-budget?date=9999-12-31")["daysLeft"], 1)
        self.assertEqual(self.anna.get(self.ledger + "/daily-budget?date=0001-01-01")["daysLeft"], 31)
        self.assertEqual(self.anna.get(self.ledger + "/budgets?month=9999-12").status, 200)
        self.problem(self.anna.get(self.ledger + "/reports/months?from=0001-01&to=9999-12"), 422)
        self.problem(self.anna.get(self.ledger + "/reports/months?from=2026-02&to=2026-01"), 422)

    def test_wrong_expenses(self):
        for change, code in [
            ({"spread": {"from": "2026-12-31", "to": "2026-01-01", "by": "day"}}, "spread-malformed"),
            ({"spread": {"from": "2026-01-02", "to": "2026-12-31", "by": "month"}}, "spread-malformed"),
            ({"spread": {"from": "2026-01-01", "to": "2026-12-30", "by": "month"}}, "spread-malformed"),
            ({"spread": {"from": "2026-01-01", "to": "2126-01-01", "by": "day"}}, "spread-malformed"),
            ({"spread": {"from": "2026-01-01", "to": "2026-01-31", "by": "week"}}, "unknown-by"),
            ({"spread": {"from": "2026-01-01", "by": "day"}}, "missing"),
            ({"spread": {"from": "2026-01-01", "to": "2026-01-31", "by": "day"}, "expected": True}, "spread-expected"),
            ({"expected": "yes"}, "wrong-type"), ({"categoryId": self.a}, "unknown-category"), ({"overdue": True}, "unknown-field"),
        ]:
            with self.subTest(change=change):
                answer = self.anna.post(self.ledger + "/expenses", title="X", amount="120", **change)
                self.problem(answer, 422)
                self.assertIn(code, [error["code"].rpartition(".")[2] for error in answer["errors"]], answer)

    def put_category_keeps_its_owner(self, food, own):
        """said otherwise it is refused, left out it stays, also of a category that was deleted"""
        put = lambda category, **said: self.anna.put(f"{self.ledger}/categories/{category}", name="Kept", **said)
        for is_deleted in (False, True):
            for category, said, field in [(food, {"scope": "individual"}, "scope"), (own, {"scope": "shared"}, "scope"),
                                          (food, {"participantId": self.a}, "scope"), (own, {"participantId": self.b}, "participantId")]:
                self.problem(put(category, **said), 422, "category-owner-fixed", field)
            for category, said in [(food, {"scope": "shared"}), (own, {}), (own, {"participantId": self.a})]:
                answer = put(category, **said)
                self.assertEqual((answer.status, answer["participantId"]), (201 if answer.status == 201 else 200, self.a if category == own else None))
            if not is_deleted:
                for category in (food, own):
                    self.assertEqual(self.anna.delete(f"{self.ledger}/categories/{category}").status, 204)

    def test_wrong_plans(self):
        food = self.post("/categories", name="Food", scope="shared")["id"]
        own = self.post("/categories", name="Food", scope="individual", participantId=self.a)["id"]
        self.problem(self.anna.post(self.ledger + "/categories", name="FOOD", scope="shared"), 422, "category-name-taken", "name")
        self.put_category_keeps_its_owner(food, own)
        self.problem(self.anna.post(self.ledger + "/categories", name="X", scope="ours"), 422, "unknown-scope", "scope")
        self.problem(self.anna.post(self.ledger + "/categories", name="X", scope="shared", participantId=self.a), 422, "not-individual")
        self.problem(self.anna.put(f"{self.ledger}/categories/{food}/budget", **{"from": "2026-05", "amount": "-1"}), 422, "budget-negative", "amount")
        self.problem(self.anna.put(f"{self.ledger}/categories/{food}/budget", **{"from": "2026-5", "amount": "1"}), 422, "not-a-month", "from")
        self.problem(self.anna.put(f"{self.ledger}/categories/{self.a}/budget", amount="1"), 404)
        self.problem(self.anna.put(self.ledger + "/saving-goal", amount="-1"), 422, "budget-negative")
        self.problem(self.anna.post(self.ledger + "/expenses", title="X", amount="3", categoryId=own, splitParticipantIds=[self.b]), 422, "split-not-for-category")
        self.problem(self.ratio(0, 1, "2026-01-01"), 422, "weight-not-positive", "weights")
        self.problem(self.ratio(1_000_001, 1, "2026-01-01"), 422, "part-too-large", "weights")
        self.problem(self.anna.put(self.ledger + "/burden-ratio", weights=[{"participantId": self.a, "weight": 1}] * 2), 422, "split-has-duplicates")
        self.problem(self.anna.put(self.ledger + "/burden-ratio", weights=[]), 422, "split-empty")
        self.problem(self.anna.put(self.ledger + "/burden-ratio"), 422, "missing", "weights")

    def test_what_is_not_there(self):
        made = self.post("/schedules", title="Gym", amount="30", frequency="weekly", start="2020-01-06", count=3)
        path = f"{self.ledger}/schedules/{made['id']}/occurrences"
        for answer in [self.anna.put(path + "/3", amount="1"), self.anna.put(path + "/4294967295", skipped=True), self.anna.delete(path + "/3")]:
            self.problem(answer, 404, "no-such-occurrence")
        self.problem(self.anna.put(path + "/-1", amount="1"), 404)
        self.problem(self.anna.get(f"{self.ledger}/expenses/{made['id']}.3"), 404)
        self.problem(self.anna.get(f"{self.ledger}/expenses/{made['id']}.03"), 404)
        self.problem(self.anna.delete(f"{self.ledger}/schedules/{self.a}"), 404)
        self.problem(self.anna.get(f"{self.ledger}/daily-budget?participant={made['id']}"), 422)
        water = self.post("/expenses", title="Water", amount="50")
        self.problem(self.anna.post(f"{self.ledger}/expenses/{water['id']}/reconcile", amount="47"), 422, "not-expected")
        self.problem(self.anna.post(f"{self.ledger}/expenses/{self.a}/reconcile", amount="47"), 404)

    def test_what_recurs_is_neither_spread_nor_expected(self):
        made = self.post("/schedules", title="Gym", amount="30", frequency="weekly", start="2020-01-06", count=3)
        path = f"{self.ledger}/expenses/{made['id']}.1"
        self.problem(self.anna.put(path, title="Gym", amount="30", expected=True), 422, "not-for-occurrence", "expected")
        changed = self.anna.put(path, title="Gym", amount="31", executionDate="2020-01-14", expected=False)
        self.assertEqual((changed.status, changed["id"], changed["executionDate"]), (200, made["id"] + ".1", "2020-01-14"), changed)

    def test_skipping_twice_writes_once(self):
        made = self.post("/schedules", title="Gym", amount="30", frequency="weekly", start="2020-01-06", count=3)
        path = f"{self.ledger}/schedules/{made['id']}/occurrences/1"
        self.assertEqual(self.anna.put(path, skipped=True)["state"], "skipped")
        revision = self.anna.get(self.ledger)["revision"]
        self.assertEqual(self.anna.put(path, skipped=True)["state"], "skipped")
        self.assertEqual(self.anna.get(self.ledger)["revision"], revision)
        self.assertEqual(self.anna.delete(path).status, 204)
        self.assertEqual(len(self.anna.get(self.ledger + "/expenses")["items"]), 3)

    def test_wallets(self):
        self.problem(self.anna.post("/ledgers", name="X", currency="EUR", kind="wallet", participants=["A", "B", "C"], me="A"), 422, "wallet-of-one-or-two", "participants")
        self.problem(self.anna.post(self.ledger + "/participants", name="Cleo"), 422)
        self.problem(self.anna.delete(f"{self.ledger}/participants/{self.b}"), 422)

    def test_older_ledgers(self):
        old, _ = self.anna.ledger(schemaVersion=1)
        for path in ["/categories", "/budgets", "/schedules", "/incomes", "/burden-ratio", "/variance", "/daily-budget", "/reports/months", "/alerts", "/transfers"]:
            self.problem(self.anna.get(old + path), 409, "needs-upgrade")
        self.problem(self.anna.post(old + "/schedules", title="X"), 409, "needs-upgrade")
        self.problem(self.anna.post(old + "/expenses", title="X", amount="1", expected=True), 422, "needs-schema-version-2")


@unittest.skipUnless(ZONES, "no time zones on this machine")
class Days(Wallet):
    def test_what_day_it_is(self):
        """where the ledger is, whatever the server's clock says; and the occurrences that came with that day"""
        self.post("/schedules", title="Bread", amount="2", frequency="daily", start=self.today)
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Beirut", "America/Havana"]:
            self.assertEqual(self.anna.patch(self.ledger, timeZone=zone)["timeZone"], zone)
            local = subprocess.run(["date", "+%F"], env={**os.environ, "TZ": zone}, capture_output=True, text=True).stdout.strip()
            self.assertEqual(self.anna.get(self.ledger + "/snapshot")["day"], local)
            days = (datetime.date.fromisoformat(local) - datetime.date.fromisoformat(self.today)).days
            self.assertEqual(len(self.anna.get(self.ledger + "/expenses")["items"]), days + 1)

    def test_no_such_zone(self):
        for zone in ["Europe/Atlantis", "../passwd", "", "CET-1CEST", "x" * 65]:
            self.problem(self.anna.patch(self.ledger, timeZone=zone), 422, "unknown-time-zone", "timeZone")
        self.problem(self.anna.post("/ledgers", name="X", currency="EUR", me="A", timeZone="Mars/Utopia"), 422, "unknown-time-zone")


if __name__ == "__main__":
    harness.main()
