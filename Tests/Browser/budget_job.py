"""The budget: a wallet for two from its first income on, what repeats, what is expected, and why today's number is
what it is."""

import re

from playwright.sync_api import expect

from actions import close, ledger_path, set_up, sign_in, tab
from checks import Checks
from phone import SIDEWAYS
from server import Server

check = Checks(story=True)


class Wallet:
    """Anna's and Ben's wallet on a server of its own, told from Anna's phone."""

    def __init__(self, world):
        self.server = Server()
        world.closing.append(self.server.remove)
        self.anna = world.new_phone(self.server)
        set_up(self.anna, self.server.code)

    @property
    def today(self):
        return self.anna.page.evaluate("new Date().toLocaleDateString('sv')")

    def daily(self):
        me = self.anna.api(self.path)["myParticipantId"]
        return self.anna.api(f"{self.path}/daily-budget?participant={me}&date={self.today}")

    def number(self):
        return self.anna.page.locator(".today .hero")


def euros(text):
    """As the phone writes it."""
    return ("-" if text.startswith("-") else "") + "€" + f"{abs(float(text)):,.2f}"


def begin(phone, amount, title, more=True):
    page = phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill(amount)
    page.get_by_label("What was it for?").fill(title)
    fold = page.locator("details", has_text="More: category").last
    if more and not fold.evaluate("(one) => one.open"):
        fold.locator("summary").click()


def save(phone):
    phone.page.get_by_role("dialog").get_by_role("button", name="Save").click()
    phone.page.get_by_role("dialog").wait_for(state="detached")


def back(phone):
    phone.page.get_by_role("link", name="Back", exact=True).click()


@check("a wallet for two is made in one form, and opens with its budget")
def wallet(world):
    world.wallet = one = Wallet(world)
    page = one.anna.page
    page.get_by_role("link", name="Create a ledger").click()
    page.get_by_role("radio", name="A wallet").check()
    page.get_by_label("Ledger name").fill("Home")
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_label("Another person").fill("Ben")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Another person")).to_be_hidden()
    one.anna.inspect("budget-create")
    page.get_by_role("button", name="Create ledger").click()
    page.wait_for_url("**/budget")
    one.path = ledger_path(one.anna)
    assert one.anna.api(one.path)["timeZone"] == "Europe/Berlin"
    expect(page.get_by_text("No income is entered for this month")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Keep the recovery code safe"))).to_be_visible()
    one.anna.inspect("budget-empty")


@check("an income that comes every month is entered, and today's number is the server's")
def income(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name=re.compile("^Income")).click()
    page.get_by_role("link", name="Add an income").click()
    page.get_by_label("Amount in").fill("3000")
    page.get_by_label("What is it?").fill("Salary")
    page.get_by_label("From which day?").fill("2026-01-31")
    expect(page.get_by_text("Sat 31 Jan · Sat 28 Feb · Tue 31 Mar · Thu 30 Apr …")).to_be_visible()
    one.anna.inspect("budget-income")
    save(one.anna)
    expect(page.get_by_role("link", name="Salary")).to_contain_text("Every month")
    one.anna.inspect("budget-incomes")
    back(one.anna)
    assert one.daily()["income"] == "3000.00"
    expect(one.number()).to_have_text(euros(one.daily()["leftToday"]))


@check("today's number falls by my share as soon as an expense is entered, and says what is spent")
def falls(world):
    one = world.wallet
    before = float(one.daily()["leftToday"])
    begin(one.anna, "20", "Lunch for two", more=False)
    save(one.anna)
    after = one.daily()
    assert abs(before - float(after["leftToday"]) - 10) < 0.005, (before, after)
    expect(one.number()).to_have_text(euros(after["leftToday"]))
    expect(one.anna.page.get_by_text(f"€10.00 of {euros(after['available'])} are spent.")).to_be_visible()


@check("why the number is what it is: every box with the items behind it, and they come to it")
def why(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_text("Why this number").click()
    daily = one.daily()
    rows = page.locator(".sum .sum-row")
    expect(rows.filter(has_text="Income this month")).to_contain_text(euros(daily["income"]))
    expect(rows.filter(has_text="Left for the rest of the month")).to_contain_text(euros(daily["pool"]))
    expect(rows.filter(has_text="Left today")).to_contain_text(euros(daily["leftToday"]))
    page.locator(".sum summary", has_text="Income this month").click()
    expect(page.get_by_role("link", name="Salary")).to_be_visible()
    one.anna.inspect("budget-why")


@check("a ratio is set from a day on; a new expense then shows the shares of its own day")
def ratio(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name="Who bears how much").click()
    parts = page.get_by_role("group", name="Parts")
    parts.get_by_label("Anna").fill("60")
    parts.get_by_label("Ben").fill("40")
    expect(parts.locator("li").first).to_contain_text("€60.00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Anna : Ben = 60 : 40")).to_be_visible()
    one.anna.inspect("budget-ratio")
    back(one.anna)
    begin(one.anna, "10", "Bread", more=False)
    people = page.get_by_role("group", name="Who takes part?")
    expect(people).to_contain_text("€6.00")
    page.get_by_label("When?").fill("2026-01-05")
    expect(people).to_contain_text("€5.00 each", use_inner_text=True)
    page.get_by_label("When?").fill(one.today)
    expect(people).to_contain_text("€4.00")
    save(one.anna)
    assert sorted(share["amount"] for share in expense(one, "Bread")["shares"]) == ["4.00", "6.00"]


def expense(one, title):
    items = one.anna.api(f"{one.path}/expenses?q={title}")["items"]
    return next(item for item in items if item["title"] == title)


@check("a category has a limit; how it stands is said in words: on track, close to the limit, over it")
def health(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name="Add a category").click()
    page.get_by_label("Name").fill("Groceries")
    page.get_by_label("Limit for a month").fill("100")
    page.get_by_role("radio", name="Green").check()
    one.anna.inspect("budget-category-new")
    save(one.anna)
    row = page.locator(".budgets").get_by_role("link", name="Groceries")
    expect(row).to_contain_text("On track")
    for amount, words in [("85", "Close to the limit"), ("30", "Over the limit")]:
        begin(one.anna, amount, f"Market {amount}")
        page.get_by_label("Category").select_option(label="Groceries")
        save(one.anna)
        expect(row).to_contain_text(words)
    expect(row).to_contain_text("€15.00 over €100.00")
    expect(page.get_by_role("heading", name="Needs a look")).to_be_visible()
    one.anna.inspect("budget-health")


@check("what is mine alone is borne by me, whatever the ratio says")
def mine(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name="Add a category").click()
    page.get_by_label("Name").fill("Clothes")
    page.get_by_role("radio", name="Only mine").check()
    save(one.anna)
    begin(one.anna, "50", "Coat")
    page.get_by_label("Category").select_option(label="Clothes (mine)")
    expect(page.get_by_text("Anna bears all of it")).to_be_visible()
    expect(page.get_by_role("group", name="Who takes part?")).to_be_hidden()
    save(one.anna)
    assert [share["amount"] for share in expense(one, "Coat")["shares"]] == ["50.00"]


@check("the portions of a spread are shown while it is typed, and are the server's")
def spread(world):
    one = world.wallet
    page = one.anna.page
    year = int(one.today[:4])
    begin(one.anna, "120", "Insurance")
    page.get_by_role("radio", name="Spread").check()
    page.get_by_label("From", exact=True).first.fill(f"{year}-01")
    page.get_by_label("Until", exact=True).first.fill(f"{year}-12")
    expect(page.get_by_text("€10.00 a month for 12 months")).to_be_visible()
    page.get_by_label("Until", exact=True).first.fill(f"{year - 1}-12")
    expect(page.get_by_text("The end lies before the beginning.")).to_be_visible()
    page.get_by_label("Until", exact=True).first.fill(f"{year}-12")
    one.anna.inspect("budget-spread")
    save(one.anna)
    assert one.daily()["spread"] == "6.00"
    tab(one.anna, "Expenses")
    expect(page.get_by_role("link", name="Insurance")).to_contain_text("over 12 months")
    tab(one.anna, "Budget")


@check("what was expected is reconciled in two taps, with its estimate filled in")
def reconcile(world):
    one = world.wallet
    page = one.anna.page
    begin(one.anna, "50", "Water")
    page.get_by_role("radio", name="Expected").check()
    save(one.anna)
    assert one.daily()["expected"] == "30.00"
    page.get_by_role("link", name="It came: Water").click()
    expect(page.get_by_label("What it really was")).to_have_value("50.00")
    one.anna.inspect("budget-reconcile")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_role("link", name="It came: Water")).to_have_count(0)
    assert one.daily()["expected"] == "0.00"
    tab(one.anna, "Expenses")
    expect(page.get_by_role("link", name="Water")).to_contain_text("as expected")
    tab(one.anna, "Budget")


@check("what never comes is dismissed, and what is overdue asks for a look")
def never(world):
    one = world.wallet
    page = one.anna.page
    begin(one.anna, "40", "Chimney sweep")
    page.get_by_role("radio", name="Expected").check()
    page.get_by_label("When?").fill("2026-01-15")
    save(one.anna)
    page.get_by_role("link", name="Chimney sweep has not come").click()
    page.get_by_role("button", name="It never came").click()
    expect(page.get_by_role("link", name="Chimney sweep has not come")).to_have_count(0)
    assert expense(one, "Chimney sweep")["amount"] == "0.00"


@check("the rent is entered once and comes every month, in the list and in the balance, by the ratio of each day")
def repeats(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name="What repeats").click()
    page.get_by_role("link", name="Add something that repeats").click()
    page.get_by_label("Amount in").fill("900")
    page.get_by_label("What was it for?").fill("Rent")
    page.get_by_label("When?").fill("2026-08-31")
    expect(page.get_by_text("Mon 31 Aug · Wed 30 Sept · Sat 31 Oct · Mon 30 Nov …")).to_be_visible()
    one.anna.inspect("budget-repeat")
    save(one.anna)
    expect(page.get_by_role("link", name="Rent")).to_contain_text("Every month")
    one.anna.inspect("budget-schedules")
    page.get_by_role("link", name="Rent").click()
    expect(page.get_by_text("Every month from")).to_be_visible()
    one.anna.inspect("budget-schedule")
    titles = [item["title"] for item in one.anna.api(f"{one.path}/expenses")["items"]]
    assert titles.count("Rent") >= 3, titles
    rent = one.anna.api(f"{one.path}/schedules")["items"][0]
    assert rent["split"] == {"mode": "ratio"}, rent
    items = one.anna.api(f"{one.path}/schedules/{rent['id']}/occurrences?until={int(one.today[:4]) + 1}-12-31")["items"]
    shares = [sorted(share["amount"] for share in item["expense"]["shares"]) for item in items]
    assert shares[0] == ["450.00", "450.00"] and shares[-1] == ["360.00", "540.00"], shares


@check("an occurrence is skipped and put back, and another one changed alone")
def skip(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name=re.compile("Wed 30 Sept")).click()
    one.anna.inspect("budget-occurrence")
    page.get_by_role("button", name="Skip this one").click()
    row = page.get_by_role("link", name=re.compile("Wed 30 Sept"))
    expect(row).to_contain_text("skipped")
    row.click()
    page.get_by_role("button", name="Put it back as planned").click()
    expect(row).to_contain_text("has come")
    page.get_by_role("link", name=re.compile("Sat 31 Oct")).click()
    page.get_by_role("link", name="Change only this one").click()
    page.get_by_label("Amount in").fill("950")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€950.00")
    close(one.anna)
    expect(page.get_by_role("link", name=re.compile("Sat 31 Oct"))).to_contain_text("€950.00")
    expect(row).to_contain_text("€900.00")


@check("this one and all later ones are changed, and the past stays as it was")
def later(world):
    one = world.wallet
    page = one.anna.page
    page.locator(".occurrences .row", has_text="to come").nth(1).click()
    page.get_by_role("link", name="Change this and all later ones").click()
    page.get_by_label("Amount in").fill("1000")
    save(one.anna)
    page.wait_for_url("**/schedules")
    expect(page.get_by_role("link", name="Rent")).to_have_count(2)
    amounts = sorted(item["amount"] for item in one.anna.api(f"{one.path}/schedules")["items"])
    assert amounts == ["1000.00", "900.00"], amounts
    back(one.anna)


@check("what came of a schedule is an expense like others: reloaded, commented, changed, skipped and put back")
def like_others(world):
    one = world.wallet
    page = one.anna.page
    tab(one.anna, "Expenses")
    rows = page.locator(".row.expense", has_text="Rent")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("repeats")
    rows.last.click()
    page.wait_for_url("**~0")
    page.reload()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€900.00")
    page.get_by_label("Add a comment").fill("Paid late")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".comment")).to_contain_text("Paid late")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Amount in").fill("905")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€905.00")
    page.get_by_text("Who changed what").click()
    expect(page.get_by_text("Amount: €900.00 → €905.00")).to_be_visible()
    one.anna.inspect("budget-occurrence-expense")
    page.get_by_role("button", name="Skip this one").click()
    expect(rows).to_have_count(2)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(3)
    expect(rows.last).to_contain_text("€905.00")
    tab(one.anna, "Budget")


@check("the months stand side by side as pictures, each with its table")
def reports(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("link", name="Month by month").click()
    expect(page.get_by_role("img", name="Income and spending")).to_be_visible()
    page.get_by_text("Show as table").first.click()
    table = page.get_by_role("table", name="Income and spending")
    months = one.anna.api(f"{one.path}/reports/months?from=2026-06&to={one.today[:7]}")["items"]
    expect(table.get_by_role("row").last).to_contain_text(euros(months[-1]["income"]))
    one.anna.inspect("budget-reports")
    back(one.anna)


@check("Ben's number is there at a tap, and a goal for saving lowers mine")
def whose(world):
    one = world.wallet
    page = one.anna.page
    page.get_by_role("navigation", name="Whose budget").get_by_role("link", name="Ben").click()
    expect(page.get_by_text("Ben has left to spend today")).to_be_visible()
    page.get_by_role("navigation", name="Whose budget").get_by_role("link", name="Anna").click()
    page.get_by_role("link", name="Saving goal").click()
    page.get_by_label("To keep each month").fill("200")
    one.anna.inspect("budget-saving")
    save(one.anna)
    assert one.daily()["saving"] == "200.00"
    expect(one.number()).to_have_text(euros(one.daily()["leftToday"]))


@check("money is moved to another wallet of mine: less to spend here, more there, and owed by nobody")
def transfer(world):
    one = world.wallet
    page = one.anna.page
    holiday = {"name": "Holiday", "currency": "EUR", "participants": ["Anna"], "me": "Anna", "kind": "wallet"}
    other = one.anna.post("/ledgers", holiday)["id"]
    before = one.daily()["income"]
    page.get_by_role("link", name="Transfers").click()
    page.get_by_role("link", name="Transfer money").click()
    page.get_by_label("Amount in").fill("150")
    page.get_by_label("To which ledger?").select_option(label="Holiday")
    one.anna.inspect("budget-transfer")
    page.get_by_role("button", name="Transfer", exact=True).click()
    expect(page.get_by_role("listitem").filter(has_text="To Holiday")).to_contain_text("-€150.00")
    one.anna.inspect("budget-transfers")
    assert float(before) - float(one.daily()["income"]) == 150
    one.anna.go(f"/ledgers/{other}/budget")
    page.get_by_text("Why this number").click()
    page.locator(".sum summary", has_text="Income this month").click()
    expect(page.locator(".sum")).to_contain_text("€150.00")
    parts = page.get_by_role("navigation", name="Parts of the ledger")
    expect(parts.get_by_role("link", name="Settle")).to_have_count(0)
    one.anna.inspect("budget-alone")
    one.anna.go(f"{one.path}/budget")


def visit(world, phone, look):
    """Every place of the budget, on another phone of Anna's."""
    one = world.wallet
    sign_in(phone)
    phone.go(f"{one.path}/claim")
    phone.page.get_by_role("button", name="Anna").click()
    phone.page.wait_for_url("**/budget")
    schedule = one.anna.api(f"{one.path}/schedules")["items"][0]["id"]
    category = one.anna.api(f"{one.path}/categories")["items"][0]["id"]
    income = one.anna.api(f"{one.path}/incomes")["items"][0]["id"]
    inside = ["", "/categories/new", f"/categories/{category}", "/schedules", f"/schedules/{schedule}"]
    inside += [f"/schedules/{schedule}/0", f"/schedules/{schedule}/edit", "/incomes", f"/incomes/{income}", "/saving"]
    for place in [*inside, "/ratio", "/transfers", "/transfers/new", "/reports"]:
        phone.go(f"{one.path}/budget{place}")
        expect(phone.page.locator(".boot, .skeleton")).to_have_count(0)
        expect(phone.page.locator("h1")).not_to_have_count(0)
        look(place)


@check("every place of the budget is usable in the dark and at 320 px: axe finds nothing, everything can be touched")
def narrow(world):
    def look_over(phone):
        return lambda place: phone.inspect("budget" + re.sub(r"[0-9a-f-]{36}", "id", place).replace("/", "-"))
    for how in [{"scheme": "dark"}, {"width": 320, "height": 568}]:
        world.with_phone(world.wallet.server, lambda world, phone: visit(world, phone, look_over(phone)), **how)


@check("with text at 200 % nothing of the budget scrolls sideways")
def large_text(world):
    def work(world, phone):
        phone.context.add_init_script(
            "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')")
        def look(place):
            phone.settle()
            phone.picture("200-budget" + re.sub(r"[0-9a-f-]{36}", "id", place).replace("/", "-"))
            assert not (found := phone.page.evaluate(SIDEWAYS)), (place, found)
        visit(world, phone, look)
    world.with_phone(world.wallet.server, work)


@check("without the server the budget shows what was last known")
def offline(world):
    one = world.wallet
    page = one.anna.page
    tab(one.anna, "Budget")
    shown = one.number().text_content()
    one.anna.expect("Failed to load resource")
    one.anna.expect("ERR_INTERNET_DISCONNECTED")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.reload()
    expect(one.number()).to_have_text(shown)
    one.anna.context.set_offline(True)
    page.reload()
    expect(one.number()).to_have_text(shown)
    expect(page.locator(".budgets").get_by_role("link", name="Groceries")).to_be_visible()
    one.anna.context.set_offline(False)


@check("a wallet is archived, and deleted for good once its name is typed")
def deleted(world):
    one = world.wallet
    page = one.anna.page
    one.anna.go(f"{one.path}/settings")
    page.get_by_role("button", name="Archive").click()
    page.get_by_text("1 archived ledger").click()
    page.get_by_role("link", name="Home").click()
    tab(one.anna, "People")
    expect(page.get_by_label("Add a person")).to_have_count(0)
    page.get_by_role("link", name="Ledger settings").click()
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_label("Type “Home” to confirm").fill("Rome")
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("This is not its name.")).to_be_visible()
    page.get_by_label("Type “Home” to confirm").fill("Home")
    page.get_by_role("dialog").get_by_role("button", name="Delete for good").click()
    page.wait_for_url("**/ledgers")
    expect(page.get_by_role("link", name="Holiday")).to_be_visible()
    expect(page.get_by_role("link", name="Home")).to_have_count(0)
