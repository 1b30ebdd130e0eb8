"""Friends: a private address book, link requests, merging; what nobody learns from them."""
import threading
from pathlib import Path

import harness


def amounts(friend):
    return {sum_["currency"]: sum_["amount"] for sum_ in friend["balances"]}


class Friends(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ben = cls.server.account(cls.anna, "Ben")
        cls.chloe = cls.server.account(cls.anna, "Chloé")

    def friend(self, client, nickname, *participants, **more):
        points = [{"ledgerId": path.split("/")[-1], "participantId": who} for path, who in participants]
        made = client.post("/friends", nickname=nickname, participants=points, **more)
        self.assertEqual(made.status, 201, made)
        self.assertEqual(client.get(made.fields["Location"]).json, made.json)
        return made.json

    def expense(self, path, amount, payer, *split):
        made = self.anna.post(path + "/expenses", title="Lunch", amount=amount, payerId=payer, splitParticipantIds=split)
        self.assertEqual(made.status, 201, made)

    def test_members_of_a_ledger_are_no_friends_because_of_that(self):
        """rule 3"""
        before = len(self.anna.get("/friends")["items"])
        self.anna.ledger("Anna", "Ben", "Dora")
        self.assertEqual(len(self.anna.get("/friends")["items"]), before)

    def test_a_balance_is_the_sum_over_all_ledgers_for_each_currency(self):
        """rule 6: never across currencies; net zero with open items is even, not settled"""
        flat, one = self.anna.ledger("Anna", "Ben")
        trip, two = self.anna.ledger("Anna", "Benny", "Zoe")
        yen, three = self.anna.ledger("Anna", "Ben", currency="JPY")
        friend = self.friend(self.anna, "B.", (flat, one["Ben"]), (trip, two["Benny"]), (yen, three["Ben"]), colour="pink")
        self.assertEqual((friend["state"], friend["balances"], friend["colour"]), ("settled", [], "pink"))
        path = "/friends/" + friend["id"]
        self.expense(flat, "30.00", one["Anna"], one["Anna"], one["Ben"])
        self.expense(trip, "20.00", two["Anna"], two["Benny"])
        self.expense(yen, "500", three["Ben"], three["Anna"])
        friend = self.anna.get(path)
        self.assertEqual((friend["state"], amounts(friend)), ("open", {"EUR": "35.00", "JPY": "-500"}))
        self.assertEqual(sorted(place["balance"] for place in friend["ledgers"]), ["-500", "15.00", "20.00"])
        self.expense(flat, "35.00", one["Ben"], one["Anna"])
        friend = self.anna.get(path)
        self.assertEqual(amounts(friend), {"EUR": "0.00", "JPY": "-500"})
        self.assertEqual(friend["state"], "open")
        self.expense(yen, "500", three["Anna"], three["Ben"])
        friend = self.anna.get(path)
        self.assertEqual((friend["state"], amounts(friend)), ("even", {"EUR": "0.00"}))
        self.assertEqual({place["participantName"] for place in friend["ledgers"]}, {"Ben", "Benny"})
        mine = {place["myParticipantId"] for place in friend["ledgers"]}
        self.assertEqual(mine, {one["Anna"], two["Anna"], three["Anna"]})

    def test_me_is_whom_my_device_claimed_and_no_friend(self):
        """rule 5"""
        flat, ids = self.anna.ledger("Anna", "Ben")
        point = {"ledgerId": flat.split("/")[-1], "participantId": ids["Anna"]}
        self.problem(self.anna.post("/friends", nickname="I", participants=[point]), 422, "participant-is-me", "participants")
        friend = self.friend(self.anna, "Ben", (flat, ids["Ben"]))
        self.anna.post(f"{flat}/participants/{ids['Ben']}/claim")
        self.assertEqual(self.anna.get("/friends/" + friend["id"])["ledgers"], [])

    def test_another_device_of_mine_sees_the_same_sums(self):
        flat, ids = self.anna.ledger("Anna", "Ben")
        friend = self.friend(self.anna, "Other device", (flat, ids["Ben"]))
        self.expense(flat, "10.00", ids["Anna"], ids["Ben"])
        other = self.server.signed_in("Anna")
        self.assertEqual(amounts(other.get("/friends/" + friend["id"])), {"EUR": "10.00"})

    def test_strangers_and_wrong_people(self):
        """a friend of somebody else and one that is not there are answered alike"""
        flat, ids = self.anna.ledger("Anna", "Ben")
        friend = self.friend(self.anna, "Secret", (flat, ids["Ben"]))
        nowhere = "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"
        for method, path, body in [("GET", "", None), ("PATCH", "", {"nickname": "x"}), ("DELETE", "", None),
                                   ("POST", "/merge", {"into": self.anna.get("/friends")["items"][0]["id"]})]:
            answers = [self.ben.send(method, f"/friends/{id_}{path}", body) for id_ in (friend["id"], nowhere)]
            for answer in answers:
                self.problem(answer, 404, "friend-not-found")
                del answer.json["requestId"]
            self.assertEqual(answers[0].json, answers[1].json)
        point = {"ledgerId": flat.split("/")[-1], "participantId": ids["Ben"]}
        for wrong in (point, {**point, "ledgerId": nowhere}, {**point, "participantId": nowhere}):
            self.problem(self.ben.post("/friends", nickname="x", participants=[wrong]), 422, "unknown-participant")
        self.problem(self.anna.post("/friends", nickname="x", participants=[point]), 409, "participant-of-another-friend")
        self.problem(self.anna.post("/friends", nickname=""), 422, "nickname-unusable", "nickname")
        self.problem(self.anna.post("/friends", nickname="x", colour="mauve"), 422, "unknown-colour", "colour")
        self.problem(self.anna.post("/friends", nickname="x", participants=["Ben"]), 422, "wrong-type", "participants")
        self.problem(harness.Client(self.server).get("/friends"), 401)
        self.assertNotIn("Secret", str(self.ben.get("/friends").json))

    def test_changing_and_removing(self):
        flat, ids = self.anna.ledger("Anna", "Ben", "Dan")
        friend = self.friend(self.anna, "Old", (flat, ids["Ben"]))
        point = {"ledgerId": flat.split("/")[-1], "participantId": ids["Dan"]}
        changed = self.anna.patch("/friends/" + friend["id"], nickname=" New ", participants=[point])
        self.assertEqual((changed.status, changed["nickname"], changed["participants"]), (200, "New", [point]))
        self.assertEqual(self.anna.delete("/friends/" + friend["id"]).status, 204)
        self.problem(self.anna.get("/friends/" + friend["id"]), 404)
        self.assertEqual(len(self.anna.get(flat)["participants"]), 3)

    def test_a_merge_shows_every_number_first_and_is_taken_back_exactly(self):
        """rule 8"""
        flat, one = self.anna.ledger("Anna", "Ben")
        trip, two = self.anna.ledger("Anna", "Benny")
        kept, gone = self.friend(self.anna, "Ben", (flat, one["Ben"])), self.friend(self.anna, "Benny", (trip, two["Benny"]))
        self.expense(flat, "10.00", one["Anna"], one["Ben"])
        self.expense(trip, "10.00", two["Benny"], two["Anna"])
        before = self.anna.get("/friends").json
        way = f"/friends/{gone['id']}/merge"
        shown = self.anna.post(way, into=kept["id"], dryRun=True)
        self.assertEqual((shown.status, shown["mergeId"]), (200, None), shown)
        self.assertEqual([amounts(friend) for friend in shown["preview"]["before"]], [{"EUR": "10.00"}, {"EUR": "-10.00"}])
        self.assertEqual((amounts(shown["preview"]["after"]), shown["preview"]["after"]["state"]), ({"EUR": "0.00"}, "even"))
        self.assertEqual(self.anna.get("/friends").json, before)
        done = self.anna.post(way, into=kept["id"])
        self.assertEqual(done.status, 200, done)
        self.assertEqual(self.anna.post(way, into=kept["id"])["mergeId"], done["mergeId"])
        merged = self.anna.get("/friends/" + kept["id"])
        self.assertEqual((merged["state"], [one_["mergeId"] for one_ in merged["merged"]]), ("even", [done["mergeId"]]))
        self.problem(self.anna.get("/friends/" + gone["id"]), 404)
        self.problem(self.ben.delete("/merges/" + done["mergeId"]), 404)
        self.assertEqual(self.anna.delete("/merges/" + done["mergeId"]).status, 204)
        self.assertEqual(self.anna.get("/friends").json, before)
        self.problem(self.anna.delete("/merges/" + done["mergeId"]), 404)
        self.problem(self.anna.post(way, into=gone["id"]), 422, "merge-with-self")


class LinkRequests(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ben = cls.server.account(cls.anna, "Ben")

    def test_1_nobody_learns_who_has_an_account(self):
        """rule 3: a request to a name that nobody has is answered like any other"""
        answers = [self.anna.post("/link-requests", accountName=name) for name in ("Ben", "Nobody")]
        for answer in answers:
            self.assertEqual(answer.status, 201, answer)
            self.assertEqual(set(answer.json), {"id", "accountName", "friendId", "sentAt", "expiresAt"})
            self.assertEqual(answer["friendId"], None)
        self.assertEqual(self.anna.post("/link-requests", accountName="ben").json, answers[0].json)
        self.assertEqual(len(self.anna.get("/link-requests")["sent"]), 2)
        self.assertEqual(self.anna.delete("/link-requests/" + answers[1]["id"]).status, 204)
        self.problem(self.anna.delete("/link-requests/" + answers[1]["id"]), 404)
        self.problem(self.anna.post("/link-requests", accountName="ANNA"), 422, "own-name", "accountName")
        self.problem(self.anna.post("/link-requests", accountName=""), 422, "name-empty", "accountName")

    def test_2_a_declined_request_looks_unanswered(self):
        request = self.ben.get("/link-requests")["received"][0]
        self.assertEqual((request["from"], request["declinedBefore"]), ("Anna", False))
        self.assertEqual(self.ben.post(f"/link-requests/{request['id']}/decline").status, 204)
        self.assertEqual(self.ben.get("/link-requests").json, {"sent": [], "received": []})
        self.assertEqual(self.anna.get("/link-requests")["sent"][0]["id"], request["id"])
        self.assertEqual(self.anna.delete("/link-requests/" + request["id"]).status, 204)

    def test_3_accepting_links_both_sides(self):
        """and each is the person that the other claimed in the ledgers of both"""
        flat, ids = self.anna.ledger("Anna", "Ben")
        code = self.anna.get(flat + "/join-code")["joinCode"]
        joined = self.ben.post("/ledgers/join", joinCode=code)
        self.assertEqual(joined.status, 200, joined)
        self.assertEqual(self.ben.post(f"{flat}/participants/{ids['Ben']}/claim").status, 200)
        friend = self.anna.post("/friends", nickname="Benno").json
        request = self.anna.post("/link-requests", accountName="Ben", friendId=friend["id"])
        self.assertEqual(request.status, 201, request)
        received = self.ben.get("/link-requests")["received"]
        self.assertEqual([(one["id"], one["declinedBefore"]) for one in received], [(request["id"], True)])
        way = f"/link-requests/{request['id']}/accept"
        self.problem(self.anna.post(way), 404)
        accepted = self.ben.post(way)
        self.assertEqual(accepted.status, 200, accepted)
        self.assertEqual((accepted["nickname"], accepted["accountName"], accepted["accountLinked"]), ("Anna", "Anna", True))
        mine = self.anna.get("/friends/" + friend["id"])
        self.assertEqual((mine["nickname"], mine["accountName"], mine["accountLinked"]), ("Benno", "Ben", True))
        point = {"ledgerId": flat.split("/")[-1]}
        self.assertEqual(mine["participants"], [{**point, "participantId": ids["Ben"]}])
        self.assertEqual(accepted["participants"], [{**point, "participantId": ids["Anna"]}])
        self.problem(self.ben.post(way), 404)
        self.problem(self.anna.post("/link-requests", accountName="Ben"), 409, "already-linked")

    def test_4_two_accounts_are_two_people(self):
        dan = self.server.account(self.anna, "Dan")
        request = self.anna.post("/link-requests", accountName="Dan").json
        self.assertEqual(dan.post(f"/link-requests/{request['id']}/accept").status, 200)
        friends = {friend["accountName"]: friend["id"] for friend in self.anna.get("/friends")["items"]}
        self.problem(self.anna.post(f"/friends/{friends['Dan']}/merge", into=friends["Ben"]), 409,
                     "linked-to-different-accounts")
        unlinked = self.anna.patch("/friends/" + friends["Dan"], unlink=True)
        self.assertEqual((unlinked["accountLinked"], unlinked["nickname"]), (False, "Dan"))

    def test_5_a_deleted_account_leaves_the_nickname(self):
        """marked as deleted"""
        eva = self.server.account(self.anna, "Eva")
        request = self.anna.post("/link-requests", accountName="Eva").json
        self.assertEqual(eva.post(f"/link-requests/{request['id']}/accept").status, 200)
        account = next(one for one in self.anna.get("/accounts")["items"] if one["name"] == "Eva")
        self.assertEqual(self.anna.delete("/accounts/" + account["id"]).status, 204)
        friend = next(one for one in self.anna.get("/friends")["items"] if one["nickname"] == "Eva")
        self.assertEqual((friend["accountDeleted"], friend["accountLinked"], friend["accountName"]), (True, False, None))

    def test_6_ten_a_minute_and_repetitions_are_free(self):
        """rule 11"""
        fay = self.server.account(self.anna, "Fay")
        for number in range(10):
            self.assertEqual(fay.post("/link-requests", accountName=f"Person {number}").status, 201)
        refused = fay.post("/link-requests", accountName="Person 10")
        self.problem(refused, 429, "too-often")
        self.assertGreaterEqual(int(refused.fields["Retry-After"]), 1)
        self.assertEqual(fay.post("/link-requests", accountName="Person 3").status, 201)

    def test_8_who_takes_the_name_later_was_not_meant(self):
        self.assertEqual(self.anna.post("/link-requests", accountName="Gil").status, 201)
        gil = self.server.account(self.anna, "Gil")
        self.assertEqual(gil.get("/link-requests")["received"], [])

    def test_7_nothing_of_it_is_in_the_clear(self):
        """nicknames and names that were typed are sealed in the data directory"""
        self.anna.post("/friends", nickname="Rumpelstilzchen")
        self.anna.post("/link-requests", accountName="Schneewittchen")
        for file in Path(self.server.data).rglob("*"):
            if file.is_file():
                content = file.read_bytes()
                self.assertNotIn(b"Rumpelstilzchen", content)
                self.assertNotIn(b"Schneewittchen", content)


class DirectExpenses(harness.Check):
    """Expenses with friends and no group (PB-DX)."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ben = cls.server.account(cls.anna, "Ben")

    def friend(self, nickname, client=None):
        made = (client or self.anna).post("/friends", nickname=nickname)
        self.assertEqual(made.status, 201, made)
        return made["id"]

    def linked(self, one, name, other, friend=None):
        """Makes two accounts friends; answers how each calls the other."""
        request = one.post("/link-requests", accountName=name, friendId=friend)
        self.assertEqual(request.status, 201, request)
        accepted = other.post(f"/link-requests/{request['id']}/accept")
        self.assertEqual(accepted.status, 200, accepted)
        mine = next(each for each in one.get("/friends")["items"] if each["accountName"] == name)
        return mine["id"], accepted["id"]

    def test_the_first_expense_makes_the_direct_ledger_and_the_next_finds_it(self):
        """PB-DX-1, 2: at most one for each pair"""
        friend = self.friend("Zoe")
        path = f"/friends/{friend}/expenses"
        self.problem(self.anna.post(path, title="Tea", amount="4.00"), 422, "currency-needed", "currency")
        first = self.anna.post(path, title="Tea", amount="4.00", currency="eur")
        self.assertEqual(first.status, 201, first)
        self.assertEqual(first.fields["Location"], f"/api/v1/ledgers/{first['ledgerId']}/expenses/{first['expense']['id']}")
        ledger = self.anna.get("/ledgers/" + first["ledgerId"])
        self.assertEqual((ledger["name"], [one["name"] for one in ledger["participants"]]), ("Anna & Zoe", ["Anna", "Zoe"]))
        self.assertEqual(first["expense"]["payerId"], ledger["myParticipantId"])
        second = self.anna.post(path, title="Cake", amount="6.00", payerId=friend, splitParticipantIds=["me"])
        self.assertEqual((second.status, second["ledgerId"]), (201, first["ledgerId"]), second)
        self.assertEqual(second["expense"]["splitParticipantIds"], [ledger["myParticipantId"]])
        shown = self.anna.get("/friends/" + friend)
        self.assertEqual((amounts(shown), shown["ledgers"][0]["kind"]), ({"EUR": "-4.00"}, "direct"))
        self.problem(self.anna.post(path, title="Sushi", amount="500", currency="JPY"), 422, "other-currency", "currency")
        other = self.server.signed_in("Anna").post(path, title="Later", amount="1.00")
        self.assertEqual((other.status, other["ledgerId"], other["expense"]["payerId"]),
                         (201, first["ledgerId"], ledger["myParticipantId"]), other)

    def test_an_expense_that_is_asked_for_again_under_its_id_is_one(self):
        """the answer to the first may have been lost on its way"""
        one, two, chosen = self.friend("Una"), self.friend("Vic"), "8C1D0E9A-6E3B-4C0B-9F62-3A5B6D1F7E20"
        for path, body in (f"/friends/{one}/expenses", {}), ("/friends/expenses", {"friendIds": [one, two]}):
            body |= {"id": chosen, "title": "Tea", "amount": "4.00", "currency": "EUR"}
            first = self.anna.post(path, **body)
            self.assertEqual((first.status, first["expense"]["id"]), (201, chosen.lower()), first)
            again = self.anna.post(path, **body)
            self.assertEqual((again.status, again.json), (200, first.json))
            changed = self.anna.post(path, **{**body, "amount": "5.00"})
            self.assertEqual((changed.status, changed["expense"]["amount"]), (200, "5.00"), changed)
            self.assertEqual(len(self.anna.get(f"/ledgers/{first['ledgerId']}/expenses")["items"]), 1)
            for wrong in ("", "tea", 7, "00000000-0000-0000-0000-000000000000"):
                self.problem(self.anna.post(path, **{**body, "id": wrong}), 422, "not-an-id", "id")

    def test_a_refused_expense_leaves_no_ledger_behind(self):
        friend, before = self.friend("Nils"), len(self.anna.get("/ledgers")["items"])
        path = f"/friends/{friend}/expenses"
        for body, field in (({"amount": "0.00"}, "amount"), ({"amount": "1.001"}, "amount"), ({"amount": "1", "title": ""}, "title"),
                            ({"amount": "1", "payerId": "nobody"}, "payerId"), ({"amount": "1", "extra": 1}, "extra")):
            self.problem(self.anna.post(path, **{"title": "Tea", "currency": "EUR", **body}), 422, None, field)
        self.problem(self.anna.post(path, title="Tea", amount="1", currency="XXQ"), 422, "unknown-currency", "currency")
        self.assertEqual(len(self.anna.get("/ledgers")["items"]), before)
        self.assertEqual(self.anna.get("/friends/" + friend)["participants"], [])

    def test_many_at_once_make_one_ledger(self):
        friend, answers = self.friend("Olga"), []
        post = lambda number: answers.append(
            self.anna.post(f"/friends/{friend}/expenses", title=f"E{number}", amount="1.00", currency="EUR"))
        threads = [threading.Thread(target=post, args=(number,)) for number in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual([answer.status for answer in answers], [201] * 6, answers)
        self.assertEqual(len({answer["ledgerId"] for answer in answers}), 1)

    def test_several_friends_share_the_ledger_of_exactly_those_people(self):
        one, two, three = (self.friend(name) for name in ("Pia", "Quin", "Rob"))
        body = {"title": "Dinner", "amount": "30.00", "currency": "EUR"}
        first = self.anna.post("/friends/expenses", friendIds=[one, two], **body)
        self.assertEqual(first.status, 201, first)
        ledger = self.anna.get("/ledgers/" + first["ledgerId"])
        self.assertEqual((ledger["kind"], ledger["name"]), ("group", "Anna, Pia, Quin"))
        again = self.anna.post("/friends/expenses", friendIds=[two, one], payerId=two, **body)
        self.assertEqual(again["ledgerId"], first["ledgerId"])
        more = self.anna.post("/friends/expenses", friendIds=[one, two, three], **body)
        self.assertNotEqual(more["ledgerId"], first["ledgerId"])
        dollars = self.anna.post("/friends/expenses", friendIds=[one, two], **{**body, "currency": "USD"})
        self.assertNotEqual(dollars["ledgerId"], first["ledgerId"])
        self.assertEqual(amounts(self.anna.get("/friends/" + one)), {"EUR": "17.50", "USD": "10.00"})
        self.assertEqual(amounts(self.anna.get("/friends/" + two))["EUR"], "7.50")
        for wrong in ([], [one, one], ["x"], "x", None, [one] + [three] * 20):
            self.problem(self.anna.post("/friends/expenses", friendIds=wrong, **body), 422, "friend-needed", "friendIds")
        self.problem(self.ben.post("/friends/expenses", friendIds=[one], **body), 404, "friend-not-found")
        self.problem(self.ben.post(f"/friends/{one}/expenses", **body), 404, "friend-not-found")

    def test_a_linked_friend_sees_it_from_the_beginning(self):
        """and under their own name, not under the nickname that they were given"""
        sue = self.server.account(self.anna, "Sue")
        friend = self.friend("Suzie Q")
        mine, theirs = self.linked(self.anna, "Sue", sue, friend)
        self.assertEqual(mine, friend)
        made = self.anna.post(f"/friends/{mine}/expenses", title="Film", amount="20.00", currency="EUR")
        self.assertEqual(made.status, 201, made)
        ledger = sue.get("/ledgers/" + made["ledgerId"])
        self.assertEqual([one["name"] for one in ledger["participants"]], ["Anna", "Sue"])
        self.assertNotIn("Suzie Q", str(ledger.json))
        place = sue.get("/friends/" + theirs)["ledgers"][0]
        self.assertEqual((place["ledgerId"], place["myParticipantId"]), (made["ledgerId"], None))
        me = next(one["id"] for one in ledger["participants"] if one["name"] == "Sue")
        self.assertEqual(sue.post(f"/ledgers/{made['ledgerId']}/participants/{me}/claim").status, 200)
        self.assertEqual(amounts(sue.get("/friends/" + theirs)), {"EUR": "-10.00"})
        again = sue.post(f"/friends/{theirs}/expenses", title="Popcorn", amount="6.00", currency="EUR")
        self.assertEqual((again.status, again["ledgerId"]), (201, made["ledgerId"]), again)
        self.assertEqual(amounts(self.anna.get("/friends/" + mine)), {"EUR": "7.00"})

    def test_accepting_opens_the_direct_ledger_with_the_friend_who_was_named_and_no_other(self):
        tim = self.server.account(self.anna, "Tim")
        friend = self.friend("Timmy")
        direct = self.anna.post(f"/friends/{friend}/expenses", title="Tea", amount="8.00", currency="EUR")["ledgerId"]
        group, ids = self.anna.ledger("Anna", "Timmy")
        points = self.anna.get("/friends/" + friend)["participants"]
        points.append({"ledgerId": group.split("/")[-1], "participantId": ids["Timmy"]})
        self.assertEqual(self.anna.patch("/friends/" + friend, participants=points).status, 200)
        self.problem(tim.get("/ledgers/" + direct), 404)
        _, theirs = self.linked(self.anna, "Tim", tim, friend)
        self.assertEqual([one["id"] for one in tim.get("/ledgers")["items"]], [direct])
        self.problem(tim.get(group), 404)
        self.assertEqual(amounts(tim.get("/friends/" + theirs)), {"EUR": "-4.00"})
        self.assertEqual(tim.post(f"/friends/{theirs}/expenses", title="Bun", amount="2.00")["ledgerId"], direct)

    def test_a_link_that_only_one_side_keeps_opens_nothing(self):
        uma = self.server.account(self.anna, "Uma")
        mine, theirs = self.linked(self.anna, "Uma", uma)
        self.assertEqual(uma.delete("/friends/" + theirs).status, 204)
        made = self.anna.post(f"/friends/{mine}/expenses", title="Tea", amount="8.00", currency="EUR")
        self.assertEqual(made.status, 201, made)
        self.problem(uma.get("/ledgers/" + made["ledgerId"]), 404)
        self.assertEqual(uma.get("/ledgers")["items"], [])


if __name__ == "__main__":
    harness.main()
