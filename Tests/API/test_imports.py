"""Files of other programs: shown first, then carried out, then taken back (docs/importing.md)."""
import json
import uuid

import harness

FILES = harness.ROOT / "Tests/Vectors/import"
PLAIN = {"Content-Type": "application/octet-stream"}
HEADER = "Date,Description,Category,Cost,Currency,Ann,Ben\n"


def minor(amount, digits):
    return int(round(float(amount) * 10 ** digits))


class Imports(harness.Check):
    def upload(self, body, query="", client=None):
        if isinstance(body, str):
            body = body.encode()
        return (client or self.anna).send("POST", "/imports" + query, body, fields=PLAIN)

    def sample(self, name, query=""):
        made = self.upload((FILES / name).read_bytes(), query)
        self.assertEqual(made.status, 201, made)
        return made

    def expected(self, name):
        return json.loads((FILES / (name + ".expected.json")).read_text())

    def newcomers(self, preview, book):
        """Everybody of the book is somebody new, as a person would say it."""
        names = {one["person"]: one["name"] for one in preview["people"]}
        return [{"person": person, "name": names[person]} for person in preview["books"][book]["people"]]

    def commit(self, preview, *books, **more):
        return self.anna.post(f"/imports/{preview['id']}/commit", books=list(books), **more)

    def into_new(self, preview, book=0, name="Imported", **more):
        return {"book": book, "name": name, "people": self.newcomers(preview, book), **more}

    def positions(self, ledger, digits=2):
        names = {one["id"]: one["name"] for one in self.anna.get(ledger + "/participants")["items"]}
        return {names[one["participantId"]]: minor(one["amount"], digits)
                for one in self.anna.get(ledger + "/balances")["positions"]}


class Samples(Imports):
    def test_each_becomes_ledgers_with_the_right_balances(self):
        """every sample, to the cent, as the ledger itself reckons; the same again is nothing new"""
        for name in ["splitwise-en.csv", "splitwise-de.csv", "splitwise-multicurrency.csv", "spliit.json", "cospend.csv",
                     "ihatemoney.json", "settleup.csv", "tricount.csv"]:
            with self.subTest(name):
                preview, expected = self.sample(name), self.expected(name)
                self.assertEqual([one["name"] for one in preview["people"]], expected["members"])
                books = [self.into_new(preview, place) for place in range(len(preview["books"]))]
                done = self.commit(preview, *books)
                self.assertEqual(done.status, 200, done)
                for book, result in zip(preview["books"], done["books"]):
                    wanted = expected["currencies"][book["currency"]]
                    ledger = "/ledgers/" + result["ledgerId"]
                    self.assertEqual(self.anna.get(ledger)["currency"], book["currency"])
                    found = self.positions(ledger, wanted["minor_digits"])
                    self.assertEqual(found, {who: found.get(who, 0) for who in wanted["net_minor"]})
                    self.assertEqual({who: net for who, net in found.items() if net},
                                     {who: net for who, net in wanted["net_minor"].items() if net})
                self.again(name, preview, done)

    def again(self, name, preview, done):
        preview = self.sample(name)
        for book, result in zip(preview["books"], done["books"]):
            ledger = "/ledgers/" + result["ledgerId"]
            ids = {one["name"]: one["id"] for one in self.anna.get(ledger + "/participants")["items"]}
            names = {one["person"]: one["name"] for one in preview["people"]}
            people = [{"person": person, "participantId": ids[names[person]]} for person in book["people"]]
            before = self.anna.get(ledger)["revision"]
            same = self.commit(preview, {"book": book["book"], "ledgerId": result["ledgerId"], "people": people})
            self.assertEqual(same.status, 200, same)
            one = same["books"][0]
            self.assertEqual((one["expenses"], one["settlements"], one["labels"]), (0, 0, 0))
            self.assertEqual(one["known"], result["expenses"] + result["settlements"])
            self.assertEqual(self.anna.get(ledger)["revision"], before)

    def test_payback_has_a_ledger_for_each_group(self):
        preview, expected = self.sample("payback.csv", "?currency=USD"), self.expected("payback.csv")
        self.assertEqual(preview["questions"], [])
        books = [self.into_new(preview, place, name=book["name"]) for place, book in enumerate(preview["books"])]
        done = self.commit(preview, *books)
        self.assertEqual(done.status, 200, done)
        for group, result in zip(expected["groups"], done["books"]):
            self.assertEqual(self.positions("/ledgers/" + result["ledgerId"]), group["net_outstanding_minor"])

    def test_a_preview_shows_everything_and_writes_nothing(self):
        before = len(self.anna.get("/ledgers?limit=500")["items"])
        preview = self.sample("splitwise-en.csv")
        self.assertEqual((preview["format"], preview["state"], preview["entryCount"]), ("splitwise-csv", "waiting", 13))
        self.assertTrue(all(one["isRight"] for one in preview["books"][0]["totals"]))
        self.assertEqual(preview["books"][0]["counts"]["reconstructed"], 1)
        self.assertEqual(preview["books"][0]["counts"]["no-effect"], 1)
        self.assertEqual([one["code"] for one in preview["issues"]], ["formula-kept-as-text"])
        again = self.anna.get("/imports/" + preview["id"])
        self.assertEqual(again.json, preview.json)
        self.assertEqual(preview.fields["Location"], "/api/v1/imports/" + preview["id"])
        entries, page = [], {"next": ""}
        while page["next"] is not None:
            cursor = "&cursor=" + page["next"] if page["next"] else ""
            page = self.anna.get(f"/imports/{preview['id']}/entries?limit=5{cursor}").json
            entries += page["items"]
        self.assertEqual(entries, preview["entries"])
        self.assertEqual(len(self.anna.get("/ledgers?limit=500")["items"]), before)
        self.assertIn(preview["id"], [one["id"] for one in self.anna.get("/imports")["items"]])


class Committing(Imports):
    def test_who_is_who_is_asked(self):
        """nobody is taken for anybody because of a name"""
        preview = self.upload(HEADER + "2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00\n")
        ledger, people = self.anna.ledger("Ann", "Ben")
        into = {"book": 0, "ledgerId": ledger.split("/")[-1]}
        self.problem(self.commit(preview, into), 422, "person-not-mapped", "books[0].people")
        mapped = [{"person": 0, "participantId": people["Ann"]}, {"person": 1, "participantId": people["Ann"]}]
        self.problem(self.commit(preview, into | {"people": mapped}), 422, "person-mapped-twice", "books[0].people")
        mapped[1] = {"person": 1, "participantId": str(uuid.uuid4())}
        self.problem(self.commit(preview, into | {"people": mapped}), 422, "unknown-participant")
        self.assertEqual(self.anna.get(ledger + "/expenses")["items"], [])
        mapped[1] = {"person": 1, "name": "Benjamin"}
        done = self.commit(preview, into | {"people": mapped})
        self.assertEqual((done["books"][0]["expenses"], done["books"][0]["participants"]), (1, 1), done)
        [expense] = self.anna.get(ledger + "/expenses")["items"]
        self.assertEqual((expense["title"], expense["amount"], expense["executionDate"]), ("Bread", "4.00", "2026-01-01"))
        self.assertEqual(expense["createdBy"], people["Ann"])

    def test_a_dry_run_counts_and_writes_nothing(self):
        preview = self.upload(HEADER + "2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00\n" * 2)
        ledger, people = self.anna.ledger("Ann", "Ben")
        into = {"book": 0, "ledgerId": ledger.split("/")[-1], "people": [
            {"person": 0, "participantId": people["Ann"]}, {"person": 1, "participantId": people["Ben"]}]}
        dry = self.commit(preview, into, dryRun=True)
        self.assertEqual((dry["state"], dry["books"][0]["expenses"], dry["books"][0]["labels"]), ("waiting", 2, 1))
        self.assertEqual(self.anna.get(ledger + "/expenses")["items"], [])
        done = self.commit(preview, into)
        self.assertEqual(done["books"], dry["books"])
        # Two that are alike are two, and a longer file brings only what is new.
        longer = self.upload(HEADER + "2026-01-01,Bread,Food,4.00,EUR,2.00,-2.00\n" * 3)
        more = self.commit(longer, into)
        self.assertEqual((more["books"][0]["expenses"], more["books"][0]["known"]), (1, 2), more)

    def test_rows_can_be_left_out_and_categories_be_no_labels(self):
        preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n2026-01-02,B,Food,4.00,EUR,2.00,-2.00\n")
        done = self.commit(preview, self.into_new(preview, leaveOut=[3], labels=False))
        one = done["books"][0]
        self.assertEqual((one["expenses"], one["leftOut"], one["labels"]), (1, 1, 0), done)

    def test_all_or_nothing(self):
        """a row that the ledger refuses keeps all others out"""
        preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n2026-01-02,B,Food,4.00,EUR,-2.00,2.00\n")
        ledger, people = self.anna.ledger("Ann", "Ben", "Cleo")
        self.anna.post(ledger + "/expenses", title="x", amount="1", splitParticipantIds=[people["Ben"]])
        self.assertIn(self.anna.delete(f"{ledger}/participants/{people['Ben']}").status, (200, 204))
        before = self.anna.get(ledger)["revision"]
        into = {"book": 0, "ledgerId": ledger.split("/")[-1], "people": [
            {"person": 0, "participantId": people["Ann"]}, {"person": 1, "participantId": people["Ben"]}]}
        self.problem(self.commit(preview, into), 422, "retired-participant")
        self.assertEqual(self.anna.get(ledger)["revision"], before)

    def test_currencies_have_to_fit(self):
        preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n")
        ledger, people = self.anna.ledger("Ann", "Ben", currency="JPY")
        people = [{"person": 0, "participantId": people["Ann"]}, {"person": 1, "participantId": people["Ben"]}]
        into = {"book": 0, "ledgerId": ledger.split("/")[-1], "people": people}
        self.problem(self.commit(preview, into), 422, "other-currency", "books[0].ledgerId")
        payback = self.sample("payback.csv")
        self.assertEqual([one["kind"] for one in payback["questions"]], ["currency"])
        self.problem(self.commit(payback, self.into_new(payback)), 422, "currency-missing", "books[0].currency")
        done = self.commit(payback, self.into_new(payback, currency="CHF"))
        self.assertEqual(self.anna.get("/ledgers/" + done["books"][0]["ledgerId"])["currency"], "CHF")

    def test_who_imports_can_be_one_of_the_file(self):
        preview = self.sample("splitwise-de.csv")
        done = self.commit(preview, self.into_new(preview, me=1))
        ledger = "/ledgers/" + done["books"][0]["ledgerId"]
        mine = self.anna.get(ledger)["myParticipantId"]
        names = {one["id"]: one["name"] for one in self.anna.get(ledger + "/participants")["items"]}
        self.assertEqual(names[mine], "Oskar Lindqvist")

    def test_bodies_are_read_strictly(self):
        preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n")
        self.problem(self.anna.post(f"/imports/{preview['id']}/commit"), 422, "missing", "books")
        self.problem(self.commit(preview, {"book": 0}), 422, "one-of-both", "books[0].ledgerId")
        self.problem(self.commit(preview, {"book": 7, "name": "X"}), 422, "no-such-book", "books[0].book")
        self.problem(self.commit(preview, {"book": 0, "name": "X", "colour": 1}), 422, "unknown-field", "books[0].colour")
        self.problem(self.commit(preview, {"book": 0, "ledgerId": str(uuid.uuid4())}), 422, "person-not-mapped")
        people = [{"person": 0, "name": "A"}, {"person": 1, "name": "B"}]
        self.problem(self.commit(preview, {"book": 0, "ledgerId": str(uuid.uuid4()), "people": people}), 404)
        self.problem(self.upload("x", "?colums=date"), 422, "unknown-parameter", "colums")
        self.problem(self.upload("x", "?columns=date,naem"), 422, "invalid-parameter", "columns")

    def test_any_table_by_its_columns(self):
        text = "Tag;Was;Betrag;Wer;Für\n03.05.2026;Markt;1.234,50;Ann;Ann, Ben\n"
        asked = self.upload(text)
        self.assertEqual((asked["format"], asked["sample"][0]), ("table", ["Tag", "Was", "Betrag", "Wer", "Für"]))
        told = self.upload(text, "?currency=EUR&columns=date,title,amount,payer,sharers")
        done = self.commit(told, self.into_new(told))
        self.assertEqual(self.positions("/ledgers/" + done["books"][0]["ledgerId"]), {"Ann": 61725, "Ben": -61725})


class TakingBack(Imports):
    def imported(self, rows=3):
        text = HEADER + "".join(f"2026-01-0{day + 1},Row {day},Food,4.00,EUR,2.00,-2.00\n" for day in range(rows))
        preview = self.upload(text + "2026-02-01,Ann paid Ben,Payment,1.00,EUR,1.00,-1.00\n")
        ledger, people = self.anna.ledger("Ann", "Cleo")
        into = {"book": 0, "ledgerId": ledger.split("/")[-1], "people": [
            {"person": 0, "participantId": people["Ann"]}, {"person": 1, "name": "Ben"}]}
        done = self.commit(preview, into)
        self.assertEqual(done.status, 200, done)
        return preview, ledger, into

    def test_exactly_what_it_made_is_deleted(self):
        preview, ledger, _ = self.imported()
        own = self.anna.post(ledger + "/expenses", title="Own", amount="5")
        self.assertEqual(len(self.anna.get(ledger + "/expenses")["items"]), 4)
        [row] = [one for one in self.anna.get("/imports")["items"] if one["ledgerId"] == ledger.split("/")[-1]]
        self.assertEqual((row["state"], row["expenses"], row["settlements"], row["standing"]), ("done", 3, 1, 4))
        gone = self.anna.delete("/imports/" + preview["id"])
        self.assertEqual(gone.status, 200, gone)
        [one] = gone["ledgers"]
        self.assertEqual((one["expenses"], one["settlements"], one["labels"]), (3, 1, 1), gone)
        self.assertEqual([left["id"] for left in self.anna.get(ledger + "/expenses")["items"]], [own["id"]])
        self.assertEqual(self.anna.get(ledger + "/settlements")["items"], [])
        [row] = [one for one in self.anna.get("/imports")["items"] if one["ledgerId"] == ledger.split("/")[-1]]
        self.assertEqual((row["state"], row["standing"]), ("undone", 0))

    def test_what_was_edited_since_stays_and_is_told(self):
        preview, ledger, _ = self.imported()
        edited = self.anna.get(ledger + "/expenses")["items"][0]
        path = f"{ledger}/expenses/{edited['id']}"
        keep = {name: edited[name] for name in ["amount", "executionDate", "payerId", "splitParticipantIds"]}
        self.assertEqual(self.anna.put(path, title="Edited", **keep).status, 200)
        [one] = self.anna.delete("/imports/" + preview["id"])["ledgers"]
        self.assertEqual((one["expenses"], one["settlements"]), (2, 1))
        self.assertEqual({kept["kind"] for kept in one["kept"]} & {"expense"}, {"expense"})
        self.assertIn(edited["id"], [kept["id"] for kept in one["kept"]])
        self.assertEqual([left["title"] for left in self.anna.get(ledger + "/expenses")["items"]], ["Edited"])

    def test_what_was_taken_back_may_come_again_what_was_deleted_does_not(self):
        preview, ledger, into = self.imported()
        deleted = self.anna.get(ledger + "/expenses")["items"][0]
        self.anna.delete(f"{ledger}/expenses/{deleted['id']}")
        ids = {one["name"]: one["id"] for one in self.anna.get(ledger + "/participants")["items"]}
        into = into | {"people": [{"person": 0, "participantId": ids["Ann"]}, {"person": 1, "participantId": ids["Ben"]}]}
        once_more = self.commit(preview, into)
        self.assertEqual((once_more["books"][0]["expenses"], once_more["books"][0]["deletedSince"]), (0, 1), once_more)
        self.anna.delete("/imports/" + preview["id"])
        text = HEADER + "".join(f"2026-01-0{day + 1},Row {day},Food,4.00,EUR,2.00,-2.00\n" for day in range(3))
        again = self.upload(text)
        into["people"][1] = {"person": 1, "name": "Ben again"}
        done = self.commit(again, into)
        self.assertEqual((done["books"][0]["expenses"], done["books"][0]["deletedSince"]), (2, 1), done)

    def test_it_survives_a_restart(self):
        """the log itself knows what came together"""
        server = harness.Server()
        try:
            anna = server.owner()
            preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n", client=anna)
            people = [{"person": 0, "name": "Ann"}, {"person": 1, "name": "Ben"}]
            done = anna.post(f"/imports/{preview['id']}/commit", books=[{"book": 0, "name": "X", "people": people}])
            self.assertEqual(done.status, 200, done)
            server.stop()
            later = harness.Server(data=server.data)
            try:
                anna.server = later
                self.assertEqual(anna.delete("/imports/" + preview["id"])["ledgers"][0]["expenses"], 1)
            finally:
                later.close()
        finally:
            server.close()

    def test_a_file_that_waits_is_forgotten(self):
        preview = self.upload(HEADER + "2026-01-01,A,Food,4.00,EUR,2.00,-2.00\n")
        self.assertEqual(self.anna.delete("/imports/" + preview["id"])["ledgers"], [])
        for method, path in [("GET", ""), ("GET", "/entries"), ("POST", "/commit"), ("DELETE", "")]:
            self.problem(self.anna.send(method, "/imports/" + preview["id"] + path), 404)

    def test_somebody_elses_is_not_there(self):
        ben = self.server.account(self.anna, "Ben" + uuid.uuid4().hex[:6])
        preview, ledger, _ = self.imported()
        for method, path in [("GET", ""), ("GET", "/entries"), ("POST", "/commit"), ("DELETE", "")]:
            self.problem(ben.send(method, "/imports/" + preview["id"] + path), 404)
        self.assertEqual(ben.get("/imports")["items"], [])
        self.assertEqual(len(self.anna.get(ledger + "/expenses")["items"]), 3)


class Hostile(Imports):
    def test_what_is_no_text_is_refused(self):
        for body, code in [(b"PK\x03\x04" + b"\0" * 100, "spreadsheet-file"), (b"\x1f\x8b\x08", "not-a-text-file"),
                           (b"<!doctype html>", "not-a-text-file"), (b"", "file-empty"), (b"a,\0", "not-a-text-file"),
                           (b"[" * 100_000, "file-malformed-json"), (b'{"a":1}', "unknown-file-format"),
                           (b"x" * 200_000, "cell-too-long")]:
            self.problem(self.upload(body), 422, code)

    def test_a_large_file_is_taken_a_larger_one_is_not(self):
        rows = "".join(f"2026-01-01,Row {n},Food,4.00,EUR,2.00,-2.00\n" for n in range(20_000))
        preview = self.upload(HEADER + rows)
        self.assertEqual((preview.status, preview["entryCount"], len(preview["entries"])), (201, 20_000, 100), preview.status)
        done = self.commit(preview, self.into_new(preview))
        self.assertEqual(done["books"][0]["expenses"], 20_000, done)
        self.assertEqual(self.positions("/ledgers/" + done["books"][0]["ledgerId"]), {"Ann": 4_000_000, "Ben": -4_000_000})
        answer = self.server.raw(
            b"POST /api/v1/imports HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + self.anna.token.encode()
            + b"\r\nContent-Length: 104857601\r\n\r\n")
        self.assertIn(b" 413 ", answer.split(b"\r\n")[0])


if __name__ == "__main__":
    harness.main()
