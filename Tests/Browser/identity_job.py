"""Who I am on this server: passkeys, and the lock of the app."""

from playwright.sync_api import expect

from actions import set_up
from checks import Checks
from server import Server

check = Checks(story=True)
PASSWORD = "correct horse battery"

AWAY = """() => {
    for (const hidden of [true, false]) {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }
}"""


class Home:
    """A server at `localhost`, where browsers have passkeys, and Anna's phone with a fingerprint reader."""

    def __init__(self, world):
        self.server = Server(host="localhost")
        world.closing.append(self.server.remove)
        self.anna = self.phone_with_reader(world)
        set_up(self.anna, self.server.code)

    def phone_with_reader(self, world):
        phone = world.new_phone(self.server)
        session = phone.context.new_cdp_session(phone.page)
        session.send("WebAuthn.enable")
        session.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True}})
        return phone


def phone_of_anna(world):
    if not hasattr(world, "own"):
        world.own = Home(world)
    return world.own.anna


@check("a passkey is made after the password was given, and a wrong password makes none")
def passkey(world):
    anna = phone_of_anna(world)
    page = anna.page
    anna.go("/account/passkeys")
    page.get_by_label("Password", exact=True).fill("wrong")
    anna.expect("401")
    anna.expect("403")
    anna.expect("422")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.locator(".problem:not([hidden]):not(:empty)").first).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Your passkeys")).to_be_visible()
    anna.inspect("passkeys")


@check("the locked app shows nothing after it was away, also when it starts anew, until the passkey opens it")
def lock(world):
    anna = phone_of_anna(world)
    page = anna.page
    anna.go("/account/lock")
    page.get_by_role("radio", name="At once").check()
    page.wait_for_function("JSON.parse(localStorage.splitclone ?? '{}').lock === '0'")
    page.evaluate(AWAY)
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    expect(page.get_by_role("heading", name="App lock")).to_have_count(0)
    anna.inspect("locked")
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Locked")).to_be_visible()
    assert page.locator("main h1").count() == 0
    page.get_by_role("button", name="Unlock").click()
    page.get_by_role("radio", name="Never").check()
    page.evaluate(AWAY)
    expect(page.get_by_role("heading", name="App lock")).to_be_visible()


@check("signing out and in again takes one touch")
def sign_in_with_passkey(world):
    anna = phone_of_anna(world)
    page = anna.page
    anna.go("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/ledgers")
