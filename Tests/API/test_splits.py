"""Schema version 2: splits of every mode, several payers, people who leave or are one person, comments, defaults."""
import json
from pathlib import Path

import harness


class Splits(harness.Check):
    def setUp(self):
        self.ledger, self.people = self.anna.ledger(schemaVersion=2)
        self.a, self.b, self.c = self.people.values()

    def record(self, amount, **more):
        return self.anna.post(self.ledger + "/expenses", title="Dinner", amount=amount, **more)

    def shares(self, answer):
        self.assertIn(answer.status, (200, 201), answer)
        return [share["amount"] for share in answer["shares"]]

    def test_every_mode(self):
        """what goes in comes out, with the shares that it comes to"""
        part = lambda who, amount: {"participantId": who, "amount": amount}
        for split, amount, shares in [
            ({"mode": "shares", "shares": [{"participantId": self.a, "shares": 2}, {"participantId": self.b, "shares": 1}]},
             "100.00", ["66.67", "33.33"]),
            ({"mode": "percent", "percents": [{"participantId": self.b, "percent": "33.33"}, {"participantId": self.a, "percent": "66.67"}]},
             "10.00", ["3.33", "6.67"]),
            ({"mode": "exact", "amounts": [part(self.a, "7.20"), part(self.c, "40.00")]}, "47.20", ["7.20", "40.00"]),
            ({"mode": "adjustment", "adjustments": [part(self.a, "10.00"), part(self.b, "-10.00"), part(self.c, "0.00")]},
             "90.00", ["40.00", "20.00", "30.00"]),
            ({"mode": "items", "items": [{"title": "Pizza", "amount": "12.00", "participantIds": [self.a, self.b]},
                                         {"title": "Wine", "amount": "8.00", "participantIds": [self.b]}],
              "tax": "1.20", "tip": "2.00"}, "23.20", ["6.96", "16.24"]),
        ]:
            with self.subTest(mode=split["mode"]):
                made = self.record(amount, split=split)
                self.assertEqual(self.shares(made), shares)
                self.assertEqual(made["split"], split)
                self.assertEqual(made["splitParticipantIds"], [share["participantId"] for share in made["shares"]])
                shown = self.anna.get(f"{self.ledger}/expenses/{made['id']}")
                again = self.anna.put(
                    f"{self.ledger}/expenses/{made['id']}",
                    **{name: shown[name] for name in "title amount executionDate payerId splitParticipantIds split payers labelIds note".split()})
                self.assertEqual((again.status, again["revision"]), (200, made["revision"]), "writing back what is shown changes nothing")

    def test_adjusting_one_person(self):
        """who is adjusted alone shares with everybody, or with those who are named"""
        less = {"mode": "adjustment", "adjustments": [{"participantId": self.a, "amount": "-5.00"}]}
        self.assertEqual(self.shares(self.record("100.00", split=less)), ["30.00", "35.00", "35.00"])
        self.assertEqual(self.shares(self.record("100.00", split=less, splitParticipantIds=[self.a, self.b])), ["47.50", "52.50"])

    def test_several_payers(self):
        payers = [{"participantId": self.b, "amount": "20.00"}, {"participantId": self.a, "amount": "10.00"}]
        made = self.record("30.00", payers=payers)
        self.assertEqual((made["payers"], made["payerId"], made["split"]), (payers, self.b, {"mode": "equal"}))
        positions = {p["participantId"]: p["amount"] for p in self.anna.get(self.ledger + "/balances")["positions"]}
        self.assertEqual(positions, {self.a: "0.00", self.b: "10.00", self.c: "-10.00"})
        alone = self.record("5.00", payers=[{"participantId": self.b, "amount": "5.00"}])
        self.assertEqual((alone["payerId"], alone["payers"]), (self.b, None))

    def test_what_does_not_add_up(self):
        """is refused with the field and by how much"""
        part = lambda who, amount: {"participantId": who, "amount": amount}
        weight = lambda who, count: {"participantId": who, "shares": count}
        percent = lambda who, text: {"participantId": who, "percent": text}
        for body, code, words in [
            ({"split": {"mode": "exact", "amounts": [part(self.a, "10.00"), part(self.b, "15.00")]}}, "does-not-add-up", "5.00 less"),
            ({"split": {"mode": "percent", "percents": [percent(self.a, "60"), percent(self.b, "50.5")]}}, "does-not-add-up", "10.50 more"),
            ({"split": {"mode": "items", "items": [{"amount": "29.00", "participantIds": [self.a]}]}}, "does-not-add-up", "1.00 less"),
            ({"split": {"mode": "adjustment", "adjustments": [part(self.a, "-40.00"), part(self.b, "0.00")]}}, "does-not-add-up", "-5.00"),
            ({"payers": [part(self.a, "20.00"), part(self.b, "10.01")]}, "does-not-add-up", "0.01 more"),
            ({"payers": [part(self.a, "30.00"), part(self.b, "0.00")]}, "part-not-positive", "greater than zero"),
            ({"payers": [part(self.a, "10.00"), part(self.a, "20.00")]}, "payers-have-duplicates", "twice"),
            ({"payers": []}, "missing", ""),
            ({"payers": [part(self.a, "10.00"), part(self.b, "20.00")], "payerId": self.c}, "payer-not-among-payers", ""),
            ({"split": {"mode": "shares", "shares": [weight(self.a, 0), weight(self.b, 1)]}}, "part-not-positive", ""),
            ({"split": {"mode": "shares", "shares": [weight(self.a, -2), weight(self.b, 1)]}}, "part-not-positive", ""),
            ({"split": {"mode": "shares", "shares": [weight(self.a, 1), weight(self.a, 1)]}}, "split-has-duplicates", "twice"),
            ({"split": {"mode": "shares", "shares": [weight(self.a, 1.5), weight(self.b, 1)]}}, "wrong-type", ""),
            ({"split": {"mode": "shares", "shares": []}}, "split-empty", ""),
            ({"split": {"mode": "shares"}}, "missing", ""),
            ({"split": {"mode": "shares", "shares": [weight(self.a, 1)], "percents": []}}, "unknown-field", ""),
            ({"split": {"mode": "percent", "percents": [percent(self.a, "33.333"), percent(self.b, "66.667")]}}, "percent-malformed", "33.33"),
            ({"split": {"mode": "percent", "percents": [percent(self.a, 50), percent(self.b, 50)]}}, "percent-malformed", "text"),
            ({"split": {"mode": "percent", "percents": [percent(self.a, "-20"), percent(self.b, "120")]}}, "part-not-positive", ""),
            ({"split": {"mode": "exact", "amounts": [part(self.a, 10), part(self.b, 20)]}}, "amount-not-text", "text"),
            ({"split": {"mode": "exact", "amounts": [part(self.a, "40.00"), part(self.b, "-10.00")]}}, "part-not-positive", ""),
            ({"split": {"mode": "exact", "amounts": [part("me", "30.00")]}}, "not-an-id", ""),
            ({"split": {"mode": "fair"}}, "unknown-mode", "equal, shares"),
            ({"split": {}}, "missing", ""), ({"split": "equal"}, "wrong-type", ""), ({"payers": {}}, "wrong-type", ""),
            ({"split": {"mode": "shares", "shares": [weight(self.a, 1)]}, "splitParticipantIds": [self.a, self.b]}, "split-names-others", ""),
        ]:
            with self.subTest(body=body):
                answer = self.record("30.00", **body)
                self.problem(answer, 422)
                self.assertIn(code, [error["code"] for error in answer["errors"]], answer)
                self.assertIn(words, answer["detail"])
        self.assertEqual(self.anna.get(self.ledger + "/expenses")["items"], [])

    def test_the_default_split(self):
        usual = {"mode": "shares", "shares": [{"participantId": self.a, "shares": 2}, {"participantId": self.b, "shares": 1}]}
        self.assertIsNone(self.anna.get(self.ledger)["defaultSplit"])
        self.assertEqual(self.anna.patch(self.ledger, defaultSplit=usual)["defaultSplit"], usual)
        self.assertEqual(self.shares(self.record("9.00")), ["6.00", "3.00"])
        self.assertEqual(self.shares(self.record("9.00", split={"mode": "equal"})), ["3.00"] * 3)
        self.assertEqual(self.shares(self.record("9.00", splitParticipantIds=[self.a, self.c])), ["4.50"] * 2)
        one = {"mode": "exact", "amounts": [{"participantId": self.a, "amount": "1.00"}]}
        self.problem(self.anna.patch(self.ledger, defaultSplit=one), 422, "not-a-default", "defaultSplit")
        self.assertIsNone(self.anna.patch(self.ledger, defaultSplit=None)["defaultSplit"])
        self.problem(self.anna.patch(self.ledger), 422, "missing", "name")

    def test_an_older_ledger(self):
        """what version 1 can not hold is refused with the way out, and is possible after it"""
        ledger, people = self.anna.ledger(schemaVersion=1)
        plain = self.anna.post(ledger + "/expenses", title="Tea", amount="3", split={"mode": "equal"})
        self.assertEqual(plain.status, 201)
        weights = [{"participantId": who, "shares": 1} for who in people.values()]
        split = {"mode": "shares", "shares": weights}
        refused = [
            self.anna.post(ledger + "/expenses", title="Tea", amount="3", split=split),
            self.anna.post(ledger + "/participants", name="Dora", colour="red"),
            self.anna.patch(f"{ledger}/participants/{people['Ben']}", colour="red"),
            self.anna.delete(f"{ledger}/participants/{people['Ben']}"),
            self.anna.post(f"{ledger}/participants/{people['Ben']}/merge", into=people["Anna"]),
            self.anna.post(f"{ledger}/participants/{people['Ben']}/merge", into=people["Anna"], dryRun=True),
            self.anna.post(f"{ledger}/expenses/{plain['id']}/comments", text="?"),
            self.anna.patch(ledger, defaultSplit=split),
            self.anna.post("/ledgers", name="Two", currency="EUR", kind="direct", me="Anna", participants=["Anna", "Ben"], schemaVersion=1),
        ]
        for answer in refused:
            self.problem(answer, 422, "needs-schema-version-2")
            self.assertIn("Upgrade", answer["detail"])
        self.assertIsNotNone(self.anna.post(ledger + "/archive")["archivedAt"])
        self.assertEqual(self.anna.post(ledger + "/upgrade", schemaVersion=2, understood=True).status, 200)
        self.assertIsNone(self.anna.delete(ledger + "/archive")["archivedAt"])
        self.assertEqual(self.anna.post(ledger + "/expenses", title="Tea", amount="3", split=split).status, 201)

    def test_the_same_numbers_as_the_vectors(self):
        """the product's own cases, through the API (PB-TC-30 to 40 and on)"""
        _, people = self.anna.ledger("Anna", "Ben", "Chloé", "Dora", schemaVersion=2)
        ledger, people = self.anna.ledger("Anna", "Ben", "Chloé", "Dora", schemaVersion=2)
        ids = dict(zip([f"00000000-0000-4000-8000-00000000000{letter}" for letter in "abcd"], sorted(people.values())))
        euros = lambda minor: f"{'-' if int(minor) < 0 else ''}{abs(int(minor)) // 100}.{abs(int(minor)) % 100:02}"

        def outside(value):
            if isinstance(value, list):
                return [outside(element) for element in value]
            if not isinstance(value, dict):
                return ids.get(value, value)
            money = ("amount", "tax", "tip", "discount")
            return {name: euros(inner) if name in money else outside(inner) for name, inner in value.items()}

        vectors = Path(harness.ROOT, "Tests/Vectors/v2/splits.json")
        for case in json.loads(vectors.read_text())[:40]:
            with self.subTest(case=case["name"]):
                body = outside({name: case[name] for name in ("split", "payers", "payerId", "amount") if name in case})
                made = self.anna.post(ledger + "/expenses", title="x", splitParticipantIds=outside(case["participantIds"]), **body)
                self.assertEqual(made.status, 201, made)
                self.assertEqual(made["shares"], outside(case["shares"]))


class People(harness.Check):
    def setUp(self):
        self.ledger, self.people = self.anna.ledger(schemaVersion=2)
        self.a, self.b, self.c = self.people.values()

    def names(self):
        return [person["name"] for person in self.anna.get(self.ledger + "/participants")["items"]]

    def positions(self):
        return {p["participantId"]: p["amount"] for p in self.anna.get(self.ledger + "/balances")["positions"]}

    def test_colours(self):
        dora = self.anna.post(self.ledger + "/participants", name="Dora", colour="pink")
        self.assertEqual((dora.status, dora["colour"]), (201, "pink"))
        changed = self.anna.patch(f"{self.ledger}/participants/{self.b}", name="Benno", colour="red")
        self.assertEqual((changed["name"], changed["colour"]), ("Benno", "red"))
        self.problem(self.anna.patch(f"{self.ledger}/participants/{self.b}", colour="brown"), 422, "unknown-colour", "colour")
        self.problem(self.anna.patch(f"{self.ledger}/participants/{self.b}"), 422, "missing", "name")

    def test_leaving(self):
        """who is named somewhere stays in the sums and out of what is new; who is not is gone"""
        made = self.anna.post(self.ledger + "/expenses", title="Tea", amount="4.00", splitParticipantIds=[self.a, self.b])
        for person in (self.b, self.c):
            self.assertEqual(self.anna.delete(f"{self.ledger}/participants/{person}").status, 204)
        self.assertEqual(self.names(), ["Anna", "Ben"])
        self.problem(self.anna.delete(f"{self.ledger}/participants/{self.c}"), 404)
        left = self.anna.get(self.ledger + "/participants")["items"][1]
        self.assertRegex(left["retiredAt"], r"^\d{4}-")
        self.assertEqual(self.positions(), {self.a: "2.00", self.b: "-2.00"})
        options = self.anna.get(self.ledger + "/claim-options")
        self.assertEqual(options["unclaimed"], [])
        self.problem(self.anna.post(f"{self.ledger}/participants/{self.b}/claim"), 422, "retired-participant")
        refused = self.anna.post(self.ledger + "/expenses", title="Tea", amount="4.00", splitParticipantIds=[self.a, self.b])
        self.problem(refused, 422, "retired-participant", "splitParticipantIds")
        everybody = self.anna.post(self.ledger + "/expenses", title="Tea", amount="4.00")
        self.assertEqual(everybody["splitParticipantIds"], [self.a])
        edited = self.anna.put(f"{self.ledger}/expenses/{made['id']}", title="Tea!", amount="4.00", splitParticipantIds=[self.a, self.b])
        self.assertEqual(edited.status, 200)
        paid = self.anna.post(self.ledger + "/settlements", fromParticipantId=self.b, toParticipantId=self.a, amount="2.00", expenseId=made["id"])
        self.assertEqual((paid.status, paid["expenseId"]), (201, made["id"]))
        back = self.anna.post(f"{self.ledger}/participants/{self.b}/reinstate")
        self.assertEqual((back.status, back["retiredAt"]), (200, None))

    def test_two_who_are_one(self):
        """PB-TC-51, PB-TC-70: every number is shown before, shares add up, and it can be taken back"""
        made = self.anna.post(
            self.ledger + "/expenses", title="Tea", amount="100.00",
            split={"mode": "exact", "amounts": [{"participantId": self.b, "amount": "40.00"}, {"participantId": self.c, "amount": "60.00"}]})
        before, snapshot = self.positions(), self.anna.get(self.ledger + "/snapshot").json
        address = f"{self.ledger}/participants/{self.c}/merge"
        shown = self.anna.post(address, into=self.b, dryRun=True)
        self.assertEqual((shown.status, shown["mergeId"]), (200, None))
        self.assertEqual(self.positions(), before, "a dry run changes nothing")
        merged = self.anna.post(address, into=self.b)
        self.assertEqual(merged["preview"], shown["preview"])
        self.assertEqual((merged["preview"]["expenses"], merged["preview"]["settlements"]), (1, 0))
        self.assertIn({"participantId": self.b, "before": "-40.00", "after": "-100.00"}, merged["preview"]["balances"])
        self.assertEqual(self.positions(), {self.a: "100.00", self.b: "-100.00"})
        expense = self.anna.get(f"{self.ledger}/expenses/{made['id']}")
        self.assertEqual(expense["shares"], [{"participantId": self.b, "amount": "100.00"}])
        self.assertNotEqual(expense.fields["ETag"], made.fields["ETag"], "what is shown is another thing")
        changes = self.anna.send("GET", self.ledger + f"/changes?since={snapshot['revision']}")
        self.assertEqual([changed["id"] for changed in changes["expenses"]], [made["id"]])
        ben = self.anna.get(self.ledger + "/participants")["items"][1]
        self.assertEqual([(one["participantId"], one["mergeId"]) for one in ben["merged"]], [(self.c, merged["mergeId"])])
        again = self.anna.post(address, into=self.b)
        self.assertEqual((again.status, again["mergeId"]), (200, merged["mergeId"]), "repeating it is harmless")
        self.problem(self.anna.post(f"{self.ledger}/participants/{self.b}/merge", into=self.c), 422, "merge-with-self", "into")
        self.problem(self.anna.post(address, into=self.a), 422, "already-merged")
        other = self.server.account(self.anna, "Zoe")
        self.problem(other.delete("/merges/" + merged["mergeId"]), 404)
        self.assertEqual(self.anna.delete("/merges/" + merged["mergeId"]).status, 204)
        self.problem(self.anna.delete("/merges/" + merged["mergeId"]), 404)
        self.assertEqual(self.positions(), before)
        self.assertEqual(self.anna.get(self.ledger + "/snapshot")["expenses"], snapshot["expenses"])

    def test_two_whom_different_accounts_claimed(self):
        """are two people (PB-MAP-ID4)"""
        ben = self.server.account(self.anna, "Ben two")
        code = self.anna.get(self.ledger + "/join-code")["joinCode"]
        self.assertEqual(ben.post("/ledgers/join", joinCode=code).status, 200)
        self.assertEqual(ben.post(f"{self.ledger}/participants/{self.b}/claim").status, 200)
        for dry in (True, False):
            refused = self.anna.post(f"{self.ledger}/participants/{self.b}/merge", into=self.a, dryRun=dry)
            self.problem(refused, 422, "claimed-by-another-account", "into")
        self.assertEqual(self.anna.post(f"{self.ledger}/participants/{self.c}/merge", into=self.a).status, 200)

    def test_comments(self):
        made = self.anna.post(self.ledger + "/expenses", title="Tea", amount="3")
        address = f"{self.ledger}/expenses/{made['id']}"
        said = self.anna.post(address + "/comments", text=" Twice?\nReally? ")
        self.assertEqual((said.status, said["text"], said["createdBy"]), (201, "Twice?\nReally?", self.a))
        self.assertEqual(said.fields["Location"], f"/api/v1{address}/comments/{said['id']}")
        self.anna.post(address + "/comments", text="No.")
        page = self.anna.send("GET", address + "/comments?limit=1")
        rest = self.anna.send("GET", address + "/comments?cursor=" + page["next"])
        self.assertEqual([c["text"] for c in page["items"] + rest["items"]], ["Twice?\nReally?", "No."])
        shown = self.anna.get(address)
        self.assertEqual((shown["comments"], shown["revision"]), (2, made["revision"]))
        self.assertNotEqual(shown.fields["ETag"], made.fields["ETag"])
        edited = self.anna.send("PUT", address, {"title": "Tea!", "amount": "3"}, fields={"If-Match": shown.fields["ETag"]})
        self.assertEqual(edited.status, 200, "a comment is no change of the expense")
        for text in ("", " ", "x" * 2001, 3):
            self.problem(self.anna.post(address + "/comments", text=text), 422, None, "text")
        self.problem(self.anna.post(f"{self.ledger}/expenses/{said['id']}/comments", text="x"), 404)
        self.assertEqual(self.anna.delete(f"{address}/comments/{said['id']}").status, 204)
        self.problem(self.anna.delete(f"{address}/comments/{said['id']}"), 404)
        self.assertEqual(self.anna.get(address)["comments"], 1)

    def test_kinds_of_ledgers(self):
        ledger, _ = self.anna.ledger("Anna", "Ben", kind="direct", schemaVersion=2)
        self.assertEqual(self.anna.get(ledger)["kind"], "direct")
        self.assertEqual(self.anna.get(self.ledger)["kind"], "group")


if __name__ == "__main__":
    harness.main()
