"""Below a path of a host that has other things, too: two servers behind one nginx, set up as the example in deploy/ says."""

import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import urllib.request

from playwright.sync_api import expect

from actions import add_expense, create_ledger, ledger_path, set_up, tab
from checks import Checks
from offline_job import come_home, keep_the_shell, leave_home
from server import Server

check = Checks(story=True)
EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "deploy/nginx/sub-path.conf"
PATHS = ["/split", "/other/books"]

NGINX = """
worker_processes 1; daemon off; master_process off; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {work}/body; proxy_temp_path {work}/proxy; fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi; scgi_temp_path {work}/scgi;
    server {{ listen 127.0.0.1:{port}; {locations} }}
}}
"""


class Place:
    """A server below its path of the host that both share."""

    def __init__(self, path):
        self.path = path
        self.server = Server(flags=["--base-path", path, "--trusted-proxy", "127.0.0.1"])
        self.code = self.server.code

    def locations(self):
        """What the example says to put into one's own server."""
        text = EXAMPLE.read_text()
        found = text[text.index("    location = /split"):text.rindex("}")]
        return found.replace("127.0.0.1:8080", f"127.0.0.1:{self.server.port}").replace("/split", self.path)


class Host:
    """nginx, by plain http, which browsers take for safe on this machine."""

    def __init__(self, places):
        self.work = tempfile.TemporaryDirectory(prefix="splitclone-nginx-")
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            self.port = one.getsockname()[1]
        self.url, self.places = f"http://127.0.0.1:{self.port}", places
        for place in places:
            place.url = self.url + place.path
        config = os.path.join(self.work.name, "nginx.conf")
        locations = "".join(place.locations() for place in places)
        pathlib.Path(config).write_text(NGINX.format(work=self.work.name, port=self.port, locations=locations))
        self.process = subprocess.Popen(["nginx", "-c", config], stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while not self.answers():
            assert time.monotonic() < end, pathlib.Path(self.work.name, "nginx.log").read_text()
            time.sleep(0.05)

    def answers(self):
        try:
            return urllib.request.urlopen(self.places[0].url + "/health", timeout=5).status == 200
        except OSError:
            return False

    def remove(self):
        self.process.terminate()
        self.process.wait(timeout=15)
        for place in self.places:
            place.server.remove()
        self.work.cleanup()


def api(phone, path, method="GET", body=None):
    """Asked with the page's own session."""
    return phone.page.evaluate("""async ([address, method, body]) => (await fetch(address, { method,
        ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }) })).json()""",
        [phone.url + "/api/v1" + path, method, body])


def is_inside(phone, path):
    expect(phone.page).to_have_url(phone.url + path)


@check("below a path a household is set up and an expense entered, and nothing asks for anything outside of the path")
def begin(world):
    world.shared_host = Host([Place(path) for path in PATHS])
    world.closing.append(world.shared_host.remove)
    first = world.shared_host.places[0]
    # A phone complains of every request that does not begin with its address, here with the path.
    world.below = world.new_phone(first)
    set_up(world.below, first.code)
    create_ledger(world.below, "Below", ["Ben"])
    world.below_path = ledger_path(world.below)
    add_expense(world.below, "30", "Campsite")
    tab(world.below, "Settle")
    expect(world.below.page.locator("body")).to_contain_text("€15.00")
    is_inside(world.below, f"{world.below_path}/settle")


@check("links, back, and addresses that are opened directly stay below it; so do the session and what is kept on the device")
def addresses(world):
    phone, page = world.below, world.below.page
    tab(phone, "Expenses")
    page.get_by_role("link", name="Campsite").click()
    expect(page.get_by_role("dialog")).to_contain_text("Campsite")
    expect(page).to_have_url(re.compile("^" + re.escape(f"{phone.url}{world.below_path}/expenses/")))
    page.go_back()
    is_inside(phone, f"{world.below_path}/expenses")
    phone.go("/account")
    page.get_by_role("link", name=re.compile("^About")).click()
    is_inside(phone, "/help/about")
    page.goto(phone.url)
    page.wait_for_url("**/expenses")
    is_inside(phone, f"{world.below_path}/expenses")
    cookies = phone.context.cookies()
    assert [(one["name"], one["path"]) for one in cookies] == [("splitclone", PATHS[0])], cookies
    kept = page.evaluate("async () => (await indexedDB.databases()).map(({ name }) => name)")
    assert kept == ["splitclone" + PATHS[0]], kept


@check("it can be installed there, and starts without the server")
def offline(world):
    phone, page = world.below, world.below.page
    keep_the_shell(phone, world.below_path)
    session = phone.context.new_cdp_session(page)
    told = session.send("Page.getAppManifest")
    assert not told["errors"] and told["url"] == phone.url + "/manifest.webmanifest", told
    errors = [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert errors in ([], ["in-incognito"]), errors
    leave_home(phone)
    for address in ["/", f"{world.below_path}/expenses"]:
        phone.go(address)
        expect(page.get_by_role("link", name="Campsite")).to_be_visible()
    add_expense(phone, "9", "Ferry")
    expect(page.get_by_text("Saved on this device.")).to_be_visible()
    come_home(phone)
    page.wait_for_function("""async (address) => (await (await fetch(address)).json()).items.length === 2""",
                           arg=f"{phone.url}/api/v1{world.below_path}/expenses")


@check("an invite's link leads to it, opened and pasted; a join code's address to where it is joined")
def links(world):
    phone = world.below
    ben = next(one["id"] for one in api(phone, f"{world.below_path}/participants")["items"] if one["name"] == "Ben")
    invite = api(phone, f"{world.below_path}/invites", "POST", {"participantId": ben})
    assert invite["url"].startswith(phone.url + "/invite#"), invite["url"]

    def guest(world, other):
        other.page.goto(invite["url"])
        expect(other.page.get_by_text("Anna invites you to “Below”.")).to_be_visible()
        is_inside(other, "/invite")
    world.with_phone(world.shared_host.places[0], guest)
    page = phone.page
    code = api(phone, f"{world.below_path}/join-code")["joinCode"]
    phone.go(f"/ledgers/join#{code}")
    expect(page.get_by_label("Join code or invitation")).to_have_value(code)
    page.get_by_label("Join code or invitation").fill(f"Join “Below”: {invite['url'].replace(PATHS[0], PATHS[1])}")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("This is an invite to another server.")).to_be_visible()
    page.get_by_label("Join code or invitation").fill(f"Join “Below”: {invite['url']}")
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url("**/invite")
    is_inside(phone, "/invite")


@check("a second server below another path of the host has a session, a shell and books of its own")
def neighbours(world):
    phone, page = world.below, world.below.page
    other = world.shared_host.places[1]
    own, phone.url = phone.url, other.url
    set_up(phone, other.code, "Kim")
    create_ledger(phone, "Elsewhere", ["Lou"])
    keep_the_shell(phone, ledger_path(phone))
    shells = sorted(page.evaluate("async () => await caches.keys()"))
    assert [re.sub(" [0-9a-f]+$", "", one) for one in shells] == [f"shell {path}/" for path in sorted(PATHS)], shells
    phone.go("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out", exact=True).click()
    page.wait_for_url("**/sign-in")
    phone.url = own
    phone.go("/")
    expect(page.get_by_role("link", name="Campsite")).to_be_visible()
    is_inside(phone, f"{world.below_path}/expenses")
    leave_home(phone)
    phone.go("/")
    expect(page.get_by_role("link", name="Campsite")).to_be_visible()
    come_home(phone)
    # While this page was opened, the other one still asked for its own files; and a browser asks for an icon when it finds the time.
    late = [f"leaves the origin: {other.url}/", f"leaves the origin: {own}/icons/"]
    phone.complaints[:] = [one for one in phone.complaints if not any(words in one for words in late)]
    world.close_phone(phone)
