"""What stands between a page and code that is not ours: digests for every file, the policy, Trusted Types, the fields of answers."""

import re
import time
import urllib.request

from playwright.sync_api import expect

from checks import Checks
from phone import Phone
from proxy import Proxy
from webkit import Display, Window

check = Checks()

MAP = "JSON.parse(document.querySelector('script[type=importmap]').textContent).integrity"
# Those that could not be imported, because the digest of what came is not the map's.
REFUSED = f"""async () => {{
    const paths = Object.keys({MAP});
    const outcomes = await Promise.allSettled(paths.map((path) => import(path)));
    return {{ all: paths.length, run: paths.filter((_, place) => outcomes[place].status === "fulfilled") }};
}}"""


def altered(pattern):
    """A comment more, where a program would put its own line."""
    return lambda path, body: body + b"\n/* not ours */" if re.search(pattern, path) else body


def visit(world, change, work, **how):
    with Proxy(world.server, change) as proxy:
        phone = Phone(world.browser, proxy.url, **how)
        for words in ["integrity", "digest", "Failed to fetch", "Failed to find a valid digest"]:
            phone.expect(words)
        try:
            return work(phone)
        finally:
            phone.context.close()


@check("through something that changes nothing the app runs")
def untouched(world):
    def work(phone):
        phone.go("/sign-in")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        assert not phone.complaints, phone.complaints
    visit(world, lambda _, body: body, work)


@check("one module of the start that was changed: nothing of the app runs, and the page says so in words")
def start(world):
    for module in ["/app.js", "/core/money.js", "/outside/server.js"]:
        def work(phone):
            phone.go("/sign-in")
            expect(phone.page.get_by_text("SplitClone could not start here.")).to_be_visible(timeout=12_000)
            expect(phone.page.locator("input, .tab, .card")).to_have_count(0)
        visit(world, altered(f"^{re.escape(module)}$"), work, service_workers="block")


@check("each module there is, changed: not one of them runs, also of those that come late")
def every(world):
    def work(phone):
        phone.go("/sign-in")
        outcome = phone.page.evaluate(REFUSED)
        assert outcome["all"] > 150 and outcome["run"] == [], outcome
    visit(world, altered(r"\.js$"), work, service_workers="block")


@check("a screen that was changed is refused where it is wanted, and the page says what to do")
def late(world):
    def work(phone):
        phone.go("/sign-in")
        expect(phone.page.get_by_text("Your server has another version of this app than this page.")).to_be_visible()
        expect(phone.page.get_by_role("button", name="Reload")).to_be_visible()
        expect(phone.page.locator("input")).to_have_count(0)
    visit(world, altered(r"^/screens/sign-in\.js$"), work, service_workers="block")


@check("a stylesheet that was changed styles nothing")
def style(world):
    def work(phone):
        phone.go("/sign-in")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        sheets = phone.page.evaluate("""[...document.querySelectorAll("link[rel=stylesheet]")]
            .map((one) => [one.getAttribute("href"), one.integrity.slice(0, 7), one.sheet !== null])""")
        assert len(sheets) > 8 and all(digest == "sha256-" for _, digest, _ in sheets), sheets
        assert [path for path, _, used in sheets if not used] == ["/styles/tokens.css"], sheets
    visit(world, altered(r"^/styles/tokens\.css$"), work, service_workers="block")


@check("a service worker keeps nothing that was changed: it does not even install")
def worker(world):
    def work(phone):
        versions = []
        session = phone.context.new_cdp_session(phone.page)
        session.on("ServiceWorker.workerVersionUpdated",
                   lambda event: versions.extend(one["status"] for one in event["versions"]))
        session.send("ServiceWorker.enable")
        phone.go("/sign-in")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        deadline = time.monotonic() + 60
        while "redundant" not in versions and time.monotonic() < deadline:
            phone.page.wait_for_timeout(50)
        assert "redundant" in versions and "activated" not in versions, versions
        kept = phone.page.evaluate("""async () => {
            const names = await caches.keys();
            return (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))).join();
        }""")
        assert kept in ("", "0"), kept
    visit(world, altered(r"^/icons/icon\.svg$"), work)


@check("in the engine of Safari nothing runs that was changed either, at the start and later")
def webkit(world):
    said = {r"^/core/money\.js$": "SplitClone could not start here.",
            r"^/screens/sign-in\.js$": "Your server has another version of this app than this page."}
    for pattern, words in said.items():
        with Proxy(world.server, altered(pattern)) as proxy, Display():
            window = Window(proxy.url)
            try:
                window.go("/sign-in")
                window.wait("return document.body.innerText.includes(arguments[0])", words)
                assert window.driver.execute_script("return document.querySelector('input, .tab') === null")
            finally:
                window.driver.quit()


SINKS = {
    "innerHTML": "document.createElement('div').innerHTML = '<b>x</b>'",
    "outerHTML": "document.body.firstElementChild.outerHTML = '<b>x</b>'",
    "insertAdjacentHTML": "document.body.insertAdjacentHTML('beforeend', '<b>x</b>')",
    "document.write": "document.write('<b>x</b>')",
    "DOMParser": "new DOMParser().parseFromString('<b>x</b>', 'text/html')",
    "createContextualFragment": "document.createRange().createContextualFragment('<b>x</b>')",
    "an attribute that listens": "document.createElement('div').setAttribute('onclick', 'x()')",
    "the text of a script": "document.createElement('script').textContent = 'x()'",
    "the address of a script": "document.createElement('script').src = '/app.js'",
    "a worker": "new Worker('/app.js')",
    "another service worker": "trustedTypes.createPolicy('service-worker', { createScriptURL: (url) => url })",
    "another policy": "trustedTypes.createPolicy('ours', { createHTML: (text) => text })",
}


@check("no text becomes markup or code: every way to do it throws")
def sinks(world):
    def work(world, phone):
        phone.expect("policy:")
        phone.expect("Content Security Policy")
        phone.expect("Trusted")
        phone.go("/sign-in")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        for name, attempt in SINKS.items():
            outcome = phone.page.evaluate("""(code) => { try { code(); return "done" } catch (error) { return error.name } }"""
                .replace("code()", attempt).replace("(code)", "()"))
            assert outcome in ("TypeError", "EvalError"), (name, outcome)
        ran = phone.page.evaluate("""() => new Promise((done) => {
            addEventListener("securitypolicyviolation", ({ violatedDirective }) => done(violatedDirective), { once: true });
            setTimeout(() => done("nothing"), 2000);
            try { setTimeout("globalThis.ran = true", 0) } catch { done("thrown") } })""")
        assert ran != "nothing" and not phone.page.evaluate("'ran' in globalThis"), ran
    world.with_phone(world.server, work)


@check("an inline script, style or listener, a frame and a form to elsewhere are refused")
def inline(world):
    def work(world, phone):
        phone.expect("policy:")
        phone.expect("Content Security Policy")
        phone.go("/sign-in")
        expect(phone.page.get_by_label("Password")).to_be_visible()
        told = phone.page.evaluate("""async () => {
            const told = new Set();
            addEventListener("securitypolicyviolation", ({ violatedDirective }) => told.add(violatedDirective));
            const add = (tag, attributes, text) => document.body.append(
                Object.assign(document.createElement(tag), attributes, text && { textContent: text }));
            add("style", {}, "body { color: red }");
            add("iframe", { src: "/" });
            add("img", { src: "https://elsewhere.test/x.png" });
            await fetch("https://elsewhere.test/").catch(() => {});
            document.body.setAttribute("style", "color: red");
            await new Promise((done) => setTimeout(done, 500));
            return [...told].sort();
        }""")
        assert told == ["connect-src", "frame-src", "img-src", "style-src-attr", "style-src-elem"], told
        phone.complaints.clear()
    world.with_phone(world.server, work)


@check("every answer carries the fields that keep it to this origin")
def fields(world):
    def of(path):
        return urllib.request.urlopen(world.server.url + path).headers
    everywhere = {"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
                  "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"}
    for path in ["/", "/app.js", "/service-worker.js", "/styles/tokens.css", "/words/en.json", "/api/v1/setup"]:
        found = of(path)
        assert {name: found[name] for name in everywhere} == everywhere, (path, found)
        assert not [name for name in found if name.lower().startswith("access-control-")], path
    page = of("/")
    assert page["Origin-Agent-Cluster"] == "?1"
    assert page["Permissions-Policy"] == "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"
    policy = page["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-") and "unsafe" not in policy, policy
    assert "require-trusted-types-for 'script'; trusted-types service-worker" in policy, policy
    assert of("/api/v1/setup")["Content-Security-Policy"].startswith("default-src 'none'")
