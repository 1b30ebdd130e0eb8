"""Away from the server: what is entered is kept on the device, stands in the books at once, and is sent when the server answers."""

import json
import os
import pathlib
import time

from playwright.sync_api import expect

from actions import add_expense, create_ledger, enter, ledger_path, set_up, tab
from checks import Checks
from phone import PATIENCE
from server import Server
from unfinished_job import KEPT, until

check = Checks(story=True)
SEED = int(os.environ.get("OFFLINE_SEED", "7"))
RANDOM_WRITES = pathlib.Path(__file__).with_name("random_writes.js").read_text()

OUTBOX = """() => new Promise((done) => { const opening = indexedDB.open("splitclone"); opening.onsuccess = () => {
    const all = opening.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => { opening.result.close(); done(all.result); }; }; })"""


def keep_the_shell(phone, path):
    """From the second visit on everything comes from the device."""
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    phone.go(f"{path}/expenses")
    phone.page.wait_for_function("navigator.serviceWorker.controller !== null")


def leave_home(phone):
    """No network any more, as far as the page can tell."""
    for words in ["Failed to load resource", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_FAILED"]:
        phone.expect(words)
    phone.context.set_offline(True)


def come_home(phone):
    phone.context.set_offline(False)


def waiting(phone):
    return phone.page.evaluate(OUTBOX)


def until_sent(phone, timeout=PATIENCE):
    """The outbox is empty: what came of everything is in the books."""
    deadline = time.monotonic() + timeout / 1000
    while left := waiting(phone):
        assert time.monotonic() < deadline, [(one["method"], one["path"], one["state"], one.get("attempts")) for one in left]
        phone.page.wait_for_timeout(50)


def server_titles(world):
    return sorted(one["title"] for one in world.away.api(f"{world.away_path}/expenses?limit=500")["items"])


@check("a phone that was here once knows the books")
def begin(world):
    world.away_server = Server()
    world.closing.append(world.away_server.remove)
    world.away = world.new_phone(world.away_server)
    set_up(world.away, world.away_server.code)
    create_ledger(world.away, "Away", ["Ben", "Chloé"])
    world.away_path = ledger_path(world.away)
    add_expense(world.away, "30", "Campsite")
    keep_the_shell(world.away, world.away_path)


@check("without the server an expense stands in the list, the sums and the balances at once, and says that it waits")
def entered(world):
    phone, page = world.away, world.away.page
    leave_home(phone)
    add_expense(phone, "9", "Ferry")
    expect(page.get_by_text("Saved on this device.")).to_be_visible()
    expect(page.locator("body")).to_contain_text("€39.00")
    assert [(one["method"], one["body"]["title"]) for one in waiting(phone)] == [("PUT", "Ferry")]
    tab(phone, "Settle")
    expect(page.locator("body")).to_contain_text("€26.00")
    tab(phone, "Expenses")


@check("when the server answers again it is sent by itself, as of the moment when it was entered")
def sent(world):
    phone = world.away
    come_home(phone)
    until_sent(phone)
    assert server_titles(world) == ["Campsite", "Ferry"]


# MARK: Two phones, two hundred writes

def begin_writing(phone, ledger, seed):
    """One more tab in the page, which writes at random."""
    phone.page.evaluate(f"async ([ledger, seed]) => {{ await ({RANDOM_WRITES[RANDOM_WRITES.index('async (ledgerId'):].strip()})(ledger, seed) }}",
                        [ledger, seed])


def writer(phone, call):
    return phone.page.evaluate(f"async () => await writer.{call}")


def plain(snapshot):
    """What people see of a snapshot: without what only the server can name, and in no order but its own."""
    def item(one):
        return {name: value for name, value in one.items() if name not in ("revision", "waiting", "devices", "claimed")}
    def items(name):
        return {one["id"]: item(one) for one in snapshot[name]}
    ledger = {name: snapshot["ledger"][name] for name in ("name", "myBalance", "defaultSplit")}
    people = [item(one) for one in snapshot["ledger"]["participants"]]
    labels = [item(one) for one in snapshot["ledger"]["labels"]]
    return {"ledger": ledger, "people": people, "labels": labels, "expenses": items("expenses"),
            "settlements": items("settlements"), "categories": items("categories")}


def differences(one, other, path=""):
    if isinstance(one, dict) and isinstance(other, dict):
        for name in sorted({*one, *other}):
            yield from differences(one.get(name, "—"), other.get(name, "—"), f"{path}/{name}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, (a, b) in enumerate(zip(one, other)):
            yield from differences(a, b, f"{path}/{place}")
    elif one != other:
        yield f"{path}: {one!r} is not {other!r}"


def agree(one, other):
    found = list(differences(plain(one), plain(other)))
    assert not found, f"seed {SEED}: {len(found)} differences: " + "; ".join(found[:8])


@check("what the phone reckons of forty random writes is to the cent what the server tells after they were sent")
def reckoned(world):
    phone, ledger = world.away, world.away_path.split("/")[-1]
    begin_writing(phone, ledger, SEED)
    leave_home(phone)
    before = writer(phone, "told()")
    writer(phone, "write(40)")
    overlaid, ops = writer(phone, "overlaid()"), writer(phone, "ops()")
    come_home(phone)
    until_sent(phone, 60_000)
    after = phone.api(f"{world.away_path}/snapshot")
    if where := os.environ.get("RECORD"):
        pathlib.Path(where).write_text(json.dumps({"before": before, "writes": ops, "after": after}, indent=1, ensure_ascii=False))
    assert len(ops) == 40 and not writer(phone, "stopped()")
    agree(overlaid, after)


@check("two phones without the server write two hundred things at random; once home both and the server agree")
def together(world):
    ledger = world.away_path.split("/")[-1]
    world.second = world.new_phone(world.away_server)
    people = world.away.api(f"{world.away_path}/claim-options")["unclaimed"]
    enter(world.second, world.away_path, next(one["name"] for one in people if not one["retiredAt"]))
    phones = [world.away, world.second]
    for place, phone in enumerate(phones):
        phone.expect("status of 4")
        begin_writing(phone, ledger, SEED + 1 + place)
        leave_home(phone)
    for phone in phones:
        writer(phone, "write(100)")
    for phone in phones:
        come_home(phone)
        writer(phone, "run()")
    deadline = time.monotonic() + 120
    while any([writer(phone, "waiting()") for phone in phones]):
        assert time.monotonic() < deadline, [writer(phone, "ops()") for phone in phones]
        for place, phone in enumerate(phones):
            writer(phone, f"decide({'true' if place == 0 else 'false'})")
    server = world.away.api(f"{world.away_path}/snapshot")
    positions = {one["participantId"]: one["amount"] for one in world.away.api(f"{world.away_path}/balances")["positions"]}
    for phone in phones:
        writer(phone, "catchUp()")
        told = writer(phone, "told()")
        told["ledger"]["myBalance"] = server["ledger"]["myBalance"]
        agree(told, server)
        mine = writer(phone, "positions()")
        assert {one: f"{int(amount) / 100:.2f}" for one, amount in mine.items() if amount != "0"} == \
            {one: amount for one, amount in positions.items() if float(amount) != 0}


# MARK: What can go wrong

def fresh_phone(world):
    phone = world.new_phone(world.away_server)
    people = world.away.api(f"{world.away_path}/claim-options")["unclaimed"]
    enter(phone, world.away_path, next(one["name"] for one in people if not one["retiredAt"]))
    keep_the_shell(phone, world.away_path)
    return phone


def save_and_die(phone, amount, title):
    """Saves, and the tab is gone as soon as the form is."""
    page = phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill(amount)
    page.get_by_label("What was it for?").fill(title)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.close()


def another_tab(phone, address):
    phone.page = phone.context.new_page()
    phone.page.set_default_timeout(PATIENCE)
    phone.page.on("console", phone.note)
    phone.page.on("pageerror", lambda error: phone.complaints.append(f"error: {error}"))
    phone.go(address)


@check("a tab that is killed right after Save has lost nothing, and what was being typed is still in the form")
def killed(world):
    phone = world.third = fresh_phone(world)
    leave_home(phone)
    save_and_die(phone, "4.44", "Last words")
    another_tab(phone, f"{world.away_path}/expenses")
    expect(phone.page.get_by_role("link", name="Last words")).to_contain_text("Waiting to be sent")
    phone.page.get_by_role("link", name="Add an expense").first.click()
    phone.page.get_by_label("What was it for?").fill("Half a thought")
    until(phone, KEPT, "Half a thought")
    phone.page.close()
    another_tab(phone, f"{world.away_path}/expenses/new")
    expect(phone.page.get_by_label("What was it for?")).to_have_value("Half a thought")
    come_home(phone)
    until_sent(phone)
    assert "Last words" in server_titles(world)


@check("in the middle of the replay the server restarts and refuses one: the others are sent, that one waits with its reason")
def interrupted(world):
    phone, page, ledger = world.third, world.third.page, world.away_path.split("/")[-1]
    phone.expect("status of 4")
    phone.go(f"{world.away_path}/expenses")
    expect(page.get_by_role("link", name="Last words")).to_be_visible()
    leave_home(phone)
    for number in range(6):
        add_expense(phone, f"2.{number}1", f"Replay {number}")
    victim = next(one for one in waiting(phone) if one["body"]["title"] == "Replay 3")
    refuse = {"status": 422, "content_type": "application/problem+json",
              "body": json.dumps({"status": 422, "code": "refused-by-test", "detail": "Not this one.", "errors": []})}
    seen = []
    def count(route):
        seen.append(route.request.url)
        if len(seen) == 2:
            world.away_server.stop()
            return route.abort("connectionrefused")
        if victim["subject"] in route.request.url and not world.accepts:
            return route.fulfill(**refuse)
        return route.continue_()
    world.accepts = False
    phone.context.route(lambda url: f"{ledger}/expenses/" in url, count)
    come_home(phone)
    deadline = time.monotonic() + 60
    while world.away_server.process.poll() is None:
        assert time.monotonic() < deadline, seen
        page.wait_for_timeout(100)
    page.wait_for_timeout(1500)
    world.away_server.start()
    while len(left := waiting(phone)) != 1 or left[0]["state"] != "refused":
        assert time.monotonic() < deadline, [(one["body"]["title"], one["state"], one["attempts"]) for one in left]
        page.wait_for_timeout(100)
    assert {f"Replay {number}" for number in (0, 1, 2, 4, 5)} <= set(server_titles(world))
    expect(page.get_by_role("link", name="Replay 3")).to_contain_text("Not accepted")


@check("what was refused is in the sync sheet with its reason, and corrected in its own form")
def corrected(world):
    phone, page = world.third, world.third.page
    page.get_by_role("link", name="Something needs you").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Expense: Replay 3")
    expect(sheet).to_contain_text("Not this one.")
    phone.inspect("refused")
    world.accepts = True
    sheet.get_by_role("link", name="Correct").click()
    expect(page.get_by_label("Amount in")).to_have_value("2.31")
    page.get_by_label("What was it for?").fill("Replay corrected")
    page.get_by_role("button", name="Save").click()
    until_sent(phone)
    assert "Replay corrected" in server_titles(world) and "Replay 3" not in server_titles(world)
    phone.context.unroute_all()


@check("somebody changed it meanwhile: both versions are told, and one's own can be kept")
def conflict(world):
    phone, page = world.third, world.third.page
    phone.go(f"{world.away_path}/expenses")
    add_expense(phone, "10.00", "Contested")
    expense = next(one for one in world.away.api(f"{world.away_path}/expenses?limit=500")["items"] if one["title"] == "Contested")
    leave_home(phone)
    page.get_by_role("link", name="Contested").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Amount in").fill("20.00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Contested")).to_contain_text("€20.00")
    world.away.page.evaluate("""async ([path, body]) => { await fetch(`/api/v1${path}`, { method: "PUT",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }) }""",
        [f"{world.away_path}/expenses/{expense['id']}", {"title": "Contested", "amount": "18.00"}])
    come_home(phone)
    row = page.locator(".row.expense", has_text="Contested")
    expect(row).to_contain_text("Changed by somebody else")
    expect(row).to_contain_text("€18.00")
    box = page.get_by_role("group", name="Changed by somebody else")
    expect(box).to_contain_text("€18.00")
    expect(box).to_contain_text("€20.00")
    phone.inspect("conflict")
    box.get_by_role("button", name="Keep mine").click()
    until_sent(phone)
    assert world.away.api(f"{world.away_path}/expenses/{expense['id']}")["amount"] == "20.00"


@check("when the session has ended it asks who is there, keeps what waits, and sends it after signing in")
def session_ended(world):
    phone, page = world.third, world.third.page
    phone.go(f"{world.away_path}/expenses")
    leave_home(phone)
    add_expense(phone, "3.00", "Without a session")
    me = world.third_device = phone_device(world, phone)
    world.away.page.evaluate("async (id) => { await fetch(`/api/v1/devices/${id}`, { method: 'DELETE' }) }", me)
    come_home(phone)
    page.wait_for_url("**/sign-in*")
    expect(page.get_by_text("1 entry waits on this device.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in", exact=True).click()
    until_sent(phone)
    assert "Without a session" in server_titles(world)


def phone_device(world, phone):
    """The newest device of the account is the phone's."""
    devices = world.away.api("/devices")["items"]
    return max((one for one in devices if not one.get("current")), key=lambda one: one.get("createdAt") or "")["id"]


@check("two tabs show the same at once, and send nothing twice")
def two_tabs(world):
    phone = world.third
    phone.go(f"{world.away_path}/claim")
    people = world.away.api(f"{world.away_path}/claim-options")["unclaimed"]
    phone.page.get_by_role("button", name=next(one["name"] for one in people if not one["retiredAt"])).first.click()
    phone.page.wait_for_url("**/expenses")
    first = phone.page
    another_tab(phone, f"{world.away_path}/expenses")
    leave_home(phone)
    add_expense(phone, "5.00", "From the second tab")
    expect(first.get_by_role("link", name="From the second tab")).to_be_visible()
    come_home(phone)
    until_sent(phone)
    assert server_titles(world).count("From the second tab") == 1
    first.close()


@check("signing out says what has not been sent; kept, it is sent when the same account comes back")
def sign_out(world):
    phone, page = world.third, world.third.page
    phone.expect("status of 5")
    phone.context.route(lambda url: "/expenses/" in url, lambda route: route.fulfill(status=503, body=""))
    add_expense(phone, "6.00", "Unsent")
    phone.go("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("1 entry of yours has not been sent yet.")
    sheet.get_by_role("button", name="Keep on this device").click()
    page.wait_for_url("**/sign-in*")
    assert [one["body"]["title"] for one in waiting(phone)] == ["Unsent"]
    phone.context.unroute_all()
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in", exact=True).click()
    until_sent(phone)
    assert "Unsent" in server_titles(world)


@check("a shell that is broken on the device says so, and one plain link repairs it; what waits is untouched")
def repaired(world):
    phone, page = world.third, world.third.page
    phone.expect("integrity")
    phone.expect("app.js")
    leave_home(phone)
    page.evaluate("""async () => { for (const name of await caches.keys()) {
        await (await caches.open(name)).put("/app.js", new Response("broken", { headers: { "Content-Type": "text/javascript" } })); } }""")
    come_home(phone)
    phone.go(f"{world.away_path}/expenses")
    page.get_by_role("link", name="Repair").click()
    expect(page.locator(".row.expense, .row").first).to_be_visible()
    assert page.locator(".boot").count() == 0
    for one in (world.away, world.second, phone):
        world.close_phone(one)
