"""In, out and back: files of other programs with preview, import and taking back; exports in every format; backups of ledgers,
restored after the ledgers are gone."""

import json
import os
import re
import tempfile

from playwright.sync_api import expect

from actions import add_expense, create_ledger, ledger_path, set_up
from checks import Checks
from household import VECTORS
from server import Server

check = Checks(story=True)
ENDINGS = {"CSV": ".csv", "Spreadsheet": ".spreadsheet.csv", "OFX": ".ofx", "QIF": ".qif", "CAMT.053": ".camt053.xml",
           "YNAB": ".ynab.csv", "WISO, Lexware": ".wiso.csv", "hledger": ".journal", "beancount": ".beancount", "JSON": ".json"}
TABLE = "Day;What for;Who paid;For whom;Sum\n14.05.2026;Dinner;Anna;Anna, Ben;47,20\n15.05.2026;Tram;Ben;Anna, Ben;3,10\n"


def sample(name):
    return os.path.join(VECTORS, "import", name)


def expected(name):
    with open(sample(name) + ".expected.json", encoding="utf-8") as file:
        return json.load(file)


def page_of(world):
    return world.moving.page


def choose(world, *files):
    page_of(world).locator("input[type=file]").first.set_input_files(list(files))


def preview(world, *files, at="/import"):
    world.moving.go(at)
    choose(world, *files)
    page_of(world).wait_for_url(re.compile("/import/[0-9a-f-]{36}"))
    expect(page_of(world).get_by_text("Recognised:")).to_be_visible()


def import_now(page):
    page.get_by_role("button", name="Import …").click()
    page.get_by_role("dialog").get_by_role("button", name="Import now").click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()


def balances(world, ledger):
    """What everybody is owed, by name."""
    api = world.moving.api
    names = {one["id"]: one["name"] for one in api(f"/ledgers/{ledger}/participants")["items"]}
    positions = api(f"/ledgers/{ledger}/balances")["positions"]
    return {names[one["participantId"]]: one["amount"] for one in positions}


def ledger_named(world, name):
    return next(one["id"] for one in world.moving.api("/ledgers")["items"] if one["name"] == name)


@check("a server with a ledger of two")
def begin(world):
    world.moving_server = Server()
    world.closing.append(world.moving_server.remove)
    world.moving = world.new_phone(world.moving_server)
    world.files = tempfile.TemporaryDirectory(prefix="splitclone-moving-")
    world.closing.append(world.files.cleanup)
    set_up(world.moving, world.moving_server.code)
    create_ledger(world.moving, "Our flat", ["Ben"])
    world.flat = ledger_path(world.moving)
    add_expense(world.moving, "12.50", "Bread")


@check("a file is recognised, says what is in it and whether its own totals fit, and nothing is recorded before somebody says who they are")
def recognise(world):
    page = page_of(world)
    page.get_by_role("link", name="Switch ledger").click()
    page.get_by_role("link", name="Import").click()
    choose(world, sample("splitwise-en.csv"))
    page.wait_for_url("**/import/*")
    expect(page.get_by_text("Recognised: Splitwise")).to_be_visible()
    expect(page.get_by_text("The file's own 3 totals are right.")).to_be_visible()
    world.moving.inspect("import-preview")
    page.get_by_role("button", name="Import …").click()
    expect(page.get_by_text("This is needed.")).to_be_visible()
    expect(page.get_by_label("Which of them are you?")).to_be_focused()
    assert [one["name"] for one in world.moving.api("/ledgers")["items"]] == ["Our flat"]


@check("what is not certain stands apart, and each entry can be left out")
def unsure(world):
    page = page_of(world)
    page.get_by_text(re.compile("entries to look at")).click()
    row = page.get_by_role("listitem").filter(has_text="Festival passes")
    expect(row).to_contain_text("several paid")
    press = row.get_by_role("button", name="Leave out: Festival passes")
    press.click()
    expect(press).to_have_attribute("aria-pressed", "true")
    world.moving.inspect("import-unsure")
    press.click()
    expect(press).to_have_attribute("aria-pressed", "false")
    page.get_by_text(re.compile("^Look at all")).click()
    expect(page.get_by_role("listitem").filter(has_text="Oskar L. paid Lena F.")).to_contain_text("Oskar Lindqvist paid Lena Fuchs")


@check("it becomes a ledger in which everybody comes to what the file says, to the cent")
def record(world):
    page = page_of(world)
    page.get_by_label("Ledger name").fill("Cabin")
    page.get_by_label("Which of them are you?").select_option(label="Lena Fuchs")
    import_now(page)
    world.moving.inspect("import-result")
    totals = {"Lena Fuchs": "278.05", "Oskar Lindqvist": "38.41", "Priya Raman": "-316.46"}
    assert balances(world, ledger_named(world, "Cabin")) == totals
    assert world.moving.api("/ledgers/" + ledger_named(world, "Cabin"))["myParticipantId"]
    page.get_by_role("link", name="Cabin").click()
    expect(page.get_by_role("link", name="Kayak hire")).to_be_visible()


@check("the same file again, into that ledger: people are suggested and taken with one tap, and there is nothing new")
def again(world):
    page, cabin = page_of(world), ledger_named(world, "Cabin")
    preview(world, sample("splitwise-en.csv"), at=f"/ledgers/{cabin}/import")
    expect(page.get_by_label("Into which ledger?")).to_have_value(cabin)
    person = page.get_by_label("Oskar Lindqvist")
    expect(person).to_have_value("")
    page.get_by_role("button", name="Import …").click()
    expect(page.get_by_text("This is needed.").first).to_be_visible()
    page.get_by_role("button", name="Take the 3 suggestions").click()
    expect(person).not_to_have_value("")
    world.moving.inspect("import-people")
    page.get_by_role("button", name="Import …").click()
    expect(page.get_by_role("heading", name="Nothing new")).to_be_visible()
    world.moving.inspect("import-nothing-new")


@check("taken back as one: what somebody changed since stays, and is told")
def take_back(world):
    page, cabin = page_of(world), ledger_named(world, "Cabin")
    expenses = world.moving.api(f"/ledgers/{cabin}/expenses")["items"]
    kayak = next(one for one in expenses if one["title"].startswith("Kayak"))
    page.evaluate("""([path, body]) => fetch(`/api/v1${path}`, { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body) })""", [f"/ledgers/{cabin}/expenses/{kayak['id']}/comments", {"text": "Mine!"}])
    world.moving.go("/import")
    world.moving.inspect("import-list")
    page.get_by_role("link", name="Cabin").click()
    page.get_by_role("button", name="Take the import back").click()
    page.get_by_role("dialog").get_by_role("button", name="Take the import back").click()
    expect(page.get_by_role("heading", name="What was taken back")).to_be_visible()
    expect(page.get_by_text("Payments or comments belong to it since.")).to_be_visible()
    world.moving.inspect("import-taken-back")
    assert [one["title"] for one in world.moving.api(f"/ledgers/{cabin}/expenses")["items"]] == [kayak["title"]]


@check("a file with four currencies is four books, of which any may be left")
def currencies(world):
    page = page_of(world)
    preview(world, sample("splitwise-multicurrency.csv"))
    into = page.get_by_label("Into which ledger?")
    expect(into).to_have_count(4)
    for place in [0, 2, 3]:
        into.nth(place).select_option(label="Not at all")
    expect(page.get_by_label("Ledger name")).to_have_value("splitwise-multicurrency USD")
    page.get_by_label("Which of them are you?").select_option(label="None of them")
    import_now(page)
    made = world.moving.api("/ledgers/" + ledger_named(world, "splitwise-multicurrency USD"))
    assert made["currency"] == "USD", made


@check("several files wait for their turn; one that nobody can read says why and what to do")
def several(world):
    page = page_of(world)
    archive = {"name": "book.xlsx", "mimeType": "application/zip", "buffer": b"PK\x03\x04 and so on"}
    world.moving.expect("422", "/imports")
    world.moving.go("/import")
    page.locator("input[type=file]").set_input_files([sample("cospend.csv"), sample("spliit.json")])
    expect(page.get_by_role("link", name="cospend.csv")).to_contain_text("Cospend · 5 entries")
    expect(page.get_by_role("link", name="spliit.json")).to_be_visible()
    page.locator("input[type=file]").set_input_files([archive])
    expect(page.get_by_role("alert")).to_contain_text("book.xlsx: This is a spreadsheet or an archive.")
    world.moving.inspect("import-refused")
    page.get_by_role("link", name="spliit.json").click()
    expect(page.get_by_text("Recognised: Spliit")).to_be_visible()
    page.get_by_role("button", name="Do not import it").click()
    expect(page.get_by_role("link", name="cospend.csv")).to_be_visible()
    expect(page.get_by_role("link", name="spliit.json")).to_have_count(0)


@check("what a file does not say is asked, and it is read once more")
def questions(world):
    page = page_of(world)
    preview(world, sample("payback.csv"))
    expect(page.get_by_role("heading", name="What the file does not say")).to_be_visible()
    page.get_by_label("Currency").first.select_option("CHF")
    world.moving.inspect("import-questions")
    page.get_by_role("button", name="Read it with that").click()
    expect(page.get_by_role("heading", name=re.compile("Cabin, June · CHF"))).to_be_visible()
    expect(page.get_by_role("heading", name="What the file does not say")).to_have_count(0)


@check("of any table it is said what its columns are, and at once seen what its rows then say")
def columns(world):
    page = page_of(world)
    preview(world, {"name": "table.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    expect(page.get_by_text("Recognised: A table")).to_be_visible()
    column = lambda name: page.get_by_label(f"What is the column {name}?")
    expect(column("Who paid")).to_have_value("payer")
    column("Sum").select_option("note")
    expect(page.get_by_text("Say which column is the amount.")).to_be_visible()
    page.get_by_role("button", name="Read it with that").click()
    expect(page.locator(".problem", has_text="Say which column is the amount.")).to_be_visible()
    column("Sum").select_option("amount")
    column("What for").select_option("title")
    expect(page.get_by_text("14.05.2026 · Dinner · 47,20 · paid by Anna · for Anna, Ben")).to_be_visible()
    world.moving.inspect("import-columns")
    page.get_by_role("button", name="Read it with that").click()
    page.get_by_label("Currency").first.select_option("EUR")
    page.get_by_role("button", name="Read it with that").click()
    expect(page.get_by_role("heading", name="What the file does not say")).to_have_count(0)
    page.get_by_label("Into which ledger?").select_option(label="Our flat · EUR")
    page.get_by_role("button", name="Take the 2 suggestions").click()
    import_now(page)
    assert balances(world, world.flat.split("/")[-1]) == {"Anna": "28.30", "Ben": "-28.30"}
    page.get_by_role("link", name="Our flat").click()
    expect(page.get_by_role("link", name="Dinner")).to_be_visible()


@check("a large file shows how far it is, and can be given up")
def give_up(world):
    page = page_of(world)
    row = b"2026-05-14,A long way,General,10.00,EUR,5.00,-5.00\n"
    path = os.path.join(world.files.name, "large.csv")
    with open(path, "wb") as file:
        file.write(b"Date,Description,Category,Cost,Currency,Anna,Ben\n\n" + row * 150_000)
    world.moving.go("/import")
    session = world.moving.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1,
                                                     "uploadThroughput": 1_000_000})
    choose(world, path)
    bar = page.get_by_role("progressbar", name="Sending large.csv")
    expect(bar).to_be_visible()
    page.wait_for_function("() => document.querySelector('main .progress progress').value > 0")
    world.moving.inspect("import-sending")
    asks = [lambda request, end=end: request.url.split("?")[0].endswith(end) for end in ("/api/v1/imports", "/api/v1/ledgers")]
    with page.expect_request_finished(asks[0]), page.expect_request_finished(asks[1]):
        page.get_by_role("button", name="Cancel").click()
    expect(bar).to_be_hidden()
    expect(page.get_by_role("link", name="large.csv")).to_have_count(0)
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    session.detach()


@check("away from the server it says so, and the file can be chosen again when it is there")
def away(world):
    page = page_of(world)
    world.moving.expect("ERR_INTERNET_DISCONNECTED")
    world.moving.context.set_offline(True)
    choose(world, sample("cospend.csv"))
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    expect(page.get_by_text("that needs your server", exact=False).or_(page.get_by_text("needs your server")).first).to_be_visible()
    world.moving.context.set_offline(False)
    choose(world, sample("cospend.csv"))
    expect(page.get_by_text("Recognised: Cospend")).to_be_visible()


@check("every format of the export has a line that says who reads it, and comes under its own ending; so does the whole ledger")
def export(world):
    page = page_of(world)
    world.moving.go(f"{world.flat}/export")
    for name, ending in ENDINGS.items():
        page.get_by_role("radio", name=re.compile("^" + re.escape(name) + " ")).check()
        expect(page.get_by_text(f"ends in {ending}.")).to_be_visible()
        with page.expect_download() as coming:
            page.get_by_role("link", name="Download", exact=True).click()
        assert re.fullmatch(r"splitclone_our-flat_anna_cash_\d{8}-\d{6}" + re.escape(ending), coming.value.suggested_filename)
        assert os.path.getsize(coming.value.path()) > 40
    world.moving.inspect("export")
    page.get_by_role("radio", name="QIF").check()
    expect(page.get_by_role("group", name="How does it write days?")).to_be_visible()
    page.get_by_role("radio", name="31/12/2026").check()
    assert "dates=dmy" in page.get_by_role("link", name="Download", exact=True).get_attribute("href")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the archive").click()
    assert coming.value.suggested_filename.endswith(".zip")
    page.reload()
    expect(page.get_by_role("radio", name="QIF")).to_be_checked()


@check("a backup is taken after its warning was understood, and holds the ledgers that were chosen")
def backup(world):
    page = page_of(world)
    world.moving.go("/account")
    page.get_by_role("link", name="Backup").click()
    page.get_by_role("button", name="Take the backup").click()
    expect(page.get_by_text("Say that you understood it.")).to_be_visible()
    world.moving.inspect("backup")
    page.get_by_role("checkbox", name="Our flat").uncheck()
    page.get_by_role("checkbox", name="I have understood").check()
    page.get_by_role("checkbox", name="Our flat").check()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Take the backup").click()
    world.backup_file = os.path.join(world.files.name, coming.value.suggested_filename)
    coming.value.save_as(world.backup_file)
    assert re.fullmatch(r"splitclone_backup_\d{8}-\d{6}\.json", coming.value.suggested_filename)
    with open(world.backup_file, encoding="utf-8") as file:
        assert len(json.load(file)["ledgers"]) == 3
    expect(page.get_by_role("heading", name="The backup is made")).to_be_visible()
    world.moving.inspect("backup-made")


@check("a ledger that is gone comes back: first only tried, then restored, and all of it is as it was")
def restore(world):
    page = page_of(world)
    flat = world.flat.split("/")[-1]
    before = balances(world, flat)
    page.evaluate("(path) => fetch(`/api/v1${path}`, { method: 'DELETE' })", world.flat)
    world.moving.go("/backup")
    page.get_by_role("link", name="Restore a backup").click()
    choose(world, world.backup_file)
    expect(page.get_by_role("heading", name="What would change")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Our flat")).to_contain_text("Not here: comes back")
    expect(page.get_by_role("listitem").filter(has_text="Cabin")).to_contain_text("All of it is here already.")
    world.moving.inspect("restore-would")
    assert len(world.moving.api("/ledgers")["items"]) == 2
    page.get_by_role("button", name="Add what is missing").click()
    page.get_by_role("dialog").get_by_role("button", name="Add what is missing").click()
    expect(page.get_by_role("heading", name="It is restored")).to_be_visible()
    world.moving.inspect("restore-done")
    assert balances(world, flat) == before
    choose(world, world.backup_file)
    expect(page.get_by_text("There is nothing to restore")).to_be_visible()


@check("what would go has to be in a fresh backup first; then what is here is replaced")
def replace(world):
    page = page_of(world)
    page.evaluate("""() => fetch("/api/v1/ledgers", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ name: "Only here", currency: "EUR", participants: ["Anna"], me: "Anna" }) })""")
    world.moving.go("/backup/restore")
    choose(world, world.backup_file)
    page.get_by_role("radio", name="Replace").check()
    expect(page.get_by_role("listitem").filter(has_text="Only here")).to_contain_text("Not in the backup: you lose it here.")
    expect(page.get_by_text("So take a backup of it first")).to_be_visible()
    world.moving.inspect("restore-backup-first")
    page.get_by_role("checkbox", name="I have understood").check()
    with page.expect_download():
        page.get_by_role("button", name="Take the backup").click()
    page.get_by_role("button", name="Replace what is here").click()
    page.get_by_role("dialog").get_by_role("button", name="Replace what is here").click()
    expect(page.get_by_role("heading", name="It is restored")).to_be_visible()
    names = sorted(one["name"] for one in world.moving.api("/ledgers")["items"])
    assert names == ["Cabin", "Our flat", "splitwise-multicurrency USD"], names


@check("a backup that is chosen where files are imported is led to where it is restored; one with a wrong code says what is skipped")
def mixed_up(world):
    page = page_of(world)
    with open(world.backup_file, encoding="utf-8") as file:
        content = json.load(file)
    content["ledgers"][0]["fingerprint"] = "0" * len(content["ledgers"][0]["fingerprint"])
    path = os.path.join(world.files.name, "changed.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    world.moving.go("/import")
    choose(world, path)
    page.wait_for_url("**/backup/restore")
    expect(page.get_by_text("Skipped: its join code is not that of its fingerprint.")).to_be_visible()
    world.moving.expect("422", "/restore")
    choose(world, {"name": "other.json", "mimeType": "application/json", "buffer": b'{"a": 1}'})
    expect(page.get_by_role("alert")).to_contain_text("This is no backup of SplitClone")
    choose(world, {"name": "splitclone-20260514T120311123.backup", "mimeType": "", "buffer": b"noise"})
    expect(page.get_by_role("alert")).to_contain_text("splitclone restore")


@check("who does not look after the server is told who takes backups, and can import all the same")
def member(world):
    world.moving.post("/accounts", {"name": "Carla", "password": "correct horse battery"})
    carla = world.new_phone(world.moving_server)
    carla.go("/sign-in")
    carla.post("/sessions", {"name": "Carla", "password": "correct horse battery", "deviceName": "Phone"})
    carla.go("/backup")
    expect(carla.page.get_by_role("heading", name="Only for its owner")).to_be_visible()
    carla.go("/import")
    carla.page.locator("input[type=file]").set_input_files(sample("cospend.csv"))
    expect(carla.page.get_by_text("Recognised: Cospend")).to_be_visible()
    world.close_phone(carla)
