"""Names under which the server may be asked, proxies, cookies over https, the app's files."""
import hashlib
import base64
import re
import socket
import subprocess

import harness


class Names(harness.Check):
    flags = ("--allowed-host", "money.example", "--trusted-proxy", "127.0.0.1/32")

    def get(self, host, path="/api/v1/setup", **fields):
        return self.anna.send("GET", path, fields={"Host": host, **{k.replace("_", "-"): v for k, v in fields.items()}})

    def test_names(self):
        port = self.server.port
        short = socket.gethostname().split(".")[0]
        for host in ["localhost", f"localhost:{port}", "127.0.0.1", "192.168.1.20:8080", "[::1]", "[fe80::1]:8080", "money.example",
                     "MONEY.example:443", "money.example.", short, short + ".local", socket.gethostname()]:
            self.assertEqual(self.get(host).status, 200, host)
        for host in ["evil.example", "money.example.evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
                     "xmoney.example"]:
            self.problem(self.get(host), 421)
        self.assertEqual(self.get("evil.example", "//index.html").status, 421)

    def test_hosts_that_are_not_well_formed(self):
        for fields in [b"", b"Host: a\r\nHost: b\r\n", b"Host: a b\r\n", b"Host: a,b\r\n", b"Host: http://a\r\n", b"Host: a:b\r\n"]:
            answer = self.server.raw(b"GET /health HTTP/1.1\r\n" + fields + b"\r\n")
            self.assertTrue(answer.startswith(b"HTTP/1.1 400 "), (fields, answer[:80]))
            self.assertIn(b"Connection: close", answer)
            self.assertIn(b"X-Request-Id: ", answer)
            self.assertIn(b"Date: ", answer)

    def test_a_trusted_proxy_speaks_https(self):
        body = {"name": "Anna", "password": harness.PASSWORD, "deviceName": "d"}
        fields = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "money.example", "Origin": "https://money.example"}
        answer = harness.Client(self.server).send("POST", "/sessions", body, fields)
        self.assertEqual(answer.status, 201, answer)
        cookie = answer.fields["Set-Cookie"]
        self.assertRegex(cookie, r"^__Host-splitclone=[\w-]{43}; HttpOnly; SameSite=Lax; Path=/; Secure; Max-Age=\d+$")
        browser = harness.Client(self.server)
        browser.fields = {"Cookie": cookie.split(";")[0]}
        self.assertEqual(browser.send("GET", "/me", fields=fields).status, 200)
        self.problem(browser.get("/me"), 401)
        self.assertEqual(browser.send("POST", "/tokens", {"name": "t"}, fields).status, 201)
        self.problem(browser.send("POST", "/tokens", {"name": "t"}, {**fields, "Origin": "http://money.example"}), 403)
        self.problem(browser.send("GET", "/me", fields={**fields, "X-Forwarded-Host": "evil.example"}), 421)


class Untrusted(harness.Check):
    def test_forwarded_fields_of_strangers_are_ignored(self):
        body = {"name": "Anna", "password": harness.PASSWORD, "deviceName": "d"}
        fields = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "10.9.9.9"}
        answer = harness.Client(self.server).send("POST", "/sessions", body, fields)
        self.assertEqual(answer.status, 201)
        self.assertTrue(answer.fields["Set-Cookie"].startswith("splitclone="))

    def test_changing_the_forwarded_address_does_not_help_guessing(self):
        statuses = []
        for number in range(20):
            answer = harness.Client(self.server).send(
                "POST", "/sessions", {"name": "Zoe", "password": "wrong horse battery", "deviceName": "d"},
                {"X-Forwarded-For": f"10.0.0.{number}"})
            statuses.append(answer.status)
        self.assertIn(429, statuses)


class BelowAPath(harness.Check):
    """--base-path: everything is below it, and says so."""

    @classmethod
    def setUpClass(cls):
        cls.server = harness.Server("--base-path", "/home/split")
        cls.anna = harness.Client(cls.server)
        body = {"code": cls.server.code, "name": "Anna", "password": harness.PASSWORD, "deviceName": "d"}
        made = cls.anna.send("POST", "//home/split/api/v1/setup", body)
        assert made.status == 201, made
        cls.cookie = made.fields["Set-Cookie"]
        cls.anna.fields = {"Cookie": cls.cookie.split(";")[0], "Origin": f"http://127.0.0.1:{cls.server.port}"}

    def send(self, method, path, **body):
        return self.anna.send(method, "//home/split/api/v1" + path, body or None)

    def test_what_is_said_at_the_start(self):
        lines = " ".join(self.server.lines)
        self.assertRegex(lines, r"set up at http://127\.0\.0\.1:\d+/home/split/set-up#")
        self.assertRegex(lines, r"listening on http://127\.0\.0\.1:\d+/home/split$")

    def test_the_cookie_goes_to_the_path_alone(self):
        self.assertRegex(self.cookie, r"^splitclone=[\w-]{43}; HttpOnly; SameSite=Lax; Path=/home/split; Max-Age=\d+$")
        left = self.anna.send("DELETE", "//home/split/api/v1/sessions/current", fields={"Cookie": None})
        self.problem(left, 401)

    def test_addresses_that_leave_the_server_have_it(self):
        made = self.send("POST", "/ledgers", name="Flat", currency="EUR", participants=["Anna", "Ben"], me="Anna")
        self.assertEqual(made.fields["Location"], f"/home/split/api/v1/ledgers/{made['id']}")
        expense = self.send("POST", f"/ledgers/{made['id']}/expenses", title="Bread", amount="3")
        self.assertEqual(self.anna.get("/" + expense.fields["Location"])["title"], "Bread")
        invite = self.send("POST", f"/ledgers/{made['id']}/invites", participantId=None)
        self.assertTrue(invite["url"].startswith(f"http://127.0.0.1:{self.server.port}/home/split/invite#"), invite)
        self.assertEqual(self.send("GET", "/openapi.json")["servers"], [{"url": "/home/split"}])

    def test_the_app_finds_its_files(self):
        page = self.anna.get("//home/split/ledgers/x/expenses").body.decode()
        named = re.findall(r' (?:href|src)="(/[^"]+)"', page)
        self.assertGreater(len(named), 40)
        for path in named:
            self.assertEqual(self.anna.get("/" + path).status, 200, path)
        worker = self.anna.get("//home/split/service-worker.js").body.decode()
        kept = re.findall(r'"(/[^"]*)":"sha256-', worker)
        self.assertEqual([path for path in kept if not path.startswith("/home/split/")], [])

    def test_nothing_else_is_there(self):
        for path in ["//", "//ledgers", "//health", "//api/v1/setup", "//home/splitter/", "//home/", "//index.html"]:
            answer = self.anna.get(path)
            self.assertEqual((answer.status, answer.fields["Location"]), (404, None), path)
            self.assertIn(b"/home/split/", answer.body)
        answer = self.anna.get("//home/split")
        self.assertEqual((answer.status, answer.fields["Location"]), (308, "/home/split/"))
        for path in ["health", "ready"]:
            self.assertEqual(self.anna.get("//home/split/" + path).status, 200)

    def test_the_doctor_looks_there(self):
        asked = [harness.PROGRAM, "doctor", "--data", self.server.data, "--host", "127.0.0.1", "--port", str(self.server.port)]
        here = subprocess.run([*asked, "--base-path", "home/split"], capture_output=True, text=True).stdout
        self.assertIn(f"it is ready at http://127.0.0.1:{self.server.port}/home/split", here)
        at_the_top = subprocess.run(asked, capture_output=True, text=True).stdout
        self.assertIn("with status 404", at_the_top)

    def test_what_is_no_path_is_refused_with_an_example(self):
        for path in ["/a b", "/a/../b", "https://a.example/b", "//"]:
            tried = subprocess.run([harness.PROGRAM, "serve", "--base-path", path, "--data", self.server.data + "/other"],
                                   capture_output=True, text=True, timeout=60)
            self.assertEqual(tried.returncode, 2, tried)
            self.assertIn("/split", tried.stderr)


class Files(harness.Check):
    def test_the_page(self):
        page = self.anna.get("//")
        self.assertEqual(page.status, 200)
        self.assertTrue(page.fields["Content-Type"].startswith("text/html"))
        policy = page.fields["Content-Security-Policy"]
        for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]:
            self.assertIn(part, policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(page.fields["X-Content-Type-Options"], "nosniff")
        self.assertEqual(page.fields["X-Frame-Options"], "DENY")
        self.assertEqual(page.fields["Permissions-Policy"],
                         "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")
        self.assertEqual(page.fields["Cache-Control"], "no-cache")
        for script in re.findall(rb"<script(?![^>]*src)[^>]*>(.*?)</script>", page.body, re.S):
            digest = base64.b64encode(hashlib.sha256(script).digest()).decode()
            self.assertIn(f"'sha256-{digest}'", policy)

    def test_addresses_of_the_app(self):
        page = self.anna.get("//").body
        for path in ["//sign-in", "//ledgers/x/expenses", "//set-up"]:
            self.assertEqual(self.anna.get(path).body, page, path)
        for path in ["//nothing.js", "//..%2fPackage.swift", "//.git/config", "//core/../../Package.swift"]:
            self.assertEqual(self.anna.get(path).status, 404, path)
        self.assertEqual(self.anna.get("//%zz").status, 400)
        self.assertEqual(self.anna.get("//a%00b").status, 400)
        self.assertEqual(self.anna.send("POST", "//", "{}").status, 405)

    def test_integrity(self):
        """every module is named with the digest of what is served"""
        page = self.anna.get("//").body.decode()
        named = dict(re.findall(r'"(/[^"]+\.js)":"(sha256-[^"]+)"', page))
        self.assertIn("/app.js", named)
        for path, digest in named.items():
            served = self.anna.get("/" + path).body
            self.assertEqual(digest, "sha256-" + base64.b64encode(hashlib.sha256(served).digest()).decode(), path)
        worker = self.anna.get("//service-worker.js").body.decode()
        self.assertNotIn('"version":"unbuilt"', worker)


if __name__ == "__main__":
    harness.main()
