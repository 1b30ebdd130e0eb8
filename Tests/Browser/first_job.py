"""The first minutes: a demonstration that can not be mistaken for the real thing, the steps after set-up, and the number of the
build that the page works out of itself."""

import os
import re
import subprocess

from playwright.sync_api import expect

from actions import add_expense, create_ledger, set_up
from checks import Checks
from household import VECTORS
from server import Server

check = Checks()


def import_file(page, file, ledger, me):
    page.locator("input[type=file]").first.set_input_files(file)
    page.get_by_label("Ledger name").fill(ledger)
    page.get_by_label("Which of them are you?").select_option(label=me)
    page.get_by_role("button", name="Import …").click()
    page.get_by_role("dialog").get_by_role("button", name="Import now").click()
    expect(page.get_by_role("heading", name="Imported", exact=True)).to_be_visible()


def with_server(work, **how):
    server = Server(**how)
    try:
        work(server)
    finally:
        server.remove()


@check("after set-up the steps say what is next, each leads to its screen, also to what other programs know, and nobody is led back")
def steps(world):
    def work(server):
        def walk(world, phone):
            page = phone.page
            set_up(phone, server.code)
            expect(page.get_by_role("heading", name="No ledger yet")).to_be_visible()
            expect(page.locator("ol .row")).to_have_count(4)
            expect(page.get_by_role("link", name=re.compile("Let the others in"))).to_have_count(0)
            phone.inspect("first-steps-empty")
            create_ledger(phone, "Our flat", ["Ben"])
            page.get_by_role("link", name=re.compile("First steps")).click()
            page.wait_for_url("**/first")
            expect(page.get_by_text("It is there. Look at who is in it.")).to_be_visible()
            phone.inspect("first-steps")
            page.get_by_role("link", name=re.compile("Let the others in")).click()
            page.wait_for_url("**/invites")
            page.go_back()
            page.get_by_role("link", name=re.compile("On your phone")).click()
            page.wait_for_url("**/help/**")
            page.go_back()
            page.get_by_role("link", name="To the ledger").click()
            page.wait_for_url("**/expenses")
            add_expense(phone, "3.20", "Bread")
            expect(page.get_by_role("link", name=re.compile("First steps"))).to_have_count(0)
            phone.go("/first")
            bring = page.get_by_role("link", name=re.compile("What you have already"))
            expect(bring).to_contain_text("Splitwise")
            bring.click()
            page.wait_for_url("**/import")
            expect(page.get_by_role("heading", name="Import", exact=True)).to_be_visible()
            import_file(page, os.path.join(VECTORS, "import", "splitwise-en.csv"), "Cabin", "Lena Fuchs")
            phone.go("/first")
            expect(bring).to_contain_text("It has been imported.")
        world.with_phone(server, walk)
    with_server(work)


@check("a demonstration is entered with a tap, and says on every screen, in every language, that its people are made up")
def demonstration(world):
    def work(server):
        def look(world, phone):
            page = phone.page
            phone.go("/")
            page.wait_for_url("**/sign-in")
            expect(page.get_by_role("button", name="Enter as Anna")).to_be_visible()
            phone.inspect("demonstration-door")
            page.get_by_role("button", name="Enter as Anna").click()
            page.get_by_role("link", name=re.compile("Elm Street 4")).click()
            page.get_by_role("list").get_by_role("button", name="Anna").click()
            page.wait_for_url("**/expenses")
            expect(page.get_by_text("everybody here is made up")).to_be_visible()
            expect(page.locator(".row.expense").first).to_be_visible()
            phone.inspect("demonstration")

        def german(world, phone):
            phone.go("/sign-in")
            phone.page.get_by_role("button", name="Als Chloé ansehen").click()
            expect(phone.page.get_by_text("Hier ist alles erfunden")).to_be_visible()
            phone.go("/account")
            expect(phone.page.get_by_text("Hier ist alles erfunden")).to_be_visible()
        world.with_phone(server, look)
        world.with_phone(server, german, language="de-DE", scheme="dark", width=320, height=568)
    with_server(work, command="demo")


@check("an ordinary server is not marked")
def ordinary(world):
    def look(world, phone):
        phone.go("/sign-in")
        expect(phone.page.get_by_role("button", name="Sign in", exact=True)).to_be_visible()
        expect(phone.page.locator(".demonstration")).to_be_hidden()
        expect(phone.page.get_by_role("button", name=re.compile("^Enter as"))).to_have_count(0)
    world.with_phone(world.server, look)


@check("About shows the number of the build as the release has it, worked out of the page that is there")
def build(world):
    manifest = subprocess.run([os.environ["SPLITCLONE"], "manifest", "--public", os.environ["PUBLIC"]], capture_output=True, text=True, check=True)
    number = re.search("# build ([0-9a-f]{64})", manifest.stdout)[1]

    def look(world, phone):
        phone.go("/help/about")
        expect(phone.page.get_by_text(number)).to_be_visible()
        phone.inspect("about-build")
    world.with_phone(world.server, look)
