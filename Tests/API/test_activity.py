"""Settling up, the feed, and taking things back."""
import uuid

import harness


class SettleUp(harness.Check):
    def setUp(self):
        self.ledger, self.people = self.anna.ledger("Anna", "Ben", "Chloé", "Dora", schemaVersion=2)
        self.ids = sorted(self.people.values())

    def expense(self, amount, payer, *sharers):
        made = self.anna.post(
            self.ledger + "/expenses", title="T", amount=amount, payerId=self.people[payer],
            splitParticipantIds=[self.people[name] for name in sharers])
        self.assertEqual(made.status, 201, made)
        return made

    def plan(self, query=""):
        return self.anna.get(self.ledger + "/settle-up" + (query and "?" + query))

    def pay(self, payment):
        made = self.anna.post(
            self.ledger + "/settlements", fromParticipantId=payment["fromId"], toParticipantId=payment["toId"],
            amount=payment["amount"])
        self.assertEqual(made.status, 201, made)

    def test_the_shown_plan_stays_valid(self):
        self.expense("90", "Anna", "Anna", "Ben", "Chloé")
        self.expense("25.55", "Dora", "Ben", "Chloé", "Dora")
        self.expense("7.01", "Ben", "Anna", "Dora")
        shown = self.plan()
        self.assertTrue(shown["minimal"])
        left = shown["payments"]
        while left:
            self.pay(left[-1])
            left = left[:-1]
            self.assertEqual(self.plan()["payments"], left)
        self.assertTrue(all(float(one["amount"]) == 0 for one in self.anna.get(self.ledger + "/balances")["positions"]))

    def test_who_owes_each_other_stays_together(self):
        self.expense("10", "Dora", "Anna")
        self.expense("10", "Chloé", "Ben")
        pairs = {frozenset((p["fromId"], p["toId"])) for p in self.plan()["payments"]}
        names = self.people
        self.assertEqual(
            pairs, {frozenset((names["Anna"], names["Dora"])), frozenset((names["Ben"], names["Chloé"]))})

    def test_in_whole_units(self):
        self.expense("10.40", "Anna", "Ben")
        plan = self.plan("wholeUnits=true")
        self.assertEqual([p["amount"] for p in plan["payments"]], ["10.00"])
        left = {one["participantId"]: one["amount"] for one in plan["leavesOpen"]}
        self.assertEqual(left, {self.people["Anna"]: "0.40", self.people["Ben"]: "-0.40"})
        self.assertEqual(self.plan("wholeUnits=false")["leavesOpen"], [])
        self.pay(plan["payments"][0])
        self.assertEqual(self.plan("wholeUnits=true")["payments"], [])
        self.problem(self.plan("wholeUnits=yes"), 422, "invalid-parameter", "wholeUnits")

    def test_an_expense_is_marked_as_settled(self):
        """PB-MAP-ST2: a payment for each open share, and none when nothing is open."""
        made = self.expense("30", "Anna", "Anna", "Ben", "Chloé")
        path = f"{self.ledger}/expenses/{made['id']}"
        self.assertEqual({one["participantId"] for one in made["openShares"]}, {self.people["Ben"], self.people["Chloé"]})
        self.assertTrue(all(one["toId"] == self.people["Anna"] for one in made["openShares"]))
        tag = self.anna.get(path).fields["ETag"]
        settled = self.anna.post(path + "/settle")
        self.assertEqual(settled.status, 201, settled)
        self.assertEqual([one["amount"] for one in settled["items"]], ["10.00", "10.00"])
        self.assertTrue(all(one["expenseId"] == made["id"] for one in settled["items"]))
        after = self.anna.get(path)
        self.assertEqual(after["openShares"], [])
        self.assertNotEqual(after.fields["ETag"], tag)
        again = self.anna.post(path + "/settle")
        self.assertEqual((again.status, again["items"]), (200, []))
        self.problem(self.anna.post(f"{self.ledger}/expenses/{uuid.uuid4()}/settle"), 404)
        self.problem(self.anna.post(path + "/settle", amount="1"), 422, None, "amount")


class Feed(harness.Check):
    def feed(self, ledger, query=""):
        answer = self.anna.get(f"{ledger}/activity{query}")
        self.assertEqual(answer.status, 200, answer)
        return answer

    def newest(self, ledger, kind):
        """Of that kind: what is recorded within one millisecond stands in no order that anybody could know."""
        return next(item for item in self.feed(ledger)["items"] if item["kind"] == kind)

    def undo(self, ledger, item):
        return self.anna.post(f"{ledger}/activity/{item['id']}/undo")

    def test_what_happened(self):
        ledger, people = self.anna.ledger(schemaVersion=2)
        made = self.anna.post(ledger + "/expenses", title="Dinner", amount="30")
        self.anna.put(f"{ledger}/expenses/{made['id']}", title="Supper", amount="32")
        newest, first = self.feed(ledger)["items"][0], self.newest(ledger, "expenseCreated")
        self.assertEqual(newest["by"], {"participantId": people["Anna"], "name": "Anna"})
        self.assertTrue(newest["device"]["name"])
        self.assertEqual(newest["kind"], "expenseUpdated")
        self.assertEqual(newest["subject"], {"kind": "expense", "id": made["id"], "title": "Supper"})
        changes = {change["field"]: (change["before"], change["after"]) for change in newest["changes"]}
        self.assertEqual(changes["title"], ("Dinner", "Supper"))
        self.assertEqual(changes["amount"], ("30.00", "32.00"))
        self.assertTrue(newest["canUndo"])
        self.assertFalse(first["canUndo"])
        self.assertEqual(first["cannotUndoReason"], "Anna changed it since.")

    def test_taking_back_and_taking_that_back(self):
        ledger, people = self.anna.ledger(schemaVersion=2)
        made = self.anna.post(ledger + "/expenses", title="Dinner", amount="30")
        path = f"{ledger}/expenses/{made['id']}"
        self.assertEqual(self.anna.delete(path).status, 204)
        deletion = self.newest(ledger, "expenseDeleted")
        undone = self.undo(ledger, deletion)
        self.assertEqual(undone.status, 201, undone)
        self.assertEqual(undone["undoes"], deletion["id"])
        self.assertEqual(undone["summary"], "Brought “Dinner” back, 30.00 EUR")
        self.assertEqual(self.anna.get(path)["title"], "Dinner")
        items = self.feed(ledger)["items"]
        self.assertEqual(items[0], undone.json)
        self.assertEqual(items[1]["undoneBy"], undone["id"])
        again = self.undo(ledger, deletion)
        self.problem(again, 409, "cannot-undo")
        self.assertEqual(again["detail"], items[1]["cannotUndoReason"])
        self.assertEqual(self.undo(ledger, undone.json).status, 201)
        self.problem(self.anna.get(path), 404)

    def test_a_version_1_ledger(self):
        ledger, people = self.anna.ledger(schemaVersion=1)
        made = self.anna.post(ledger + "/expenses", title="Dinner", amount="30")
        undone = self.undo(ledger, self.newest(ledger, "expenseCreated"))
        self.assertEqual((undone.status, undone["undoes"]), (201, None))
        self.problem(self.anna.get(f"{ledger}/expenses/{made['id']}"), 404)

    def test_a_claim_of_another_of_my_devices(self):
        ledger, people = self.anna.ledger(schemaVersion=2)
        other = self.server.signed_in("Anna")
        self.assertEqual(other.post(f"{ledger}/participants/{people['Ben']}/claim").status, 200)
        claim = self.feed(ledger)["items"][0]
        self.assertEqual(claim["kind"], "participantClaimed")
        self.assertEqual(self.undo(ledger, claim).status, 201)
        self.assertIsNone(other.get(ledger)["myParticipantId"])
        self.assertEqual(self.anna.get(ledger)["myParticipantId"], people["Anna"])

    def test_pages(self):
        ledger, people = self.anna.ledger()
        for number in range(12):
            self.anna.post(ledger + "/labels", name=f"L{number}")
        everything = [item["id"] for item in self.feed(ledger)["items"]]
        seen, query = [], "?limit=5"
        while query:
            page = self.feed(ledger, query)
            seen += [item["id"] for item in page["items"]]
            self.anna.post(ledger + "/labels", name=f"late {len(seen)}")
            query = page["next"] and f"?limit=5&cursor={page['next']}"
        self.assertEqual(seen, everything)
        self.problem(self.anna.get(ledger + "/activity?cursor=x"), 422, None, "cursor")

    def test_strangers(self):
        ledger, _ = self.anna.ledger()
        item = self.feed(ledger)["items"][0]
        ben = self.server.account(self.anna, "Ben F.")
        self.problem(ben.get(ledger + "/activity"), 404)
        self.problem(ben.post(f"{ledger}/activity/{item['id']}/undo"), 404)
        self.problem(self.anna.post(f"{ledger}/activity/{uuid.uuid4()}/undo"), 404)
        self.problem(self.anna.post(f"{ledger}/activity/x/undo"), 404)


if __name__ == "__main__":
    harness.main()
