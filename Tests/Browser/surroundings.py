"""Everything around the main job: every place by its address, the keyboard, and no network. What sizes, colours and languages change
is looked at by `everybody_job`."""

import os
import re

from playwright.sync_api import expect

from actions import add_expense, enter
from checks import Checks
from household import VECTORS

check = Checks()


def places(world):
    """Every address of the app, with a name for its picture."""
    base, api = world.path, world.phone.api
    expense = api(f"{base}/expenses")["items"][0]["id"]
    settlement = api(f"{base}/settlements")["items"][0]["id"]
    people = [one["id"] for one in api(f"{base}/participants")["items"]]
    inside = ["expenses", "expenses/filter", "expenses/new", f"expenses/{expense}", f"expenses/{expense}/edit", "settle"]
    inside += ["budget", "settle/new", f"settle/settlements/{settlement}", f"settle/{people[0]}/{people[1]}", "people"]
    inside += [f"people/{people[1]}", f"people/{people[1]}/friend", "labels", "sharing", "invites"]
    inside += [f"people/{people[1]}/merge", "activity", "import", "export", "settings", "upgrade", "sync", "folder", "claim"]
    inside += [f"budget/{place}" for place in ["schedules", "incomes", "incomes/new", "categories/new", "saving", "ratio"]]
    inside += ["budget/transfers", "budget/transfers/new", "budget/reports"]
    own = ["/first", "/ledgers", "/ledgers/new", "/ledgers/join", "/folders", "/folders/new", "/folders/new/directory"]
    own += ["/folders/new/webdav", "/folders/new/onedrive", "/account", "/account/password", "/account/passkeys", "/account/lock"]
    own += ["/account/tokens", "/account/accounts", "/account/leaving", "/server", "/friends", "/friends/expense"]
    own += ["/import", f"/import/{waiting_import(world)}", "/backup", "/backup/restore"]
    own += ["/help/install", "/help/https", "/help/about"]
    return [*own, *(f"{base}/{place}" for place in inside)]


def waiting_import(world):
    """The preview of a file: one for all."""
    if not hasattr(world, "waiting_import"):
        with open(os.path.join(VECTORS, "import", "splitwise-en.csv"), encoding="utf-8", newline="") as file:
            world.waiting_import = world.phone.page.evaluate("""async (body) => (await (await fetch("/api/v1/imports", {
                method: "POST", headers: { "Content-Type": "application/octet-stream" }, body })).json()).id""", file.read())
    return world.waiting_import


def shown(phone):
    expect(phone.page.locator(".boot, .skeleton")).to_have_count(0)
    expect(phone.page.locator("h1")).not_to_have_count(0)


TABLE = """async () => (await import("/screens/addresses.js")).addresses.map(({ at }) => at)"""

# What is looked at elsewhere: by strangers and as the guide, where it only leads on, and what is about one thing of a budget, a
# friend or a connection (`everybody_job` has those).
ELSEWHERE = re.compile(r"/(set-up|sign-in|invite|gone|guide|start|folders/signed-in)(/|$)|/budget/reconcile/"
                       r"|:(friend|connection|category|schedule|income)\b")


def unlisted(world, phone):
    """Addresses of the app's table that nothing in `places` is at."""
    patterns = [at for at in phone.page.evaluate(TABLE) if not ELSEWHERE.search(at)]
    listed = places(world)
    return [at for at in patterns if not any(re.fullmatch(re.sub(r":\w+", "[^/]+", at), one) for one in listed)]


def inspect_all(world, phone):
    phone.expect("409", "me?dryRun=true")  # The last owner can not leave, and is told so.
    phone.expect("404", "/metrics")  # The server tells no figures unless it was started so.
    enter(phone, world.path)
    assert not (left_out := unlisted(world, phone)), left_out
    for number, address in enumerate(places(world)):
        phone.go(address)
        shown(phone)
        name = re.sub(r"[0-9a-f-]{36}", "id", address).strip("/").replace("/", "-")
        phone.inspect(f"{number:02d}-{name}")


@check("every place can be opened by its address: axe finds nothing, nothing scrolls sideways, everything can be touched")
def light(world):
    world.with_phone(world.server, inspect_all)


@check("an expense is entered with the keyboard alone")
def keyboard(world):
    def work(world, phone):
        enter(phone, world.path)
        add = phone.page.get_by_role("link", name="Add an expense")
        for _ in range(60):
            phone.page.keyboard.press("Tab")
            if add.evaluate("(one) => one === document.activeElement"):
                break
        phone.page.keyboard.press("Enter")
        expect(phone.page.get_by_label("Amount in")).to_be_focused()
        phone.page.keyboard.type("5")
        phone.page.keyboard.press("Tab")
        phone.page.keyboard.type("By keyboard")
        phone.page.keyboard.press("Tab")
        phone.page.keyboard.press("ArrowRight")
        phone.page.keyboard.press("Enter")
        row = phone.page.get_by_role("link", name="By keyboard")
        expect(row).to_contain_text("Ben paid")
    world.with_phone(world.server, work)


@check("without reduced motion things move, with it they do not")
def motion(world):
    def durations(world, phone):
        phone.go("/sign-in")
        shown(phone)
        return phone.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--time-snap')").strip()
    assert world.with_phone(world.server, durations) == "414ms"
    def still(world, phone):
        phone.page.emulate_media(reduced_motion="reduce")
        return durations(world, phone)
    assert world.with_phone(world.server, still) == "1ms"


@check("what is built anew because something was learned does not arrive a second time")
def quiet(world):
    def work(world, phone):
        enter(phone, world.path)
        expect(phone.page.locator(".screen .row.expense").first).to_be_visible()
        phone.settle()
        add_expense(phone, "2.22", "Nothing jumps")
        assert phone.page.locator(".screen.arriving").count() == 0
    world.with_phone(world.server, work)


def changed(phone, path, change):
    """The server's answer, with something in it that is hard to bring about."""
    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, json=change(response.json()))
    phone.page.route(re.compile(re.escape("/api/v1" + path) + r"(\?|$)"), answer)


@check("a ledger that can not be opened is in the list with what is wrong and what to do, beside those that can")
def unreadable(world):
    detail, remedy = "The server can not read what it kept.", "Put back a copy of the server's data directory."
    def damaged(answer):
        broken = {**answer["items"][0], "id": "5b1c", "name": "5b1c", "participants": [], "labels": [], "revision": 0}
        problem = {"code": "ledger-unreadable", "detail": detail, "remedy": remedy, "since": broken["createdAt"]}
        broken["sync"] = {"state": "error", "lastSyncedAt": None, "pendingEvents": 0, "problem": problem, "fileProblems": []}
        return {**answer, "items": [*answer["items"], broken]}
    def work(world, phone):
        enter(phone, world.path)
        changed(phone, "/ledgers", damaged)
        phone.go("/ledgers")
        row = phone.page.get_by_role("listitem").filter(has_text="can not be opened")
        expect(row).to_contain_text(detail)
        expect(row).to_contain_text(remedy)
        expect(row.get_by_role("link")).to_have_count(0)
        expect(phone.page.get_by_role("link", name="Our flat")).to_be_visible()
        phone.inspect("unreadable")
        phone.page.unroute_all(behavior="wait")
    world.with_phone(world.server, work)


@check("a long pull shows how far it is, in words and as a bar, and files that could not be read are named")
def pulling(world):
    def busy(sync):
        files = [{"file": "events/d1/000001.seg", "line": 7, "code": "malformed", "detail": "This line is no event."}]
        progress = {"segmentsDone": 25, "segments": 100, "bytesDone": 26_000_000, "bytes": 104_000_000}
        return {**sync, "state": "syncing", "progress": progress, "fileProblems": files}
    def work(world, phone):
        enter(phone, world.path)
        changed(phone, f"{world.path}/sync", busy)
        phone.go(f"{world.path}/sync")
        bar = phone.page.get_by_role("progressbar", name="25 of 100 files, 26 MB of 104 MB")
        expect(bar).to_have_attribute("value", "0.25")
        phone.page.get_by_text("1 file has a problem").click()
        expect(phone.page.get_by_text("This line is no event.")).to_be_visible()
        expect(phone.page.get_by_text("line 7")).to_be_visible()
        phone.inspect("pulling")
        phone.page.unroute_all(behavior="wait")
    world.with_phone(world.server, work)


@check("it can be installed")
def installable(world):
    session = world.phone.context.new_cdp_session(world.phone.page)
    errors = [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors in ([], ["in-incognito"]), errors


@check("after one visit it starts without the server, shows what was last known, and says so")
def offline(world):
    def work(world, phone):
        enter(phone, world.path)
        row = phone.page.get_by_role("link", name="Groceries")
        expect(row).to_be_visible()
        phone.page.evaluate("async () => { await navigator.serviceWorker.ready }")
        phone.go(f"{world.path}/expenses")
        phone.expect("Failed to load resource")
        phone.expect("ERR_INTERNET_DISCONNECTED")
        phone.context.set_offline(True)
        phone.page.reload()
        expect(row).to_be_visible()
        expect(phone.page.get_by_role("link", name="Server out of reach")).to_be_visible()
        phone.go("/ledgers/new")
        expect(phone.page.get_by_label("Ledger name")).to_be_visible()
        phone.go(f"{world.path}/expenses")
        phone.page.get_by_role("link", name="Add an expense").click()
        phone.page.get_by_label("Amount in").fill("3")
        phone.page.get_by_label("What was it for?").fill("Typed on the train")
        phone.page.get_by_role("button", name="Save").click()
        expect(phone.page.get_by_text("Saved on this device.")).to_be_visible()
        expect(phone.page.get_by_role("link", name="Typed on the train")).to_contain_text("Waiting to be sent")
        phone.context.set_offline(False)
        expect(phone.page.get_by_role("link", name="Typed on the train")).not_to_contain_text("Waiting to be sent")
        titles = [one["title"] for one in phone.api(f"{world.path}/expenses")["items"]]
        assert "Typed on the train" in titles, titles
    world.with_phone(world.server, work)


@check("after signing out nothing of the ledgers is left on the device")
def signed_out(world):
    def work(world, phone):
        enter(phone, world.path)
        expect(phone.page.get_by_role("link", name="Groceries")).to_be_visible()
        phone.expect("status of 401")  # What was asked a moment before the session ended.
        phone.page.get_by_role("link", name="Your account").click()
        phone.page.get_by_role("button", name="Sign out", exact=True).click()
        phone.page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
        phone.page.wait_for_url("**/sign-in")
        left = phone.page.evaluate("""new Promise((done) => { const opening = indexedDB.open("splitclone");
            opening.onsuccess = () => { const keys = opening.result.transaction("kept").objectStore("kept").getAllKeys();
            keys.onsuccess = () => done(keys.result); }; })""")
        assert left == [], left
    world.with_phone(world.server, work)
