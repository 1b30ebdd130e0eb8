"""Setting up, signing in, devices, tokens, accounts; what a cookie needs and what a foreign page cannot do."""
import base64
import time
from pathlib import Path

import harness


class SetUp(harness.Check):
    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server()

    def test_the_first_account(self):
        """needs the printed code, works once, and is told to whoever asks whether it is needed"""
        nobody = harness.Client(self.server)
        self.assertEqual(nobody.get("/setup").json, {"needed": True, "signedIn": False, "demonstration": None})
        form = {"name": "Anna", "password": harness.PASSWORD, "deviceName": "phone"}
        self.problem(nobody.post("/setup", code="WRONG-CODES", **form), 403)
        self.problem(nobody.post("/setup", code=self.server.code, **{**form, "password": "short"}), 422, None, "password")
        self.problem(nobody.post("/setup", code=self.server.code, extra=1, **form), 422, None, "extra")
        made = nobody.post("/setup", code=self.server.code, **form)
        self.assertEqual(made.status, 201, made)
        self.assertEqual(made["account"]["name"], "Anna")
        self.assertTrue(made["account"]["isOwner"])
        self.assertNotIn("token", made.json)
        self.assertRegex(made.fields["Set-Cookie"], r"^splitclone=[\w-]{43}; HttpOnly; SameSite=Lax; Path=/; Max-Age=\d+$")
        self.problem(nobody.post("/setup", code=self.server.code, **form), 409)
        self.assertEqual(nobody.get("/setup").json, {"needed": False, "signedIn": False, "demonstration": None})


class SignIn(harness.Check):
    def browser(self):
        """signed in by cookie, as a page of this server"""
        client = harness.Client(self.server)
        made = client.post("/sessions", name="Anna", password=harness.PASSWORD, deviceName="browser")
        self.assertEqual(made.status, 201, made)
        client.fields = {"Cookie": made.fields["Set-Cookie"].split(";")[0]}
        return client

    def test_token_and_cookie(self):
        self.assertEqual(self.anna.get("/me")["account"]["name"], "Anna")
        self.assertEqual(self.browser().get("/me")["device"]["name"], "browser")

    def test_nobody(self):
        nobody = harness.Client(self.server)
        for token in [None, "nonsense", "x" * 43]:
            nobody.token = token
            answer = nobody.get("/me")
            self.problem(answer, 401)
            self.assertTrue(answer.fields["WWW-Authenticate"])
        self.problem(harness.Client(self.server).get("/me", Authorization="Basic QW5uYTpw"), 401)
        self.problem(harness.Client(self.server).get("/me", Cookie="splitclone=" + "x" * 43), 401)

    def test_wrong_name_and_wrong_password_are_alike(self):
        nobody = harness.Client(self.server)
        answers = [nobody.post("/sessions", name=name, password="wrong horse battery", deviceName="d")
                   for name in ("Anna", "Nobody")]
        for answer in answers:
            self.problem(answer, 401)
            del answer.json["requestId"]
        self.assertEqual(answers[0].json, answers[1].json)

    def test_a_cookie_needs_our_origin(self):
        """unsafe methods of a cookie session need the Origin of our own page"""
        browser = self.browser()
        ours = f"http://127.0.0.1:{self.server.port}"
        body = {"name": "L", "currency": "EUR", "participants": ["A"], "me": "A"}
        for origin in [None, "null", "http://evil.example", "http://127.0.0.1", f"http://127.0.0.1:{self.server.port + 1}",
                       f"https://127.0.0.1:{self.server.port}", ours + ".evil.example"]:
            self.problem(browser.send("POST", "/ledgers", body, {"Origin": origin}), 403, "foreign-origin")
        foreign = {"Origin": ours, "Sec-Fetch-Site": "cross-site"}
        self.problem(browser.send("POST", "/ledgers", body, foreign), 403, "foreign-origin")
        self.assertEqual(browser.send("POST", "/ledgers", body, {"Origin": ours}).status, 201)
        good = {"Origin": ours, "Sec-Fetch-Site": "same-origin"}
        self.assertEqual(browser.send("POST", "/ledgers", body, good).status, 201)
        self.assertEqual(browser.get("/ledgers", Origin="http://evil.example").status, 200)

    def test_a_token_needs_no_origin(self):
        self.assertEqual(self.anna.send("POST", "/tokens", {"name": "t"}, {"Origin": "http://evil.example"}).status, 201)

    def test_signing_in_from_a_foreign_page(self):
        body = {"name": "Anna", "password": harness.PASSWORD, "deviceName": "d"}
        answer = harness.Client(self.server).send("POST", "/sessions", body, {"Origin": "http://evil.example"})
        self.problem(answer, 403, "foreign-origin")

    def test_signing_out(self):
        browser = self.browser()
        browser.fields["Origin"] = f"http://127.0.0.1:{self.server.port}"
        out = browser.send("DELETE", "/sessions/current")
        self.assertEqual(out.status, 204)
        self.assertIn("Max-Age=0", out.fields["Set-Cookie"])
        self.problem(browser.get("/me"), 401)

    def test_changing_the_password(self):
        owner = self.anna
        ben = self.server.account(owner, "Ben")
        other = self.server.signed_in("Ben")
        self.problem(ben.patch("/me", password="new horse battery"), 422, None, "currentPassword")
        self.problem(ben.patch("/me", password="new horse battery", currentPassword="wrong horse"), 403)
        self.assertEqual(ben.patch("/me", password="new horse battery", currentPassword=harness.PASSWORD).status, 200)
        self.assertEqual(ben.get("/me").status, 200)
        self.problem(other.get("/me"), 401)


class Throttle(harness.Check):
    def test_guessing_is_slowed_down(self):
        """wrong passwords are answered 429 with Retry-After after a few; right ones never count"""
        for _ in range(12):
            self.server.signed_in("Anna")
        nobody = harness.Client(self.server)
        statuses = []
        for _ in range(20):
            answer = nobody.post("/sessions", name="Zoe", password="wrong horse battery", deviceName="d")
            statuses.append(answer.status)
            if answer.status == 429:
                self.problem(answer, 429)
                self.assertGreaterEqual(int(answer.fields["Retry-After"]), 1)
                break
        self.assertEqual(statuses[-1], 429)
        self.assertLessEqual(3, len(statuses))


class Devices(harness.Check):
    def test_devices(self):
        other = self.server.signed_in("Anna")
        listed = self.anna.get("/devices")["items"]
        self.assertEqual([device["current"] for device in listed].count(True), 1)
        mine = other.get("/me")["device"]["id"]
        self.assertIn(mine, [device["id"] for device in listed])
        self.assertEqual(self.anna.get("/devices/" + mine)["id"], mine)
        self.assertEqual(self.anna.delete("/devices/" + mine).status, 204)
        self.problem(other.get("/me"), 401)
        self.problem(self.anna.delete("/devices/" + mine), 404)

    def test_renaming_this_device(self):
        self.assertEqual(self.anna.patch("/me", deviceName="laptop")["device"]["name"], "laptop")
        self.problem(self.anna.patch("/me", deviceName=""), 422, None, "deviceName")

    def test_tokens(self):
        made = self.anna.post("/tokens", name="script")
        self.assertEqual(made.status, 201)
        self.assertEqual(made.fields["Cache-Control"], "no-store")
        script = harness.Client(self.server, made["token"])
        self.assertEqual(script.get("/me")["device"]["name"], "script")
        self.assertNotIn("token", self.anna.get("/tokens/" + made["id"]).json)
        self.assertNotIn(made["token"], self.anna.get("/tokens").body.decode())
        self.assertEqual(self.anna.delete("/tokens/" + made["id"]).status, 204)
        self.problem(script.get("/me"), 401)
        self.problem(self.anna.get("/tokens/" + made["id"]), 404)

    def test_expiry(self):
        self.problem(self.anna.post("/tokens", name="old", expiresAt="2020-01-01T00:00:00.000Z"), 422, None, "expiresAt")
        soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 2)) + ".000Z"
        made = self.anna.post("/tokens", name="short", expiresAt=soon)
        self.assertEqual(made["expiresAt"], soon)
        short = harness.Client(self.server, made["token"])
        harness.until(lambda: short.get("/me").status == 401, 6)

    def test_active_ledger(self):
        ledger, _ = self.anna.ledger()
        id = ledger.rpartition("/")[2]
        self.assertEqual(self.anna.put("/me/active-ledger", ledgerId=id).status, 200)
        self.assertEqual(self.anna.get("/me")["activeLedgerId"], id)
        self.problem(self.anna.put("/me/active-ledger", ledgerId="6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"), 404)
        self.problem(self.anna.put("/me/active-ledger"), 422, None, "ledgerId")
        self.assertIsNone(self.anna.put("/me/active-ledger", ledgerId=None)["activeLedgerId"])


class Accounts(harness.Check):
    def test_only_the_owner(self):
        ben = self.server.account(self.anna, "Ben")
        for method, path in [("GET", "/accounts"), ("POST", "/accounts"),
                             ("DELETE", "/accounts/" + ben.get("/me")["account"]["id"])]:
            self.problem(ben.send(method, path, {} if method == "POST" else None), 403)
        self.problem(self.anna.post("/accounts", name="ben", password=harness.PASSWORD), 409)
        me = self.anna.get("/me")["account"]["id"]
        self.problem(self.anna.delete("/accounts/" + me), 409)
        listed = {account["name"]: account["id"] for account in self.anna.get("/accounts")["items"]}
        self.assertEqual(self.anna.get("/accounts/" + listed["Ben"])["name"], "Ben")
        self.assertEqual(self.anna.delete("/accounts/" + listed["Ben"]).status, 204)
        self.problem(ben.get("/me"), 401)
        self.problem(self.anna.get("/accounts/" + listed["Ben"]), 404)

    def test_no_account_is_told_about_by_the_log(self):
        """no name, password, token or ledger name in the log"""
        self.anna.ledger(name="Secret-Ledger-Name")
        self.anna.get("/ledgers?limit=3&cursor=SECRETCURSOR")
        log = self.server.stderr()
        self.assertIn("route=", log)
        for secret in ["Anna", harness.PASSWORD, self.anna.token, "Secret-Ledger-Name", "SECRETCURSOR", "127.0.0.1"]:
            self.assertNotIn(secret, log)

    def test_nothing_is_in_the_clear_in_the_data_directory(self):
        ledger, _ = self.anna.ledger("Anna", "Quentin", name="Secret-Ledger-Name")
        self.anna.post(ledger + "/expenses", title="Secret-Title", amount="3")
        key = self.anna.get(ledger + "/join-code")["joinCode"].split(".")[1]
        script = self.anna.post("/tokens", name="Secret-Device-Name")["token"]
        secrets = ["Anna", "Quentin", "Secret-Ledger-Name", "Secret-Title", key, self.anna.token, script, "Secret-Device-Name",
                   harness.PASSWORD, base64.urlsafe_b64decode(key + "=")]
        for file in Path(self.server.data).rglob("*"):
            if file.is_file() and file.name != "master.key":
                content = file.read_bytes()
                for secret in secrets:
                    self.assertNotIn(secret.encode() if isinstance(secret, str) else secret, content, file.name)

    def test_request_ids_are_in_the_log(self):
        id = self.anna.get("/me").fields["X-Request-Id"]
        harness.until(lambda: id in self.server.stderr())


if __name__ == "__main__":
    harness.main()
