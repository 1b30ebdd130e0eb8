"""Who I am on this server: passkeys, the lock, tokens, the password, and leaving for good."""

import re

from playwright.sync_api import expect

from actions import create_ledger, set_up, sign_in
from checks import Checks
from server import Server

check = Checks(story=True)
PASSWORD = "correct horse battery"
BETTER = "an even better battery"

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


@check("a token that may only read is shown once, reads, and writes nothing")
def token(world):
    anna = phone_of_anna(world)
    page = anna.page
    anna.go("/account/tokens")
    page.get_by_label("What is it for?").fill("Script")
    page.get_by_role("radio", name="Only read").check()
    page.get_by_label("Good until").fill("2099-01-01")
    page.get_by_role("button", name="Make the token").click()
    secret = page.locator("output.code").text_content()
    anna.inspect("tokens")
    ask = """async ([secret, method, path]) => (await fetch(`/api/v1${path}`, { method, credentials: "omit",
        headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
        ...(method === "POST" && { body: JSON.stringify({ name: "x", currency: "EUR", participants: ["a"], me: "a" }) }) })).status"""
    assert page.evaluate(ask, [secret, "GET", "/ledgers"]) == 200
    assert page.evaluate(ask, [secret, "POST", "/ledgers"]) == 403
    page.get_by_role("button", name="Withdraw the token Script").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Withdraw the token Script")).to_have_count(0)
    anna.expect("401")
    assert page.evaluate(ask, [secret, "GET", "/ledgers"]) == 401


@check("a new password signs the other devices out, and is good for signing in")
def password(world):
    anna = phone_of_anna(world)
    page = anna.page
    other = world.new_phone(world.own.server)
    sign_in(other)
    anna.go("/account/password")
    page.get_by_label("Present password").fill(PASSWORD)
    page.get_by_label("New password").fill(BETTER)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    other.expect("401")
    other.page.reload()
    other.page.wait_for_url("**/sign-in**")
    sign_in(other, password=BETTER)
    world.close_phone(other)


@check("the last owner can not go; anybody else sees what goes first, types the name, and gets a receipt")
def leaving(world):
    anna = phone_of_anna(world)
    anna.expect("409")
    anna.go("/account/leaving")
    expect(anna.page.get_by_text(re.compile("owner"))).to_be_visible()
    anna.post("/accounts", {"name": "Carla", "password": PASSWORD})
    carla = world.new_phone(world.own.server)
    page = carla.page
    sign_in(carla, "Carla")
    create_ledger(carla, "Alone", ["Dmitri"])
    carla.go("/account/leaving")
    gone = page.locator(".card", has=page.get_by_role("heading", name="Delete my account"))
    expect(gone.get_by_text("“Alone”: you are the only one here")).to_be_visible()
    carla.inspect("leaving")
    gone.get_by_role("button", name="Delete my account").click()
    carla.expect("422")
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    expect(gone.locator(".problem:not([hidden]):not(:empty)").first).to_be_visible()
    gone.get_by_label("Type your account's name to confirm").fill("Carla")
    gone.get_by_role("button", name="Delete my account").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("heading", name="Your account is deleted").first).to_be_visible()
    carla.expect("401")
    carla.go("/sign-in")
    page.get_by_label("Name", exact=True).fill("Carla")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".problem:not([hidden]):not(:empty)").first).to_be_visible()
    world.close_phone(carla)
