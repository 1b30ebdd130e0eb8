"""Everybody: every address of the app for axe, in both themes, narrow and wide, full and empty, in both languages; the
keyboard, large and spaced text, and lines from right to left.

`EVERYBODY=full` asks everything in every combination; otherwise each theme, width and language is looked at once."""

import os
import re

import axe_playwright_python
from playwright.sync_api import expect

from checks import Checks
from household import household
from phone import SIDEWAYS, TOO_SMALL, Phone

check = Checks()
FULL = os.environ.get("EVERYBODY") == "full"
AXE = open(os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js")).read()
NARROW, PHONE, WIDE = {"width": 320, "height": 640}, {"width": 390, "height": 844}, {"width": 1280, "height": 800}

# What a theme or a width changes; everything else is the same in all of them.
LOOK = ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]

RUN = """async (rules) => {
    const kinds = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: kinds };
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`);
}"""

# As a tap on a link: the page stays, and axe in it. What is there before is marked, so that it is not taken for what comes.
FOLLOW = """(address) => {
    for (const one of document.querySelectorAll("main h1, dialog")) one.dataset.old = "";
    const link = document.createElement("a");
    link.href = address;
    document.body.append(link);
    link.click();
    link.remove();
}"""

SHOWN = """([path, isSheet]) => location.pathname === path && !document.querySelector(".boot, .skeleton")
    && document.querySelector(isSheet ? "dialog[open]:not([data-closing], [data-old])" : "main h1:not([data-old])")"""

STILL = """async () => {
    const moving = () => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity);
    for (let turn = 0; turn < 20; turn += 1) {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        if (moving().length === 0) return;
        for (const one of moving()) one.finish();
    }
}"""


class Visitor:
    """Somebody signed in on a phone of their own, who goes to every address without loading the page anew."""

    def __init__(self, world, **how):
        self.home = household(world)
        self.phone = Phone(world.browser, self.home.server.url, **how)
        self.page = self.phone.page
        self.phone.expect("409", "me?dryRun=true")  # The last owner can not leave, and is told so.
        self.phone.expect("404", "/metrics")  # The server tells no figures unless it was started so.
        self.home.sign_in(self.phone)
        self.page.locator("main h1").wait_for()
        self.page.evaluate(AXE)
        self.table = self.page.evaluate("""async () => (await import("/screens/addresses.js")).addresses
            .map(({ at, over, open, always }) => ({ at, isSheet: Boolean(over), isOpen: Boolean(open && !always) }))""")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        said = self.phone.complaints
        if kind:
            self.phone.picture("failed-everybody")
        self.phone.context.close()
        assert kind or not said, " | ".join(said)

    def everywhere(self, look, kinds=("full", "empty")):
        """`look(name)` at every address but those for strangers, those that only lead on, and the guide, which has its own job."""
        found = []
        for entry in self.table:
            if entry["isOpen"] or entry["at"].startswith(("/guide", "/start/")):
                continue
            for kind, address in self.home.addresses(entry["at"]):
                if kind not in kinds:
                    continue
                self.visit(address, entry["isSheet"])
                name = f"{kind}{entry['at']}"
                found += [f"{name}: {one}" for one in look(name)]
        assert not found, f"{len(found)} findings\n" + "\n".join(found[:40])

    def visit(self, address, is_sheet=False):
        self.page.evaluate(FOLLOW, address)
        self.page.wait_for_function(SHOWN, arg=[address, is_sheet])
        self.page.evaluate(STILL)

    def fits(self):
        return self.page.evaluate(SIDEWAYS) + self.page.evaluate(TOO_SMALL)

    def axe(self, rules=None):
        return self.page.evaluate(RUN, rules)

    def turn(self, size, scheme):
        self.page.set_viewport_size(size)
        self.page.emulate_media(color_scheme=scheme)
        self.page.evaluate(STILL)


def matrix(world, language, others):
    """Everything at 320 px in the light, full and empty; what a look changes in the others of `(size, scheme)`, where it is full."""
    with Visitor(world, language=language, **NARROW) as visitor:
        def look(name):
            visitor.turn(NARROW, "light")
            found = visitor.axe() + visitor.fits()
            for size, scheme in others if FULL or name.startswith("full") else []:
                visitor.turn(size, scheme)
                picked = visitor.axe(None if FULL else LOOK) + visitor.fits()
                found += [f"({scheme}, {size['width']} px) {one}" for one in picked]
            return found
        visitor.everywhere(look)


EVERY_OTHER = [(NARROW, "dark"), (PHONE, "light"), (PHONE, "dark"), (WIDE, "light"), (WIDE, "dark")]


@check("every address, full and empty, light at 320, dark at 390 and 1280 px: axe finds nothing, and everything fits")
def english(world):
    matrix(world, "en-GB", EVERY_OTHER if FULL else [(PHONE, "dark"), (WIDE, "dark")])


@check("the same in German at 320 px, where words are longest")
def german(world):
    matrix(world, "de-DE", EVERY_OTHER if FULL else [])


@check("strangers' screens, in both languages")
def strangers(world):
    for language in ["en-GB", "de-DE"]:
        phone = Phone(world.browser, household(world).server.url, language=language, **NARROW)
        for address in ["/sign-in", "/gone", "/invite#nothing"]:
            phone.expect("404")
            phone.go(address)
            phone.page.locator("main h1").wait_for()
            phone.page.evaluate(AXE)
            phone.page.evaluate(STILL)
            found = phone.page.evaluate(RUN, None) + phone.page.evaluate(SIDEWAYS)
            assert not found, (language, address, found)
        assert not phone.complaints, phone.complaints
        phone.context.close()


@check("no English is left on a German screen, and amounts, days and names are as Germans write them")
def words(world):
    with Visitor(world, language="de-AT") as visitor:
        page, home = visitor.page, visitor.home
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["de", "ltr"]
        visitor.visit(f"/ledgers/{home.full}/expenses")
        expect(page.get_by_role("link", name="Ausgabe eintragen").first).to_be_visible()
        expect(page.get_by_text("Insgesamt ausgegeben")).to_be_visible()
        row = page.get_by_role("link", name="Groceries for the week")
        expect(row).to_contain_text(re.compile("€\\s?48,90|48,90\\s?€"))
        expect(row).to_contain_text("Du · für")
        page.get_by_role("link", name="Ausgabe eintragen").first.click()
        page.get_by_label("Betrag in Euro").fill("12,50")
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_text("Sag, wofür es war.")).to_be_visible()
        page.get_by_label("Wofür war es?").fill("Brötchen")
        page.get_by_role("group", name="Wer hat bezahlt?").get_by_role("radio", name="Ben").check()
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_role("link", name="Brötchen")).to_contain_text("Ben · für")
        page.get_by_role("navigation").get_by_role("link", name="Ausgleich").click()
        expect(page.get_by_role("heading", name=re.compile("Mit \\d+ Zahlungen ausgeglichen"))).to_be_visible()
        page.get_by_role("link", name="Eintragen, dass").first.click()
        page.get_by_role("button", name="Speichern").click()
        expect(page.get_by_text("Zahlung eingetragen.")).to_be_visible()
        visitor.phone.expect("409")
        visitor.phone.expect("422")
        visitor.visit(f"/ledgers/{home.full}/labels")
        page.get_by_label("Neues Schlagwort").fill("groceries")
        page.get_by_role("button", name="Hinzufügen").click()
        expect(page.get_by_text("Ein Schlagwort „Groceries“ gibt es schon.")).to_be_visible()


@check("the language is chosen in the account, and stays")
def chosen(world):
    with Visitor(world) as visitor:
        page = visitor.page
        visitor.visit("/account")
        page.get_by_role("group", name="Language").get_by_role("radio", name="Deutsch").click()
        expect(page.get_by_role("group", name="Sprache")).to_be_visible()
        visitor.phone.go("/ledgers")
        expect(page.get_by_role("heading", name="Kassen", exact=True)).to_be_visible()
        page.goto(visitor.phone.url + "/account")
        page.get_by_role("group", name="Sprache").get_by_role("radio", name="Wie das System").click()
        expect(page.get_by_role("group", name="Language")).to_be_visible()


@check("with text at 200 % on 320 px, and with WCAG's text spacing, nothing is lost sideways")
def large(world):
    spaced = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-block-end: 2em !important; }"""
    with Visitor(world, language="de-DE", **NARROW) as visitor:
        # Beside what late screens bring with them.
        set_style = """(text) => { const sheet = window.wished ??= new CSSStyleSheet(); sheet.replaceSync(text);
            document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== sheet), sheet]; }"""
        def look(name):
            visitor.page.evaluate(set_style, "html { font-size: 200% !important }")
            found = [f"200 %: {one}" for one in visitor.page.evaluate(SIDEWAYS)]
            visitor.page.evaluate(set_style, spaced)
            return found + [f"spaced: {one}" for one in visitor.page.evaluate(SIDEWAYS) + visitor.page.evaluate(CUT)]
        visitor.everywhere(look, kinds=("full",))


@check("with lines from right to left nothing overflows, and a row is swept the other way")
def mirrored(world):
    with Visitor(world, **NARROW) as visitor:
        visitor.page.evaluate("document.documentElement.dir = 'rtl'")
        def look(name):
            visitor.phone.picture("rtl-" + re.sub("[^a-z]+", "-", name))
            return visitor.fits()
        visitor.everywhere(look, kinds=("full",))
        visitor.visit(f"/ledgers/{visitor.home.full}/expenses")
        row = visitor.page.locator("swipe-row", has_text="Cinema")
        row.scroll_into_view_if_needed()
        sweep(visitor, row, -1)
        expect(row).to_be_visible()
        sweep(visitor, row, 1)
        expect(visitor.page.get_by_text("“Cinema” was deleted.")).to_be_visible()
        visitor.page.get_by_role("status").get_by_role("button", name="Undo").click()
        expect(row).to_be_visible()


# Text that is cut off where it can not be scrolled to; a name in one line may end in "…".
CUT = """() => [...document.querySelectorAll("main *, dialog[open] *")]
    .filter((one) => one.checkVisibility() && one.scrollHeight > one.clientHeight + 2 && one.clientHeight > 4)
    .filter((one) => { const { overflowY, textOverflow } = getComputedStyle(one);
        return ["hidden", "clip"].includes(overflowY) && textOverflow !== "ellipsis" && one.localName !== "swipe-row"; })
    .map((one) => `${one.localName}.${one.className} is cut: ${one.textContent.slice(0, 60)}`)"""


def sweep(visitor, row, way):
    """With a finger, from the middle of the row by most of the screen's width."""
    visitor.phone.settle()
    box = row.bounding_box()
    x, y = box["x"] + box["width"] / 2 - way * 70, box["y"] + box["height"] / 2
    session = visitor.phone.context.new_cdp_session(visitor.page)
    touch = lambda kind, x: session.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [] if kind == "touchEnd" else [{"x": x, "y": y}]})
    touch("touchStart", x)
    for step in range(1, 15):
        touch("touchMove", x + way * step * 11)
    touch("touchEnd", x)
    session.detach()


@check("the keyboard alone: past the bar, an expense, a payment in two stops; every stop is seen and nothing covers it")
def keyboard(world):
    with Visitor(world, **NARROW) as visitor:
        page, home = visitor.page, visitor.home
        page.goto(f"{visitor.phone.url}/ledgers/{home.full}/expenses")
        page.get_by_role("link", name="Groceries for the week").wait_for()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.localName") == "h1"
        stops = walk(visitor, "Add an expense")
        assert stops > 3
        page.keyboard.press("Enter")
        expect(page.get_by_label("Amount in")).to_be_focused()
        page.keyboard.type("7,50")
        walk(visitor, "What was it for?")
        page.keyboard.type("By keyboard")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.checked")
        walk(visitor, "Save")
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for(state="detached")
        expect(page.get_by_role("link", name="By keyboard")).to_be_visible()
        expect(page.get_by_role("link", name="Add an expense").first).to_be_focused()
        page.get_by_role("navigation").get_by_role("link", name="Settle").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**/settle")
        page.get_by_role("link", name="Record that").first.wait_for()
        walk(visitor, "Record that")
        page.keyboard.press("Enter")
        page.get_by_role("dialog").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        assert "Record that" in page.evaluate("document.activeElement.ariaLabel ?? ''")


WHERE = """() => {
    const one = document.activeElement;
    const shown = one.classList.contains("chip-input") ? one.closest("label") : one;
    const { left, right, top, bottom, width } = shown.getBoundingClientRect();
    const inside = (x, y) => { const hit = document.elementFromPoint(x, y); return hit && (shown.contains(hit) || hit.contains(shown)); };
    const points = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4]];
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    const isBrowsers = one.type === "date" && !one.matches(":focus-visible"); // The small calendar has the ring.
    return { name: one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent, html: one.outerHTML.slice(0, 140),
        isSeen: width > 0 && points.some(([x, y]) => inside(x, y)),
        isMarked: one === document.body || isBrowsers || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) };
}"""


def walk(visitor, name, most=90):
    """Presses Tab until the focus is at what begins with the name; at every stop it must be marked and in sight."""
    for stop in range(most):
        where = visitor.page.evaluate(WHERE)
        if where["name"].strip().startswith(name):
            return stop
        visitor.page.keyboard.press("Tab")
        visitor.page.evaluate(STILL)
        where = visitor.page.evaluate(WHERE)
        assert where["isMarked"], f"no focus ring: {where['html']}"
        assert where["isSeen"], f"the focus is covered or out of sight: {where['html']}"
    raise AssertionError(f"the Tab key never came to {name}")


@check("those who listen hear what happened, where they are, and one heading of the first level at every address")
def listening(world):
    with Visitor(world) as visitor:
        page, home = visitor.page, visitor.home
        def look(name):
            levels = page.evaluate("""[...document.querySelectorAll("dialog[open], main")].at(-1).matches("dialog") ? []
                : [...document.querySelectorAll("h1")].map((one) => one.textContent.trim())""")
            title = page.title()
            return [f"{len(levels)} headings"] * (len(levels) > 1) + ["no title"] * (len(title) < 12)
        visitor.everywhere(look, kinds=("full",))
        visitor.visit(f"/ledgers/{home.full}/expenses")
        visitor.visit(f"/ledgers/{home.full}/expenses/{home.expense}", True)
        page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
        expect(page.get_by_role("status").get_by_text("was deleted")).to_be_visible()
        page.get_by_role("status").get_by_role("button", name="Undo").click()
        expect(page.get_by_role("link", name="Groceries for the week")).to_be_visible()
        for role in ["banner", "main", "navigation"]:
            expect(page.get_by_role(role).first).to_be_attached()


@check("forced colours, more contrast, less transparency and less motion are honoured")
def wishes(world):
    with Visitor(world) as visitor:
        page = visitor.page
        visitor.visit(f"/ledgers/{visitor.home.full}/expenses")
        glass = "getComputedStyle(document.querySelector('.tab-list')).backdropFilter"
        border = "parseFloat(getComputedStyle(document.querySelector('.card')).borderTopWidth)"
        assert page.evaluate(glass) != "none"
        session = visitor.phone.context.new_cdp_session(page)
        for name, value in [("prefers-contrast", "more"), ("prefers-reduced-transparency", "reduce"), ("forced-colors", "active")]:
            session.send("Emulation.setEmulatedMedia", {"features": [{"name": name, "value": value}]})
            assert page.evaluate(glass) == "none", name
            assert page.evaluate(border) >= 1 or name == "prefers-reduced-transparency", name
            visitor.phone.picture(name)
            assert not (found := visitor.axe(["color-contrast"])), (name, found)
        session.send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        running = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 50).length"
        page.get_by_role("link", name="Add an expense").first.click()
        page.get_by_role("dialog").wait_for()
        assert page.evaluate(running) == 0
        session.detach()
