"""What a person does in the app, by the words on the screen."""

import re


def set_up(phone, code, name="Anna", password="correct horse battery"):
    page = phone.page
    phone.go(f"/set-up#{code}")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("New password").fill(password)
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url("**/ledgers")


def sign_in(phone, name="Anna", password="correct horse battery"):
    page = phone.page
    phone.go("/sign-in")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(re.compile("/ledgers"))


def create_ledger(phone, name, people):
    page = phone.page
    page.get_by_role("link", name="Create a ledger").click()
    page.get_by_label("Ledger name").fill(name)
    page.get_by_label("Currency").select_option("EUR")
    for person in people:
        page.get_by_label("Another person").fill(person)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Create ledger").click()
    page.wait_for_url("**/expenses")


def add_expense(phone, amount, title, payer=None, without=(), day=None, label=None, note=None):
    page = phone.page
    page.get_by_role("link", name="Add an expense").first.click()
    page.get_by_label("Amount in").fill(amount)
    page.get_by_label("What was it for?").fill(title)
    if payer:
        page.get_by_role("group", name="Who paid?").get_by_role("radio", name=payer).check()
    for person in without:
        page.get_by_role("group", name="Who takes part?").get_by_role("checkbox", name=person).uncheck()
    if day:
        page.get_by_label("When?").fill(day)
    if note:
        page.get_by_label("Note").fill(note)
    if label:
        page.get_by_label("New label").fill(label)
        page.keyboard.press("Enter")
        page.get_by_role("checkbox", name=label).wait_for(state="attached")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").wait_for(state="detached")
    page.get_by_role("link", name=title).wait_for()


def close(phone):
    phone.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    phone.page.get_by_role("dialog").wait_for(state="detached")


def tab(phone, name):
    phone.page.get_by_role("navigation").get_by_role("link", name=name).click()
    phone.page.wait_for_url(f"**/{name.lower()}")


def ledger_path(phone):
    """The API's path of the ledger that the address names."""
    return re.search(r"(/ledgers/[^/]+)/", phone.page.url).group(1)


def enter(phone, path, person="Anna"):
    """Signs in on a new device and says who it is in the ledger at `path`."""
    sign_in(phone)
    phone.go(f"{path}/claim")
    phone.page.get_by_role("button", name=person).click()
    phone.page.wait_for_url("**/expenses")


def connect_directory(phone, path):
    """From a form that asks for a folder, and back to it."""
    page = phone.page
    page.get_by_role("link", name=re.compile("Connect (a|another) folder")).click()
    page.get_by_role("link", name="Directory on the server").click()
    page.get_by_label("Directory", exact=True).fill(path)
    page.get_by_role("button", name="Connect").click()
    page.get_by_label("Folder connection").wait_for()
