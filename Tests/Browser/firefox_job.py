"""Firefox: the main way through the app, at phone width, with axe at every stop, and without the server.

It is driven over WebDriver BiDi, which knows no network that is off for service workers: the server itself is stopped."""

import re

from playwright.sync_api import expect

from checks import Checks
from everybody_job import AXE, RUN, STILL
from household import PASSWORD, household
from phone import PATIENCE, SIDEWAYS
from proxy import Proxy
from tamper_job import REFUSED, altered

check = Checks(story=True)
FIREFOX = {"channel": "moz-firefox", "executable_path": "/usr/bin/firefox-esr"}


class Fox:
    """A window of Firefox in the household."""

    def __init__(self, world):
        self.home = household(world)
        browser = world.playwright.firefox.launch(**FIREFOX)
        world.closing.append(browser.close)
        self.context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Berlin")
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)

    def go(self, address):
        self.page.goto(self.home.server.url + address)

    def sound(self, name):
        """Nothing that axe knows is wrong here, and nothing scrolls sideways."""
        self.page.evaluate(STILL)
        self.page.evaluate(AXE)
        found = self.page.evaluate(RUN, None) + self.page.evaluate(SIDEWAYS)
        assert not found, (name, found)


@check("Firefox: signing in, and who one is")
def sign_in(world):
    world.fox = fox = Fox(world)
    page = fox.page
    fox.go("/sign-in")
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_label("Password").fill(PASSWORD)
    fox.sound("sign-in")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/ledgers")
    expect(page.get_by_role("link", name="Flat")).to_be_visible()
    fox.sound("ledgers")
    fox.go(f"/ledgers/{fox.home.full}/claim")
    page.get_by_role("button", name="Anna").click()
    page.wait_for_url("**/expenses")


@check("Firefox: an expense is entered, with comma, payer and live shares")
def enter(world):
    page = world.fox.page
    expect(page.get_by_role("link", name="Groceries for the week")).to_be_visible()
    world.fox.sound("expenses")
    page.get_by_role("link", name="Add an expense").first.click()
    expect(page.get_by_label("Amount in")).to_be_focused()
    page.get_by_label("Amount in").fill("23,46")
    page.get_by_label("What was it for?").fill("From the fox")
    page.get_by_role("group", name="Who paid?").get_by_role("radio", name="Ben").check()
    world.fox.sound("form")
    page.get_by_role("button", name="Save", exact=True).click()
    row = page.get_by_role("link", name="From the fox")
    expect(row).to_contain_text("Ben paid")
    expect(row).to_contain_text("€23.46")


@check("Firefox: settling, the budget, people and the account; axe finds nothing at any of them")
def look_around(world):
    fox = world.fox
    page = fox.page
    for tab, words in [("Settle", re.compile("Settle up in")), ("People", re.compile("This ledger"))]:
        page.get_by_role("navigation").get_by_role("link", name=tab).click()
        expect(page.get_by_text(words).first).to_be_visible()
        fox.sound(tab)
    for address in [f"/ledgers/{fox.home.full}/activity", f"/ledgers/{fox.home.wallet}/budget", "/account"]:
        fox.go(address)
        expect(page.locator("main h1")).to_be_attached()
        fox.sound(address)


@check("Firefox: nothing runs that was changed on its way: not at the start, not a screen that comes late, no module at all")
def tampered(world):
    said = {r"^/core/money\.js$": "SplitClone could not start here.",
            r"^/screens/sign-in\.js$": "Your server has another version of this app than this page."}
    for pattern, words in said.items():
        def nothing_but_words(page):
            expect(page.get_by_text(words)).to_be_visible(timeout=12_000)
            expect(page.locator("input, .tab, .card")).to_have_count(0)
        through(world, pattern, nothing_but_words)
    def none_runs(page):
        outcome = page.evaluate(REFUSED)
        assert outcome["all"] > 150 and outcome["run"] == [], outcome
    through(world, r"\.js$", none_runs)


def through(world, pattern, look):
    """Somebody new at the door, past something that adds to the files that the pattern names."""
    with Proxy(world.fox.home.server, altered(pattern)) as proxy:
        context = world.fox.context.browser.new_context(locale="en-GB", service_workers="block")
        try:
            page = context.new_page()
            page.goto(proxy.url + "/sign-in")
            look(page)
        finally:
            context.close()


@check("Firefox: after one visit it starts without the server and shows what was last known")
def offline(world):
    fox = world.fox
    page = fox.page
    fox.go(f"/ledgers/{fox.home.full}/expenses")
    row = page.get_by_role("link", name="From the fox")
    expect(row).to_be_visible()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.reload()
    expect(row).to_be_visible()
    fox.home.server.stop()
    page.reload()
    expect(row).to_be_visible()
    expect(page.get_by_role("link", name="Server out of reach")).to_be_visible()
    fox.home.server.start()
    page.reload()
    expect(page.get_by_role("link", name="Server out of reach")).to_have_count(0)
    fox.context.close()
