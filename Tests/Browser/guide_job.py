"""The style guide: every part on its own page, in both themes, narrow and wide, and what the parts do when they are used; the
wide window with a list and its detail side by side."""

import re

from playwright.sync_api import expect

from actions import enter
from checks import Checks

check = Checks()

LOOKS = [(scheme, width, height) for scheme in ["light", "dark"] for width, height in [(320, 568), (1280, 800)]]

PARTS = """() => [...document.querySelectorAll("main a.row")].map((row) => new URL(row.href).pathname)"""

BLURRED = """() => [...document.querySelectorAll("*")].filter((one) => {
    const { backdropFilter } = getComputedStyle(one);
    return one.checkVisibility() && backdropFilter && backdropFilter !== "none";
}).map((one) => ({ name: one.className || one.id, inside: Boolean(one.parentElement.closest(".card, .tab-list, #bar")) }))"""

KEYBOARD = """(height) => {
    Object.defineProperty(visualViewport, "height", { configurable: true, get: () => height });
    visualViewport.dispatchEvent(new Event("resize"));
}"""


def parts(phone):
    phone.go("/guide")
    expect(phone.page.get_by_role("heading", name="Style guide")).to_be_visible()
    return phone.page.evaluate(PARTS)


def guide(world, name, work, **how):
    """Opens a part of the guide on a window of its own, signed in or not: it needs nothing of the server."""
    def visit(world, phone):
        phone.go(f"/guide/{name}")
        expect(phone.page.locator(".specimen").first).to_be_visible()
        work(phone)
    world.with_phone(world.server, visit, **how)


@check("every part of the style guide can be seen in both themes, at 320 and 1280 px: axe finds nothing, everything can be touched")
def all_parts(world):
    def visit(world, phone):
        found = parts(phone)
        assert len(found) > 20, found
        for address in [*found, "/guide"]:
            phone.go(address)
            expect(phone.page.locator(".specimen, main .row").first).to_be_visible()
            for scheme, width, height in LOOKS:
                phone.page.set_viewport_size({"width": width, "height": height})
                phone.page.emulate_media(color_scheme=scheme)
                phone.scheme, phone.width = scheme, width
                phone.inspect("guide-" + address.strip("/").replace("/", "-"))
    world.with_phone(world.server, visit)


@check("a menu opens at its button, is walked through by arrow keys, and closes by Escape and by a tap beside it")
def menu(world):
    def work(phone):
        page = phone.page
        opener = page.get_by_role("button", name="More for Food")
        opener.click()
        expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("menuitem", name="Delete")).to_be_focused()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("menuitem", name="Rename")).to_be_focused()
        phone.inspect("guide-menu-open")
        box = page.get_by_role("menu").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= phone.width, box
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_be_hidden()
        expect(opener).to_be_focused()
        opener.click()
        page.mouse.click(20, 300)
        expect(page.get_by_role("menu")).to_be_hidden()
        opener.click()
        page.get_by_role("menuitem", name="Copy").click()
        expect(page.get_by_role("status").filter(has_text="Copy was chosen.")).to_be_visible()
    guide(world, "menu", work)


@check("a stepper counts up and down within its bounds, and takes what is typed")
def stepper(world):
    def work(phone):
        page = phone.page
        number = page.get_by_label("Every so many months", exact=True)
        page.get_by_role("button", name="One more: Every so many months").click()
        expect(number).to_have_value("4")
        for _ in range(5):
            page.get_by_role("button", name="One less: Every so many months").click()
        expect(number).to_have_value("1")
        number.fill("")
        page.get_by_role("button", name="One more: Every so many months").click()
        expect(number).to_have_value("1")
        number.fill("99")
        page.get_by_role("button", name="One more: Every so many months").click()
        expect(number).to_have_value("99")
    guide(world, "stepper", work)


@check("a message goes by itself, also from under a mouse; who points at its button holds it, and a tap lets it go")
def message(world):
    def work(phone):
        page = phone.page
        shown = page.locator(".toast")
        page.get_by_role("button", name="Say something").click()
        shown.hover()
        expect(shown).to_have_count(0, timeout=15_000)
        page.get_by_role("button", name="Delete something").click()
        shown.get_by_role("button", name="Undo").hover()
        page.wait_for_timeout(9_000)
        expect(shown).to_be_visible()
        page.mouse.move(5, 5)
        expect(shown).to_have_count(0, timeout=15_000)
        page.get_by_role("button", name="Delete something").click()
        shown.get_by_text("was deleted").click()
        expect(shown).to_have_count(0, timeout=3_000)
        page.get_by_role("button", name="Delete something").click()
        shown.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("status").filter(has_text="It is back.")).to_be_visible()
    guide(world, "toast", work)


@check("a sheet is dragged down by its head and goes; dragged a little, it comes back")
def drag(world):
    def work(phone):
        page = phone.page
        page.get_by_role("button", name="Open a sheet").click()
        phone.settle()
        head = page.locator(".sheet-title").bounding_box()
        touch = page.context.new_cdp_session(page)
        pull(touch, head, 40)
        expect(page.get_by_role("dialog")).to_be_visible()
        phone.settle()
        assert abs(page.locator(".sheet-title").bounding_box()["y"] - head["y"]) < 1
        pull(touch, head, 260)
        expect(page.get_by_role("dialog")).to_have_count(0)
    guide(world, "sheet", work)


def pull(touch, box, by):
    """A finger on the head, slowly down: a flick would close it at any distance."""
    x, y = box["x"] + 60, box["y"] + box["height"] / 2
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + by * step / 10}]})
    for _ in range(20):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + by}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@check("above the keyboard of a phone the button of a sheet stays in sight")
def keyboard(world):
    def work(phone):
        page = phone.page
        page.get_by_role("button", name="Open a sheet").click()
        page.evaluate(KEYBOARD, 420)
        phone.settle()
        save = page.get_by_role("dialog").get_by_role("button", name="Save").bounding_box()
        assert save["y"] + save["height"] <= 420, save
        page.get_by_role("dialog").get_by_label("Name").fill("Ben")
        page.get_by_role("dialog").get_by_role("button", name="Save").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    guide(world, "sheet", work)


@check("who wishes for less motion sees none: nothing lasts longer than a moment")
def still(world):
    def work(phone):
        page = phone.page
        page.emulate_media(reduced_motion="reduce")
        page.get_by_role("button", name="Open a sheet").click()
        times = page.evaluate("() => document.getAnimations().map(({ effect }) => effect.getComputedTiming().endTime)")
        assert all(time <= 10 for time in times), times
        phone.settle()
        page.evaluate("""() => {
            globalThis.lasted = [];
            const note = () => {
                for (const one of document.getAnimations()) globalThis.lasted.push(one.effect.getComputedTiming().endTime);
                if (globalThis.lasted) requestAnimationFrame(note);
            };
            note();
        }""")
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert all(time <= 10 for time in page.evaluate("globalThis.lasted"))
    guide(world, "sheet", work)


@check("at most three layers are blurred, none inside another, and none where solid surfaces are wished for")
def glass(world):
    def work(world, phone):
        enter(phone, world.path)
        phone.page.evaluate("scrollTo(0, 200)")
        expect(phone.page.locator("#bar[data-raised]")).to_be_visible()
        blurred = phone.page.evaluate(BLURRED)
        assert 1 <= len(blurred) <= 3 and not any(one["inside"] for one in blurred), blurred
        phone.page.evaluate("document.documentElement.dataset.glass = 'solid'")
        assert phone.page.evaluate(BLURRED) == []
        phone.page.evaluate("document.documentElement.dataset.glass = 'clear'")
        phone.page.context.new_cdp_session(phone.page).send("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-reduced-transparency", "value": "reduce"}]})
        assert phone.page.evaluate(BLURRED) == []
    world.with_phone(world.server, work)


@check("nothing in a list is ever under the round button")
def uncovered(world):
    def work(world, phone):
        enter(phone, world.path)
        phone.settle()
        fab = phone.page.locator(".fab").bounding_box()
        tabs = phone.page.locator(".tab-list").bounding_box()
        assert fab["y"] >= tabs["y"] - 8 and fab["y"] + fab["height"] <= tabs["y"] + tabs["height"] + 8, (fab, tabs)
        phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        phone.settle()
        last = phone.page.locator("main .row, main .card").last.bounding_box()
        assert last["y"] + last["height"] <= tabs["y"], (last, tabs)
    for width, height in [(390, 844), (320, 568)]:
        world.with_phone(world.server, work, width=width, height=height)


@check("in a wide window the tabs are a rail, and a detail stands beside its list, which stays in use")
def side_by_side(world):
    def work(world, phone):
        page = phone.page
        enter(phone, world.path)
        phone.settle()
        expect(page.locator(".tab-list")).to_be_visible()
        rail = page.locator(".tab-list").bounding_box()
        assert rail["x"] < 40 and rail["height"] > rail["width"], rail
        rows = page.locator(".row.expense")
        title = rows.nth(0).locator(".row-title").text_content()
        before = rows.nth(0).bounding_box()
        rows.nth(0).click()
        detail = page.get_by_role("dialog")
        expect(detail.get_by_role("heading", name=title)).to_be_focused()
        expect(rows.nth(0)).to_have_attribute("aria-current", "true")
        phone.inspect("wide-detail")
        box = detail.bounding_box()
        assert rows.nth(0).bounding_box() == before and box["x"] >= before["x"] + before["width"], (before, box)
        rows.nth(1).click()
        second = rows.nth(1).locator(".row-title").text_content()
        expect(detail.get_by_role("heading", name=second)).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(1)
        detail.get_by_role("link", name="Edit").click()
        form = page.get_by_role("dialog").filter(has=page.get_by_label("Amount in"))
        expect(form).to_be_visible()
        expect(detail.first.get_by_role("heading", name=second)).to_be_attached()
        page.keyboard.press("Escape")
        expect(form).to_have_count(0)
        expect(detail.get_by_role("heading", name=second)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.wait_for_url(re.compile("/expenses$"))
        page.go_forward()
        expect(page.get_by_role("dialog")).to_have_count(1)
    world.with_phone(world.server, work, width=1280, height=800)
