"""Pictures of every screen, light and dark, as a phone and as a desk see it, of ledgers as people have them.

`pictures DIRECTORY [PATTERN…]` puts them there as WebP files; with patterns, only the screens whose names match one of them."""

import base64
import os
import re
import sys

from playwright.sync_api import expect, sync_playwright

from demonstration import PASSWORD, Household
from main import CHROMIUM
from phone import STILL
from server import Server

SIZES = {"phone": (390, 844, 2), "desk": (1280, 800, 1)}
if os.environ.get("NARROW"):
    SIZES = {"narrow": (320, 568, 2)}


def places(home):
    """Every address and a name for it. Ids come from the API."""
    trip, wallet = home.trip, home.wallet
    expenses = {one["title"]: one["id"] for one in home.ask("GET", f"{trip}/expenses")["items"]}
    people = [one["id"] for one in home.ask("GET", f"{trip}/participants")["items"]]
    settlement = home.ask("GET", f"{trip}/settlements")["items"][0]["id"]
    first = {kind: home.ask("GET", f"{wallet}/{kind}")["items"][0]["id"] for kind in ["schedules", "categories", "incomes"]}
    expected = next(one["id"] for one in home.ask("GET", f"{wallet}/expenses")["items"] if one["expected"])
    tasting = f"expenses/{expenses['Whisky tasting']}"
    of_trip = ["expenses", "expenses/filter", "expenses?participant=" + people[1], "expenses/new", tasting, f"{tasting}/edit", "settle"]
    of_trip += ["settle/new", f"settle/settlements/{settlement}", f"settle/{people[0]}/{people[1]}", "people", f"people/{people[1]}"]
    of_trip += [f"people/{people[1]}/friend", f"people/{people[1]}/merge", "activity", "invites", "labels", "sharing", "import", "export"]
    of_trip += ["settings", "sync", "folder", "upgrade", "claim"]
    of_wallet = ["budget", f"budget/categories/{first['categories']}", "budget/categories/new", "budget/schedules"]
    of_wallet += [f"budget/schedules/{first['schedules']}{rest}" for rest in ["", "/edit", "/1", "/1/edit"]]
    of_wallet += ["budget/incomes", "budget/incomes/new", f"budget/incomes/{first['incomes']}", "budget/saving", "budget/ratio"]
    of_wallet += ["budget/transfers", "budget/transfers/new", "budget/reports", f"budget/reconcile/{expected}", "expenses"]
    own = ["/ledgers", "/ledgers/new", "/ledgers/join", "/friends", "/friends/expense", "/folders", "/folders/new"]
    own += [f"/folders/new/{kind}" for kind in ["directory", "webdav", "onedrive"]]
    own += ["/import", "/backup", "/backup/restore", "/server"]
    own += [f"/account{part}" for part in ["", "/password", "/passkeys", "/lock", "/tokens", "/accounts", "/leaving"]]
    names = [("trip", f"{trip}/{one}") for one in of_trip] + [("wallet", f"{wallet}/{one}") for one in of_wallet]
    names += [("empty", f"{home.empty}/{one}") for one in ["expenses", "settle", "budget", "people", "labels", "activity"]]
    return [(name_of(kind, path), path) for kind, path in [("own", one) for one in own] + names]


def name_of(kind, path):
    inside = re.sub(r"^/ledgers/[0-9a-f-]{36}", "", path)
    words = re.sub(r"[0-9a-f-]{36}", "one", inside).strip("/")
    return f"{kind}-" + re.sub(r"[^a-z0-9]+", "-", words)


def take(page, directory, name):
    """WebP, as the browser itself writes it."""
    page.evaluate(STILL)
    # A picture shows the app; what says that its people are made up is taken away.
    page.evaluate("document.querySelector('.demonstration')?.remove()")
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": 82})
    session.detach()
    with open(os.path.join(directory, name + ".webp"), "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def window(browser, server, size, scheme):
    width, height, scale = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=scheme,
                                  has_touch=size != "desk", is_mobile=size != "desk", locale="en-GB", timezone_id="Europe/Berlin",
                                  base_url=server.url)
    return context.new_page()


def sign_in(page):
    page.goto("/sign-in")
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(re.compile("/ledgers"))


def claim(page, home):
    for path in [home.trip, home.wallet, home.empty]:
        anna = next(one["id"] for one in home.ask("GET", f"{path}/participants")["items"] if one["name"] == "Anna")
        page.evaluate("(path) => fetch(path, { method: 'POST' })", f"/api/v1{path}/participants/{anna}/claim")


def visit(page, home, directory, mark, wanted):
    for name, path in places(home):
        if wanted and not any(re.search(pattern, name) for pattern in wanted):
            continue
        page.goto(path)
        expect(page.locator(".boot, .skeleton")).to_have_count(0, timeout=20_000)
        expect(page).not_to_have_title("SplitClone", timeout=20_000)
        take(page, directory, f"{name}-{mark}")


def main(directory, *wanted):
    os.makedirs(directory, exist_ok=True)
    with sync_playwright() as playwright:
        server = Server(command="demo")
        try:
            home = Household(server)
            browser = playwright.chromium.launch(**CHROMIUM)
            for size in SIZES:
                for scheme in ["light", "dark"]:
                    page = window(browser, server, size, scheme)
                    for word in ["set-up", "sign-in"]:
                        page.goto(f"/{word}")
                        expect(page.locator("h1")).to_be_visible()
                        take(page, directory, f"own-{word}-{size}-{scheme}")
                    sign_in(page)
                    claim(page, home)
                    visit(page, home, directory, f"{size}-{scheme}", wanted)
                    page.context.close()
        finally:
            server.remove()


if __name__ == "__main__":
    main(*sys.argv[1:])
