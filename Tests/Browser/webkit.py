"""The engine of Safari (WebKitGTK, in a window of phone size on a display of our own): the same app, a shorter way through it."""

import os
import shutil
import subprocess
import tempfile

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from checks import Checks
from household import household

check = Checks()
here = os.path.dirname(os.path.abspath(__file__))
AXE = os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js")


class Display:
    """A display nobody sees; WebKitGTK needs one."""

    def __enter__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "390x844x24", "-nolisten", "tcp"],
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.before = os.environ.get("DISPLAY")
            os.environ["DISPLAY"] = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        os.environ.pop("DISPLAY")
        if self.before:
            os.environ["DISPLAY"] = self.before
        self.process.terminate()
        self.process.wait(timeout=10)


class Window:
    def __init__(self, url):
        options = Options()
        options.binary_location = os.path.join(here, "phone-webkit")
        options.add_argument("--automation")
        options.set_capability("browserName", "phone-webkit")
        os.environ["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        self.driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
        self.url = url

    def go(self, address):
        self.driver.get(self.url + address)

    def wait(self, script, *values):
        return WebDriverWait(self.driver, 10).until(lambda driver: driver.execute_script(script, *values))

    def field(self, label):
        """The control that a label names."""
        return self.wait("""return [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith(arguments[0]))
            ?.control""", label)

    def type(self, label, text):
        field = self.field(label)
        self.driver.execute_script("arguments[0].value = ''", field)
        field.send_keys(text)

    def press(self, name):
        """A button or link by its words."""
        found = self.wait("""const words = (one) => one.getAttribute("aria-label") ??
            [...one.childNodes].filter((part) => part.ariaHidden !== "true").map((part) => part.textContent).join("");
            return [...document.querySelectorAll("dialog a, dialog button, a, button")]
                .find((one) => words(one).trim().startsWith(arguments[0]))""", name)
        self.driver.execute_script("arguments[0].click()", found)

    def says(self, text):
        self.wait("return document.body.textContent.includes(arguments[0])", text)

    def settled(self):
        self.driver.execute_async_script("""const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 700)))""")

    def picture(self, name):
        self.settled()
        if shots := os.environ.get("SHOTS"):
            os.makedirs(shots, exist_ok=True)
            self.driver.save_screenshot(os.path.join(shots, f"webkit-{name}.png"))

    def violations(self):
        self.driver.execute_script(open(AXE).read())
        found = self.driver.execute_async_script("axe.run().then(({ violations }) => arguments[0](violations))")
        return [f"{one['id']}: {one['nodes'][0]['html'][:150]}" for one in found]


@check("WebKit: sign in, claim, enter an expense, see the balances, start without the server; axe finds nothing, nothing scrolls sideways")
def smoke(world):
    with Display(), tempfile.TemporaryDirectory() as home:
        before, os.environ["HOME"] = os.environ.get("HOME", "/"), home
        home = household(world)
        window = Window(home.server.url)
        try:
            main_way(window, f"/ledgers/{home.full}")
            without_server(window, home.server, f"/ledgers/{home.full}")
        except Exception:
            window.picture("failed")
            raise
        finally:
            window.driver.quit()
            os.environ["HOME"] = before


def main_way(window, path):
    window.go("/sign-in")
    window.type("Name", "Anna")
    window.type("Password", "correct horse battery")
    window.press("Sign in")
    window.wait("return location.pathname.startsWith('/ledgers')")
    window.go(f"{path}/claim")
    window.press("Anna")
    window.says("Groceries")
    window.press("Add an expense")
    window.type("Amount", "12,34")
    window.type("What was it for?", "From Safari's engine")
    window.picture("form")
    window.press("Save")
    window.wait("return !document.querySelector('dialog')")
    window.says("From Safari's engine")
    for tab, words in [("Settle", "Payments so far"), ("People", "This ledger"), ("Expenses", "Total spent")]:
        window.press(tab)
        window.says(words)
        window.picture(tab)
        assert window.driver.execute_script("return document.documentElement.scrollWidth <= innerWidth"), tab
        assert not (found := window.violations()), (tab, found)


def without_server(window, server, path):
    """From what was kept: the shell by the service worker, the ledger by IndexedDB."""
    window.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0]())")
    window.go(f"{path}/expenses")
    window.says("From Safari's engine")
    server.stop()
    try:
        window.go(f"{path}/expenses")
        window.says("From Safari's engine")
        window.wait("return document.querySelector('[data-key=\\'bar sync\\']')?.dataset.state === 'away'")
        window.picture("away")
    finally:
        server.start()
