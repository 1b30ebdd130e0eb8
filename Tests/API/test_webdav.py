"""Ledgers at a WebDAV server (rclone): connecting, two homes that agree, a password that changes."""
import os
import uuid
from pathlib import Path

import harness
import services


class WebDAV(harness.Check):
    @classmethod
    def setUpClass(cls):
        cls.cloud = services.WebDAV()
        super().setUpClass()
        cls.home = harness.Server()
        cls.ben = cls.home.owner("Ben")

    @classmethod
    def tearDownClass(cls):
        cls.home.close()
        super().tearDownClass()
        cls.cloud.close()

    def connect(self, client, **changes):
        body = {"kind": "webdav", "url": self.cloud.url, "username": self.cloud.user, "password": self.cloud.password}
        return client.post("/folder-connections", **{**body, **changes})

    def test_connecting(self):
        made = self.connect(self.anna)
        self.assertEqual((made.status, made["state"], made["url"], made["username"]), (201, "connected", self.cloud.url, "anna"), made)
        self.assertNotIn(self.cloud.password, str(made.json))
        self.assertTrue(made["account"])
        path = "/folder-connections/" + made["id"]
        self.assertEqual(self.anna.get(path).json, made.json)
        self.problem(self.ben.get(path), 404)
        self.problem(self.anna.post(path + "/sign-in", method="browser"), 409, "no-such-sign-in")
        self.assertEqual(os.listdir(self.cloud.files), [], "what was tried out is gone")
        self.assertEqual(self.anna.delete(path).status, 204)

    def test_connections_that_are_refused(self):
        self.problem(self.connect(self.anna, password="wrong"), 422, "wrong-password", "password")
        self.problem(self.connect(self.anna, username="nobody"), 422, "wrong-password", "password")
        self.problem(self.connect(self.anna, url=self.cloud.url + "nothing-here/"), 422, "connection-rejected", "url")
        for url in ["http://cloud.example/dav", "http://8.8.8.8/", "ftp://x/", "https://a:b@cloud.example/", "/files", "",
                    "https://cloud.example/?a=b"]:
            with self.subTest(url=url):
                self.problem(self.connect(self.anna, url=url), 422, None, "url")
        refused = self.connect(self.anna, url="http://127.0.0.1:1/")
        self.problem(refused, 503, "folder-unreachable")
        self.assertIn("Retry-After", refused.fields)
        self.problem(self.connect(self.anna, path="x"), 422, "unknown-field", "path")
        self.problem(self.anna.post("/folder-connections", kind="webdav"), 422, "missing", "url")
        self.assertEqual(self.anna.get("/folder-connections")["items"], [])

    def test_two_homes(self):
        """agree, go on after the server was away, and after its password was changed"""
        folder = f"Shared/Homes/{uuid.uuid4()}"
        here, there = self.connect(self.anna)["id"], self.connect(self.ben)["id"]
        ledger, people = self.anna.ledger(folder={"connectionId": here, "path": folder})
        invitation = self.anna.get(ledger + "/invitation")
        self.assertNotIn("shareLink", invitation.json)
        self.sync(self.anna, ledger)
        joined = self.ben.post("/ledgers/join", invitation=invitation["text"], connectionId=there, path=folder)
        self.assertEqual(joined.status, 201, joined)
        self.spend(self.anna, ledger, people, "Bread")
        self.spend(self.ben, ledger, people, "Fish")
        self.agree(ledger, {"Bread", "Fish"})
        self.cloud.stop()
        self.spend(self.anna, ledger, people, "Tea")
        answer = self.anna.post(ledger + "/sync")
        self.assertEqual((answer.status, answer["state"], answer["problem"]["code"]), (200, "offline", "folder-unreachable"), answer)
        self.cloud.start(password="another")
        harness.until(lambda: self.anna.post(ledger + "/sync")["state"] == "error", 30)
        self.assertEqual(self.anna.get(ledger)["sync"]["problem"]["code"], "reconnect")
        path = "/folder-connections/" + here
        self.assertEqual(self.anna.get(path)["state"], "reconnect")
        self.problem(self.anna.post(path + "/sign-in", method="password", password="wrong"), 422, "wrong-password", "password")
        signed = self.anna.post(path + "/sign-in", method="password", password="another")
        self.assertEqual((signed.status, signed["state"]), (200, "connected"), signed)
        harness.until(lambda: self.anna.get(ledger)["sync"]["pendingEvents"] == 0)
        self.assertEqual(self.ben.post(f"/folder-connections/{there}/sign-in", method="password", password="another").status, 200)
        self.agree(ledger, {"Bread", "Fish", "Tea"})
        self.scan([self.cloud.password, "another", "Basic ", invitation["joinCode"]], [path, "/folder-connections", ledger])

    def sync(self, client, ledger):
        done = client.post(ledger + "/sync")
        self.assertEqual((done.status, done["state"]), (200, "inSync"), done)

    def spend(self, client, ledger, people, title):
        self.assertEqual(client.post(ledger + "/expenses", title=title, amount="3.01", payerId=people["Anna"]).status, 201)

    def agree(self, ledger, titles):
        for client in [self.anna, self.ben] * 2:
            self.sync(client, ledger)
        both = [client.get(ledger + "/expenses")["items"] for client in (self.anna, self.ben)]
        self.assertEqual(both[0], both[1])
        self.assertEqual({expense["title"] for expense in both[0]}, titles)

    def scan(self, secrets, paths):
        """Secrets are in no log, no answer and nowhere in the clear on the disk."""
        for client, home in [(self.anna, self.server), (self.ben, self.home)]:
            texts = [home.stderr().encode(), "".join(str(client.get(path).json) for path in paths).encode()]
            texts += [Path(folder, name).read_bytes() for folder, _, names in os.walk(home.data) for name in names]
            for secret in secrets:
                self.assertFalse([text for text in texts if secret.encode() in text], secret)


if __name__ == "__main__":
    harness.main()
