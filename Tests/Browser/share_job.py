"""What leaves the app and what comes into it: files, the icon on the home screen, the calendar, join codes; and the help."""

import base64
import datetime
import re

import icalendar
from playwright.sync_api import expect

from actions import add_expense, create_ledger, enter, ledger_path, set_up, tab
from checks import Checks
from server import Server

check = Checks(story=True)

# A system that takes files and shows numbers on icons, which this browser is not: it writes down what it was given.
SYSTEM = """
    window.shared = []; window.badges = [];
    navigator.canShare = ({ files }) => files.every(({ type }) => type === "text/csv");
    navigator.share = async ({ files }) => shared.push({ name: files[0].name, type: files[0].type, text: await files[0].text() });
    navigator.setAppBadge = async (count) => { badges.push(count); };
    navigator.clearAppBadge = async () => { badges.push(0); };
"""

# A camera that sees what is drawn on a canvas.
CAMERA = """
    window.canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    window.point = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const context = canvas.getContext("2d");
        clearInterval(window.pointing); // One thing at a time is before the camera.
        window.pointing = setInterval(() => {
            context.fillStyle = "#777";
            context.fillRect(0, 0, 640, 480);
            if (address.endsWith("svg")) context.setTransform(0.94, 0.34, -0.34, 0.94, 260, 10);
            context.drawImage(image, 0, 0, 280, 280);
            context.resetTransform();
        }, 50);
    };
    navigator.mediaDevices.getUserMedia = async () => (window.stream = canvas.captureStream(20));
"""


def home(world):
    return world.sharing


@check("a ledger with something that repeats and something expected")
def begin(world):
    world.sharing_server = Server(environment={"SPLITCLONE_METRICS": "true"})
    world.closing.append(world.sharing_server.remove)
    phone = world.sharing = world.new_phone(world.sharing_server)
    phone.context.add_init_script(SYSTEM)
    set_up(phone, world.sharing_server.code)
    create_ledger(phone, "Our flat", ["Ben"])
    world.sharing_path = ledger_path(phone)
    add_expense(phone, "12.50", "Bread, butter; salt")


@check("the CSV goes into the system's share sheet under its own name, as it is downloaded")
def share_csv(world):
    phone, page = home(world), home(world).page
    tab(phone, "People")
    page.get_by_role("link", name="Export").click()
    page.get_by_role("button", name="Share …").first.click()
    page.wait_for_function("() => shared.length === 1")
    file = page.evaluate("shared[0]")
    assert re.fullmatch(r"splitclone_our-flat_anna_cash_\d{8}-\d{6}\.csv", file["name"]), file
    assert file["type"] == "text/csv" and '"Bread, butter; salt",-12.50,EUR' in file["text"], file
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    with open(download.value.path(), encoding="utf-8", newline="") as kept:
        assert kept.read() == file["text"]
    page.get_by_role("radio", name="Shares").check()
    page.get_by_role("button", name="Share …").first.click()
    page.wait_for_function("() => shared.length === 2")
    assert "_virtual_" in page.evaluate("shared[1].name")
    phone.inspect("share-export")


def schedule(world, title, **fields):
    today = datetime.date.today()
    return home(world).post(f"{world.sharing_path}/schedules",
                            {"title": title, "amount": "800", "frequency": "monthly",
                             "start": str(today + datetime.timedelta(days=3))} | fields)


@check("the calendar file holds what comes, under ids that stay, as another program reads it")
def calendar(world):
    phone, page = home(world), home(world).page
    page.get_by_role("button", name="Calendar file").click()
    expect(page.get_by_text("Nothing repeats, and nothing is expected.")).to_be_visible()
    long = "Miete für die Wohnung, zweiter Stock; mit Nebenkosten und allem was dazugehört " * 2
    rent = schedule(world, long.strip())
    expected = phone.post(f"{world.sharing_path}/expenses", {
        "title": "Heating", "amount": "310", "expected": True,
        "executionDate": str(datetime.date.today() + datetime.timedelta(days=20))})
    first = phone.api(f"{world.sharing_path}/schedules/{rent['id']}/occurrences?until=2999-01-01")["items"]
    phone.page.evaluate("async (path) => fetch(`/api/v1${path}`, { method: 'PUT', body: '{\"skipped\":true}', "
                        "headers: { 'Content-Type': 'application/json' } })",
                        f"{world.sharing_path}/schedules/{rent['id']}/occurrences/1")
    page.reload()
    with page.expect_download() as download:
        page.get_by_role("button", name="Calendar file").click()
    assert re.fullmatch(r"splitclone_\d{4}-\d\d-\d\d\.ics", download.value.suggested_filename)
    with open(download.value.path(), "rb") as kept:
        text = kept.read()
    assert all(len(line) <= 75 for line in text.split(b"\r\n")) and text.count(b"\n") == text.count(b"\r\n")
    read = icalendar.Calendar.from_ical(text)
    events = {str(one["UID"]): one for one in read.walk("VEVENT")}
    assert not read.errors and not any(one.errors for one in events.values())
    days = [one["date"] for one in first if one["k"] != 1][:12]
    assert [str(events[f"{rent['id']}.{k}@splitclone"].decoded("DTSTART")) for k in [0, 2, 3]] == days[:3]
    assert f"{rent['id']}.1@splitclone" not in events
    assert str(events[f"{rent['id']}.0@splitclone"]["SUMMARY"]) == f"{long.strip()} · €800.00"
    assert str(events[f"{expected['id']}@splitclone"]["SUMMARY"]) == "Heating · €310.00"
    assert len(events) == 12, "eleven of the year's twelve, and what is expected"


@check("the icon shows what was not sent yet, and nothing once it is")
def badge(world):
    phone, page = home(world), home(world).page
    phone.go(f"{world.sharing_path}/expenses")
    page.get_by_role("link", name="Bread").wait_for()
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    for words in ["Failed to load resource", "ERR_INTERNET_DISCONNECTED"]:
        phone.expect(words)
    phone.context.set_offline(True)
    add_expense(phone, "3", "On the train")
    page.wait_for_function("() => badges.at(-1) === 1")
    phone.context.set_offline(False)
    page.wait_for_function("() => badges.at(-1) === 0", timeout=20000)


@check("the shortcuts of the icon lead into the ledger that was open last")
def shortcuts(world):
    phone, page = home(world), home(world).page
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    assert {one["purpose"] for one in manifest["icons"]} >= {"any", "maskable"}
    session = phone.context.new_cdp_session(page)
    assert session.send("Page.getAppId")["appId"] == f"{phone.url}/", "where it starts is what it is"
    arrivals = {"Add an expense": "/expenses/new", "Settle up": "/settle", "Budget": "/budget"}
    assert {one["name"] for one in manifest["shortcuts"]} == set(arrivals)
    for one in manifest["shortcuts"]:
        phone.go(f"/{one['url']}")
        page.wait_for_url(f"**{world.sharing_path}{arrivals[one['name']]}")
    phone.go("/start/nowhere")
    page.wait_for_url("**/ledgers")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in errors] in ([], ["in-incognito"]), errors


@check("a system that takes no files is offered none")
def nothing_to_share(world):
    def work(world, phone):
        enter(phone, world.sharing_path)
        tab(phone, "People")
        phone.page.get_by_role("link", name="Export").click()
        expect(phone.page.get_by_role("link", name="Download", exact=True)).to_be_visible()
        expect(phone.page.get_by_role("button", name="Share …")).to_have_count(0)
    world.with_phone(world.sharing_server, work)


def code_of(world):
    return home(world).api(f"{world.sharing_path}/join-code")["joinCode"]


def field(phone):
    return phone.page.get_by_label("Join code or invitation")


@check("a join code comes with an address, is taken out of it, and waits until somebody has signed in")
def by_address(world):
    def work(world, phone):
        phone.expect("401")
        phone.go(f"/ledgers/join#{code_of(world)}")
        page = phone.page
        page.wait_for_url("**/sign-in**")
        assert "SC1" not in page.url
        page.get_by_label("Name", exact=True).fill("Anna")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url("**/ledgers/join")
        expect(field(phone)).to_have_value(code_of(world))
        phone.inspect("join")
    world.with_phone(world.sharing_server, work)


def photograph(world, turned):
    """The QR code as the app shows it, on a table, as PNG."""
    script = """async ([path, turned]) => {
        const image = new Image();
        image.src = `/api/v1${path}/join-code.svg`;
        await image.decode();
        const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 1200 });
        const context = canvas.getContext("2d");
        context.fillStyle = "#9a8f80";
        context.fillRect(0, 0, 900, 1200);
        context.translate(470, 560);
        context.rotate(turned);
        context.drawImage(image, -260, -260, 520, 520);
        return canvas.toDataURL("image/png").split(",")[1];
    }"""
    return base64.b64decode(home(world).page.evaluate(script, [world.sharing_path, turned]))


@check("a picture of the QR code fills in the join code, in a browser that can not read one itself")
def by_picture(world):
    phone, page = home(world), home(world).page
    phone.go("/ledgers/join")
    assert page.evaluate("'BarcodeDetector' in window") is False
    for turned in [0, 0.4, 2.5]:
        field(phone).fill("")
        with page.expect_file_chooser() as chooser:
            page.get_by_role("button", name="From a picture").click()
        chooser.value.set_files({"name": "code.png", "mimeType": "image/png", "buffer": photograph(world, turned)})
        expect(field(phone)).to_have_value(code_of(world), timeout=20_000)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="From a picture").click()
    with open("Public/icons/icon-512.png", "rb") as icon:
        chooser.value.set_files({"name": "cat.png", "mimeType": "image/png", "buffer": icon.read()})
    expect(page.get_by_text("No QR code could be read in this picture.")).to_be_visible()


@check("the camera fills in a join code and nothing else, and is off afterwards, also when the sheet is closed")
def by_camera(world):
    def work(world, phone):
        phone.context.add_init_script(CAMERA)
        enter(phone, world.sharing_path)
        phone.go("/ledgers/join")
        page = phone.page
        state = "stream.getTracks().map(({ readyState }) => readyState).join()"
        page.evaluate("() => point('/icons/icon-192.png')")
        page.get_by_role("button", name="Scan the QR code").click()
        expect(page.get_by_role("dialog").get_by_text("Hold the camera over the code.")).to_be_visible()
        page.wait_for_timeout(500)
        phone.inspect("join-camera")
        assert page.evaluate(state) == "live"
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        page.wait_for_function(f"() => {state} === 'ended'")
        page.get_by_role("button", name="Scan the QR code").click()
        page.evaluate("(path) => point(path)", f"/api/v1{world.sharing_path}/join-code.svg")
        expect(field(phone)).to_have_value(code_of(world), timeout=20_000)
        page.wait_for_function(f"() => {state} === 'ended'")
    world.with_phone(world.sharing_server, work)


@check("an invite that is pasted to join leads to where it is accepted, one of another server is told apart")
def pasted_invite(world):
    phone, page = home(world), home(world).page
    invite = phone.post(f"{world.sharing_path}/invites", {"participantId": phone.api(
        f"{world.sharing_path}/participants")["items"][1]["id"]})
    phone.go("/ledgers/join")
    field(phone).fill("Join us: http://home.other:8080/invite#abcdef")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("This is an invite to another server.")).to_be_visible()
    field(phone).fill(f"Join “Our flat”: {world.sharing_server.url}/invite#{invite['token']}")
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url("**/invite")
    expect(page.get_by_text("Anna invites you to “Our flat”.")).to_be_visible()


@check("the help says what this address can do, over https and over plain http")
def help_pages(world):
    phone, page = home(world), home(world).page
    for place in ["install", "https", "about"]:
        phone.go(f"/help/{place}")
        expect(page.locator("h1")).to_be_attached()
        expect(page.locator(".boot, .skeleton")).to_have_count(0)
        phone.inspect(f"help-{place}")
    expect(page.get_by_text(re.compile(r"^Version \S+"))).to_be_visible()

    def plain(world, phone):
        phone.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        phone.go("/help/install")
        expect(phone.page.get_by_role("heading", name="Here it works, but not without the server")).to_be_visible()
        phone.inspect("help-install-plain")
        phone.page.get_by_role("link", name="What https adds").click()
        expect(phone.page.get_by_text("is plain http.")).to_be_visible()
        enter(phone, world.sharing_path)
        phone.go("/account")
        phone.page.get_by_role("link", name="Make this installable").click()
        phone.page.wait_for_url("**/help/https")
    world.with_phone(world.sharing_server, plain, width=320, height=568)


@check("the owner sees how the server is, with its figures where it tells them")
def server_page(world):
    phone, page = home(world), home(world).page
    phone.go("/account")
    page.get_by_role("link", name=re.compile("^This server")).click()
    expect(page.get_by_text("ready", exact=True)).to_be_visible()
    expect(page.get_by_text("Requests since the start")).to_be_visible()
    expect(page.get_by_role("link", name="Accounts on this server")).to_be_visible()
    phone.inspect("server")
    world.close_phone(phone)
