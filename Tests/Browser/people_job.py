"""People: splits of every kind, several payers, comments, undo, and two who turn out to be one."""

from playwright.sync_api import expect

from actions import close, create_ledger, ledger_path, set_up, tab
from checks import Checks
from server import Server

check = Checks(story=True)


class Trip:
    """A ledger of Anna's on a server of its own, told from her phone."""

    def __init__(self, world):
        self.server = Server()
        world.closing.append(self.server.remove)
        self.anna = world.new_phone(self.server)
        set_up(self.anna, self.server.code)
        create_ledger(self.anna, "Trip", ["Ben", "Carla", "Karla"])
        self.path = ledger_path(self.anna)

    def expense(self, title):
        items = self.anna.api(f"{self.path}/expenses?q={title}")["items"]
        return next(one for one in items if one["title"] == title)

    def name(self, participant):
        people = self.anna.api(f"{self.path}/participants")["items"]
        return next(one["name"] for one in people if one["id"] == participant)

    def shares(self, title):
        return {self.name(one["participantId"]): one["amount"] for one in self.expense(title)["shares"]}


def group(page, name):
    return page.get_by_role("group", name=name, exact=True)


def begin(phone, amount, title):
    page = phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill(amount)
    page.get_by_label("What was it for?").fill(title)
    more = page.get_by_text("More ways to split")
    if page.locator("details", has=more).get_attribute("open") is None:  # How one split last time is there at once.
        more.click()


def save(phone, title):
    phone.page.get_by_role("button", name="Save").click()
    phone.page.get_by_role("dialog").wait_for(state="detached")
    phone.page.get_by_role("link", name=title).wait_for()


@check("what a split still misses, or has too much, is said in words while it is typed, and again above Save")
def missing(world):
    world.trip = Trip(world)
    page = world.trip.anna.page
    begin(world.trip.anna, "30", "Hotel")
    page.get_by_role("radio", name="Percent").check()
    expect(group(page, "Percent").get_by_label("Anna")).to_have_value("25")
    group(page, "Percent").get_by_label("Ben").fill("30.5")
    expect(page.get_by_text("5.5% too much is given out.").first).to_be_visible()
    page.get_by_role("radio", name="Amounts").check()
    group(page, "Amounts").get_by_label("Ben").fill("12,50")
    expect(page.get_by_text("€17.50 is not given to anybody yet.")).to_have_count(2)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("radio", name="More or less").check()
    group(page, "More or less").get_by_label("Ben").fill("-20")
    expect(page.get_by_text("Somebody would bear less than nothing.")).to_be_visible()


@check("the shares on the screen are those that the server records, in every mode")
def modes(world):
    anna = world.trip.anna
    page = anna.page
    page.get_by_role("radio", name="Shares").check()
    group(page, "Shares").get_by_label("Anna").fill("2")
    expect(group(page, "Who takes part?").locator(".chip").first).to_contain_text("€12.00")
    save(anna, "Hotel")
    assert world.trip.shares("Hotel") == {"Anna": "12.00", "Ben": "6.00", "Carla": "6.00", "Karla": "6.00"}
    begin(anna, "10", "Ferry")
    page.get_by_role("radio", name="More or less").check()
    group(page, "More or less").get_by_label("Carla").fill("2")
    save(anna, "Ferry")
    assert world.trip.shares("Ferry") == {"Anna": "2.00", "Ben": "2.00", "Carla": "4.00", "Karla": "2.00"}
    page.get_by_role("link", name="Ferry").click()
    expect(page.get_by_text("Split equally, with adjustments")).to_be_visible()
    page.get_by_role("link", name="Edit").click()
    expect(group(page, "More or less").get_by_label("Carla")).to_have_value("2.00")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_text("Split equally, with adjustments")).to_be_visible()
    close(anna)


@check("the lines of a receipt are shared one by one, with the tip in proportion")
def items(world):
    anna = world.trip.anna
    page = anna.page
    begin(anna, "22", "Dinner")
    page.get_by_role("radio", name="Items").check()
    page.get_by_role("textbox", name="Item", exact=True).fill("Fish")
    page.get_by_role("textbox", name="Amount", exact=True).fill("12")
    for person in ["Carla", "Karla"]:
        group(page, "Whose?").get_by_role("checkbox", name=person).uncheck()
    page.get_by_role("button", name="Add an item").click()
    page.get_by_role("textbox", name="Amount", exact=True).last.fill("8")
    for person in ["Anna", "Ben", "Karla"]:
        group(page, "Whose?").last.get_by_role("checkbox", name=person).uncheck()
    expect(page.get_by_text("€2.00 is not given to anybody yet.").first).to_be_visible()
    page.get_by_label("Tip").fill("2")
    save(anna, "Dinner")
    assert world.trip.shares("Dinner") == {"Anna": "6.60", "Ben": "6.60", "Carla": "8.80"}
    page.get_by_role("link", name="Dinner").click()
    page.get_by_text("2 items").click()
    expect(page.get_by_text("in proportion")).to_be_visible()
    anna.inspect("people-items")
    close(anna)


@check("several people paid: what nobody has paid yet is said, and both stand in the list")
def payers(world):
    anna = world.trip.anna
    page = anna.page
    begin(anna, "40", "Taxi")
    page.get_by_role("button", name="Several people paid").click()
    group(page, "Who paid?").get_by_label("Anna").fill("15")
    expect(page.get_by_text("Nobody has paid €25.00 of it yet.").first).to_be_visible()
    group(page, "Who paid?").get_by_label("Ben").fill("25")
    save(anna, "Taxi")
    expect(page.get_by_role("link", name="Taxi")).to_contain_text("You and Ben paid for 4 people")
    page.get_by_role("link", name="Taxi").click()
    expect(page.get_by_role("heading", name="Paid by")).to_be_visible()
    close(anna)


@check("a comment is made and deleted")
def comments(world):
    anna = world.trip.anna
    page = anna.page
    page.get_by_role("link", name="Taxi").click()
    page.get_by_label("Add a comment").fill("To the airport")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comment")).to_contain_text("To the airport")
    anna.inspect("people-expense")
    page.get_by_role("button", name="Delete the comment").click()
    expect(page.locator(".comment")).to_have_count(0)
    close(anna)


@check("an expense is marked as settled by payments that are shown first")
def settled(world):
    anna = world.trip.anna
    page = anna.page
    page.get_by_role("link", name="Ferry").click()
    page.get_by_role("button", name="Mark as settled").click()
    expect(page.get_by_text("Carla pays Anna (you) €4.00")).to_be_visible()
    page.get_by_role("button", name="Record 3 payments").click()
    expect(page.get_by_text("Everybody has paid their share of this.")).to_be_visible()
    close(anna)


@check("the last change of an expense is taken back from its history")
def history(world):
    anna = world.trip.anna
    page = anna.page
    page.get_by_role("link", name="Hotel").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Amount in").fill("60")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€60.00")
    page.get_by_text("Who changed what").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€30.00")
    close(anna)


@check("the activity tells who changed what, and takes a deletion back")
def activity(world):
    anna = world.trip.anna
    page = anna.page
    page.get_by_role("link", name="Dinner").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("link", name="Dinner")).to_have_count(0)
    tab(anna, "People")
    page.get_by_role("link", name="Activity").click()
    newest = page.locator(".entry-row").first
    expect(newest).to_contain_text("Dinner")
    expect(newest).to_contain_text("Anna (you)")
    anna.inspect("people-activity")
    newest.get_by_role("button", name="Undo").click()
    expect(page.locator(".entry-row").nth(1)).to_contain_text("This was taken back.")
    assert world.trip.shares("Dinner") == {"Anna": "6.60", "Ben": "6.60", "Carla": "8.80"}
    page.get_by_role("link", name="Back", exact=True).click()


@check("a person gets another colour, retires, and takes part again")
def person(world):
    anna = world.trip.anna
    page = anna.page
    tab(anna, "People")
    page.get_by_role("link", name="Karla").click()
    page.get_by_role("radio", name="Green").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Karla").locator(".disc")).to_have_attribute("data-colour", "green")
    page.get_by_role("link", name="Karla").click()
    page.get_by_role("button", name="No longer takes part").click()
    page.get_by_role("dialog").last.get_by_role("button", name="No longer takes part").click()
    page.get_by_text("1 person no longer takes part").click()
    page.get_by_role("link", name="Karla").click()
    page.get_by_role("button", name="Takes part again").click()
    expect(page.get_by_text("4 people")).to_be_visible()


@check("two who are one are merged after a look at what moves, and taken apart again")
def merge(world):
    anna = world.trip.anna
    page = anna.page
    before = anna.api(f"{world.trip.path}/balances")
    page.get_by_role("link", name="Karla").click()
    page.get_by_role("link", name="Is the same person as").click()
    page.get_by_role("radio", name="Carla").check()
    expect(page.get_by_text("This concerns")).to_be_visible()
    anna.inspect("people-merge")
    page.get_by_role("button", name="They are one person").click()
    expect(page.get_by_role("heading", name="3 people")).to_be_visible()
    page.get_by_role("link", name="Carla").click()
    page.get_by_role("button", name="Take apart").click()
    expect(page.get_by_role("heading", name="4 people")).to_be_visible()
    assert anna.api(f"{world.trip.path}/balances") == before
