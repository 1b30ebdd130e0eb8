"""Passkeys: making one, coming in with it, and everything that must not let anybody in."""
import copy
import threading

import harness
from authenticator import Authenticator, decode, encode


class Passkeys(harness.Check):
    flags = ("--trusted-proxy", "127.0.0.1/32", "--allowed-host", "money.home.example")

    def setUp(self):
        self.here = {"Host": f"localhost:{self.server.port}"}
        self.origin = f"http://localhost:{self.server.port}"
        self.nobody = harness.Client(self.server)

    def made(self, client=None, kind="ES256", where=None, origin=None):
        """An authenticator with a passkey that was kept."""
        client, where = client or self.anna, where or self.here
        options = self.options(client, where)
        key = Authenticator(origin or self.origin, kind)
        kept = client.send("POST", "/me/passkeys", {"name": "Phone", "credential": key.create(options)}, where)
        self.assertEqual(kept.status, 201, kept)
        self.assertEqual(set(kept.json), {"id", "name", "site", "createdAt", "lastUsedAt"})
        key.kept = kept.json
        return key

    def options(self, client=None, where=None):
        answer = (client or self.anna).send(
            "POST", "/me/passkeys/options", {"currentPassword": harness.PASSWORD}, where or self.here)
        self.assertEqual(answer.status, 200, answer)
        self.assertEqual(answer.fields["Cache-Control"], "no-store")
        return answer["publicKey"]

    def question(self, where=None):
        answer = self.nobody.send("POST", "/sessions/passkey/options", None, where or self.here)
        self.assertEqual(answer.status, 200, answer)
        return answer["publicKey"]

    def sign_in(self, credential, where=None, **more):
        return self.nobody.send("POST", "/sessions/passkey", {"credential": credential, **more}, where or self.here)

    def test_a_passkey_lets_its_person_in(self):
        for kind in ("ES256", "RS256"):
            key = self.made(kind=kind)
            answer = self.sign_in(key.get(self.question()), **{"as": "token", "deviceName": "Face"})
            self.assertEqual(answer.status, 201, answer)
            self.assertEqual((answer["account"]["name"], answer["device"]["name"]), ("Anna", "Face"))
            self.assertEqual(harness.Client(self.server, answer["token"]).get("/me").status, 200)
            listed = next(one for one in self.anna.get("/me/passkeys")["items"] if one["id"] == key.kept["id"])
            self.assertIsNotNone(listed["lastUsedAt"])
        answer = self.sign_in(key.get(self.question()))
        self.assertIn("HttpOnly", answer.fields["Set-Cookie"])
        self.assertNotIn("token", answer.json)

    def test_what_a_browser_is_asked(self):
        """discoverable, with the person verified, no attestation, and none that is there already"""
        key = self.made()
        options = self.options()
        self.assertEqual(options["rp"]["id"], "localhost")
        self.assertEqual([one["alg"] for one in options["pubKeyCredParams"]], [-7, -257])
        self.assertEqual(options["attestation"], "none")
        self.assertEqual(options["authenticatorSelection"]["residentKey"], "required")
        self.assertEqual(options["authenticatorSelection"]["userVerification"], "required")
        self.assertIn(encode(key.id), [one["id"] for one in options["excludeCredentials"]])
        self.assertEqual(len(decode(options["user"]["id"])), 16)
        question = self.question()
        self.assertEqual((question["rpId"], question["userVerification"]), ("localhost", "required"))
        self.assertNotIn("allowCredentials", question)

    def test_the_password_is_proved_first(self):
        wrong = self.anna.send("POST", "/me/passkeys/options", {"currentPassword": "wrong horse battery"}, self.here)
        self.problem(wrong, 403, "wrong-password")
        credential = Authenticator(self.origin).create({**self.options(), "challenge": encode(bytes(56))})
        kept = self.anna.send("POST", "/me/passkeys", {"name": "x", "credential": credential}, self.here)
        self.problem(kept, 422, "challenge-over", "credential")

    def test_only_over_https_or_on_localhost_and_under_a_name(self):
        body = {"currentPassword": harness.PASSWORD}
        for where in ({}, {"Host": "money.home.example"}, {"Host": "[::1]"},
                      {"Host": "192.168.1.5", "X-Forwarded-Proto": "https"}):
            self.problem(self.anna.send("POST", "/me/passkeys/options", body, where), 422, "passkeys-need-https")
            self.problem(self.nobody.send("POST", "/sessions/passkey/options", None, where), 422, "passkeys-need-https")
        secure = {"Host": "money.home.example", "X-Forwarded-Proto": "https"}
        key = self.made(where=secure, origin="https://money.home.example")
        answer = self.sign_in(key.get(self.question(secure)), secure, **{"as": "token"})
        self.assertEqual(answer.status, 201, answer)
        moved = Authenticator(self.origin)
        moved.key, moved.id, moved.person, moved.count = key.key, key.id, key.person, 100
        self.problem(self.sign_in(moved.get(self.question())), 401, "wrong-passkey")

    def test_a_challenge_is_good_once_and_for_one_purpose(self):
        key = self.made()
        question = self.question()
        proof = key.get(question)
        self.assertEqual(self.sign_in(proof).status, 201)
        self.problem(self.sign_in(proof), 422, "challenge-over")
        self.problem(self.sign_in(key.get(question)), 422, "challenge-over")
        creation = {**self.question(), "challenge": self.options()["challenge"]}
        self.problem(self.sign_in(key.get(creation)), 422, "challenge-over")
        options = {**self.options(), "challenge": self.question()["challenge"]}
        refused = self.anna.send("POST", "/me/passkeys", {"name": "x", "credential": key.create(options)}, self.here)
        self.problem(refused, 422, "challenge-over")
        ben = self.server.account(self.anna, "Ben")
        stolen = Authenticator(self.origin).create(self.options(ben))
        self.problem(self.anna.send("POST", "/me/passkeys", {"name": "x", "credential": stolen}, self.here), 422, "challenge-over")
        for challenge in ("", "AAAA", encode(bytes(56)), "not base64!"):
            answer = self.sign_in(key.get({**question, "challenge": challenge}))
            self.problem(answer, 422)

    def test_one_proof_used_many_times_at_once_lets_in_once(self):
        key = self.made()
        proof, answers = key.get(self.question()), []
        threads = [threading.Thread(target=lambda: answers.append(self.sign_in(proof).status)) for _ in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(sorted(answers), [201] + [422] * 7)

    def test_a_count_that_does_not_rise_is_refused(self):
        """a copied authenticator"""
        key = self.made()
        self.assertEqual(self.sign_in(key.get(self.question())).status, 201)
        for count in (-1, 0):
            key.count = count
            self.problem(self.sign_in(key.get(self.question())), 401, "wrong-passkey")
        key.count = 41
        self.assertEqual(self.sign_in(key.get(self.question())).status, 201)

    def test_an_authenticator_that_does_not_count(self):
        key = self.made()
        for _ in range(2):
            key.count = -1
            self.assertEqual(self.sign_in(key.get(self.question())).status, 201)

    def test_wrong_proofs(self):
        """another origin, another site, a page in a frame, nobody verified, another person, another key, a changed signature"""
        key = self.made()
        self.problem(self.sign_in(key.get(self.question(), origin="http://evil.example")), 422, "passkey-of-another-site")
        self.problem(self.sign_in(key.get(self.question(), origin=self.origin + "0")), 422, "passkey-of-another-site")
        self.problem(self.sign_in(key.get(self.question(), crossOrigin=True)), 422, "passkey-of-another-site")
        self.problem(self.sign_in(key.get(self.question(), site="evil.example")), 422, "passkey-of-another-site")
        self.problem(self.sign_in(key.get(self.question(), type="webauthn.create")), 422, "malformed-credential")
        for flags in (0, Authenticator.PRESENT, Authenticator.VERIFIED):
            key.flags = flags
            self.problem(self.sign_in(key.get(self.question())), 422, "person-not-verified")
        key.flags = Authenticator.PRESENT | Authenticator.VERIFIED
        other = Authenticator(self.origin)
        other.person = key.person
        unknown = self.sign_in(other.get(self.question()))
        self.problem(unknown, 401, "wrong-passkey")
        other.id, other.count = key.id, 50
        wrong = self.sign_in(other.get(self.question()))
        for answer in (unknown, wrong):
            del answer.json["requestId"]
        self.assertEqual(unknown.json, wrong.json)
        person, key.person = key.person, encode(bytes(16))
        self.problem(self.sign_in(key.get(self.question())), 401, "wrong-passkey")
        key.person = person
        self.assertEqual(self.sign_in(key.get(self.question())).status, 201)

    def test_malformed_credentials(self):
        key = self.made()
        good = key.get(self.question())
        for path in ("rawId", "clientDataJSON", "authenticatorData", "signature", "userHandle"):
            for value in (None, "", "!", 7, "AAAA", [], {}):
                bad = copy.deepcopy(good)
                (bad if path == "rawId" else bad["response"])[path] = value
                answer = self.sign_in(bad)
                self.assertIn(answer.status, (401, 422), (path, value, answer))
        for credential in (None, "x", [], {}, {"response": 1}):
            self.problem(self.sign_in(credential), 422, None, "credential")
        self.problem(self.sign_in(good, extra=1), 422, None, "extra")
        self.assertEqual(self.sign_in(good).status, 201)

    def test_a_key_belongs_to_one_account(self):
        key = self.made()
        again = Authenticator(self.origin)
        again.id = key.id
        refused = self.anna.send("POST", "/me/passkeys", {"name": "x", "credential": again.create(self.options())}, self.here)
        self.problem(refused, 409, "passkey-taken")

    def test_passkeys_are_their_owners_and_can_be_removed(self):
        key = self.made()
        cleo = self.server.account(self.anna, "Cleo")
        self.assertEqual(cleo.get("/me/passkeys").json, {"items": [], "next": None})
        self.problem(cleo.delete("/me/passkeys/" + key.kept["id"]), 404, "passkey-not-found")
        self.assertEqual(self.anna.delete("/me/passkeys/" + key.kept["id"]).status, 204)
        self.problem(self.sign_in(key.get(self.question())), 401, "wrong-passkey")
        hers = self.made(cleo)
        account = next(one for one in self.anna.get("/accounts")["items"] if one["name"] == "Cleo")
        self.assertEqual(self.anna.delete("/accounts/" + account["id"]).status, 204)
        self.problem(self.sign_in(hers.get(self.question())), 401, "wrong-passkey")


if __name__ == "__main__":
    harness.main()
