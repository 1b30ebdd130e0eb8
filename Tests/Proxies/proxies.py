"""What has to hold through a reverse proxy that was set up as our examples say."""
import functools
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import examples
import harness
from examples import Browser, Example, Stream, Through

# Longer than any time-out that a proxy has by itself. As long a stream is open without a change.
QUIET = 61
# An event stream says something at least this often (`Limits.heartbeatSeconds`), and a little more for a busy machine.
HEARTBEAT = 20 + 5
MEGABYTE = 1 << 20

work = None
all_of_them, people, quiet = [], {}, {}


def setUpModule():
    """Everything at once: the quiet streams are open while everything else is asked."""
    global work
    work = tempfile.mkdtemp(prefix="splitclone-proxies-")
    unittest.addModuleCleanup(end)
    wanted = [(kind, variant) for kind in examples.SUFFIXES for variant in examples.NAMES]
    with ThreadPoolExecutor(len(wanted)) as pool:
        made = [pool.submit(Example, kind, variant, f"{work}/{kind}-{variant}") for kind, variant in wanted]
    all_of_them.extend(one.result() for one in made if not one.exception())
    for one in made:
        one.result()
    for example in all_of_them:
        people[example] = Browser(example).set_up()
        body = {"name": "Flat", "currency": "EUR", "participants": ["Anna", "Ben"], "me": "Anna"}
        people[example].ledger = people[example].post("/ledgers", body)["id"]
        # Of somebody to whom nothing happens.
        other = {"name": "Kim", "password": harness.PASSWORD}
        assert people[example].post("/accounts", other).status == 201
        kim = Browser(example)
        assert kim.post("/sessions", other | {"deviceName": "phone"}).status == 201
        quiet[example] = (kim, Stream(kim))


def end():
    """Also when not all of it began."""
    for _, stream in quiet.values():
        stream.close()
    for example in all_of_them:
        example.close()
    shutil.rmtree(work, ignore_errors=True)


def each(check):
    """Asks it of every example with somebody who is signed in there."""
    @functools.wraps(check)
    def ask(self):
        # One after the other: a failure of one is no failure of the others.
        for example in all_of_them:
            with self.subTest(example.title):
                check(self, example, people[example])
    return ask


class AllExamples(unittest.TestCase):
    maxDiff = None

    def problem(self, answer, status, code):
        self.assertEqual((answer.status, answer.fields["Content-Type"]), (status, "application/problem+json"), answer)
        self.assertEqual(answer["code"], code)
        self.assertEqual(answer["requestId"], answer.fields["X-Request-Id"])

    @each
    def test_the_session_is_for_https_and_for_the_path_alone(self, example, anna):
        name = "__Secure" if example.base else "__Host"
        self.assertRegex(anna.sign, rf"^{name}-splitclone=[\w-]{{43}}; HttpOnly; SameSite=Lax; "
                                    rf"Path={example.base or '/'}; Secure; Max-Age=\d+$")

    @each
    def test_an_expense_is_recorded_and_its_address_leads_back_to_it(self, example, anna):
        made = anna.post(f"/ledgers/{anna.ledger}/expenses", {"title": "Bread", "amount": "3"})
        self.assertEqual(made.status, 201, made)
        place = made.fields["Location"]
        self.assertTrue(place.startswith(example.base + "/api/v1/ledgers/"), place)
        self.assertEqual(anna.get(place.removeprefix(example.base))["title"], "Bread")

    @each
    def test_a_page_of_another_origin_writes_nothing(self, example, anna):
        body = {"title": "Theft", "amount": "3"}
        answer = anna.post(f"/ledgers/{anna.ledger}/expenses", body, Origin="https://evil.example")
        self.problem(answer, 403, "foreign-origin")
        answer = anna.post(f"/ledgers/{anna.ledger}/expenses", body, Origin=f"http://{example.name}:{example.https}")
        self.problem(answer, 403, "foreign-origin")

    @each
    def test_a_change_is_heard_of_within_two_seconds(self, _example, anna):
        stream = Stream(anna)
        try:
            written = time.monotonic()
            anna.post(f"/ledgers/{anna.ledger}/expenses", {"title": "Milk", "amount": "1"})
            harness.until(stream.events, 10)
            self.assertLess(stream.events()[0] - written, 2)
        finally:
            stream.close()

    @each
    def test_what_is_too_long_is_refused_in_our_words(self, _example, anna):
        self.problem(anna.post("/ledgers", "x" * 300_000), 413, "content-too-large")

    @each
    def test_a_hundred_megabytes_pass_and_are_answered_by_us(self, example, anna):
        if example.base:
            return  # The same directives, and it takes a while.
        answer = anna.send("POST", "/api/v1/imports", b"\xff" * (100 * MEGABYTE),
                           {"Content-Type": "application/octet-stream"}, timeout=90)
        self.assertIn(answer.status, (415, 422), answer)
        self.assertEqual(answer.fields["Content-Type"], "application/problem+json", answer)
        kept = [one for one in example.work.rglob("*") if one.is_file() and one.stat().st_size > MEGABYTE]
        self.assertEqual(kept, [])

    @each
    def test_guessing_is_slowed_down_for_the_address_that_guesses(self, example, _anna):
        thief, neighbour = Browser(example, "127.0.0.5"), Browser(example, "127.0.0.6")
        guesses = [thief.get("/api/v1/invites/" + "x" * 43, X_Forwarded_For=f"10.0.0.{one}").status for one in range(15)]
        self.assertEqual((guesses[0], guesses[-1]), (404, 429))
        self.assertEqual(neighbour.get("/api/v1/invites/" + "x" * 43).status, 404)

    @each
    def test_nothing_is_upgraded(self, _example, anna):
        # Proxies refuse what is not even a well-formed wish.
        wishes = {"Sec_WebSocket_Version": "13", "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ=="}
        for protocol in ["websocket", "h2c"]:
            answer = anna.get("/health", Connection="Upgrade", Upgrade=protocol, **wishes)
            self.assertEqual((answer.status, answer.json and answer["status"]), (200, "ok"), answer)

    @each
    def test_the_app_and_its_description_say_where_they_are(self, example, anna):
        page = anna.get("/ledgers").body.decode()
        names = re.findall(r' (?:href|src)="(/[^"]*)"', page)
        self.assertEqual([name for name in names if not name.startswith(example.base + "/")], [])
        for name in names[:8]:
            self.assertEqual(anna.get(name.removeprefix(example.base)).status, 200, name)
        self.assertEqual(anna.get("/api/v1/openapi.json")["servers"], [{"url": example.base or "/"}])
        invite = anna.post(f"/ledgers/{anna.ledger}/invites", {})
        self.assertTrue(invite["url"].startswith(f"{example.origin}{example.base}/invite#"), invite)

    @each
    def test_the_path_without_its_slash_leads_to_the_app(self, example, _anna):
        if not example.base:
            return
        connection = Through(example, "127.0.0.2", 10)
        connection.request("GET", example.base)
        response = connection.getresponse()
        response.read()
        self.assertEqual(response.status, 308)
        self.assertIn(response.headers["Location"], ["/split/", example.origin + "/split/"])
        connection.close()

    @each
    def test_http_leads_to_https(self, example, _anna):
        if example.base:
            return
        answer = subprocess.run(
            ["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", "--noproxy", "*", "--resolve",
             f"{example.name}:{example.http}:127.0.0.1", f"http://{example.name}:{example.http}/sign-in?then=/ledgers"],
            capture_output=True, text=True, check=True).stdout
        self.assertRegex(answer, rf"^308 https://{example.name}(:\d+)?/sign-in\?then=/ledgers$")

    @each
    def test_http_2_is_spoken_and_the_names_are_the_same(self, example, anna):
        answer = subprocess.run(
            ["curl", "-sS", "--http2", "--cacert", example.trusted, "--noproxy", "*", "--resolve",
             f"{example.name}:{example.https}:127.0.0.1", "-w", "\n%{http_version} %{http_code}", "-H",
             f"Cookie: {anna.cookie}", "-H", f"Origin: {example.origin}", "-H", "Content-Type: application/json", "-d",
             '{"title":"Two","amount":"2"}', f"{example.origin}{example.base}/api/v1/ledgers/{anna.ledger}/expenses"],
            capture_output=True, text=True, check=True).stdout
        self.assertEqual(answer.split("\n")[-1], "2 201", answer)


class QuietStreams(unittest.TestCase):
    def test_a_stream_on_which_nothing_happens_stays_open(self):
        """for longer than proxies wait by themselves, because a heartbeat passes, and then a change is heard of"""
        time.sleep(max(0, QUIET - (time.monotonic() - max(stream.opened for _, stream in quiet.values()))))
        for example in all_of_them:
            with self.subTest(example.title):
                kim, stream = quiet[example]
                self.assertIsNone(stream.ended)
                times = [when for when, _ in stream.came] + [time.monotonic()]
                pauses = [later - earlier for earlier, later in zip(times, times[1:])]
                self.assertLess(max(pauses), HEARTBEAT, stream.came)
                before = len(stream.events())
                made = kim.post("/ledgers", {"name": "Own", "currency": "EUR", "participants": ["Kim"], "me": "Kim"})
                self.assertEqual(made.status, 201, made)
                kim.post(f"/ledgers/{made['id']}/expenses", {"title": "Tea", "amount": "2"})
                harness.until(lambda: len(stream.events()) > before, 10)


class WithoutTrust(unittest.TestCase):
    def test_a_proxy_that_is_not_trusted_is_told_so(self):
        """its fields are not believed: the page's origin is a foreign one, and the answer says what to do"""
        server = harness.Server("--allowed-host", "money.example.net")
        try:
            fields = {"Host": "money.example.net", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9",
                      "Origin": "https://money.example.net"}
            body = {"code": server.code, "name": "Anna", "password": harness.PASSWORD, "deviceName": "phone"}
            answer = harness.Client(server).send("POST", "/setup", body, fields)
            self.assertEqual((answer.status, answer["code"]), (403, "foreign-origin"))
            self.assertIn("--trusted-proxy", answer["detail"])
        finally:
            server.close()


class TakenAway(unittest.TestCase):
    def test_a_proxy_that_takes_the_path_away_is_told_so(self):
        """not led round in circles"""
        server = harness.Server("--base-path", "/split")
        try:
            for path in ["//", "//ledgers", "/api/v1/setup"]:
                answer = harness.Client(server).get(path)
                self.assertEqual((answer.status, answer.fields["Location"]), (404, None))
                self.assertIn(b"--base-path", answer.body)
        finally:
            server.close()


if __name__ == "__main__":
    harness.main()
