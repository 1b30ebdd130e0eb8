"""Friends: an address book of one's own, requests to link accounts, merging, and expenses without a group."""

import re

from playwright.sync_api import expect

from actions import create_ledger, ledger_path, set_up, sign_in
from checks import Checks
from server import Server

check = Checks(story=True)
PASSWORD = "correct horse battery"


class Home:
    """A server of two accounts; Anna has a ledger with a Ben in it, who is nobody's account yet."""

    def __init__(self, world):
        self.server = Server()
        world.closing.append(self.server.remove)
        self.anna = world.new_phone(self.server)
        set_up(self.anna, self.server.code)
        self.anna.post("/accounts", {"name": "Benjamin", "password": PASSWORD})
        create_ledger(self.anna, "Flat", ["Ben"])
        self.path = ledger_path(self.anna)
        self.anna.post(f"{self.path}/expenses", {"title": "Rent", "amount": "30.00"})


@check("friends are added by a name of one's own, and a person of a ledger becomes one of them")
def add(world):
    world.home = Home(world)
    anna = world.home.anna
    page = anna.page
    anna.go("/account")
    page.get_by_role("link", name="Friends").click()
    for name in ["Benny", "Benni"]:
        page.get_by_label("How you call them").fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name=name)).to_be_visible()
    anna.go(f"{world.home.path}/people")
    page.get_by_role("link", name="Ben", exact=False).first.click()
    page.get_by_role("link", name="In my friends").click()
    page.get_by_role("radio", name="Benny").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved in your friends.")).to_be_visible()
    anna.go(f"{world.home.path}/people")
    page.get_by_role("link", name=re.compile("^Friends")).click()
    expect(page.get_by_role("link", name="Benny")).to_contain_text("owes you €15.00")
    expect(page.get_by_role("link", name="Benni")).to_contain_text("Nothing open")
    anna.inspect("friends")


@check("a request to link accounts is answered by the other side, and a name nobody has answers alike")
def link(world):
    anna = world.home.anna
    page = anna.page
    page.get_by_role("link", name="Benny").click()
    for name in ["Nobody", "Benjamin"]:
        page.get_by_label("Name of their account").fill(name)
        page.get_by_role("button", name="Ask to link accounts").click()
        expect(page.get_by_text("If there is such an account, it has been asked.")).to_be_visible()
        anna.go("/friends")
        if name == "Nobody":
            page.get_by_role("button", name="Withdraw the request to Nobody").click()
            expect(page.get_by_text("Requests you sent")).to_have_count(0)
        page.get_by_role("link", name="Benny").click()
    ben = world.new_phone(world.home.server)
    sign_in(ben, "Benjamin")
    ben.go("/friends")
    expect(ben.page.get_by_role("heading", name="Anna would like to link with you")).to_be_visible()
    ben.inspect("friends-request")
    ben.page.get_by_role("button", name="Accept").click()
    expect(ben.page.get_by_role("link", name="Anna")).to_be_visible()
    world.close_phone(ben)
    anna.go("/friends")
    page.get_by_role("link", name="Benny").click()
    expect(page.get_by_text("Linked with the account Benjamin")).to_be_visible()
    anna.inspect("friends-one")


@check("two friends who are one are merged after a look at what moves, and taken apart again")
def merge(world):
    anna = world.home.anna
    page = anna.page
    anna.go("/friends")
    page.get_by_role("link", name="Benni").click()
    page.get_by_role("link", name="Is the same person as").click()
    page.get_by_role("radio", name="Benny").check()
    expect(page.get_by_text("Together: owes you €15.00")).to_be_visible()
    anna.inspect("friends-merge")
    page.get_by_role("button", name="They are one person").click()
    expect(page.get_by_role("heading", name="Benny", level=1)).to_be_visible()
    page.get_by_role("button", name="Take apart").click()
    expect(page.get_by_role("button", name="Take apart")).to_have_count(0)
    anna.go("/friends")
    expect(page.get_by_role("link", name=re.compile("Benn[yi]"))).to_have_count(2)


@check("an expense with a friend and no group goes into the ledger of just the two, which is made for it; saved again after its "
       "answer was lost it is one expense")
def direct(world):
    anna = world.home.anna
    page = anna.page
    page.get_by_role("link", name="Expense with friends").click()
    expect(page.get_by_text("Still missing: with whom, the amount and a title")).to_be_visible()
    page.get_by_role("checkbox", name="Benny").check()
    page.get_by_label("Amount").fill("8")
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_label("What was it for?").fill("Cinema")
    page.get_by_role("radio", name="Benny").check()
    anna.inspect("friends-expense")
    anna.expect("ERR_FAILED")
    page.route("**/friends/*/expenses", lambda route: (route.fetch(), route.abort("failed")), times=1)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".form-problem")).not_to_be_empty()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Cinema")).to_contain_text("your share €4.00")
    anna.go("/friends")
    expect(page.get_by_role("link", name="Benny")).to_contain_text("owes you €11.00")


@check("a friend is removed from the address book, and the ledger keeps what is open")
def remove(world):
    anna = world.home.anna
    page = anna.page
    page.get_by_role("link", name="Benni").click()
    page.get_by_role("button", name="Remove from my friends").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove from my friends").click()
    page.wait_for_url("**/friends")
    expect(page.get_by_role("link", name="Benni")).to_have_count(0)
    positions = anna.api(f"{world.home.path}/balances")["positions"]
    assert sorted(one["amount"] for one in positions) == ["-15.00", "15.00"], positions
