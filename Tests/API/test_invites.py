"""Invites, tokens for reading, and leaving, over the wire."""
import harness


class Invites(harness.Check):
    def test_from_the_link_to_the_first_expense(self):
        """a stranger comes in by a link, makes an account, and records an expense"""
        ledger, people = self.anna.ledger("Anna", "Ben")
        made = self.anna.post(ledger + "/invites", participantId=people["Ben"])
        self.assertEqual(made.status, 201, made)
        self.assertEqual(made.fields["Cache-Control"], "no-store")
        origin, _, token = made["url"].partition("/invite#")
        self.assertEqual((origin, token), (f"http://127.0.0.1:{self.server.port}", made["token"]))
        self.assertEqual(harness.Client(self.server).send("GET", "//invite").status, 200)
        nobody = harness.Client(self.server)
        preview = nobody.get("/invites/" + token)
        self.assertEqual(preview["participantName"], "Ben")
        claimed = nobody.post(f"/invites/{token}/claim", name="ben", password=harness.PASSWORD, deviceName="phone")
        self.assertEqual(claimed.status, 201, claimed)
        self.assertNotIn("token", claimed.json)
        cookie = claimed.fields["Set-Cookie"].partition(";")[0]
        ben = harness.Client(self.server)
        ben.fields = {"Cookie": cookie, "Origin": origin}
        made = ben.post(ledger + "/expenses", title="Bread", amount="3.10")
        self.assertEqual(made["payerId"], people["Ben"])
        friends = [friend["accountLinked"] for friend in ben.get("/friends")["items"]]
        self.assertEqual(friends, [True])
        self.problem(nobody.post(f"/invites/{token}/claim", name="eve", password=harness.PASSWORD), 409, "invite-used")
        self.assertNotIn(token, self.server.stderr())

    def test_a_cookie_of_another_page_claims_nothing(self):
        ledger, people = self.anna.ledger("Anna", "Cleo")
        token = self.anna.post(ledger + "/invites", participantId=people["Cleo"])["token"]
        self.server.account(self.anna, "cleo")
        signed = harness.Client(self.server).post("/sessions", name="cleo", password=harness.PASSWORD, deviceName="d")
        cleo = harness.Client(self.server)
        cleo.fields = {"Cookie": signed.fields["Set-Cookie"].partition(";")[0], "Origin": "http://evil.example"}
        self.problem(cleo.post(f"/invites/{token}/claim"), 403, "foreign-origin")
        self.problem(harness.Client(self.server).post(f"/invites/{token}/claim"), 401, "sign-in-needed")


class ReadOnly(harness.Check):
    def test_a_token_for_reading(self):
        ledger, _ = self.anna.ledger()
        made = self.anna.post("/tokens", name="display", scope="read")
        display = harness.Client(self.server, made["token"])
        self.assertEqual(display.get(ledger + "/balances").status, 200)
        self.problem(display.post(ledger + "/expenses", title="x", amount="1"), 403, "read-only-token")
        self.problem(display.get(ledger + "/join-code"), 403, "read-only-token")


class Leaving(harness.Check):
    def test_deleting_an_account(self):
        ledger, people = self.anna.ledger("Anna", "Ben")
        token = self.anna.post(ledger + "/invites", participantId=people["Ben"])["token"]
        ben = self.server.account(self.anna, "ben")
        self.assertEqual(ben.post(f"/invites/{token}/claim").status, 200)
        ben.ledger("Ben")
        plan = ben.send("DELETE", "/me?dryRun=true")
        self.assertEqual(sorted(effect["effect"] for effect in plan["ledgers"]), ["leave", "remove"])
        self.problem(ben.delete("/me"), 422, "wrong-confirmation", "confirmName")
        self.assertEqual(ben.delete("/me", confirmName="ben").status, 200)
        self.problem(ben.get("/me"), 401)
        self.assertEqual(self.server.account(self.anna, "ben").get("/ledgers")["items"], [])


if __name__ == "__main__":
    harness.main()
