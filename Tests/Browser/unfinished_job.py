"""What is not finished: forms that were left, an update that waits for them, a menu that is open while others enter something, and
what buttons and figures say while the server is away."""

import json
import re
import time

from playwright.sync_api import expect

from actions import add_expense, create_ledger, enter, ledger_path, set_up, sign_in
from checks import Checks
from phone import PATIENCE, Phone
from proxy import Proxy
from server import Server

check = Checks(story=True)

# Whether the device keeps something in a store of its own with this text in it.
HOLDS = """(text) => new Promise((done) => { const opening = indexedDB.open("splitclone"); opening.onsuccess = () => {
    const all = opening.result.transaction("%(store)s").objectStore("%(store)s").getAll();
    const words = (one) => JSON.stringify(one, (_, value) => typeof value === "bigint" ? String(value) : value);
    all.onsuccess = () => { opening.result.close(); done(all.result.some((one) => words(one).includes(text))); }; }; })"""

# Among its drafts, or in what it has learned of the ledgers: that is on the screen before it is kept.
KEPT, LEARNED = HOLDS % {"store": "drafts"}, HOLDS % {"store": "kept"}

# Whether it keeps a copy of a ledger.
COPIED = """() => new Promise((done) => { const opening = indexedDB.open("splitclone"); opening.onsuccess = () => {
    const all = opening.result.transaction("kept").objectStore("kept").getAllKeys();
    all.onsuccess = () => { opening.result.close(); done(all.result.some((key) => key.startsWith("glimpse"))); }; }; })"""


def until(phone, script, argument=None):
    """A new version is three hundred files, each through a proxy."""
    deadline = time.monotonic() + 60
    while not phone.page.evaluate(script, argument):
        assert time.monotonic() < deadline, script
        phone.page.wait_for_timeout(50)


def put(phone, path, body):
    """As somebody else does it, or this very person on another device."""
    return phone.page.evaluate("""async ([path, body]) => (await fetch(`/api/v1${path}`, { method: "PUT",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).status""", [path, body])


def remove(phone, path):
    assert phone.page.evaluate("async (path) => (await fetch(`/api/v1${path}`, { method: 'DELETE' })).status", path) == 204


def another_tab(phone, address):
    """The one before is gone, without a word."""
    phone.page.close()
    phone.page = phone.context.new_page()
    phone.page.set_default_timeout(PATIENCE)
    phone.page.on("console", phone.note)
    phone.page.on("pageerror", lambda error: phone.complaints.append(f"error: {error}"))
    phone.go(address)


def leave(phone, text, address):
    """What was typed is on the device: then the tab is killed, and the form opened again."""
    until(phone, KEPT, text)
    another_tab(phone, address)
    expect(phone.page.get_by_text("What you had typed is still here.")).to_be_visible()


def away(phone):
    for words in ["Failed to load resource", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED"]:
        phone.expect(words)
    phone.context.set_offline(True)


def keep_the_shell(phone, address):
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready }")
    phone.go(address)
    phone.page.wait_for_function("navigator.serviceWorker.controller !== null")


@check("a ledger with an expense, a payment and something that repeats")
def begin(world):
    server = world.unfinished_server = Server()
    world.closing.append(server.remove)
    phone = world.unfinished = world.new_phone(server)
    set_up(phone, server.code)
    create_ledger(phone, "Unfinished", ["Ben"])
    path = world.unfinished_path = ledger_path(phone)
    add_expense(phone, "10", "Bread")
    world.expense = phone.api(f"{path}/expenses")["items"][0]
    people = [one["id"] for one in phone.api(f"{path}/participants")["items"]]
    world.settlement = phone.post(f"{path}/settlements", {
        "fromParticipantId": people[1], "toParticipantId": people[0], "amount": "1.00"})
    world.schedule = phone.post(f"{path}/schedules", {
        "title": "Rent", "amount": "800", "frequency": "monthly", "start": "2026-11-01"})


@check("a change that was begun is there again after the tab was killed, over what others change until it is touched, and can be let go")
def change_left(world):
    phone, path = world.unfinished, world.unfinished_path
    address = f"{path}/expenses/{world.expense['id']}/edit"
    phone.go(address)
    phone.page.get_by_label("What was it for?").fill("Bread and butter")
    until(phone, KEPT, "Bread and butter")
    assert put(phone, f"{path}/expenses/{world.expense['id']}", {"title": "Bread", "amount": "12.00"}) == 200
    leave(phone, "Bread and butter", address)
    page = phone.page
    expect(page.get_by_label("What was it for?")).to_have_value("Bread and butter")
    expect(page.get_by_label("Amount in")).to_have_value("12.00")
    assert put(phone, f"{path}/expenses/{world.expense['id']}", {"title": "Bread", "amount": "13.00"}) == 200
    expect(page.get_by_label("Amount in")).to_have_value("13.00")
    expect(page.get_by_label("What was it for?")).to_have_value("Bread and butter")
    phone.inspect("begun")
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("What was it for?")).to_have_value("Bread")
    expect(page.get_by_text("What you had typed is still here.")).to_have_count(0)
    page.get_by_label("What was it for?").fill("Bread, at last")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Bread, at last").wait_for()
    assert phone.api(f"{path}/expenses/{world.expense['id']}")["title"] == "Bread, at last"
    phone.go(address)
    expect(page.get_by_label("What was it for?")).to_have_value("Bread, at last")
    expect(page.get_by_text("What you had typed is still here.")).to_have_count(0)


@check("what others changed while a form was open is shown before it is saved, around what was typed, and not undone")
def changed_meanwhile(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    expense, payment = f"{path}/expenses/{world.expense['id']}", f"{path}/settlements/{world.settlement['id']}"
    income = phone.post(f"{path}/incomes", {"name": "Wages", "amount": "100", "date": "2026-11-01",
                                            "participantId": world.settlement["fromParticipantId"]})["id"]
    schedule = f"{path}/schedules/{world.schedule['id']}"
    changes = [(f"{expense}/edit", expense, "What was it for?", "title", "amount", "31.00"),
               (f"{path}/settle/settlements/{world.settlement['id']}", payment, "Note", "note", "amount", "3.00"),
               (f"{path}/budget/incomes/{income}", f"{path}/incomes/{income}", "What is it?", "name", "amount", "130.00"),
               (f"{path}/budget/schedules/{world.schedule['id']}/edit", schedule, "What was it for?", "title", "amount", "810.00")]
    fields = ["title", "name", "amount", "payerId", "fromParticipantId", "toParticipantId", "participantId", "date", "note",
              "frequency", "start"]
    def known(item):
        one = phone.api(f"{path}/incomes")["items"][0] if "incomes" in item else phone.api(item)
        return {key: one[key] for key in fields if one.get(key)}
    for address, item, label, mine, theirs, amount in changes:
        phone.go(address)
        page.get_by_label(label).fill("Typed here")
        was = known(item)
        assert put(phone, item, {**was, theirs: amount}) == 200
        until(phone, LEARNED, f'"revision":{phone.api(path)["revision"]}')
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("This was changed by others meanwhile.")).to_be_visible()
        phone.inspect("begun-meanwhile")
        expect(page.get_by_label(label)).to_have_value("Typed here")
        expect(page.locator("input[name=amount]")).to_have_value(amount)
        page.get_by_role("button", name="Save", exact=True).click()
        page.wait_for_url(lambda url: address not in url)
        now = known(item)
        assert (now[mine], now[theirs]) == ("Typed here", amount), now
        assert put(phone, item, was) == 200
    remove(phone, f"{path}/incomes/{income}")
    phone.go(f"{path}/budget/schedules/{world.schedule['id']}/2/edit")
    page.get_by_label("What was it for?").fill("January's")
    assert put(phone, f"{schedule}/occurrences/2", {"amount": "790"}) == 200
    until(phone, LEARNED, '"790.00')
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("This was changed by others meanwhile.")).to_be_visible()
    expect(page.locator("input[name=amount]")).to_have_value("790.00")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(lambda url: "/edit" not in url)
    found = phone.api(f"{schedule}/occurrences?until=2027-02-28")["items"][2]
    assert (found["expense"]["title"], found["expense"]["amount"]) == ("January's", "790.00"), found
    phone.go(f"{path}/budget/schedules/{world.schedule['id']}/2/edit")
    expect(page.locator("input[name=amount]")).to_have_value("790.00")
    assert put(phone, f"{schedule}/occurrences/2", {"amount": "791"}) == 200
    expect(page.locator("input[name=amount]")).to_have_value("791.00")
    remove(phone, f"{schedule}/occurrences/2")


@check("a link to what others entered since this device last looked opens it, and does not say that it is gone")
def newer_than_the_copy(world):
    phone, path = world.unfinished, world.unfinished_path
    people = [world.settlement["fromParticipantId"], world.settlement["toParticipantId"]]
    paid = {"fromParticipantId": people[0], "toParticipantId": people[1], "amount": "7"}
    things = [("settlements", paid, "settle/settlements/{}", "Edit payment"),
              ("expenses", {"title": "Edited", "amount": "2", "payerId": people[0]}, "expenses/{}/edit", "Edit expense"),
              ("expenses", {"title": "Since then", "amount": "2", "payerId": people[0]}, "expenses/{}", "Since then"),
              ("participants", {"name": "Newcomer"}, "people/{}", "Newcomer")]
    def others(world, other):
        sign_in(other)
        for kind, body, address, title in things:
            until(phone, COPIED)
            phone.page.goto("about:blank")
            made, held = other.post(f"{path}/{kind}", body)["id"], []
            def hold(route):
                """What the list and the sheet ask for at once tarries until the sheet asks again."""
                held.append(route)
                for one in held if len(held) == 3 else held[3:][-1:]:
                    one.continue_()
            phone.page.route("**/changes?since=*", hold)
            phone.go(f"{path}/{address.format(made)}")
            expect(phone.page.get_by_role("dialog").get_by_role("heading", name=title, level=2)).to_be_visible()
            phone.page.unroute("**/changes?since=*")
            remove(other, f"{path}/{kind}/{made}")
    world.with_phone(world.unfinished_server, others)


@check("what was saved in the last moment of its tab does not become the next expense")
def saved_at_last(world):
    phone, path = world.unfinished, world.unfinished_path
    phone.go(f"{path}/expenses/new")
    phone.page.get_by_label("Amount in").fill("5")
    phone.page.get_by_label("What was it for?").fill("Saved at last")
    until(phone, KEPT, "Saved at last")
    made = phone.page.evaluate("""() => new Promise((done) => { const opening = indexedDB.open("splitclone"); opening.onsuccess = () => {
        const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
        all.onsuccess = () => { opening.result.close(); done(all.result.find(({ draft }) => draft?.title === "Saved at last").id); }; }; })""")
    people = [one["id"] for one in phone.api(f"{path}/participants")["items"]]
    assert put(phone, f"{path}/expenses/{made}", {"title": "Saved at last", "amount": "5", "payerId": people[0]}) == 201
    another_tab(phone, f"{path}/expenses")
    phone.page.get_by_role("link", name="Saved at last").wait_for()
    phone.page.get_by_role("link", name="Add an expense").first.click()
    expect(phone.page.get_by_label("What was it for?")).to_have_value("")
    phone.page.get_by_label("Amount in").fill("6")
    phone.page.get_by_label("What was it for?").fill("The next one")
    phone.page.get_by_role("button", name="Save", exact=True).click()
    phone.page.get_by_role("link", name="The next one").wait_for()
    assert phone.api(f"{path}/expenses/{made}")["title"] == "Saved at last"
    for one in phone.api(f"{path}/expenses")["items"]:
        if one["title"] in ("Saved at last", "The next one"):
            remove(phone, f"{path}/expenses/{one['id']}")


@check("who closes a form while it is being saved stays where they went")
def closed_meanwhile(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    phone.go(f"{path}/expenses")
    page.get_by_role("link", name="Settle").click()
    page.get_by_role("heading", name="Settle up").wait_for()
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill("4")
    page.get_by_label("What was it for?").fill("Slowly saved")
    held = []
    page.route("**/expenses/*", lambda route: held.append(route) if route.request.method == "PUT" else route.continue_())
    page.get_by_role("button", name="Save", exact=True).click()
    while not held:
        page.wait_for_timeout(20)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    here = page.url
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        held[0].continue_()
    page.unroute("**/expenses/*")
    until(phone, f"async (text) => !(await ({KEPT})(text))", "Slowly saved")
    phone.settle()
    assert page.url == here, (page.url, here)
    remove(phone, f"{path}/expenses/" + next(one["id"] for one in phone.api(f"{path}/expenses")["items"] if one["title"] == "Slowly saved"))


@check("so are a payment, a repeating expense, one occurrence of it, an income and a comment")
def others_left(world):
    phone, path = world.unfinished, world.unfinished_path
    schedule = f"{path}/budget/schedules/{world.schedule['id']}"
    for address, label in [(f"{path}/settle/new", "Note"), (f"{path}/settle/settlements/{world.settlement['id']}", "Note"),
                           (f"{schedule}/edit", "What was it for?"), (f"{schedule}/2/edit", "What was it for?"),
                           (f"{path}/budget/incomes/new", "What is it?")]:
        text = f"Left at {address[-12:]}"
        phone.go(address)
        phone.page.get_by_label(label).fill(text)
        leave(phone, text, address)
        expect(phone.page.get_by_label(label)).to_have_value(text)
        phone.page.get_by_role("button", name="Start over").click()
        expect(phone.page.get_by_label(label)).not_to_have_value(text)
    address = f"{path}/expenses/{world.expense['id']}"
    phone.go(address)
    phone.page.get_by_label("Add a comment").fill("Half a comment")
    until(phone, KEPT, "Half a comment")
    another_tab(phone, address)
    expect(phone.page.get_by_label("Add a comment")).to_have_value("Half a comment")
    phone.page.get_by_label("Add a comment").fill("")


@check("a transfer, a category, an expense with a friend and somebody's name that were left are finished later; what comes then is new")
def finished_later(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    phone.post("/ledgers", {"name": "Travel", "currency": "EUR", "participants": ["Anna"], "me": "Anna"})
    friend = phone.post("/friends", {"nickname": "Carla"})["id"]
    ben = next(one["id"] for one in phone.api(f"{path}/participants")["items"] if one["name"] == "Ben")
    name, title = re.compile("^Name$"), "What was it for?"
    forms = [(f"{path}/budget/transfers/new", "Note", {"Amount": "20"}, "Transfer", f"{path}/transfers", "note", ""),
             (f"{path}/budget/categories/new", name, {"Limit": "50"}, "Save", f"{path}/categories", "name", ""),
             (f"/friends/expense?friend={friend}", title, {"Amount": "7"}, "Save", None, None, ""),
             (f"{path}/people/{ben}", name, {}, "Save", f"{path}/participants", "name", None)]
    for number, (address, label, more, action, api, field, new) in enumerate(forms):
        text = f"Finished later {number}"
        phone.go(address)
        phone.page.get_by_label(label).fill(text)
        leave(phone, text, address)
        page = phone.page
        expect(page.get_by_label(label)).to_have_value(text)
        phone.inspect(f"left-{number}")
        for other, value in more.items():
            page.get_by_label(other).fill(value)
        page.get_by_role("button", name=action, exact=True).click()
        page.wait_for_url(lambda url: address not in url)
        if api:
            assert text in [one.get(field) for one in phone.api(api)["items"]], text
        else:
            expect(page.get_by_role("link", name=text)).to_be_visible()
        phone.go(address)
        expect(page.get_by_label(label)).to_have_value(text if new is None else new)
        expect(page.get_by_text("What you had typed is still here.")).to_have_count(0)


@check("a form that has done its work stays as it is while it goes, whatever others enter meanwhile")
def going(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    forms = [("budget", "Add a category", re.compile("^Name$"), "Save"), ("budget/transfers", "Transfer money", "Amount", "Transfer")]
    for place, link, label, action in forms:
        phone.go(f"{path}/{place}")
        page.get_by_role("link", name=link).first.click()
        page.get_by_label(label).fill("12")
        page.evaluate("history.back = () => {}")
        page.get_by_role("button", name=action, exact=True).click()
        page.wait_for_function("() => !document.querySelector('form[data-begun]')")
        made = phone.post(f"{path}/participants", {"name": "Meanwhile"})["id"]
        until(phone, LEARNED, f'"revision":{phone.api(path)["revision"]}')
        expect(page.get_by_label(label)).to_have_value("12")
        page.evaluate("delete history.back; history.back()")
        page.wait_for_url(f"**/{place}")
        remove(phone, f"{path}/participants/{made}")


@check("an expense with a friend that was recorded in its form's last moment is not written over by what its draft becomes")
def recorded_at_last(world):
    phone, page = world.unfinished, world.unfinished.page
    form = f"/friends/expense?friend={phone.post('/friends', {'nickname': 'Cyd'})['id']}"
    phone.go(form)
    page.get_by_label("Amount").fill("6")
    page.get_by_label("What was it for?").fill("Popcorn")
    until(phone, KEPT, "Popcorn")
    phone.expect("ERR_FAILED")
    page.route("**/friends/*/expenses", lambda route: (route.fetch(), route.abort("failed")), times=1)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".form-problem")).not_to_be_empty()
    phone.go(form)
    expect(page.get_by_text("What you had typed is still here.")).to_be_visible()
    page.get_by_label("What was it for?").fill("Ice cream")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name="Ice cream").wait_for()
    expect(page.get_by_role("link", name="Popcorn")).to_be_visible()


@check("a new ledger that was half set up is there again after the tab was killed, down to the name in the line; once made it is let go")
def ledger_left(world):
    phone, address = world.unfinished, "/ledgers/new"
    name, person = "Ledger name", "Another person"
    phone.go(address)
    phone.page.get_by_label(name).fill("Half a ledger")
    phone.page.get_by_label("Currency").select_option("CHF")
    phone.page.get_by_label(person).fill("Ben")
    phone.page.get_by_label(person).press("Enter")
    phone.page.get_by_label(person).fill("Cle")
    leave(phone, "Cle", address)
    page = phone.page
    phone.inspect("begun-ledger")
    expect(page.get_by_label(name)).to_have_value("Half a ledger")
    expect(page.get_by_label("Currency")).to_have_value("CHF")
    expect(page.get_by_label(person)).to_have_value("Cle")
    page.get_by_role("button", name="Remove Ben").click()
    leave(phone, '"others":[],"next":"Cle"', address)
    page = phone.page
    expect(page.get_by_role("button", name="Remove Ben")).to_have_count(0)
    page.get_by_label(person).fill("Cleo")
    page.get_by_role("button", name="Create ledger").click()
    page.wait_for_url("**/expenses")
    made = phone.api(ledger_path(phone))
    assert (made["name"], made["currency"]) == ("Half a ledger", "CHF"), made
    assert [one["name"] for one in phone.api(f"{ledger_path(phone)}/participants")["items"]] == ["Anna", "Cleo"]
    phone.go(address)
    expect(page.get_by_label(name)).to_have_value("")
    expect(page.get_by_text("What you had typed is still here.")).to_have_count(0)


@check("names for a new label, person and friend are in their line again until they were taken, and a label's new name in its sheet")
def lines_left(world):
    phone, path = world.unfinished, world.unfinished_path
    lines = [(f"{path}/labels", "New label"), (f"{path}/people", "Add a person"), ("/friends", "How you call them")]
    for address, label in lines:
        text = f"Line of {address[-7:]}"
        phone.go(address)
        phone.page.get_by_label(label).fill(text)
        until(phone, KEPT, text)
        another_tab(phone, address)
        line = phone.page.get_by_label(label)
        expect(line).to_have_value(text)
        line.press("Enter")
        expect(phone.page.get_by_text(text, exact=True)).to_be_visible()
        expect(line).to_have_value("")
        until(phone, f"async (text) => !(await ({KEPT})(text))", text)
        phone.go(address)
        expect(line).to_have_value("")
    def rename(old):
        phone.page.get_by_role("button", name=f"More for {old}").click()
        phone.page.get_by_role("menuitem", name=f"Rename {old}").click()
        return phone.page.get_by_role("dialog").get_by_label("Name")
    phone.go(f"{path}/labels")
    rename("Line of /labels").fill("A better name")
    until(phone, KEPT, "A better name")
    another_tab(phone, f"{path}/labels")
    expect(rename("Line of /labels")).to_have_value("A better name")
    phone.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(rename("A better name")).to_have_value("A better name")
    expect(phone.page.get_by_text("What you had typed is still here.")).to_have_count(0)


@check("an open menu stays open, with what was pointed at, when somebody enters something beneath it")
def menu_stays(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    food = "11111111-1111-4111-8111-111111111111"
    assert put(phone, f"{path}/labels/{food}", {"name": "Food"}) == 201
    phone.go(f"{path}/labels")
    page.get_by_role("button", name="More for Food").click()
    expect(page.get_by_role("menuitem").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert put(phone, f"{path}/labels/22222222-2222-4222-8222-222222222222", {"name": "Art"}) == 201
    expect(page.get_by_text("Art", exact=True)).to_be_visible()
    expect(page.get_by_role("menuitem", name="Delete Food")).to_be_focused()
    place = page.evaluate("""() => { const [list, opener] = [document.querySelector(".menu:popover-open"),
        document.querySelector("[popovertarget='" + document.querySelector(".menu:popover-open").id + "']")];
        return Math.abs(list.getBoundingClientRect().top - opener.getBoundingClientRect().bottom); }""")
    assert place < 24, place
    page.keyboard.press("Escape")
    expect(page.get_by_role("menuitem")).to_have_count(0)


def pressing(world, what, meanwhile):
    """Pressed until the device has learned of what others do meanwhile, however long that takes."""
    phone = world.unfinished
    what.hover()
    phone.page.mouse.down()
    phone.page.evaluate("() => { globalThis.pressing = setInterval(() => dispatchEvent(new Event('pointerdown')), 100); }")
    answer = meanwhile()
    until(phone, LEARNED, f'"revision":{phone.api(world.unfinished_path)["revision"]}')
    phone.page.evaluate("clearInterval(pressing)")
    phone.page.mouse.up()
    return answer


@check("what is pressed while others enter something is clicked all the same, and then it is shown")
def pressed(world):
    phone, page, path = world.unfinished, world.unfinished.page, world.unfinished_path
    phone.go(f"{path}/expenses")
    page.locator(".row.expense").first.wait_for()
    phone.settle()
    people = page.get_by_role("navigation").get_by_role("link", name="People")
    made = pressing(world, people, lambda: phone.post(f"{path}/participants", {"name": "Under a finger"})["id"])
    page.wait_for_url("**/people")
    expect(page.get_by_role("link", name="Under a finger")).to_be_visible()
    remove(phone, f"{path}/participants/{made}")
    expense = f"{path}/expenses/{world.expense['id']}"
    phone.go(f"{expense}/edit")
    save = page.get_by_role("button", name="Save", exact=True)
    pressing(world, save, lambda: put(phone, expense, {"title": "Bread, at last", "amount": "14.00"}))
    expect(page.get_by_text("This was changed by others meanwhile.")).to_be_visible()
    expect(page.get_by_label("Amount in")).to_have_value("14.00")


@check("a kept copy from before somebody said who they are here asks nobody again")
def stale_copy(world):
    def work(world, phone):
        path = world.unfinished_path
        sign_in(phone)
        phone.go(f"{path}/claim")
        phone.page.get_by_role("button", name="Anna").wait_for()
        anna = phone.api(f"{path}/participants")["items"][0]["id"]
        until(phone, COPIED)
        phone.go("/help/about")
        phone.page.evaluate("async (path) => { await fetch(`/api/v1${path}/claim`, { method: 'POST' }) }",
                            f"{path}/participants/{anna}")
        seen = []
        phone.page.on("framenavigated", lambda frame: seen.append(frame.url))
        phone.go(f"{path}/expenses")
        expect(phone.page.get_by_role("link", name="Bread, at last")).to_be_visible()
        assert not any("/claim" in one for one in seen), seen
    world.with_phone(world.unfinished_server, work)


@check("an update is offered when no form is open, and not before")
def update_waits(world):
    isNew = [False]
    def change(path, body):
        return body + b"\n// newer\n" if isNew[0] and path == "/service-worker.js" else body
    with Proxy(world.unfinished_server, change) as proxy:
        phone = Phone(world.browser, proxy.url)
        try:
            enter(phone, world.unfinished_path)
            keep_the_shell(phone, f"{world.unfinished_path}/expenses/new")
            page = phone.page
            page.get_by_label("What was it for?").fill("In the middle of it")
            isNew[0] = True
            page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update() }")
            until(phone, "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")
            page.wait_for_timeout(1200)
            expect(page.get_by_text("A new version is ready.")).to_have_count(0)
            expect(page.get_by_label("What was it for?")).to_have_value("In the middle of it")
            page.get_by_role("dialog").get_by_role("button", name="Close").click()
            expect(page.get_by_text("A new version is ready.")).to_be_visible()
            with page.expect_navigation():
                page.get_by_role("button", name="Update").click()
            page.get_by_role("link", name="Add an expense").first.click()
            expect(page.get_by_label("What was it for?")).to_have_value("In the middle of it")
            assert not phone.complaints, phone.complaints
        finally:
            phone.context.close()


@check("without the server: the list of ledgers tells what is owed with what waits, and a comment that waits is read where it belongs")
def away_lists(world):
    phone, path = world.unfinished, world.unfinished_path
    page = phone.page
    phone.go(f"{path}/expenses")
    keep_the_shell(phone, f"{path}/budget")
    expect(page.get_by_role("heading", name="Categories")).to_be_visible()
    phone.go(f"{path}/budget/schedules/{world.schedule['id']}")
    expect(page.get_by_role("heading", name="Rent").first).to_be_attached()
    phone.go("/ledgers")
    expect(page.get_by_role("link", name="Unfinished")).to_contain_text("€")
    before = page.get_by_role("link", name="Unfinished").inner_text()
    phone.go(f"{path}/expenses")
    expect(page.get_by_role("link", name="Bread, at last")).to_be_visible()
    away(phone)
    add_expense(phone, "100", "On the way")
    page.get_by_role("link", name="On the way").click()
    page.get_by_label("Add a comment").fill("Who takes the train?")
    page.get_by_role("button", name="Send").click()
    comment = page.locator(".comment", has_text="Who takes the train?")
    expect(comment).to_contain_text("Waiting to be sent")
    phone.go(f"{path}/sync")
    expect(page.get_by_role("dialog")).to_contain_text("Comment: Who takes the train?")
    phone.go("/ledgers")
    expect(page.get_by_role("link", name="Unfinished")).to_be_visible()
    assert page.get_by_role("link", name="Unfinished").inner_text() != before, before
    expect(page.get_by_role("link", name="Unfinished")).to_contain_text("You are owed")


@check("without the server: what only it can reckon says as of when it is, and what only it can do says so")
def away_words(world):
    phone, path = world.unfinished, world.unfinished_path
    page = phone.page
    for place in ["budget", f"budget/schedules/{world.schedule['id']}", "budget/schedules"]:
        phone.go(f"{path}/{place}")
        expect(page.get_by_role("status").filter(has_text="As of ").first).to_be_visible()
    phone.inspect("away-schedules")
    phone.go(f"{path}/settings")
    line = page.get_by_text("What can be done here needs your server")
    expect(line).to_be_visible()
    phone.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(line).to_have_count(0)


@check("a label that the server did not take says so in the list of labels, with its reason, and is corrected there")
def refused_label(world):
    phone, path = world.unfinished, world.unfinished_path
    page = phone.page
    phone.expect("status of 4")
    refuse = {"status": 422, "content_type": "application/problem+json",
              "body": json.dumps({"status": 422, "code": "refused-by-test", "detail": "Not this label.", "errors": []})}
    answers = {"away": lambda route: route.abort("internetdisconnected"), "refuse": lambda route: route.fulfill(**refuse),
               "take": lambda route: route.continue_()}
    now = ["away"]
    phone.context.route(lambda url: "/labels/" in url, lambda route: answers[now[0]](route))
    phone.go(f"{path}/labels")
    expect(page.get_by_text("Art", exact=True)).to_be_visible()
    away(phone)
    page.get_by_label("New label").fill("Zoo")
    # Until this is said, the field itself still waits for the answer, and a refusal would be shown there.
    page.keyboard.press("Enter")
    expect(page.get_by_text("Saved on this device.")).to_be_visible()
    expect(page.get_by_text("Waiting to be sent")).to_be_visible()
    now[0] = "refuse"
    phone.context.set_offline(False)
    box = page.get_by_role("group", name="Not accepted")
    expect(box).to_contain_text("Not this label.", timeout=20_000)
    phone.inspect("refused-label")
    now[0] = "take"
    box.get_by_role("button", name="Correct").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Animals")
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(box).to_have_count(0)
    assert "Animals" in [one["name"] for one in phone.api(f"{path}/snapshot")["ledger"]["labels"]]
    phone.context.unroute_all()


@check("what waits for a ledger that is gone can be let go")
def gone_ledger(world):
    phone, page = world.unfinished, world.unfinished.page
    phone.expect("status of 503")
    gone = phone.post("/ledgers", {"name": "Gone", "currency": "EUR", "participants": ["Anna"], "me": "Anna"})["id"]
    phone.go(f"/ledgers/{gone}/expenses")
    phone.context.route(lambda url: "/expenses/" in url, lambda route: route.fulfill(status=503, body=""))
    add_expense(phone, "6.00", "For nobody")
    remove(phone, f"/ledgers/{gone}")
    phone.context.unroute_all()
    phone.go(f"{world.unfinished_path}/sync")
    box = page.get_by_role("group", name="Not accepted")
    expect(box).to_be_visible()
    phone.inspect("gone-ledger")
    box.get_by_role("button", name="Discard").click()
    expect(page.get_by_text("For nobody")).to_have_count(0)


@check("when somebody else signs in on the same browser, a page that was open begins anew as theirs")
def replaced(world):
    phone, page = world.unfinished, world.unfinished.page
    for words in ["status of 401", "status of 403", "status of 404"]:
        phone.expect(words)
    phone.post("/accounts", {"name": "Carla", "password": "correct horse battery"})
    phone.go(f"{world.unfinished_path}/expenses")
    expect(page.get_by_role("link", name="Bread, at last")).to_be_visible()
    other = phone.context.new_page()
    other.goto(world.unfinished_server.url + "/help/about")
    status = other.evaluate("""async () => {
        await fetch("/api/v1/sessions/current", { method: "DELETE" });
        const body = JSON.stringify({ name: "Carla", password: "correct horse battery" });
        return (await fetch("/api/v1/sessions", { method: "POST", headers: { "Content-Type": "application/json" }, body })).status;
    }""")
    assert status == 201, status
    other.close()
    expect(page.get_by_role("link", name="Bread, at last")).to_have_count(0)
    phone.go("/account")
    expect(page.get_by_text("Carla").first).to_be_visible()
    world.close_phone(phone)
