"""An invite from one member to another: the link, the account made with it, and the same books on both phones."""

from playwright.sync_api import expect

from actions import add_expense, create_ledger, ledger_path, set_up
from checks import Checks
from server import Server

check = Checks(story=True)
PASSWORD = "correct horse battery"


class Flat:
    """A ledger of Anna's on a server of its own, with an expense of hers; Ben's phone comes later."""

    def __init__(self, world):
        self.server = Server()
        world.closing.append(self.server.remove)
        self.anna = world.new_phone(self.server)
        set_up(self.anna, self.server.code)
        create_ledger(self.anna, "Flat", ["Ben"])
        self.path = ledger_path(self.anna)
        add_expense(self.anna, "30", "Rent")


@check("Anna invites Ben; he opens the link, makes an account, and is Ben in the ledger")
def invite(world):
    world.flat = Flat(world)
    anna = world.flat.anna
    page = anna.page
    anna.go(f"{world.flat.path}/people")
    page.get_by_role("link", name="Ben").first.click()
    page.get_by_role("link", name="Invite to this server").click()
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("heading", name="The invite is ready")).to_be_focused()
    link = world.flat.link = page.locator("output.code").text_content()
    anna.inspect("people-invites")
    ben = world.flat.ben = world.new_phone(world.flat.server)
    ben.page.goto(link)
    expect(ben.page.get_by_text("Anna invites you to “Flat”.")).to_be_visible()
    assert "#" not in ben.page.url, ben.page.url
    ben.page.get_by_label("Name", exact=True).fill("Benjamin")
    ben.page.get_by_role("link", name="Sign in").click()
    ben.page.wait_for_url("**/sign-in**")
    expect(ben.page.get_by_label("Name", exact=True)).to_have_value("Benjamin")
    ben.page.go_back()
    expect(ben.page.get_by_label("Name", exact=True)).to_have_value("Benjamin")
    ben.page.get_by_label("New password").fill(PASSWORD)
    ben.inspect("people-invited")
    ben.page.get_by_role("button", name="Create account and join").click()
    ben.page.wait_for_url("**/expenses")
    expect(ben.page.get_by_role("link", name="Rent")).to_contain_text("your share €15.00")
    add_expense(ben, "9", "Ice cream")
    expect(ben.page.get_by_role("link", name="Ice cream")).to_contain_text("You paid")
    anna.go(f"{world.flat.path}/expenses")
    expect(page.get_by_role("link", name="Ice cream")).to_contain_text("Ben paid")


@check("the link is good once, and says so to the next one")
def used(world):
    assert world.flat.anna.api(f"{world.flat.path}/invites")["items"] == []
    stranger = world.new_phone(world.flat.server)
    stranger.expect("404")
    stranger.expect("409")
    for link in [world.flat.link, f"{stranger.url}/invite#{'x' * 43}"]:
        stranger.page.goto("about:blank")
        stranger.page.goto(link)
        expect(stranger.page.get_by_role("heading", name="This invite can not be used")).to_be_visible()
    world.close_phone(stranger)
