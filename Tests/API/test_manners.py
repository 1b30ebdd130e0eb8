"""The manners of the API (docs/api): problems, methods, entity tags, lists, bodies."""
import json

import harness


class Problems(harness.Check):
    def test_not_there(self):
        """what is not there is a problem document, also for methods and below other resources"""
        for path in ["/nothing", "/ledgers/none", "/ledgers/none/expenses", "/api", "/api/", "/api/v2/me"]:
            self.problem(self.anna.get(path), 404)

    def test_unknown_ledger_looks_like_a_foreign_one(self):
        ben = self.server.account(self.anna, "Ben")
        ledger, _ = self.anna.ledger()
        foreign, missing = ben.get(ledger), ben.get("/ledgers/6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11")
        self.problem(foreign, 404)
        for answer in (foreign, missing):
            del answer.json["requestId"]
        self.assertEqual(foreign.json, missing.json)

    def test_request_ids(self):
        ids = {self.anna.get("/me").fields["X-Request-Id"] for _ in range(5)}
        self.assertEqual(len(ids), 5)
        answer = self.anna.get("/nothing")
        self.assertEqual(answer["requestId"], answer.fields["X-Request-Id"])

    def test_date_and_security_fields(self):
        for path in ["/me", "/nothing"]:
            fields = self.anna.get(path).fields
            self.assertTrue(fields["Date"])
            self.assertEqual(fields["X-Content-Type-Options"], "nosniff")
            self.assertIn("default-src 'none'", fields["Content-Security-Policy"])
            self.assertNotIn("Access-Control-Allow-Origin", fields)

    def test_malformed_bodies(self):
        """not JSON: 400, and the connection stays usable"""
        for body in ["{", "[1,", "nul", "{'a':1}", '{"a":1}x', '{"a":1,"a":2}', '{"a":"\\ud800"}', "\ufeff{}", '{"a":01}',
                     '{"a":NaN}', '{"a":Infinity}', "[" * 1000]:
            self.problem(self.anna.send("POST", "/ledgers", body.encode()), 400, "malformed-json")
        self.problem(self.anna.send("POST", "/ledgers", b'{"name":"\xff"}'), 400, "malformed-json")
        for body in ["[]", '"text"', "1", "null", "true"]:
            self.problem(self.anna.send("POST", "/ledgers", body), 400, "not-an-object")

    def test_other_media_types(self):
        for kind in ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "", None]:
            answer = self.anna.send("POST", "/ledgers", "{}", fields={"Content-Type": kind})
            self.problem(answer, 415)
        answer = self.anna.send("POST", "/ledgers", "{}", fields={"Content-Type": "Application/JSON; charset=UTF-8"})
        self.problem(answer, 422)

    def test_bodies_that_are_too_large(self):
        body = json.dumps({"name": "x" * 3_000_000})
        try:
            self.problem(self.anna.send("POST", "/ledgers", body), 413)
        except (BrokenPipeError, ConnectionResetError):
            self.fail("the answer did not arrive")

    def test_unknown_fields_are_named(self):
        answer = self.anna.post("/ledgers", name="A", currency="EUR", participants=["A"], curency="EUR")
        self.problem(answer, 422, "unknown-field", "curency")
        answer = self.anna.post("/ledgers", name="A", currency="EUR", participants=["A"], folder={"conection": 1})
        self.problem(answer, 422, None, "folder.conection")

    def test_everything_wrong_is_told_at_once(self):
        ledger, _ = self.anna.ledger()
        answer = self.anna.post(ledger + "/expenses", amount=3, executionDate="tomorrow", typo=1, payerId="me")
        self.problem(answer, 422, "invalid-input")
        self.assertEqual(
            {error["field"] for error in answer["errors"]}, {"title", "amount", "executionDate", "typo", "payerId"})

    def test_unknown_parameters_are_refused(self):
        ledger, _ = self.anna.ledger()
        self.problem(self.anna.get(ledger + "/expenses?form=2026-01-01"), 422, "unknown-parameter", "form")
        self.problem(self.anna.get(ledger + "/expenses?from=2026-02-30"), 422, "invalid-parameter", "from")
        self.problem(self.anna.get(ledger + "/expenses?q=%zz"), 400)
        self.problem(self.anna.get(ledger + "/expenses?q=%ff"), 400)


class Methods(harness.Check):
    def test_wrong_method(self):
        """known, but not for this resource: 405 with Allow"""
        answer = self.anna.send("PUT", "/me", "{}")
        self.problem(answer, 405)
        self.assertEqual(set(answer.fields["Allow"].split(", ")), {"GET", "HEAD", "PATCH", "DELETE", "OPTIONS"})
        self.problem(self.anna.send("PUT", "/ledgers", "{}"), 405)
        self.problem(self.anna.send("POST", "/health", "{}"), 405)

    def test_unknown_method(self):
        self.problem(self.anna.send("BREW", "/me"), 501)

    def test_options(self):
        answer = self.anna.send("OPTIONS", "/ledgers")
        self.assertEqual((answer.status, answer.body), (204, b""))
        self.assertEqual(set(answer.fields["Allow"].split(", ")), {"GET", "HEAD", "POST", "OPTIONS"})
        everything = self.server.raw(b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertTrue(everything.startswith(b"HTTP/1.1 204 "), everything)

    def test_head(self):
        for path in ["/me", "/ledgers", "/nothing", "/health"]:
            got, headed = self.anna.get(path), self.anna.send("HEAD", path)
            self.assertEqual((headed.status, headed.body), (got.status, b""))
            self.assertEqual(headed.fields["Content-Length"], got.fields["Content-Length"])
            self.assertEqual(headed.fields.get("ETag"), got.fields.get("ETag"))


class Tags(harness.Check):
    def test_conditional_get(self):
        ledger, _ = self.anna.ledger()
        made = self.anna.post(ledger + "/expenses", title="Bread", amount="3")
        for path in ["/me", "/ledgers", ledger, ledger + "/expenses", ledger + "/expenses/" + made["id"],
                     ledger + "/balances", ledger + "/snapshot", ledger + "/settle-up", ledger + "/summary",
                     ledger + "/participants", ledger + "/labels", ledger + "/sync", "/devices", "/openapi.json"]:
            tag = self.anna.get(path).fields["ETag"]
            self.assertRegex(tag, r'^"[^"]+"$', path)
            for condition in (tag, f'"other", {tag}', "W/" + tag, "*"):
                again = self.anna.get(path, If_None_Match=condition)
                self.assertEqual((again.status, again.body), (304, b""), (path, condition))
                self.assertEqual(again.fields["ETag"], tag)
            self.assertEqual(self.anna.get(path, If_None_Match='"other"').status, 200)

    def test_tag_changes_with_the_answer(self):
        ledger, _ = self.anna.ledger()
        before = self.anna.get(ledger + "/snapshot").fields["ETag"]
        self.anna.post(ledger + "/labels", name="trip")
        answer = self.anna.get(ledger + "/snapshot", If_None_Match=before)
        self.assertEqual(answer.status, 200)
        self.assertNotEqual(answer.fields["ETag"], before)

    def test_secrets_are_not_kept(self):
        ledger, _ = self.anna.ledger()
        for path in ["/join-code", "/join-code.svg", "/invitation"]:
            self.assertEqual(self.anna.get(ledger + path).fields["Cache-Control"], "no-store")

    def test_if_match(self):
        ledger, _ = self.anna.ledger()
        path = ledger + "/expenses/" + self.anna.post(ledger + "/expenses", title="Bread", amount="3")["id"]
        first = self.anna.get(path)
        self.assertEqual(first.fields["ETag"], f'"{first["revision"]}"')
        change = {"title": "Rolls", "amount": "4"}
        match = {"If-Match": f'"{first["revision"]}"'}
        second = self.anna.send("PUT", path, change, match)
        self.assertEqual(second.status, 200)
        self.assertNotEqual(second["revision"], first["revision"])
        self.problem(self.anna.send("PUT", path, change, match), 412)
        self.problem(self.anna.send("DELETE", path, None, match), 412)
        self.problem(self.anna.send("PUT", path, change, {"If-Match": f'W/"{second["revision"]}"'}), 412)
        self.assertEqual(self.anna.send("PUT", path, {"title": "Cake", "amount": "4"}).status, 200)
        last = self.anna.get(path)["revision"]
        self.assertEqual(self.anna.send("DELETE", path, None, {"If-Match": f'"{last}"'}).status, 204)
        self.problem(self.anna.send("PUT", path, change, {"If-Match": "*"}), 412)


class Lists(harness.Check):
    def test_pages(self):
        """pages meet without a gap or a repetition, also while the list changes"""
        ledger, _ = self.anna.ledger()
        ids = [self.anna.post(ledger + "/expenses", title=str(n), amount="1", executionDate=f"2026-05-{n % 9 + 1:02}")["id"]
               for n in range(25)]
        whole = [item["id"] for item in self.anna.get(ledger + "/expenses")["items"]]
        self.assertEqual(set(whole), set(ids))
        seen, cursor = [], ""
        while cursor is not None:
            page = self.anna.get(ledger + "/expenses?limit=7" + (f"&cursor={cursor}" if cursor else ""))
            seen += [item["id"] for item in page["items"]]
            cursor = page["next"]
            self.anna.post(ledger + "/expenses", title="newer", amount="1", executionDate="2026-06-01")
        self.assertEqual(seen, whole)

    def test_limits(self):
        for limit in ["0", "501", "-1", "x", "1.5"]:
            self.problem(self.anna.get("/ledgers?limit=" + limit), 422, None, "limit")
        self.assertEqual(self.anna.get("/ledgers?limit=500").status, 200)
        self.problem(self.anna.get("/ledgers?cursor=nonsense"), 422, None, "cursor")

    def test_every_list_has_the_same_shape(self):
        ledger, _ = self.anna.ledger()
        for path in ["/ledgers", "/devices", "/tokens", "/accounts", "/folder-connections", ledger + "/expenses",
                     ledger + "/settlements", ledger + "/participants", ledger + "/labels"]:
            self.assertEqual(list(self.anna.get(path).json), ["items", "next"], path)
            self.assertEqual(self.anna.get(path + "?limit=1").status, 200, path)


if __name__ == "__main__":
    harness.main()
