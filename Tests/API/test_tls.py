"""https by the server itself: what it agrees to, its certificates, its local authority, and the page that explains it."""
import hashlib
import http.client
import os
import plistlib
import re
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

import harness

openssl = shutil.which("openssl")


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


def make_certificate(folder, name="server", host="localhost", days=90):
    """A certificate with its key, as files; the server's and its own authority in one."""
    certificate, key = Path(folder, f"{name}.pem"), Path(folder, f"{name}.key")
    made = run(
        openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", str(days),
        "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{host},IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate))
    assert made.returncode == 0, made.stderr
    return certificate, key


class Secure(harness.Server):
    """A server that speaks https, too."""

    def __init__(self, *flags, **more):
        super().__init__("--tls-port", "0", *flags, **more)
        said = "\n".join(self.lines)
        self.secure_port = int(re.search(r"^listening on https://127\.0\.0\.1:(\d+)(?:/\S*)?$", said, re.M)[1])

    def trusting(self, file):
        context = ssl.create_default_context(cafile=str(file))
        context.set_alpn_protocols(["http/1.1"])
        return context

    def connect(self, context, host="localhost"):
        plain = socket.create_connection(("127.0.0.1", self.secure_port), 30)
        return context.wrap_socket(plain, server_hostname=host)

    def ask(self, context, path="/health", method="GET", body=None, fields={}, host="localhost"):
        client = http.client.HTTPSConnection("127.0.0.1", self.secure_port, timeout=60, context=context)
        client.sock = self.connect(context, host)
        client.request(method, path, body, {"Host": f"{host}:{self.secure_port}", **fields})
        answer = client.getresponse()
        answer.text = answer.read()
        client.close()
        return answer

    def fingerprint(self):
        with socket.create_connection(("127.0.0.1", self.secure_port), 30) as plain:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            with context.wrap_socket(plain) as secure:
                return hashlib.sha256(secure.getpeercert(True)).hexdigest()


@unittest.skipUnless(openssl, "openssl is not installed")
class OwnCertificate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="splitclone-tls-")
        cls.certificate, cls.key = make_certificate(cls.folder)
        cls.server = Secure("--tls-certificate", str(cls.certificate), "--tls-key", str(cls.key))
        cls.anna = cls.server.owner()
        cls.context = cls.server.trusting(cls.certificate)

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        shutil.rmtree(cls.folder)

    def test_versions(self):
        """TLS 1.2 and 1.3 are spoken, older versions and weak suites are refused"""
        for version in ["-tls1_2", "-tls1_3"]:
            with self.subTest(version):
                met = run(openssl, "s_client", "-connect", f"127.0.0.1:{self.server.secure_port}", version, input="")
                self.assertIn("Cipher is TLS_" if version == "-tls1_3" else "Cipher is ECDHE-ECDSA-", met.stdout)
                self.assertIn("Secure Renegotiation IS", met.stdout)
                self.assertIn("Compression: NONE", met.stdout)
        for refused in [["-tls1_1"], ["-tls1"], ["-tls1_2", "-cipher", "AES128-SHA"],
                        ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"], ["-tls1_3", "-alpn", "h2"]]:
            with self.subTest(refused):
                suites = [] if "-cipher" in refused else ["-cipher", "ALL:@SECLEVEL=0"]
                met = run(openssl, "s_client", "-connect", f"127.0.0.1:{self.server.secure_port}", *refused, *suites, input="")
                self.assertRegex(met.stdout + met.stderr, r"alert|no protocols available|no cipher")
                self.assertIn("Cipher is (NONE)", met.stdout)

    def test_sslscan(self):
        """sslscan finds TLS 1.2 and 1.3 alone, and no weak suite"""
        if not shutil.which("sslscan"):
            self.skipTest("sslscan is not installed")
        said = run("sslscan", "--no-colour", f"127.0.0.1:{self.server.secure_port}").stdout
        for version, state in [("SSLv2", "disabled"), ("SSLv3", "disabled"), ("TLSv1.0", "disabled"),
                               ("TLSv1.1", "disabled"), ("TLSv1.2", "enabled"), ("TLSv1.3", "enabled")]:
            self.assertRegex(said, rf"(?m)^{re.escape(version)} +{state}$")
        suites = re.findall(r"(?m)^(?:Preferred|Accepted) +(\S+) +(\d+) bits +(\S+)", said)
        self.assertGreater(len(suites), 3, said)
        for version, bits, suite in suites:
            self.assertTrue(int(bits) >= 128 and re.search("GCM|CHACHA20", suite), suite)
        self.assertIn("Session renegotiation not supported", said)
        self.assertNotIn("Compression enabled", said)
        self.assertNotRegex(said, "(?m)vulnerable to heartbleed$(?<!not vulnerable to heartbleed)")

    def test_resumption(self):
        """whoever comes again is known by a ticket, and agrees on http/1.1"""
        for version in [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]:
            with self.subTest(version):
                context = self.server.trusting(self.certificate)
                context.minimum_version = context.maximum_version = version
                session = None
                for round_ in range(2):
                    plain = socket.create_connection(("127.0.0.1", self.server.secure_port), 30)
                    with context.wrap_socket(plain, server_hostname="localhost", session=session) as secure:
                        secure.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        self.assertTrue(secure.recv(10_000).startswith(b"HTTP/1.1 200 OK\r\n"))
                        self.assertEqual(secure.session_reused, round_ == 1)
                        self.assertEqual(secure.selected_alpn_protocol(), "http/1.1")
                        session = secure.session

    def test_cookie_and_origin(self):
        """who signs in over https gets a cookie for https alone, and only our https pages may use it"""
        origin = f"https://localhost:{self.server.secure_port}"
        body = '{"name":"Anna","password":"%s","deviceName":"x"}' % harness.PASSWORD
        fields = {"Content-Type": "application/json", "Origin": origin, "Sec-Fetch-Site": "same-origin"}
        answer = self.server.ask(self.context, "/api/v1/sessions", "POST", body, fields)
        self.assertEqual(answer.status, 201, answer.text)
        cookie = answer.getheader("Set-Cookie")
        self.assertRegex(cookie, "^__Host-splitclone=.*; Secure")
        fields["Cookie"] = cookie.split(";")[0]
        self.assertEqual(self.server.ask(self.context, "/api/v1/me", fields=fields).status, 200)
        fields["Origin"] = origin.replace("https", "http")
        self.assertEqual(self.server.ask(self.context, "/api/v1/sessions/current", "DELETE", fields=fields).status, 403)

    def test_large_and_refused_bodies(self):
        """a body of 30 MB comes through, one that is too long is 413, and many requests share a connection"""
        fields = {"Authorization": f"Bearer {self.anna.token}", "Content-Type": "text/csv"}
        large = b"Date,Description,Cost\n" + b"2026-01-01,Dinner,3.00\n" * (30_000_000 // 23)
        answer = self.server.ask(self.context, "/api/v1/imports", "POST", large, fields)
        self.assertNotEqual(answer.status, 413)
        self.assertLess(answer.status, 500)
        fields["Content-Type"] = "application/json"
        self.assertEqual(self.server.ask(self.context, "/api/v1/sessions", "POST", b" " * 300_000, fields).status, 413)
        with self.server.connect(self.context) as secure:
            secure.sendall(b"GET /index.html HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500 +
                           b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            got = b"".join(iter(lambda: secure.recv(1 << 16), b""))
        self.assertEqual(got.count(b"HTTP/1.1 200 OK\r\n"), 501)

    def test_events(self):
        """an event stream tells of changes over https"""
        with self.server.connect(self.context) as secure:
            secure.sendall(b"GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                           + self.anna.token.encode() + b"\r\n\r\n")
            got = b""
            while b"\r\n\r\n" not in got:
                got += secure.recv(10_000)
            self.assertIn(b"text/event-stream", got)
            made = self.anna.post("/ledgers", name="Flat", currency="EUR", participants=["Anna"], me="Anna")
            while made.json["id"].encode() not in got:
                part = secure.recv(10_000)
                self.assertTrue(part)
                got += part

    def test_in_the_clear(self):
        """plain http at the port for https is told where to go; the plain port stays as it is"""
        with socket.create_connection(("127.0.0.1", self.server.secure_port), 30) as plain:
            plain.sendall(b"GET /folders HTTP/1.1\r\nHost: localhost:8443\r\n\r\n")
            answer = plain.recv(10_000)
        self.assertIn(b" 307 ", answer)
        self.assertIn(b"\r\nLocation: https://localhost:8443/folders\r\n", answer)
        self.assertEqual(self.anna.get("/me").status, 200)

    def test_stuck_and_garbage(self):
        """handshakes that are never finished, and garbage, keep nobody else from getting in"""
        stuck = [socket.create_connection(("127.0.0.1", self.server.secure_port), 30) for _ in range(50)]
        for index, one in enumerate(stuck):
            one.sendall(b"\x16\x03\x01\x02" if index % 2 else os.urandom(200))
        self.assertEqual(self.server.ask(self.context).status, 200)
        for one in stuck:
            one.close()

    def test_reload_under_load(self):
        """another certificate is taken on without one failed request; a pair that does not fit is not, and the log says so"""
        certificate, key = make_certificate(self.folder, "moving")
        server = Secure("--tls-certificate", str(certificate), "--tls-key", str(key), "--log-level", "notice")
        self.addCleanup(server.close)
        first, failures, ends = server.fingerprint(), [], threading.Event()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE

        def load():
            while not ends.is_set():
                try:
                    assert server.ask(context).status == 200
                except Exception as error:
                    failures.append(error)

        threads = [threading.Thread(target=load) for _ in range(3)]
        for thread in threads:
            thread.start()
        try:
            other, other_key = make_certificate(self.folder, "other")
            shutil.copy(other, certificate)
            harness.until(lambda: "the old one stays" in server.stderr(), 60)
            self.assertEqual(server.fingerprint(), first)
            shutil.copy(other_key, key)
            harness.until(lambda: server.fingerprint() != first, 60)
            self.assertIn("a new certificate is used", server.stderr())
        finally:
            ends.set()
            for thread in threads:
                thread.join()
        self.assertEqual(failures, [])

    def test_settings(self):
        """half a pair, a file that is no certificate, and both ways at once are refused with a remedy"""
        nothing = Path(self.folder, "nothing.pem")
        nothing.write_text("hello\n")
        for flags, said in [
                (["--tls-certificate", str(self.certificate)], "needs a certificate and its key"),
                (["--tls", "local", "--tls-certificate", str(self.certificate), "--tls-key", str(self.key)], "either made here"),
                (["--tls", "yes"], "no kind of https"),
                (["--tls-certificate", str(nothing), "--tls-key", str(self.key)], "no certificate in PEM form"),
                (["--tls-certificate", str(self.certificate), "--tls-key", str(nothing)], "no private key"),
                (["--tls-certificate", "/nowhere.pem", "--tls-key", str(self.key)], "cannot be read")]:
            with self.subTest(flags):
                with tempfile.TemporaryDirectory() as data:
                    ended = run(harness.PROGRAM, "serve", "--port", "0", "--data", data, *flags)
                self.assertIn(ended.returncode, [1, 2])
                self.assertIn(said, ended.stderr)
                self.assertIn("hint: ", ended.stderr)

    def test_doctor(self):
        """the doctor tells of a certificate that ends soon, misses a name, has an open key or another's"""
        soon, soon_key = make_certificate(self.folder, "soon", days=20)
        soon_key.chmod(0o644)
        healthy, key = make_certificate(self.folder, "healthy")
        for certificate, its_key, host, expected in [
                (healthy, key, "localhost", ["the certificate is good for", "the certificate is for localhost"]),
                (soon, soon_key, "books.example.net", ["the certificate ends in ", "is not for books.example.net", "may read"]),
                (healthy, soon_key, "localhost", ["the key is not the certificate's"])]:
            with self.subTest(expected):
                said = run(harness.PROGRAM, "doctor", "--data", self.server.data, "--port", str(self.server.port),
                           "--tls-certificate", str(certificate), "--tls-key", str(its_key), "--allowed-host", host).stdout
                for words in expected:
                    self.assertIn(words, said)

    def test_both_doors_are_asked(self):
        """`healthy` and the doctor ask https, too, and know another's certificate from the server's own"""
        here = ["--data", self.server.data, "--host", "127.0.0.1", "--port", str(self.server.port)]
        secure = ["--tls-port", str(self.server.secure_port), "--tls-certificate", str(self.certificate), "--tls-key", str(self.key)]
        plain, spoken = f"127.0.0.1:{self.server.port}", f"https://127.0.0.1:{self.server.secure_port}"
        asked = run(harness.PROGRAM, "healthy", *here, *secure)
        self.assertEqual((asked.returncode, asked.stdout), (0, f"it is ready at http://{plain}\nit is ready at {spoken}\n"), asked.stderr)
        self.assertIn(f"it is ready at {spoken}", run(harness.PROGRAM, "doctor", *here, *secure).stdout)
        other, key = make_certificate(self.folder, "other")
        another = [*secure[:2], "--tls-certificate", str(other), "--tls-key", str(key)]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            unheard = ["--tls-port", str(free.getsockname()[1]), *secure[2:]]
            for flags, words in [(another, "does not show the certificate of the settings"), (unheard, "nobody answers at https://")]:
                asked = run(harness.PROGRAM, "healthy", *here, *flags)
                self.assertEqual((asked.returncode, asked.stdout), (1, ""), asked.stderr)
                self.assertIn(words, asked.stderr)
                self.assertIn("hint: ", asked.stderr)
                told = run(harness.PROGRAM, "doctor", *here, *flags)
                self.assertIn(words, told.stdout)
                self.assertEqual(told.returncode, 1 if flags is another else 0, told.stdout)

    def test_a_door_that_is_taken(self):
        """before the server is started the doctor tries both ports"""
        with tempfile.TemporaryDirectory() as data:
            said = run(harness.PROGRAM, "doctor", "--data", data, "--host", "127.0.0.1", "--port", "0", "--tls-certificate", str(self.certificate),
                       "--tls-key", str(self.key), "--tls-port", str(self.server.secure_port)).stdout
        self.assertRegex(said, r"(?m)^ok +server +it does not run; it could listen on 127\.0\.0\.1:\d+$")
        self.assertRegex(said, r"(?m)^error +server +it does not run, and could not listen .* → .*--tls-port$")


@unittest.skipUnless(openssl, "openssl is not installed")
class LocalAuthority(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.data = tempfile.mkdtemp(prefix="splitclone-tls-")
        cls.flags = ["--tls", "local", "--allowed-host", "books.example.net"]
        cls.server = Secure(*cls.flags, data=cls.data)
        cls.anna = cls.server.owner()
        cls.authority = Path(cls.data, "tls/authority.pem")

    @classmethod
    def tearDownClass(cls):
        cls.server.close()
        shutil.rmtree(cls.data)

    def test_names(self):
        """whoever trusts the authority gets in by each of the server's names and addresses, and it keeps its keys to itself"""
        context = self.server.trusting(self.authority)
        host = socket.gethostname().split(".")[0]
        for name in ["localhost", "127.0.0.1", host + ".local", "books.example.net"]:
            with self.subTest(name):
                self.assertEqual(self.server.ask(context, host=name).status, 200)
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.server.connect(context, "bank.example")
        for file in Path(self.data, "tls").iterdir():
            self.assertEqual(file.stat().st_mode & 0o777, 0o600, file)
        self.assertEqual(Path(self.data, "tls").stat().st_mode & 0o777, 0o700)

    def test_trust_page(self):
        """the page at /trust speaks the browser's language, shows the fingerprint, and gives the certificate in three forms"""
        der = ssl.PEM_cert_to_DER_cert(self.authority.read_text())
        fingerprint = ":".join(f"{byte:02X}" for byte in hashlib.sha256(der).digest())
        self.assertIn(f"authority SHA-256 {fingerprint}", self.server.lines)
        for language, page, words in [("de-AT,de;q=0.9,en;q=0.8", "de", "Diesem Server vertrauen"),
                                      ("en-GB", "en", "Trust this server"), ("fr", "en", "Trust this server")]:
            answer = self.anna.get("//trust", Accept_Language=language)
            self.assertEqual((answer.status, answer.fields["Location"]), (307, f"trust/{page}.html"))
            shown = self.anna.get(f"//trust/{page}.html")
            self.assertEqual(shown.status, 200)
            text = shown.body.decode()
            self.assertIn(words, text)
            self.assertIn(fingerprint, text)
            self.assertNotRegex(text, r"\{\w+\}|<script")
            for link in re.findall(r'href="(splitclone[^"]+|\.\./styles/[^"]+)"', text):
                self.assertEqual(self.anna.get("//trust/" + link if link[0] != "." else "/" + link[2:]).status, 200, link)
        crt = self.anna.get("//trust/splitclone.crt")
        self.assertEqual((crt.body, crt.fields["Content-Type"]), (der, "application/x-x509-ca-cert"))
        profile = self.anna.get("//trust/splitclone.mobileconfig")
        self.assertEqual(profile.fields["Content-Type"], "application/x-apple-aspen-config")
        payload = plistlib.loads(profile.body)["PayloadContent"][0]
        self.assertEqual((payload["PayloadType"], payload["PayloadContent"]), ("com.apple.security.root", der))

    def test_commands(self):
        """`tls show` and `tls export` tell of the authority, the doctor finds it sound, and the owner's page gets both ends"""
        shown = run(harness.PROGRAM, "tls", "show", "--data", self.data).stdout
        self.assertIn("name\tbooks.example.net\n", shown)
        self.assertEqual(run(harness.PROGRAM, "tls", "export", "--data", self.data).stdout, self.authority.read_text())
        with tempfile.TemporaryDirectory() as empty:
            self.assertIn("--tls local", run(harness.PROGRAM, "tls", "show", "--data", empty).stderr)
        said = run(harness.PROGRAM, "doctor", "--data", self.data, *self.flags).stdout
        self.assertRegex(said, r"ok +https +the certificate is good for 39\d days")
        facts = self.anna.get("/server/tls").json
        self.assertIn(facts["authority"]["fingerprint"], shown)
        self.assertIn(facts["certificate"]["fingerprint"], shown)
        self.assertEqual(self.server.account(self.anna, "Ben").get("/server/tls").status, 403)

    def test_below_a_path(self):
        """the address of a server below a path that speaks https is said by settings, as a container has them"""
        with tempfile.TemporaryDirectory() as data:
            server = Secure("--tls", "local", "--base-path", "/home/split", data=data)
            try:
                settings = {"SPLITCLONE_HOST": "127.0.0.1", "SPLITCLONE_PORT": str(server.port), "SPLITCLONE_TLS": "local",
                            "SPLITCLONE_TLS_PORT": str(server.secure_port), "SPLITCLONE_DATA": data}
                for path, status in [("/home/split", 0), ("/home", 1)]:
                    asked = run(harness.PROGRAM, "healthy", env={**os.environ, **settings, "SPLITCLONE_BASE_PATH": path})
                    self.assertEqual(asked.returncode, status, asked.stderr)
                    self.assertIn("status 404" if status else f"https://127.0.0.1:{server.secure_port}{path}\n", asked.stdout + asked.stderr)
                    told = run(harness.PROGRAM, "doctor", env={**os.environ, **settings, "SPLITCLONE_BASE_PATH": path})
                    self.assertEqual(told.stdout.count("it is ready at "), 0 if status else 2, told.stdout)
            finally:
                server.close()

    def test_chain(self):
        """OpenSSL itself accepts chain, purpose and constraints; the certificate lives less than 398 days"""
        own = Path(self.data, "tls/server.pem")
        verified = run(openssl, "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", str(self.authority), str(own))
        self.assertEqual(verified.returncode, 0, verified.stderr)
        text = run(openssl, "x509", "-in", str(self.authority), "-noout", "-text").stdout
        for words in ["CA:TRUE, pathlen:0", "Permitted", "DNS:home.arpa", "prime256v1"]:
            self.assertIn(words, text)
        self.assertEqual(run(openssl, "x509", "-in", str(own), "-noout", "-checkend", str(398 * 86_400)).returncode, 1)

    def test_renewal(self):
        """a restart keeps authority and certificate; a certificate that ends soon or misses a name is made anew"""
        data = tempfile.mkdtemp(prefix="splitclone-tls-")
        self.addCleanup(shutil.rmtree, data)

        def start(*flags, environment=None):
            server = Secure("--tls", "local", *flags, data=data, environment=environment)
            try:
                return server.fingerprint(), Path(data, "tls/authority.pem").read_text()
            finally:
                server.close()

        first, authority = start()
        self.assertEqual(start(), (first, authority))
        second, same = start("--allowed-host", "new.home.arpa")
        self.assertNotEqual(second, first)
        self.assertEqual(same, authority)
        ending, wish = Path(data, "tls/server.pem"), Path(data, "wish.pem")
        names = re.findall(r"(?m)^name\t(\S+)$", run(harness.PROGRAM, "tls", "show", "--data", data).stdout)
        spoken = ",".join(("IP:" if re.fullmatch(r"[\d.]+|.*:.*", name) else "DNS:") + name for name in names)
        for command in [
                ["req", "-new", "-key", str(Path(data, "tls/server.key")), "-subj", "/CN=x", "-addext",
                 "subjectAltName=" + spoken, "-out", str(wish)],
                ["x509", "-req", "-in", str(wish), "-CA", str(Path(data, "tls/authority.pem")), "-CAkey",
                 str(Path(data, "tls/authority.key")), "-days", "60", "-copy_extensions", "copyall", "-out", str(ending)]]:
            made = run(openssl, *command)
            self.assertEqual(made.returncode, 0, made.stderr)
        third, same = start("--allowed-host", "new.home.arpa")
        self.assertEqual(same, authority)
        self.assertNotIn(third, [first, second])
        self.assertEqual(run(openssl, "x509", "-in", str(ending), "-noout", "-checkend", str(390 * 86_400)).returncode, 0)

    def test_without_authority(self):
        """where there is no authority there is no page at /trust"""
        server = harness.Server()
        self.addCleanup(server.close)
        self.assertNotIn(b"SHA-256", harness.Client(server).get("//trust").body)
        self.assertEqual(harness.Client(server).get("//trust/en.html").status, 404)
        self.assertEqual(server.owner().get("/server/tls").json, {"port": None, "certificate": None, "authority": None})


if __name__ == "__main__":
    harness.main()
