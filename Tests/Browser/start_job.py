"""How the app starts and stays up to date: what it loads first, what comes later, and that nothing jumps when others enter something."""

import time
from urllib.parse import urlsplit

from playwright.sync_api import expect

from actions import enter, sign_in
from checks import Checks
from proxy import Proxy
from phone import Phone

check = Checks()

FIRST_LOAD = 150_000

# As a page is that came over plain http: without a service worker.
PLAIN = "Object.defineProperty(globalThis, 'isSecureContext', { value: false });"

# Nothing comes in quiet moments; what can not wait for ever goes on.
NEVER_QUIET = "globalThis.requestIdleCallback = (work, { timeout }) => timeout && setTimeout(work, timeout);"

# All but the style guide's, which is a page of its own.
MODULES = """Object.keys(JSON.parse(document.querySelector("script[type=importmap]").textContent).integrity)
    .filter((path) => !path.startsWith("/guide/"))"""

WAIT_FOR_LIST = """new MutationObserver((_, observer) => {
    if (!document.querySelector(".row.expense")) return;
    observer.disconnect();
    listIsThere();
}).observe(document, { childList: true, subtree: true });"""

# Whatever a wait that was given up would still show is there by then.
LATER_THAN_A_SKELETON = "() => new Promise((done) => setTimeout(done, 400))"


@check("while the app is on its way a skeleton stands in its place, never a blank; when it does not come, words; and then the app")
def on_its_way(world):
    state = world.with_phone(world.server, lambda world, phone: (enter(phone, world.path), phone.context.storage_state())[1])
    def work(world, phone):
        page, held = phone.page, []
        page.route("**/app.js", lambda route: held.append(route))
        page.goto(f"{phone.url}{world.path}/expenses", wait_until="commit")
        words = page.get_by_text("SplitClone could not start here.")
        expect(page.locator(".skeleton")).to_be_visible()
        expect(words).to_be_hidden()
        phone.picture("start-skeleton")
        expect(words).to_be_visible()
        expect(page.locator(".skeleton")).to_be_hidden()
        phone.picture("start-failed")
        for one in held:
            one.continue_()
        expect(page.locator(".row.expense").first).to_be_visible()
        expect(page.locator(".boot, .skeleton")).to_have_count(0)
    world.with_phone(world.server, work, storage_state=state)


@check("until the list can be used less than 150 KB have come over the wire, compressed")
def first_load(world):
    state = world.with_phone(world.server, lambda world, phone: (enter(phone, world.path), phone.context.storage_state())[1])
    def work(world, phone):
        bodies, fields, files = [0], [0], []
        session = phone.context.new_cdp_session(phone.page)
        session.on("Network.dataReceived", lambda event: bodies.append(event["encodedDataLength"]))
        session.on("Network.responseReceived", lambda event: files.append(event["response"]["url"]))
        session.on("Network.loadingFinished", lambda event: fields.append(event["encodedDataLength"]))
        session.send("Network.enable")
        there = []
        phone.page.expose_function("listIsThere", lambda: there.append((sum(bodies), sum(fields), len(files))))
        phone.page.add_init_script(WAIT_FOR_LIST)
        phone.go(f"{world.path}/expenses")
        expect(phone.page.get_by_role("link", name="Add an expense")).to_be_visible()
        expect(phone.page.locator(".row.expense").first).to_be_visible()
        phone.page.wait_for_timeout(200)
        size, with_fields, count = there[0]
        print(f"        {size:,} bytes in {count} files; with the fields of the answers {with_fields:,}")
        assert 50_000 < size <= FIRST_LOAD, there
    world.with_phone(world.server, work, storage_state=state)


@check("on plain http, once the start is over, the network may go: every screen still opens")
def later(world):
    def work(world, phone):
        got = set()
        phone.page.on("requestfinished", lambda request: got.add(urlsplit(request.url).path))
        phone.context.add_init_script(PLAIN)
        enter(phone, world.path)
        got.clear()  # What the pages before have fetched is not in this one.
        phone.page.reload()
        wanted = set(phone.page.evaluate(MODULES))
        deadline = time.monotonic() + 30
        while wanted - got and time.monotonic() < deadline:
            phone.page.wait_for_timeout(100)
        assert not wanted - got, wanted - got
        phone.expect("ERR_INTERNET_DISCONNECTED")
        phone.expect("Failed to load resource")
        phone.context.set_offline(True)
        page = phone.page
        for name in ["Settle", "People", "Expenses"]:
            page.get_by_role("navigation").get_by_role("link", name=name).click()
            page.wait_for_url(f"**/{name.lower()}")
            expect(page.locator("main .card").first).to_be_visible()
        page.get_by_role("link", name="Add an expense").click()
        expect(page.get_by_label("Amount in")).to_be_visible()
    world.with_phone(world.server, work)


@check("a screen of another version, after an update under an open page: a sentence, Reload, and nobody is led away")
def updated(world):
    isNew = [False]
    def change(path, body):
        return body + b"\n" if isNew[0] and path == "/screens/people/people.js" else body
    with Proxy(world.server, change) as proxy:
        phone = Phone(world.browser, proxy.url)
        phone.context.add_init_script(PLAIN)
        phone.context.add_init_script(NEVER_QUIET)
        try:
            enter(phone, world.path)
            expect(phone.page.locator(".row.expense").first).to_be_visible()
            isNew[0] = True
            phone.expect("integrity")
            phone.expect("Failed to find a valid digest")
            phone.page.get_by_role("navigation").get_by_role("link", name="People").click()
            expect(phone.page.get_by_text("Your server has another version of this app than this page.")).to_be_visible()
            assert phone.page.url.endswith("/expenses"), phone.page.url
            expect(phone.page.locator(".row.expense").first).to_be_visible()
            isNew[0] = False
            with phone.page.expect_navigation():
                phone.page.get_by_role("button", name="Reload").click()
            expect(phone.page.locator(".row.expense").first).to_be_visible()
            phone.page.get_by_role("navigation").get_by_role("link", name="People").click()
            expect(phone.page.get_by_label("Add a person")).to_be_visible()
            assert not phone.complaints, phone.complaints
        finally:
            phone.context.close()


def long_list(world, phone):
    """Two hundred expenses more, in days of their own, entered from elsewhere."""
    people = [one["id"] for one in phone.api(f"{world.path}/participants")["items"]]
    phone.page.evaluate("""async ([path, people]) => {
        for (let n = 0; n < 200; n++) {
            const day = new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
            const body = JSON.stringify({ title: `Long ago ${n}`, amount: "1.00", executionDate: day, payerId: people[0],
                splitParticipantIds: people.slice(0, 2) });
            await fetch(`/api/v1${path}/expenses`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
        }
    }""", [world.path, people])
    return people


@check("older expenses come while one scrolls, to the very first; the button at the end does the same")
def scrolling(world):
    def work(world, phone):
        enter(phone, world.path)
        rows = phone.page.locator(".row.expense")
        expect(rows.first).to_be_visible()
        world.people = long_list(world, phone)
        all_of_them = len(phone.api(f"{world.path}/snapshot")["expenses"])
        phone.page.reload()
        expect(rows.first).to_be_visible()
        assert rows.count() < all_of_them
        for _ in range(60):
            phone.page.mouse.wheel(0, 3000)
            phone.page.wait_for_timeout(30)
            if rows.count() == all_of_them:
                break
        expect(rows).to_have_count(all_of_them)
        expect(phone.page.get_by_role("button", name="Show older")).to_have_count(0)
        days = phone.page.evaluate("[...document.querySelectorAll('.day-name')].map((one) => one.textContent)")
        assert len(days) == len(set(days)), "each day once"
    world.with_phone(world.server, work)


@check("what others enter appears without a jump: what is looked at stays where it is, and keeps the focus")
def still(world):
    def work(world, phone):
        page = phone.page
        enter(phone, world.path)
        expect(page.locator(".row.expense").first).to_be_visible()
        row = page.locator(".row.expense", has_text="Long ago 160")
        for _ in range(40):
            if row.count():
                break
            page.mouse.wheel(0, 1500)
            page.wait_for_timeout(60)
        row.scroll_into_view_if_needed()
        row.focus()
        phone.settle()
        place = lambda: row.evaluate("(one) => one.getBoundingClientRect().top")  # noqa: E731
        before, same, tabs = place(), row.element_handle(), page.locator(".tab-list").element_handle()
        for number in range(3):
            expense = {"title": f"Newest {number}", "amount": "2.00", "executionDate": "2027-02-03",
                       "payerId": world.people[1], "splitParticipantIds": world.people[:2]}
            phone.post(f"{world.path}/expenses", expense)
            expect(page.locator(".row.expense", has_text=f"Newest {number}")).to_have_count(1)
            page.wait_for_timeout(100)
            assert abs(place() - before) <= 1.5, (number, before, place())
        assert same.evaluate("(one) => one.isConnected && one === document.activeElement")
        assert tabs.evaluate("(one) => one.isConnected")
        assert page.evaluate("scrollY") > 0
    world.with_phone(world.server, work)


@check("what was entered while the page was hidden or cut off is there when it comes back")
def back(world):
    def work(world, phone):
        page = phone.page
        enter(phone, world.path)
        expect(page.locator(".row.expense").first).to_be_visible()
        phone.expect("ERR_INTERNET_DISCONNECTED")
        phone.expect("Failed to load resource")
        def other(title):
            world.with_phone(world.server, lambda world, other: (sign_in(other), other.post(f"{world.path}/expenses", {
                "title": title, "amount": "4.00", "executionDate": "2027-02-04", "payerId": world.people[0],
                "splitParticipantIds": world.people[:2]})))
        phone.context.set_offline(True)
        other("While away")
        phone.context.set_offline(False)
        expect(page.get_by_role("link", name="While away")).to_be_visible()
        page.evaluate("""() => { Object.defineProperty(document, "hidden", { value: true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange")); }""")
        other("While hidden")
        page.wait_for_timeout(300)
        expect(page.get_by_role("link", name="While hidden")).to_have_count(0)
        page.evaluate("() => { delete document.hidden; document.dispatchEvent(new Event('visibilitychange')); }")
        expect(page.get_by_role("link", name="While hidden")).to_be_visible()
    world.with_phone(world.server, work)


@check("what takes longer than a second shows that it is under way, and moves nothing")
def working(world):
    def work(world, phone):
        page = phone.page
        enter(phone, world.path)
        phone.go("/ledgers/new")
        page.get_by_label("Ledger name").fill("Slow")
        held = []
        page.route("**/api/v1/ledgers", lambda route: held.append(route))
        phone.settle()
        button = page.get_by_role("button", name="Create ledger")
        button.scroll_into_view_if_needed()
        before = button.bounding_box()
        bar = page.get_by_role("progressbar", name="Still working on it")
        expect(bar).to_have_count(0)
        button.click(no_wait_after=True)
        expect(bar).to_be_visible()
        assert button.bounding_box() == before, (button.bounding_box(), before)
        held[0].continue_()
        page.wait_for_url("**/expenses")
    world.with_phone(world.server, work)


@check("who goes back while a screen is still on its way is where they were, before its skeleton and after")
def back_in_time(world):
    def work(world, phone):
        page, held = phone.page, []
        enter(phone, world.path)
        phone.go("/first")
        link = page.get_by_role("link", name="Let the others in")
        link.wait_for()
        page.route("**/api/v1/**/invites*", lambda route: held.append(route))
        for skeleton_first in (False, True):
            link.click()
            page.wait_for_url("**/invites")
            if skeleton_first:
                page.locator(".skeleton").wait_for()
            page.go_back()
            for late in (lambda: None, lambda: held.pop().continue_()):
                late()
                page.evaluate(LATER_THAN_A_SKELETON)
                expect(page.locator(".skeleton")).to_have_count(0)
                expect(link).to_be_visible()
        page.unroute_all()
        link.click()
        expect(page.get_by_role("heading", name="Invite somebody")).to_be_visible()
    world.with_phone(world.server, work)
