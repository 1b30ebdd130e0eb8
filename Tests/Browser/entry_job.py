"""Entering and finding at the pace of a person: a tap takes 0.3 s, a key 0.2 s. The taps of each main flow are numbers here,
and more of them is a failure."""

import re
import time

from playwright.sync_api import expect

from actions import ledger_path, set_up, tab
from checks import Checks
from server import Server

check = Checks(story=True)

TAP, KEY = 0.3, 0.2

# What each flow may cost.
TAPS = {"ledger with four people": 4, "expense": 3, "edit": 4, "delete and undo": 3, "settle": 2, "switch ledger": 2,
        "filter": 3, "another expense": 3}


class Person:
    """Somebody with one finger and a watch."""

    def __init__(self, phone):
        self.phone, self.page = phone, phone.page
        self.taps, self.keys, self.began = 0, 0, 0.0

    def start(self):
        self.taps, self.keys, self.began = 0, 0, time.monotonic()
        return self

    @property
    def seconds(self):
        return time.monotonic() - self.began

    def tap(self, target):
        time.sleep(TAP)
        target.tap()
        self.taps += 1

    def type(self, text):
        for letter in text:
            time.sleep(KEY)
            self.page.keyboard.press("Enter") if letter == "\n" else self.page.keyboard.type(letter)
            self.keys += 1

    def end(self, flow, seconds=None):
        print(f"        {flow}: {self.taps} taps, {self.keys} keys, {self.seconds:.1f} s", flush=True)
        assert self.taps <= TAPS[flow], (flow, self.taps)
        assert seconds is None or self.seconds <= seconds, (flow, self.seconds)


def button(person, name, **how):
    return person.page.get_by_role("button", name=name, **how)


def link(person, name, **how):
    return person.page.get_by_role("link", name=name, **how)


def amount(person):
    return person.page.get_by_label("Amount in")


def gone(person):
    person.page.get_by_role("dialog").wait_for(state="detached")


@check("a ledger with four people takes half a minute at most")
def ledger(world):
    world.till_server = Server()
    world.closing.append(world.till_server.remove)
    phone = world.new_phone(world.till_server)
    set_up(phone, world.till_server.code)
    world.till = person = Person(phone).start()
    person.tap(link(person, "Create a ledger"))
    person.tap(person.page.get_by_label("Ledger name"))
    person.type("Our flat")
    person.tap(person.page.get_by_label("Another person"))
    person.type("Ben\nCarla\nDmitri\n")
    person.tap(button(person, "Create ledger"))
    person.page.wait_for_url("**/expenses")
    expect(person.page.get_by_role("heading", name="No expenses yet")).to_be_visible()
    person.end("ledger with four people", seconds=30)
    world.till_path = ledger_path(phone)


@check("an expense takes a quarter of a minute at most: amount, title, payer, Save")
def expense(world):
    person = world.till.start()
    person.tap(link(person, "Add an expense").first)
    expect(amount(person)).to_be_focused()
    person.type("23.40\n")
    expect(person.page.get_by_label("What was it for?")).to_be_focused()
    person.type("Groceries")
    person.tap(person.page.locator("label.chip", has_text="Ben").first)
    person.tap(button(person, "Save"))
    gone(person)
    expect(link(person, "Groceries")).to_contain_text("Ben paid")
    person.end("expense", seconds=15)


@check("a sum is worked out while it is typed, with the signs that a phone's keyboard has not got")
def sums(world):
    person = world.till
    link(person, "Add an expense").tap()
    amount(person).fill("12,50")
    for sign, number in [("plus", "3"), ("times", "2")]:
        button(person, sign).tap()
        expect(amount(person)).to_be_focused()
        person.page.keyboard.type(number)
    expect(amount(person)).to_have_value("12,50+3×2")
    expect(person.page.locator(".amount-sum")).to_have_text("= £18.50")
    expect(person.page.get_by_text("£4.62 each")).to_be_visible()
    person.phone.inspect("entry-sum")
    amount(person).fill("10/3")
    expect(person.page.locator(".amount-sum")).to_have_text("≈ £3.33")
    amount(person).fill("12,50+")
    person.page.get_by_label("What was it for?").fill("Bakery")
    button(person, "Save").tap()
    expect(person.page.get_by_text("Enter a number, such as 12.50.")).to_be_visible()
    amount(person).fill("12,50+3*2")
    button(person, "Save").tap()
    gone(person)
    assert world.till.phone.api(f"{world.till_path}/expenses")["items"][0]["amount"] == "18.50"


@check("who paid last pays again; a title used before brings its labels, and another expense follows in the same sheet")
def habits(world):
    person = world.till
    page = person.page
    link(person, "Add an expense").tap()
    ben = page.get_by_role("group", name="Who paid?").get_by_role("radio", name="Ben")
    expect(ben).to_be_checked()
    page.get_by_label("New label").fill("Food")
    page.keyboard.press("Enter")
    expect(page.get_by_role("checkbox", name="Food")).to_be_checked()
    amount(person).fill("4")
    page.get_by_label("What was it for?").fill("Market")
    page.get_by_role("group", name="Who takes part?").get_by_role("checkbox", name="Dmitri").uncheck()
    button(person, "Add another").tap()
    expect(page.get_by_text("“Market” is entered.")).to_be_visible()
    expect(amount(person)).to_be_focused()
    expect(amount(person)).to_have_value("")
    expect(page.get_by_text("As last time on this device.")).to_be_visible()
    person.start()
    person.type("6.10\nMa")
    person.tap(page.get_by_role("option", name="Market"))
    expect(page.get_by_role("checkbox", name="Food")).to_be_checked()
    person.phone.inspect("entry-suggestions")
    person.tap(button(person, "Choose everybody"))
    person.tap(button(person, "Save"))
    gone(person)
    person.end("another expense", seconds=15)
    newest = person.phone.api(f"{world.till_path}/expenses")["items"][0]
    assert newest["title"] == "Market" and len(newest["labelIds"]) == 1 and len(newest["splitParticipantIds"]) == 4, newest


@check("suggestions are reached with the arrow keys, too")
def arrows(world):
    person = world.till
    page = person.page
    link(person, "Add an expense").tap()
    title = page.get_by_label("What was it for?")
    title.fill("g")
    page.keyboard.press("ArrowDown")
    option = page.get_by_role("option", name="Groceries")
    expect(option).to_have_attribute("aria-selected", "true")
    assert title.get_attribute("aria-activedescendant") == option.get_attribute("id")
    page.keyboard.press("Enter")
    expect(title).to_have_value("Groceries")
    expect(title).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@check("what looks as if it was entered already is named, and is saved at the second press")
def duplicate(world):
    person = world.till
    page = person.page
    link(person, "Add an expense").tap()
    amount(person).fill("23,40")
    page.get_by_label("What was it for?").fill("GROCERIES")
    button(person, "Save").tap()
    expect(page.get_by_text("Is this in already? “Groceries” for £23.40, paid by Ben: Today.")).to_be_visible()
    person.phone.inspect("entry-duplicate")
    amount(person).fill("23.41")
    expect(button(person, "Save", exact=True)).to_be_visible()
    amount(person).fill("23.40")
    page.get_by_label("What was it for?").fill("Kiosk")
    button(person, "Save").tap()
    expect(page.get_by_text("On the same day there is “Groceries”")).to_be_visible()
    button(person, "Save anyway").tap()
    gone(person)
    expect(link(person, "Kiosk")).to_be_visible()


@check("an edit takes four taps, a delete with its undo three")
def edit(world):
    person = world.till.start()
    person.tap(link(person, "Kiosk"))
    person.tap(link(person, "Edit"))
    person.tap(person.page.get_by_label("What was it for?"))
    person.type(" 2")
    person.tap(button(person, "Save"))
    expect(person.page.get_by_role("dialog").get_by_role("heading", name="Kiosk 2")).to_be_visible()
    person.end("edit")
    person.phone.go(f"{world.till_path}/expenses")
    person.start()
    person.tap(link(person, "Kiosk 2"))
    person.tap(button(person, "Delete"))
    expect(link(person, "Kiosk 2")).to_have_count(0)
    person.tap(person.page.get_by_role("status").get_by_role("button", name="Undo"))
    expect(link(person, "Kiosk 2")).to_be_visible()
    person.end("delete and undo")


@check("a payment of the plan is recorded in two taps")
def settle(world):
    person = world.till
    tab(person.phone, "Settle")
    record = link(person, re.compile("^Record that"))
    record.first.wait_for()
    before = record.count()
    person.start()
    person.tap(record.first)
    person.tap(button(person, "Save"))
    expect(record).to_have_count(before - 1)
    person.end("settle")


@check("the ledger is changed in two taps")
def switch(world):
    person = world.till
    other = person.phone.post("/ledgers", {"name": "Lisbon", "currency": "EUR", "kind": "group",
                                           "participants": ["Anna"], "me": "Anna"})
    person.start()
    person.tap(link(person, "Our flat, switch ledger"))
    person.tap(link(person, "Lisbon"))
    person.page.wait_for_url(f"**/{other['id']}/expenses")
    person.end("switch ledger")
    person.phone.go(f"{world.till_path}/expenses")


@check("the list is filtered in three taps, and found by people and labels, whatever the accents")
def find(world):
    person = world.till
    page = person.page
    rows = page.locator(".row.expense")
    expect(rows).to_have_count(5)
    person.start()
    person.tap(link(person, "Search and filter"))
    person.tap(page.locator("label.chip", has_text="Food"))
    person.tap(button(person, "Show", exact=True))
    expect(rows).to_have_count(2)
    person.end("filter")
    link(person, "Remove the condition Food").tap()
    for words, count in [("fôod", 2), ("BEN groc", 1), ("dmitri market", 1), ("nothing of it", 0)]:
        link(person, "Search and filter").tap()
        page.get_by_label("Search in").fill(words)
        page.keyboard.press("Enter")
        page.wait_for_url("**q=**")
        expect(rows).to_have_count(count)
        link(person, re.compile("^Remove the condition")).tap()
        expect(rows).to_have_count(5)


@check("a button asks for what is new; alone on the screen pulling does, and a pull that is let go early does nothing")
def refresh(world):
    person = world.till
    button(person, "Refresh").tap()
    expect(person.page.get_by_text("Everything is up to date.")).to_be_visible()
    assert person.page.locator(".pull-mark").count() == 0

    def alone(world, phone):
        """The rubber band of a phone is something that this browser has not got: it is played to the page."""
        phone.context.add_init_script("navigator.standalone = true")
        for cookie in [person.phone.context.cookies()]:
            phone.context.add_cookies(cookie)
        phone.go(f"{world.till_path}/expenses")
        expect(phone.page.locator(".row.expense")).to_have_count(5)
        expect(phone.page.locator(".pull-mark")).to_be_attached()
        asked = []
        phone.page.on("request", lambda request: asked.append(request.url))
        phone.page.evaluate(PULL, 40)
        phone.page.wait_for_timeout(200)
        assert not [one for one in asked if "/snapshot" in one], asked
        with phone.page.expect_request("**/snapshot"):
            phone.page.evaluate(PULL, 90)
        expect(phone.page.get_by_text("Everything is up to date.")).to_be_visible()
        expect(phone.page.locator(".pull-mark[data-busy]")).to_have_count(0)
    world.with_phone(world.till_server, alone)


PULL = """(depth) => {
    const touch = new Touch({ identifier: 1, target: document.body, clientX: 200, clientY: 200 });
    dispatchEvent(new TouchEvent("touchstart", { touches: [touch] }));
    Object.defineProperty(window, "scrollY", { value: -depth, configurable: true });
    dispatchEvent(new Event("scroll"));
    const shown = getComputedStyle(document.querySelector(".pull-mark")).opacity;
    Object.defineProperty(window, "scrollY", { value: 0, configurable: true });
    dispatchEvent(new TouchEvent("touchend", { touches: [] }));
    return shown;
}"""


DRAFTS = """() => new Promise((done) => { const opening = indexedDB.open("splitclone"); opening.onsuccess = () => {
    const keys = opening.result.transaction("drafts").objectStore("drafts").getAllKeys();
    keys.onsuccess = () => { opening.result.close(); done(keys.result); }; }; })"""


@check("after signing out nothing is known of who paid last")
def signed_out(world):
    page = world.till.page
    assert any("habit" in key for key in page.evaluate(DRAFTS))
    link(world.till, "Your account").tap()
    button(world.till, "Sign out", exact=True).tap()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in")
    assert page.evaluate(DRAFTS) == []
    world.close_phone(world.till.phone)
