"""Ledgers, people, labels, expenses, settlements: what is taken, what is refused, and what a repetition does."""
import datetime
import time
import uuid

import harness

TODAY = datetime.date.today().isoformat()


class Ledgers(harness.Check):
    def test_a_new_ledger(self):
        made = self.anna.post("/ledgers", name="Lisbon", currency="EUR", kind="group", participants=["Anna", "Ben"], me="Anna")
        self.assertEqual(made.status, 201)
        self.assertEqual(made.fields["Location"], "/api/v1/ledgers/" + made["id"])
        for field in ("id name kind currency minorDigits schemaVersion createdAt archivedAt keyFingerprint recoveryAcknowledged "
                      "myParticipantId participants labels sync revision").split():
            self.assertIn(field, made.json)
        self.assertEqual((made["minorDigits"], made["schemaVersion"], made["kind"]), (2, 2, "group"))
        self.assertRegex(made["keyFingerprint"], "^[0-9a-f]{32}$")
        self.assertEqual([person["name"] for person in made["participants"]], ["Anna", "Ben"])
        self.assertEqual(made["myParticipantId"], made["participants"][0]["id"])
        self.assertEqual((made["sync"]["state"], made["sync"]["problem"]), ("local", None))
        self.assertEqual(self.anna.get("/ledgers/" + made["id"]).json, made.json)
        self.assertIn(made["id"], [ledger["id"] for ledger in self.anna.get("/ledgers")["items"]])

    def test_what_a_ledger_cannot_be(self):
        good = {"name": "A", "currency": "EUR", "participants": ["A", "B"], "me": "A"}
        for change, field in [
            ({"name": ""}, "name"), ({"name": "x" * 201}, "name"), ({"name": 3}, "name"), ({"currency": "EURO"}, "currency"),
            ({"currency": "XQZ"}, "currency"), ({"currency": 5}, "currency"), ({"kind": "family"}, "kind"),
            ({"participants": []}, "participants"), ({"participants": "A"}, "participants"),
            ({"participants": ["A", 1]}, "participants"), ({"participants": ["A", ""]}, "participants"),
            ({"me": "Z"}, "me"), ({"schemaVersion": 3}, "schemaVersion"), ({"schemaVersion": "1"}, "schemaVersion"),
            ({"folder": "x"}, "folder"), ({"folder": {"connectionId": "x", "path": "a"}}, "folder.connectionId"),
        ]:
            with self.subTest(change=change):
                self.problem(self.anna.post("/ledgers", **{**good, **change}), 422, None, field)
        before = len(self.anna.get("/ledgers")["items"])
        self.anna.post("/ledgers", **{**good, "me": "Z"})
        self.assertEqual(len(self.anna.get("/ledgers")["items"]), before, "nothing half-written")

    def test_renaming_archiving_removing(self):
        ledger, _ = self.anna.ledger()
        self.assertEqual(self.anna.patch(ledger, name="Casa")["name"], "Casa")
        revision = self.anna.get(ledger)["revision"]
        self.assertEqual(self.anna.patch(ledger, name="Casa")["revision"], revision, "nothing changes, nothing is written")
        self.problem(self.anna.send("PATCH", ledger, {"name": "X"}, {"If-Match": '"1"'}), 412)
        self.assertIsNotNone(self.anna.post(ledger + "/archive")["archivedAt"])
        self.assertIsNone(self.anna.send("DELETE", ledger + "/archive")["archivedAt"])
        self.assertFalse(self.anna.get(ledger)["recoveryAcknowledged"])
        self.assertTrue(self.anna.put(ledger + "/recovery-acknowledged")["recoveryAcknowledged"])
        self.problem(self.anna.delete(ledger, confirmName="casa"), 422, None, "confirmName")
        self.assertEqual(self.anna.delete(ledger, confirmName="Casa").status, 204)
        self.problem(self.anna.get(ledger), 404)

    def test_digits_of_currencies(self):
        for currency, given, shown in [("JPY", "5000", "5000"), ("KWD", "1.5", "1.500"), ("EUR", "47.2", "47.20")]:
            ledger, _ = self.anna.ledger(currency=currency)
            made = self.anna.post(ledger + "/expenses", title="T", amount=given)
            self.assertEqual(made["amount"], shown)
        ledger, _ = self.anna.ledger(currency="JPY")
        self.problem(self.anna.post(ledger + "/expenses", title="T", amount="1.5"), 422, None, "amount")


class People(harness.Check):
    def test_people(self):
        ledger, people = self.anna.ledger()
        made = self.anna.post(ledger + "/participants", name="Dora")
        self.assertEqual((made.status, made["name"], made["claimed"]), (201, "Dora", False))
        path = ledger + "/participants/" + made["id"]
        self.assertEqual(self.anna.patch(path, name="Dora B.")["name"], "Dora B.")
        self.problem(self.anna.patch(path, name="   "), 422, None, "name")
        self.problem(self.anna.patch(path, name="x" * 500), 422, None, "name")
        self.problem(self.anna.patch(ledger + "/participants/" + str(uuid.uuid4()), name="X"), 404)
        self.problem(self.anna.patch(ledger + "/participants/x", name="X"), 404)

    def test_claims(self):
        """a device is one person; claiming moves it; another device of the same person joins (SC-FR-PRT-2)"""
        ledger, people = self.anna.ledger()
        other = self.server.signed_in("Anna")
        options = other.get(ledger + "/claim-options")
        self.assertEqual([p["name"] for p in options["unclaimed"]], ["Ben", "Chloé"])
        self.assertEqual([p["name"] for p in options["claimedElsewhere"]], ["Anna"])
        self.assertIsNone(options["mine"])
        self.assertEqual(other.post(f"{ledger}/participants/{people['Ben']}/claim").status, 200)
        self.assertEqual(other.get(ledger)["myParticipantId"], people["Ben"])
        self.assertEqual(other.post(f"{ledger}/participants/{people['Anna']}/claim").status, 200)
        self.assertEqual(other.get(ledger + "/claim-options")["mine"], people["Anna"])
        self.assertEqual([p["name"] for p in self.anna.get(ledger + "/claim-options")["unclaimed"]], ["Ben", "Chloé"])
        revision = other.get(ledger)["revision"]
        other.post(f"{ledger}/participants/{people['Anna']}/claim")
        self.assertEqual(other.get(ledger)["revision"], revision)

    def test_chosen_ids(self):
        """a person, a label, a category and a comment may be made under an id of the client's; repeating it is harmless"""
        ledger, people = self.anna.ledger()
        expense = self.anna.post(ledger + "/expenses", title="T", amount="1")["id"]
        made = {"participants": {"name": "Dora", "colour": "green"}, "labels": {"name": "Trip"}, "categories": {"name": "Food"},
                f"expenses/{expense}/comments": {"text": "Hm"}}
        for kind, body in made.items():
            path = f"{ledger}/{kind}/{uuid.uuid4()}"
            first, revision = self.anna.put(path, **body), self.anna.get(ledger)["revision"]
            self.assertEqual((first.status, path), (201, ledger + f"/{kind}/" + first["id"]))
            self.assertLess(self.anna.put(path, **body).status, 300)
            self.assertEqual(self.anna.get(ledger)["revision"], revision, kind)
            self.problem(self.anna.put(f"{ledger}/{kind}/x", **body), 422)
        person = f"{ledger}/participants/{uuid.uuid4()}"
        self.anna.put(person, name="Eva")
        changed = self.anna.put(person, name="Eve", colour="red")
        self.assertEqual((changed.status, changed["name"], changed["colour"]), (200, "Eve", "red"))

    def test_without_a_claim(self):
        ledger, people = self.anna.ledger()
        other = self.server.signed_in("Anna")
        self.problem(other.post(ledger + "/expenses", title="T", amount="1"), 422, None, "payerId")
        made = other.post(ledger + "/expenses", title="T", amount="1", payerId=people["Ben"])
        self.assertEqual((made.status, made["createdBy"]), (201, None))

    def test_labels(self):
        ledger, _ = self.anna.ledger()
        made = self.anna.post(ledger + "/labels", name="Trip")
        self.assertEqual((made.status, made["expenseCount"]), (201, 0))
        self.problem(self.anna.post(ledger + "/labels", name="tRIP"), 422, None, "name")
        self.problem(self.anna.post(ledger + "/labels", name="x" * 41), 422, None, "name")
        expense = self.anna.post(ledger + "/expenses", title="T", amount="1", labelIds=[made["id"]])
        self.assertEqual(self.anna.get(ledger + "/labels")["items"][0]["expenseCount"], 1)
        self.assertEqual(self.anna.patch(f"{ledger}/labels/{made['id']}", name="Tour")["name"], "Tour")
        self.assertEqual(self.anna.delete(f"{ledger}/labels/{made['id']}").status, 204)
        self.problem(self.anna.delete(f"{ledger}/labels/{made['id']}"), 404)
        after = self.anna.get(f"{ledger}/expenses/{expense['id']}")
        self.assertEqual(after["labelIds"], [])
        self.assertNotEqual(after.fields["ETag"], expense.fields.get("ETag", ""))


class Expenses(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ledger, cls.people = cls.anna.ledger()
        cls.path = cls.ledger + "/expenses"

    def test_defaults(self):
        made = self.anna.post(self.path, title="Bread", amount="10")
        self.assertEqual(made.status, 201)
        self.assertEqual(made.fields["Location"], f"/api/v1{self.path}/{made['id']}")
        self.assertEqual(made["payerId"], self.people["Anna"])
        self.assertEqual(made["createdBy"], self.people["Anna"])
        self.assertEqual(set(made["splitParticipantIds"]), set(self.people.values()))
        self.assertIn(made["executionDate"], (TODAY, datetime.date.today().isoformat()))
        shares = {share["participantId"]: share["amount"] for share in made["shares"]}
        self.assertEqual(shares[self.people["Anna"]], "3.34")
        self.assertEqual([made[name] for name in ("labelIds", "note", "lastEditedAt", "lastEditedBy")], [[], None, None, None])

    def test_amounts_that_are_refused(self):
        for amount in ["0", "0.00", "-1", "1.005", "1e3", "NaN", "Infinity", "", " 1", "1 ", "1,50", "+1", "0x10", "١",
                       "1.", ".5", "--1", "1000000000000000000", "1" * 400, "10000000000000.00", [], {}, True]:
            with self.subTest(amount=amount):
                self.problem(self.anna.post(self.path, title="T", amount=amount), 422, None, "amount")
        self.problem(self.anna.post(self.path, title="T", amount=None), 422, "missing", "amount")

    def test_a_number_is_shown_the_right_form(self):
        answer = self.anna.post(self.path, title="T", amount=47.2)
        self.problem(answer, 422, None, "amount")
        self.assertIn('"47.20"', answer["detail"])

    def test_the_largest_amount(self):
        self.assertEqual(self.anna.post(self.path, title="T", amount="9999999999999.99").status, 201)

    def test_texts(self):
        self.problem(self.anna.post(self.path, title="x" * 201, amount="1"), 422, None, "title")
        self.problem(self.anna.post(self.path, title="", amount="1"), 422, None, "title")
        self.problem(self.anna.post(self.path, title="T", amount="1", note="x" * 2001), 422, None, "note")
        made = self.anna.post(self.path, title="é" * 200, amount="1", note="x" * 2000)
        self.assertEqual((made.status, made["title"]), (201, "é" * 200))

    def test_references(self):
        stranger = str(uuid.uuid4())
        for change, field in [
            ({"payerId": stranger}, "payerId"), ({"payerId": "Anna"}, "payerId"), ({"payerId": 7}, "payerId"),
            ({"splitParticipantIds": [stranger]}, "splitParticipantIds"), ({"splitParticipantIds": []}, "splitParticipantIds"),
            ({"splitParticipantIds": [self.people["Ben"]] * 2}, "splitParticipantIds"),
            ({"labelIds": [stranger]}, "labelIds"), ({"labelIds": "x"}, "labelIds"),
            ({"executionDate": "2026-02-29"}, "executionDate"), ({"executionDate": "2026-2-1"}, "executionDate"),
            ({"executionDate": "0000-01-01"}, "executionDate"), ({"recordedAt": "yesterday"}, "recordedAt"),
        ]:
            with self.subTest(change=change):
                self.problem(self.anna.post(self.path, title="T", amount="1", **change), 422, None, field)

    def test_put(self):
        """creates or replaces: repeating a request is harmless"""
        id = str(uuid.uuid4())
        body = {"title": "Bread", "amount": "3", "executionDate": "2026-05-01"}
        first = self.anna.put(f"{self.path}/{id}", **body)
        self.assertEqual((first.status, first["id"]), (201, id))
        revision = self.anna.get(self.ledger)["revision"]
        again = self.anna.put(f"{self.path}/{id.upper()}", **body)
        self.assertEqual((again.status, again.json), (200, first.json))
        self.assertEqual(self.anna.get(self.ledger)["revision"], revision, "a write that changes nothing writes nothing")
        changed = self.anna.put(f"{self.path}/{id}", **{**body, "amount": "4"})
        self.assertEqual((changed.status, changed["amount"]), (200, "4.00"))
        self.assertEqual(self.anna.get(self.ledger)["revision"], revision + 1, "one write is one event")
        self.assertEqual(changed["createdAt"], first["createdAt"])
        self.assertIsNotNone(changed["lastEditedAt"])

    def test_putting_under_what_is_no_id(self):
        """an address that can never be is refused with the reason, not said to be missing"""
        for collection, body in (("expenses", {"title": "Bread", "amount": "3"}),
                                 ("settlements", {"toParticipantId": self.people["Ben"], "amount": "3"})):
            for wrong in ("xyz", "6f3c1f0a52a44b629d531b7d3f1f2a11", "00000000-0000-0000-0000-000000000000"):
                self.problem(self.anna.put(f"{self.ledger}/{collection}/{wrong}", **body), 422, "not-an-id", "id")
            self.problem(self.anna.get(f"{self.ledger}/{collection}/xyz"), 404)

    def test_creating_only(self):
        """If-None-Match: * creates and never replaces (RFC 9110 section 13.1.2)"""
        for collection, body in (("expenses", {"title": "Bread", "amount": "3"}),
                                 ("settlements", {"toParticipantId": self.people["Ben"], "amount": "3"})):
            path, only = f"{self.ledger}/{collection}/{uuid.uuid4()}", {"If-None-Match": "*"}
            made = self.anna.send("PUT", path, body, only)
            self.assertEqual(made.status, 201)
            self.problem(self.anna.send("PUT", path, {**body, "amount": "4"}, only), 412, "already-there")
            self.assertEqual(self.anna.get(path).json, made.json)
            self.problem(self.anna.send("PUT", path, body, {"If-None-Match": f'W/"{made["revision"]}"'}), 412)
            self.assertEqual(self.anna.send("PUT", path, {**body, "amount": "4"}, {"If-None-Match": '"x"'}).status, 200)

    def test_a_retried_put_does_not_bring_back_what_was_deleted(self):
        for collection, body in (("expenses", {"title": "Bread", "amount": "3"}),
                                 ("settlements", {"toParticipantId": self.people["Ben"], "amount": "3"})):
            path = f"{self.ledger}/{collection}/{uuid.uuid4()}"
            self.assertEqual(self.anna.put(path, **body).status, 201)
            self.assertEqual(self.anna.delete(path).status, 204)
            self.problem(self.anna.put(path, **body), 409, "deleted-meanwhile")
            self.problem(self.anna.send("PUT", path, body, {"If-None-Match": "*"}), 409, "deleted-meanwhile")
            self.problem(self.anna.send("PUT", path, body, {"If-Match": "*"}), 412)
            self.problem(self.anna.put(path + "?revive=yes", **body), 422, "invalid-parameter", "revive")
            self.problem(self.anna.get(path), 404)
            self.assertEqual(self.anna.put(path + "?revive=true", **body).status, 201)
            self.assertEqual(self.anna.put(path, **body).status, 200)

    def test_deleting(self):
        id = self.anna.post(self.path, title="T", amount="1")["id"]
        self.assertEqual(self.anna.delete(f"{self.path}/{id}").status, 204)
        self.problem(self.anna.get(f"{self.path}/{id}"), 404)
        self.problem(self.anna.delete(f"{self.path}/{id}"), 404)
        self.assertNotIn(id, [item["id"] for item in self.anna.get(self.path + "?limit=500")["items"]])

    def test_recorded_at(self):
        """what was entered offline keeps its instant; the future counts as now"""
        made = self.anna.post(self.path, title="T", amount="1", recordedAt="2026-01-02T03:04:05.678Z")
        self.assertEqual(made["createdAt"], "2026-01-02T03:04:05.678Z")
        future = self.anna.post(self.path, title="T", amount="1", recordedAt="2999-01-01T00:00:00.000Z")
        self.assertLess(future["createdAt"], "2100")

    def test_history(self):
        id = self.anna.post(self.path, title="A", amount="1")["id"]
        self.anna.put(f"{self.path}/{id}", title="B", amount="2")
        versions = self.anna.get(f"{self.path}/{id}/history")["items"]
        self.assertEqual([version["kind"] for version in versions], ["created", "updated"])
        self.assertEqual([version["expense"]["title"] for version in versions], ["A", "B"])
        self.assertEqual(versions[0]["by"], self.people["Anna"])
        self.anna.delete(f"{self.path}/{id}")
        versions = self.anna.get(f"{self.path}/{id}/history")["items"]
        self.assertEqual([version["kind"] for version in versions], ["created", "updated", "deleted"])
        self.assertIsNone(versions[2]["expense"])
        self.problem(self.anna.get(f"{self.path}/{uuid.uuid4()}/history"), 404)


class Filters(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ledger, cls.people = cls.anna.ledger()
        cls.labels = [cls.anna.post(cls.ledger + "/labels", name=name)["id"] for name in ("a", "b")]
        for title, date, payer, split, labels, note in [
            ("Bread", "2026-05-01", "Anna", ["Anna", "Ben"], [0], None), ("Train", "2026-05-02", "Ben", ["Ben"], [1], "to ÉVORA"),
            ("Hotel", "2026-05-03", "Chloé", ["Anna", "Chloé"], [0, 1], None), ("Fish", "2026-05-03", "Anna", ["Chloé"], [], None),
        ]:
            cls.anna.post(
                cls.ledger + "/expenses", title=title, amount="10", executionDate=date, payerId=cls.people[payer],
                splitParticipantIds=[cls.people[name] for name in split], labelIds=[cls.labels[n] for n in labels], note=note)
            time.sleep(0.005)

    def titles(self, query):
        answer = self.anna.get(f"{self.ledger}/expenses?{query}")
        self.assertEqual(answer.status, 200, answer)
        return [item["title"] for item in answer["items"]]

    def test_filters(self):
        a, b = self.labels
        self.assertEqual(self.titles(""), ["Fish", "Hotel", "Train", "Bread"])
        self.assertEqual(self.titles("participant=" + self.people["Ben"]), ["Train", "Bread"])
        self.assertEqual(self.titles(f"label={a}"), ["Hotel", "Bread"])
        self.assertEqual(self.titles(f"label={a}&label={b}"), ["Hotel", "Train", "Bread"])
        self.assertEqual(self.titles(f"label={b}&participant={self.people['Anna']}"), ["Hotel"])
        self.assertEqual(self.titles("from=2026-05-02&to=2026-05-02"), ["Train"])
        self.assertEqual(self.titles("to=2026-05-01"), ["Bread"])
        self.assertEqual(self.titles("q=BREAD"), ["Bread"])
        self.assertEqual(self.titles("q=%C3%A9vora"), ["Train"])
        self.assertEqual(self.titles("q=nothing"), [])
        self.problem(self.anna.get(f"{self.ledger}/expenses?participant=x"), 422, None, "participant")
        self.problem(self.anna.get(f"{self.ledger}/expenses?sort=up"), 422, None, "sort")
        self.problem(self.anna.get(f"{self.ledger}/expenses?from=2026-05-01&from=2026-05-02"), 422, None, "from")

    def test_the_same_filters_in_the_summary(self):
        whole = self.anna.get(self.ledger + "/summary").json
        self.assertEqual((whole["total"], whole["count"]), ("40.00", 4))
        some = self.anna.get(f"{self.ledger}/summary?from=2026-05-03").json
        self.assertEqual((some["total"], some["count"]), ("20.00", 2))
        mine = [person for person in whole["perPerson"] if person["participantId"] == self.people["Anna"]][0]
        self.assertEqual((mine["paid"], mine["share"], mine["net"]), ("20.00", "10.00", "10.00"))


class Settlements(harness.Check):
    def test_settlements(self):
        ledger, people = self.anna.ledger()
        path = ledger + "/settlements"
        made = self.anna.post(path, toParticipantId=people["Ben"], amount="5")
        self.assertEqual((made.status, made["fromParticipantId"], made["amount"]), (201, people["Anna"], "5.00"))
        one = f"{path}/{made['id']}"
        self.assertEqual(self.anna.get(one).fields["ETag"], f'"{made["revision"]}"')
        body = {"fromParticipantId": people["Anna"], "toParticipantId": people["Ben"], "amount": "6", "date": "2026-05-01"}
        self.assertEqual(self.anna.put(one, **body)["amount"], "6.00")
        self.problem(self.anna.send("PUT", one, body, {"If-Match": f'"{made["revision"]}"'}), 412)
        self.problem(self.anna.post(path, toParticipantId=people["Anna"], amount="5"), 422)
        self.problem(self.anna.post(path, toParticipantId=str(uuid.uuid4()), amount="5"), 422, None, "toParticipantId")
        self.problem(self.anna.post(path, amount="5"), 422, None, "toParticipantId")
        self.problem(self.anna.post(path, toParticipantId=people["Ben"], amount="0"), 422, None, "amount")
        self.problem(self.anna.post(path, toParticipantId=people["Ben"], amount="5", date="x"), 422, None, "date")
        self.assertEqual(self.anna.put(f"{path}/{uuid.uuid4()}", **body).status, 201)
        self.assertEqual(self.anna.delete(one).status, 204)
        self.problem(self.anna.delete(one), 404)
        self.assertEqual(len(self.anna.get(path)["items"]), 1)


if __name__ == "__main__":
    harness.main()
