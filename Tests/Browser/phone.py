"""A browser window of phone size that remembers everything a page should not do."""

import os

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

LISTEN = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));"""

# Milliseconds. A check says what comes, not how soon: that is measured elsewhere, and three browsers may share two slow cores.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

# Pictures are as sharp as a phone's; nothing else is worth four times the drawing.
SCALE = 2 if os.environ.get("SHOTS") else 1


class Phone:
    def __init__(self, browser, url, width=390, height=844, scheme="light", language="en-GB", **context):
        self.url = url
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=SCALE, has_touch=True, is_mobile=True,
            locale=language, timezone_id="Europe/Berlin", color_scheme=scheme, reduced_motion="no-preference", **context)
        self.context.add_init_script(LISTEN)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.width, self.scheme = width, scheme
        self.complaints = []
        self.expected = []
        self.page.on("console", self.note)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self.look)

    def note(self, message):
        """An answer that the test itself provoked is no complaint; everything else that is red is."""
        if message.type not in ("error", "warning"):
            return
        text = f"{message.text} {message.location.get('url', '')}"
        if not any(all(word in text for word in words) for words in self.expected):
            self.complaints.append(text)

    def look(self, request):
        if not request.url.startswith((self.url, "blob:" + self.url)):
            self.complaints.append(f"a request leaves the origin: {request.url}")

    def expect(self, *words):
        """A console message with all these words is part of the test."""
        self.expected.append(words)

    def go(self, address):
        self.page.goto(self.url + address)

    def settle(self):
        """Waits until nothing moves, and nothing is on its way."""
        self.page.evaluate(STILL)

    def api(self, path):
        """What the server says itself, asked with the page's own session, once it has what was entered here."""
        self.page.evaluate(SENT)
        return self.page.evaluate("async (path) => (await fetch(`/api/v1${path}`)).json()", path)

    def post(self, path, body):
        """A write that this page does not know of: it hears of it like of anybody's."""
        return self.page.evaluate("""async ([path, body]) => (await fetch(`/api/v1${path}`, {
            method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json()""",
            [path, body])

    def picture(self, name):
        if shots := os.environ.get("SHOTS"):
            os.makedirs(shots, exist_ok=True)
            self.page.screenshot(path=f"{shots}/{self.scheme}-{self.width}-{name}.png")

    def violations(self):
        return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in Axe().run(self.page).response["violations"]]

    def inspect(self, name):
        """No violation that axe knows, nothing wider than the window, nothing too small to touch."""
        self.settle()
        self.picture(name)
        for _ in range(3):  # What began to move while axe looked is looked at again once it rests.
            self.settle()
            if not (found := self.violations()):
                break
        found += self.page.evaluate(SIDEWAYS)
        found += self.page.evaluate(TOO_SMALL)
        assert not found, f"{name} ({self.scheme}, {self.width} px): " + "; ".join(found)


# What is on its way gets a moment to arrive; what can not go is not waited for.
SENT = """async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "splitclone")) return;
    const settled = (request) => new Promise((done) => (request.onsuccess = request.onerror = () => done(request.result)));
    const database = await settled(indexedDB.open("splitclone"));
    if (!database) return;
    database.onversionchange = () => database.close();
    const waits = async () => database.objectStoreNames.contains("outbox") &&
        (await settled(database.transaction("outbox").objectStore("outbox").getAll())).some(({ state }) => state === "waiting");
    for (let looks = 0; looks < 60 && (await waits()); looks += 1) await new Promise((done) => setTimeout(done, 50));
    database.close();
}"""

# Their promises are not asked: what moves where nothing is shown, as in what is folded up, never keeps them.
STILL = """async () => {
    const patience = performance.now() + 20_000;
    const moves = ({ effect, playState }) => playState === "running" && effect.getComputedTiming().endTime !== Infinity;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    do await frame();
    while ((document.querySelector("#stage > .skeleton") || document.getAnimations().some(moves)) && performance.now() < patience);
    await frame();
}"""

SIDEWAYS = """() => [...document.querySelectorAll("html, main, dialog[open]")]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => `${one.localName} scrolls sideways: ${one.scrollWidth} px in ${one.clientWidth}`)"""

TOO_SMALL = """() => [...document.querySelectorAll("a[href], button, summary, label.chip, .input")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (height < 43.5 || width < 43.5))
    .map(([one, { width, height }]) => `${width}x${height} is too small to touch: ${one.outerHTML.slice(0, 120)}`)"""
