"""The main job in Chromium at phone size: from the first start to "All settled!", and in another home with the join code."""

import re

from playwright.sync_api import expect

from actions import add_expense, close, connect_directory, create_ledger, enter, ledger_path, set_up, tab
from checks import Checks

check = Checks(story=True)


def keeps_what_was_typed(phone):
    """To sign in, and back: only the password is asked for again."""
    page = phone.page
    phone.go("/set-up#of-the-address")
    typed = [("Name", "An"), ("Name of this device", "Anna's phone")]
    for label, text in [*typed, ("New password", "correct horse battery")]:
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("link", name="Sign in").click()
    page.wait_for_url("**/sign-in")
    expect(page.get_by_label("Name", exact=True)).to_have_value("An")
    page.get_by_role("link", name="Set up this server").click()
    for label, text in [("Set-up code", "of-the-address"), *typed, ("New password", "")]:
        expect(page.get_by_label(label, exact=True)).to_have_value(text)
    page.reload()


@check("the first start leads to set-up, whose form keeps what was typed; the printed address fills in the code")
def first_start(world):
    phone = world.phone
    phone.go("/")
    phone.page.wait_for_url("**/set-up")
    keeps_what_was_typed(phone)
    set_up(phone, world.server.code)
    expect(phone.page.get_by_role("heading", name="No ledger yet")).to_be_visible()


@check("a ledger with four people is made in one form")
def ledger(world):
    create_ledger(world.phone, "Our flat", ["Ben", "Carla", "Dmitri"])
    expect(world.phone.page.get_by_role("heading", name="No expenses yet")).to_be_visible()


@check("the expense form names all that is missing, before and after Save, and puts it at the fields")
def missing(world):
    page = world.phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    expect(page.get_by_label("Amount in")).to_be_focused()
    expect(page.get_by_text("Still missing: the amount and a title")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Amount in")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("Say what it was for.")).to_be_visible()
    page.get_by_label("Amount in").fill("1.005")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("That has more decimal places than the currency.")).to_be_visible()
    close(world.phone)


@check("the form shows what each bears and who bears the odd cent, and keeps what was typed when it is closed")
def odd_cent(world):
    page = world.phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill("10,00")
    page.get_by_role("group", name="Who takes part?").get_by_role("checkbox", name="Dmitri").uncheck()
    expect(page.get_by_text("€3.33 each; Anna (you) €3.34")).to_be_visible()
    page.get_by_role("group", name="Who takes part?").get_by_role("checkbox", name="Dmitri").check()
    close(world.phone)
    page.get_by_role("link", name="Add an expense").first.click()
    expect(page.get_by_label("Amount in")).to_have_value("10,00")
    page.get_by_label("Amount in").fill("")
    close(world.phone)


@check("expenses are entered, with payer, day, label and note, by comma or point")
def expenses(world):
    phone = world.phone
    add_expense(phone, "84.35", "Groceries", label="Food", note="At the market.\nWith the good bread.")
    add_expense(phone, "1250", "Rent for November", "Ben", day="2026-11-01")
    add_expense(phone, "32,10", "Pizza night", "Carla", without=["Dmitri"], day="2026-11-20")
    add_expense(phone, "0.05", "A very long title that will certainly need more than a single line on a phone", "Dmitri")
    world.path = ledger_path(phone)
    titles = phone.page.locator(".row.expense .row-title").all_text_contents()
    assert len(titles) == 4 and titles[-1] == "Rent for November", titles


@check("the sums, balances and the plan on the screen are the server's")
def same_numbers(world):
    phone = world.phone
    summary, balances = phone.api(f"{world.path}/summary"), phone.api(f"{world.path}/balances")
    plan = phone.api(f"{world.path}/settle-up")
    expect(phone.page.locator(".summary .hero")).to_have_text("€" + f"{float(summary['total']):,.2f}")
    tab(phone, "Settle")
    expect(phone.page.get_by_role("heading", name=f"Settle up in {plan['count']} payments")).to_be_visible()
    shown = phone.page.locator(".payment .amount").all_text_contents()
    assert sorted(shown) == sorted("€" + payment["amount"] for payment in plan["payments"]), (shown, plan)
    phone.page.get_by_role("checkbox", name="Round to whole amounts").check()
    whole = phone.api(f"{world.path}/settle-up?wholeUnits=true")["payments"]
    shown = phone.page.locator(".payment .amount").all_text_contents()
    assert sorted(shown) == sorted("€" + payment["amount"] for payment in whole), (shown, whole)
    assert all(amount.endswith(".00") for amount in shown), shown
    phone.inspect("settle-whole")
    phone.page.get_by_role("checkbox", name="Round to whole amounts").uncheck()
    mine = phone.page.locator(".mine .row .amount").all_text_contents()
    assert sorted(mine) == sorted("€" + one["amount"] for one in balances["mine"]), (mine, balances["mine"])
    tab(phone, "Expenses")


@check("an edit shows at once, with who changed what")
def edit(world):
    page = world.phone.page
    page.get_by_role("link", name="Groceries").click()
    expect(page.get_by_text("With the good bread.")).to_be_visible()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Amount in").fill("94.35")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog").locator(".hero")).to_have_text("€94.35")
    page.get_by_text("Who changed what").click()
    expect(page.get_by_text("Amount: €84.35 → €94.35")).to_be_visible()
    close(world.phone)


@check("a swipe deletes and Undo brings it back, history and all")
def swipe(world):
    page = world.phone.page
    row = page.get_by_role("link", name="Pizza night")
    row.scroll_into_view_if_needed()
    world.phone.settle()
    box = row.bounding_box()
    y = box["y"] + box["height"] / 2
    touch = world.phone.context.new_cdp_session(page)
    steps = [("touchStart", 300)] + [("touchMove", x) for x in range(290, 90, -20)]
    for kind, x in steps:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(row).to_have_count(0)
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(row).to_be_visible()


@check("the list is filtered by person, label and words, and the filter stands in the address")
def filters(world):
    page = world.phone.page
    page.get_by_role("link", name="Search and filter").click()
    page.get_by_role("checkbox", name="Food").check()
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".row.expense")).to_have_count(1)
    assert "label=" in page.url
    expect(page.locator(".summary .hero")).to_have_text("€94.35")
    page.reload()
    expect(page.locator(".row.expense")).to_have_count(1)
    page.get_by_role("link", name="Remove the condition Food").click()
    expect(page.locator(".row.expense")).to_have_count(4)


@check("the plan is proved in words, each payment is recorded in two taps, and then all is settled")
def settle(world):
    page = world.phone.page
    tab(world.phone, "Settle")
    page.get_by_role("link", name=re.compile("^Record that")).first.wait_for()
    count = page.get_by_role("link", name=re.compile("^Record that")).count()
    page.get_by_text(re.compile("Why .* the fewest")).click()
    expect(page.get_by_text(re.compile("one less than people|fall apart into"))).to_be_visible()
    for left in range(count, 0, -1):
        page.get_by_role("link", name=re.compile("^Record that")).first.click()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("link", name=re.compile("^Record that"))).to_have_count(left - 1)
    expect(page.get_by_role("heading", name="All settled!")).to_be_visible()
    assert world.phone.api(f"{world.path}/settle-up")["count"] == 0


@check("a recorded payment can be deleted, and Undo brings it back")
def undo_payment(world):
    page = world.phone.page
    page.locator(".payments .row").first.click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name=re.compile("Settle up in"))).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="All settled!")).to_be_visible()


@check("people are added by Enter and renamed")
def people(world):
    page = world.phone.page
    tab(world.phone, "People")
    page.get_by_label("Add a person").fill("Eşref")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Eşref")).to_be_visible()
    expect(page.get_by_label("Add a person")).to_be_focused()
    page.get_by_role("link", name="Eşref").click()
    page.get_by_label("Name").fill("Eşref Bey")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("link", name="Eşref Bey")).to_be_visible()


@check("what somebody else enters leaves a half-typed name, its focus and its caret alone")
def undisturbed(world):
    page = world.phone.page
    field = page.get_by_label("Add a person")
    field.press_sequentially("Gl")
    field.press("ArrowLeft")
    world.phone.post(f"{world.path}/participants", {"name": "Hakan"})
    expect(page.get_by_role("link", name="Hakan")).to_be_visible()
    expect(field).to_be_focused()
    page.keyboard.type("ü")
    expect(field).to_have_value("Gül")
    field.fill("")


@check("labels are made, renamed and deleted; a name that is taken is refused at the field")
def labels(world):
    page = world.phone.page
    page.get_by_role("link", name="Labels").click()
    page.get_by_label("New label").fill("food")
    world.phone.expect("422", "/labels")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".field .problem")).to_be_visible()
    page.get_by_label("New label").fill("Trip")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="More for Trip").click()
    expect(page.get_by_role("menuitem", name="Rename Trip")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_label("Name").fill("Holiday")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="More for Holiday").click()
    page.get_by_role("menuitem", name="Delete Holiday").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Holiday")).to_have_count(0)
    page.get_by_role("link", name="Back", exact=True).click()


@check("a folder is attached and synced by hand")
def folder(world):
    page = world.phone.page
    page.get_by_role("link", name="On this server only").click()
    page.get_by_role("link", name="Attach a folder").click()
    connect_directory(world.phone, "shared")
    page.get_by_label("Path inside it").fill("flat")
    page.get_by_role("button", name="Attach a folder").click()
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="In sync")).to_be_visible()
    close(world.phone)


@check("the join code is shown after a warning, as text, QR code and invitation, and its prompt goes when acknowledged")
def join_code(world):
    page = world.phone.page
    tab(world.phone, "Expenses")
    page.get_by_text("Keep the recovery code safe").click()
    page.get_by_role("button", name="Show the join code").click()
    world.join_code = page.locator("output.code").text_content()
    assert re.fullmatch(r"SC1\.[\w-]{43}\.[0-9a-f]{4}", world.join_code), world.join_code
    expect(page.get_by_role("img", name="The join code as a QR code")).to_have_js_property("complete", True)
    assert page.evaluate("document.querySelector('.qr').naturalWidth > 0")
    page.get_by_role("button", name="It is in a safe place").click()
    page.get_by_role("link", name="Back", exact=True).click()
    tab(world.phone, "Expenses")
    expect(page.locator(".summary")).to_be_visible()
    expect(page.get_by_text("Keep the recovery code safe")).to_have_count(0)


@check("the CSV of one person is downloaded under its own name")
def export(world):
    page = world.phone.page
    tab(world.phone, "People")
    page.get_by_role("link", name="Export").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    assert re.fullmatch(r"splitclone_our-flat_anna_cash_\d{8}-\d{6}\.csv", download.value.suggested_filename)
    page.get_by_role("link", name="Back", exact=True).click()


@check("another home joins with the code, says who it is, and sees the same books")
def other_home(world):
    other = world.other_phone
    page = other.page
    set_up(other, world.other_server.code, name="Ben")
    page.get_by_role("link", name="Join with a code").click()
    page.get_by_label("Join code or invitation").fill("SC1.mistyped")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("No join code is in this text.")).to_be_visible()
    page.get_by_label("Join code or invitation").fill(f"Hello Ben,\nthe code is {world.join_code}\n")
    connect_directory(other, "shared")
    expect(page.get_by_label("Join code or invitation")).to_have_value(re.compile(world.join_code))
    page.get_by_label("Path or share link").fill("flat")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/claim")
    page.get_by_role("button", name="Ben").click()
    page.wait_for_url("**/expenses")
    expect(page.get_by_role("link", name="Groceries")).to_be_visible()
    add_expense(other, "7.77", "From the other home")
    page.get_by_role("link", name=re.compile("In sync|Syncing")).click()
    page.get_by_role("button", name="Sync now").click()
    # The push that every write asks for may have been quicker; the next check sees what went out.
    expect(page.get_by_text(re.compile("^(Done:|Nothing was new)"))).to_be_visible()
    close(other)


@check("what the other home entered arrives by itself")
def arrives(world):
    page = world.phone.page
    tab(world.phone, "Expenses")
    page.get_by_role("link", name=re.compile("In sync|Syncing")).click()
    page.get_by_role("button", name="Sync now").click()
    close(world.phone)
    expect(page.get_by_role("link", name="From the other home")).to_be_visible()


@check("what another device of this server enters appears without a touch")
def live(world):
    second = world.new_phone(world.server)
    enter(second, world.path)
    add_expense(second, "1.11", "From the other phone")
    expect(world.phone.page.get_by_role("link", name="From the other phone")).to_be_visible()
    world.close_phone(second)


@check("a device is signed out from another one, and a wrong password is told in words")
def devices(world):
    page = world.phone.page
    page.get_by_role("link", name="Your account").click()
    page.get_by_role("button", name=re.compile("Sign out .+")).first.click()
    page.get_by_role("button", name="Sign it out").click()
    expect(page.get_by_role("button", name=re.compile("Sign out .+"))).to_have_count(0)
    stranger = world.new_phone(world.server)
    stranger.expect("401")
    stranger.go("/")
    stranger.page.wait_for_url("**/sign-in**")
    stranger.page.get_by_label("Name", exact=True).fill("Anna")
    stranger.page.get_by_label("Password").fill("wrong")
    stranger.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(stranger.page.locator(".form-problem")).to_contain_text("password")
    world.close_phone(stranger)
    page.get_by_role("link", name="Back", exact=True).click()
