"""Two homes that share a ledger through OneDrive: the sign-ins, the invitation, and signing in again. Ends with WebDAV."""

import os
import re
import sys

from playwright.sync_api import expect

from actions import add_expense, create_ledger, enter, ledger_path, set_up
from checks import Checks
from server import Server

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "API"))
from services import OneDrive, WebDAV  # noqa: E402

check = Checks(story=True)
SLOW = 25_000


class Homes:
    """A browser at `localhost`, where sign-ins come back to."""

    def __init__(self, world):
        self.drive = OneDrive()
        self.drive.command("switch", name="deviceInterval", value=1)
        self.servers = [Server(environment=self.drive.environment, host="localhost") for _ in range(2)]
        world.closing += [server.remove for server in self.servers] + [self.drive.close]
        self.a, self.b = [world.new_phone(server) for server in self.servers]


def sync(phone, expected="In sync"):
    page = phone.page
    page.goto(phone.url + phone.ledger + "/sync")
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_role("button", name="Sync now")).not_to_have_attribute("aria-busy", "true", timeout=SLOW)
    expect(page.get_by_role("dialog").get_by_role("heading", name=expected)).to_be_visible(timeout=SLOW)


@check("before OneDrive is signed in to, it is said what that allows; the code is shown large, and can be copied")
def scope(world):
    world.homes = Homes(world)
    phone, page = world.homes.a, world.homes.a.page
    set_up(phone, world.homes.servers[0].code)
    phone.go("/account")
    page.get_by_role("link", name="Folder connections").click()
    expect(page.get_by_role("heading", name="No folder is connected")).to_be_visible()
    phone.inspect("sync-no-connection")
    page.get_by_role("link", name="Connect a folder").click()
    phone.inspect("sync-kinds")
    page.get_by_role("link", name="OneDrive").click()
    expect(page.get_by_text("SplitClone touches one folder only")).to_be_visible()
    phone.inspect("sync-scope")
    page.get_by_role("button", name="Go on to the sign-in").click()
    expect(page.get_by_text("Sign-in needed")).to_be_visible()
    phone.inspect("sync-needs-sign-in")
    page.get_by_role("button", name="Get a code").click()
    world.code = page.locator(".sign-in-code").text_content()
    expect(page.get_by_role("status").get_by_text("Waiting for you to sign in")).to_be_visible()
    expect(page.get_by_role("link", name="Open page")).to_have_attribute("href", re.compile("^http"))
    page.get_by_role("button", name="Copy code").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    phone.inspect("sync-device-code")


@check("once the code was entered elsewhere, the screen says by itself that the folder is connected; beginning one way ends the other")
def device_code(world):
    world.homes.drive.command("approve", code=world.code, user="owner")
    expect(world.homes.a.page.get_by_text("Connected", exact=True)).to_be_visible(timeout=SLOW)
    world.homes.a.inspect("sync-connected")
    page = world.homes.a.page
    page.get_by_text("Sign in again").click()
    page.get_by_role("button", name="Get a code").click()
    expect(page.locator(".sign-in-code")).to_be_visible()
    page.get_by_role("button", name="Sign in with this browser").click()
    expect(page.get_by_label("Address where you ended")).to_be_visible()
    expect(page.locator(".sign-in-code")).to_have_count(0)
    page.get_by_role("button", name="Get a code").click()
    code = page.locator(".sign-in-code").text_content()
    expect(page.get_by_label("Address where you ended")).to_have_count(0)
    world.homes.drive.command("approve", code=code, user="owner")
    expect(page.locator(".sign-in-code")).to_have_count(0, timeout=SLOW)
    world.homes.a.go("/folders")
    expect(world.homes.a.page.get_by_role("link", name="OneDrive")).to_contain_text("Connected")
    world.homes.a.inspect("sync-connections")


@check("a ledger is created in a folder of the drive")
def create(world):
    phone, page = world.homes.a, world.homes.a.page
    phone.go("/ledgers/new")
    page.get_by_label("Folder connection").select_option(index=1)
    page.get_by_label("Path inside it").fill("SplitClone/Flat")
    phone.inspect("sync-create")
    phone.go("/ledgers")
    phone.page.get_by_role("link", name="Create a ledger").wait_for()
    page.get_by_role("link", name="Create a ledger").click()
    page.get_by_label("Folder connection").select_option(index=1)
    page.get_by_label("Path inside it").fill("SplitClone/Flat")
    page.get_by_role("link", name="Connect another folder").click()
    page.get_by_role("heading", name="Connect a folder").wait_for()
    page.go_back()
    expect(page.get_by_label("Path inside it")).to_have_value("SplitClone/Flat")
    page.get_by_label("Ledger name").fill("Far flat")
    page.get_by_label("Currency").select_option("EUR")
    page.get_by_label("Another person").fill("Ben")
    page.get_by_role("radio", name="Other SplitClone apps, too").check()
    page.get_by_role("button", name="Create ledger").click()
    page.wait_for_url("**/expenses", timeout=SLOW)
    phone.ledger = ledger_path(phone)
    add_expense(phone, "12.50", "From home A")
    sync(phone)
    phone.inspect("sync-in-sync")
    files = [one["path"] for one in world.homes.drive.command("items", user="owner")["items"]]
    assert any(path.endswith("SplitClone/Flat/ledger.json") for path in files), files


@check("the folder's place is told, and the invitation has the link and the code, with what the link allows")
def invite(world):
    phone, page = world.homes.a, world.homes.a.page
    phone.go(f"{phone.ledger}/folder")
    expect(page.get_by_role("definition").filter(has_text="SplitClone/Flat")).to_be_visible()
    phone.inspect("sync-folder")
    phone.go(f"{phone.ledger}/sharing")
    page.get_by_role("button", name="Show the join code").click()
    expect(page.get_by_role("heading", name="What the link allows")).to_be_visible(timeout=SLOW)
    world.invitation = page.locator(".invitation").text_content()
    assert re.search(r"https?://", world.invitation) and "SC1." in world.invitation, world.invitation
    phone.inspect("sync-invitation")


@check("another home pastes the invitation, signs in by pasting the address back, and goes on where it was")
def paste_back(world):
    phone, page = world.homes.b, world.homes.b.page
    set_up(phone, world.homes.servers[1].code, name="Ben")
    page.get_by_role("link", name="Join with a code").click()
    page.get_by_label("Join code or invitation").fill(world.invitation)
    phone.inspect("sync-join")
    page.get_by_role("link", name="Connect a folder").click()
    page.get_by_role("link", name="OneDrive").click()
    page.get_by_role("button", name="Go on to the sign-in").click()
    page.get_by_role("button", name="Sign in with this browser").click()
    world.homes.drive.command("switch", name="authorization", value="joiner")
    opened = page.get_by_role("link", name="Open Microsoft's page").get_attribute("href")
    address = world.homes.drive.authorize(opened)
    phone.expect("422", "callback")
    page.get_by_label("Address where you ended").fill(re.sub("state=[^&]*", "state=other", address))
    page.get_by_role("button", name="Finish signing in").click()
    expect(page.locator(".field .problem")).to_be_visible()
    phone.inspect("sync-paste")
    page.get_by_label("Address where you ended").fill(address)
    page.get_by_role("button", name="Finish signing in").click()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_label("Join code or invitation")).to_have_value(world.invitation)
    expect(page.get_by_label("Path or share link")).to_be_hidden()


@check("it joins with nothing more than that, and each home sees what the other enters")
def join(world):
    phone, page = world.homes.b, world.homes.b.page
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/claim", timeout=SLOW)
    page.get_by_role("button", name="Ben").click()
    page.wait_for_url("**/expenses")
    phone.ledger = ledger_path(phone)
    expect(page.get_by_role("link", name="From home A")).to_be_visible(timeout=SLOW)
    add_expense(phone, "7.77", "From home B")
    sync(phone)
    sync(world.homes.a)
    world.homes.a.go(f"{world.homes.a.ledger}/expenses")
    expect(world.homes.a.page.get_by_role("link", name="From home B")).to_be_visible(timeout=SLOW)


@check("when the service wants a new sign-in, the sheet says so with the way to it, and edits go on")
def reconnect(world):
    phone, page = world.homes.b, world.homes.b.page
    world.homes.drive.command("expire", user="joiner")
    world.homes.drive.command("revoke", user="joiner")
    phone.go(f"{phone.ledger}/expenses")
    add_expense(phone, "3.33", "While signed out")
    sync(phone, "Sync has a problem")
    expect(page.get_by_text("1 change waits to be sent.")).to_be_visible()
    phone.inspect("sync-reconnect")
    page.get_by_role("link", name="Sign in again").click()
    page.get_by_role("heading", name="OneDrive").wait_for()
    expect(page.locator(".state-mark")).to_have_text("Sign in again")
    phone.inspect("sync-connection-lost")


@check("a browser that comes back to this server is signed in by itself, its address is cleaned, and what waited is sent")
def landing(world):
    phone, page = world.homes.b, world.homes.b.page
    page.get_by_role("button", name="Sign in with this browser").click()
    with phone.context.expect_page() as opened:
        page.get_by_role("link", name="Open Microsoft's page").click()
    tab = opened.value
    expect(tab.get_by_text("Connected", exact=True)).to_be_visible(timeout=SLOW)
    assert "code=" not in tab.url and "state=" not in tab.url, tab.url
    tab.go_back()
    assert "code=" not in tab.url, tab.url
    tab.close()
    expect(page.get_by_text("Connected", exact=True)).to_be_visible(timeout=SLOW)
    sync(phone)
    sync(world.homes.a)
    world.homes.a.go(f"{world.homes.a.ledger}/expenses")
    expect(world.homes.a.page.get_by_role("link", name="While signed out")).to_be_visible(timeout=SLOW)


@check("the ledger's format is raised only by who says that it was understood, and the other home goes along")
def upgrade(world):
    phone, page = world.homes.a, world.homes.a.page
    phone.go(f"{phone.ledger}/settings")
    page.get_by_role("link", name="Upgrade ledger format").click()
    expect(page.get_by_text("There is no way back.")).to_be_visible()
    page.get_by_role("button", name="Upgrade for everybody").click()
    expect(page.get_by_text("Say that you understood it.")).to_be_visible()
    phone.inspect("sync-upgrade")
    page.get_by_role("checkbox", name="I have understood this").check()
    page.get_by_role("button", name="Upgrade for everybody").click()
    page.wait_for_url("**/settings", timeout=SLOW)
    expect(page.get_by_role("link", name="Upgrade ledger format")).to_have_count(0)
    sync(world.homes.b)
    world.homes.b.go(f"{world.homes.b.ledger}/settings")
    expect(world.homes.b.page.get_by_text("Format version")).to_be_visible()
    expect(world.homes.b.page.get_by_role("link", name="Upgrade ledger format")).to_have_count(0)


@check("a WebDAV server is connected, a wrong password is told at its field, and the connection is removed after a warning")
def webdav(world):
    phone, page = world.homes.a, world.homes.a.page
    service = WebDAV()
    try:
        phone.go("/folders/new/webdav")
        page.get_by_label("Address").fill(service.url)
        page.get_by_label("User name").fill(service.user)
        page.get_by_label("Password").fill("wrong")
        phone.expect("422", "/folder-connections")
        page.get_by_role("button", name="Connect").click()
        expect(page.locator(".field .problem:visible")).to_have_count(1, timeout=SLOW)
        phone.inspect("sync-webdav")
        page.get_by_label("Password").fill(service.password)
        page.get_by_role("button", name="Connect").click()
        page.get_by_role("heading", name="WebDAV").wait_for(timeout=SLOW)
        phone.inspect("sync-webdav-connected")
        page.get_by_role("button", name="Remove connection").click()
        expect(page.get_by_role("dialog")).to_contain_text("not synced any more")
        page.get_by_role("dialog").get_by_role("button", name="Remove connection").click()
        page.wait_for_url("**/folders")
        expect(page.get_by_role("link", name="WebDAV")).to_have_count(0)
    finally:
        service.close()


def inspect_all(world, phone):
    enter(phone, world.homes.a.ledger)
    connection = phone.api("/folder-connections")["items"][0]["id"]
    inside = [f"{world.homes.a.ledger}/{place}" for place in ("sync", "folder", "sharing")]
    makings = [f"/folders/new{kind}" for kind in ("", "/onedrive", "/webdav", "/directory")]
    for address in ["/folders", *makings, f"/folders/{connection}", "/ledgers/join", "/ledgers/new", *inside]:
        phone.go(address)
        expect(phone.page.locator(".boot, .skeleton")).to_have_count(0)
        expect(phone.page.locator("h1")).not_to_have_count(0)
        for fold in phone.page.locator("main .fold > summary").all():
            fold.click()
        phone.inspect("sync-all-" + re.sub("[0-9a-f-]{36}", "id", address).strip("/").replace("/", "-"))


@check("all of it is usable in the dark, at 320 px, and with text at 200 %")
def surroundings(world):
    server = world.homes.servers[0]
    world.with_phone(server, inspect_all, scheme="dark")
    world.with_phone(server, inspect_all, width=320, height=568)
    def large(world, phone):
        phone.context.add_init_script(
            "addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')")
        inspect_all(world, phone)
    world.with_phone(server, large, width=391)
