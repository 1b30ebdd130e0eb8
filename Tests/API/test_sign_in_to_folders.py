"""Signing in to OneDrive, by browser and by device code."""
import re
import subprocess
import uuid

import harness
from onedrive import OneDrive, sign_in


class SignIn(OneDrive):
    def test_by_browser(self):
        """the page is this server's own way back, the pasted address ends it, and it may be repeated"""
        connection = self.connection()
        path = f"/folder-connections/{connection}"
        page = self.anna.post(path + "/sign-in", method="browser")["authorizeUrl"]
        self.assertIn(f"redirect_uri=http%3A%2F%2Flocalhost%3A{self.server.port}%2F&", page)
        self.assertIn("code_challenge_method=S256", page)
        self.assertIn("scope=Files.ReadWrite.All%20offline_access", page)
        for _ in range(2):
            done = sign_in(self.drive, self.anna, connection)
            self.assertEqual((done.status, done["state"], done["account"]), (200, "connected", "Owner"), done)
        self.assertEqual(self.anna.get(path)["state"], "connected")

    def test_addresses_that_end_no_sign_in(self):
        connection = self.connection()
        callback = f"/folder-connections/{connection}/sign-in/callback"
        self.problem(self.anna.post(callback, address="http://localhost/?code=a&state=b"), 422, "wrong-sign-in-address", "address")
        page = self.anna.post(f"/folder-connections/{connection}/sign-in", method="browser")["authorizeUrl"]
        self.drive.command("switch", name="authorization", value="owner")
        end = self.drive.authorize(page)
        for address in [re.sub("state=[^&]*", "state=x", end), re.sub("&?state=[^&]*", "", end), "", "hello", "http://localhost/"]:
            self.problem(self.anna.post(callback, address=address), 422, None, "address")
        self.problem(self.anna.post(callback), 422, "missing", "address")
        self.assertEqual(self.anna.post(callback, address=end)["state"], "connected")
        self.problem(self.anna.post(callback, address=end), 422, "wrong-sign-in-address")

    def test_a_sign_in_that_is_declined(self):
        connection = self.connection()
        page = self.anna.post(f"/folder-connections/{connection}/sign-in", method="browser")["authorizeUrl"]
        self.drive.command("switch", name="authorization", value="declines")
        answer = self.anna.post(f"/folder-connections/{connection}/sign-in/callback", address=self.drive.authorize(page))
        self.problem(answer, 422, "sign-in-refused")
        self.assertEqual(self.anna.get(f"/folder-connections/{connection}")["state"], "needsSignIn")

    def test_by_device_code(self):
        self.drive.command("switch", name="deviceInterval", value=1)
        path = f"/folder-connections/{self.connection()}"
        declined = self.anna.post(path + "/sign-in", method="deviceCode")
        self.assertEqual(set(declined.json), {"userCode", "verificationUri", "expiresAt"}, declined)
        self.assertEqual(self.anna.get(path)["deviceCode"], declined.json)
        self.drive.command("decline", code=declined["userCode"])
        harness.until(lambda: self.anna.get(path)["deviceCode"].get("failure"))
        self.assertEqual(self.anna.get(path)["state"], "needsSignIn")
        code = self.anna.post(path + "/sign-in", method="deviceCode")["userCode"]
        self.drive.command("approve", code=code, user="joiner")
        harness.until(lambda: self.anna.get(path)["account"] == "Joiner")
        self.assertEqual((self.anna.get(path)["state"], self.anna.get(path)["deviceCode"]), ("connected", None))

    def test_what_is_not_ones_own(self):
        path = f"/folder-connections/{self.connection()}"
        ben = self.server.account(self.anna, f"Ben {uuid.uuid4()}")
        self.problem(ben.get(path), 404)
        self.problem(ben.post(path + "/sign-in", method="browser"), 404)
        self.problem(ben.post(path + "/sign-in/callback", address="http://localhost/?code=a&state=b"), 404)
        self.problem(ben.delete(path), 404)
        self.problem(self.anna.post(path + "/sign-in", method="telepathy"), 422, "unknown-method", "method")
        self.problem(self.anna.post(path + "/sign-in", method="password", password="x"), 409, "no-such-sign-in")
        self.problem(self.anna.post("/folder-connections", kind="onedrive", path="x"), 422, "unknown-field", "path")
        body = {"name": "A", "currency": "EUR", "participants": ["A"], "folder": {"connectionId": path.split("/")[-1], "path": "x"}}
        self.problem(self.anna.post("/ledgers", **body), 409, "sign-in-needed")

    def test_settings_that_can_not_be(self):
        for name, value in [("LOGIN_URL", "http://login.example"), ("GRAPH_URL", "https://graph.example/v1.0"),
                            ("DOWNLOAD_HOSTS", "a:80"), ("TENANT", "../x"), ("CLIENT_ID", "a b")]:
            with self.subTest(name=name):
                variable = "SPLITCLONE_ONEDRIVE_" + name
                result = subprocess.run(
                    [harness.PROGRAM, "serve", "--port", "0", "--data", self.server.data + "-x"], capture_output=True, text=True,
                    env={**harness.os.environ, variable: value}, timeout=20)
                self.assertEqual(result.returncode, 2, result)
                self.assertIn(variable, result.stderr)


if __name__ == "__main__":
    harness.main()
