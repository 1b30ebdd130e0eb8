"""Runs all checks, or those of the parts named. Ends with "N passed, N failed"."""

import os
import sys
import tempfile

from playwright.sync_api import sync_playwright

import base_job
import budget_job
import entry_job
import everybody_job
import firefox_job
import first_job
import friends_job
import guide_job
import identity_job
import invite_job
import main_job
import moving_job
import offline_job
import people_job
import share_job
import start_job
import surroundings
import sync_job
import tamper_job
import unfinished_job
import webkit
from phone import Phone
from server import Server

# No part knows of another: they can run beside one another. In each, later jobs may use what earlier ones left.
PARTS = {
    "homes": [main_job, first_job, surroundings, guide_job, tamper_job, sync_job, start_job],
    "everybody": [everybody_job],
    "phones": [offline_job, entry_job, share_job, people_job, budget_job, invite_job, friends_job, identity_job, moving_job,
               unfinished_job, base_job, webkit, firefox_job],
}

CHROMIUM = {"executable_path": os.environ.get("CHROMIUM", "/usr/bin/chromium"), "args": ["--no-sandbox"]}


class World:
    """Two homes that share one folder, each with a phone; further phones come and go."""

    def __init__(self, playwright, root):
        self.playwright, self.browser = playwright, playwright.chromium.launch(**CHROMIUM)
        self.server, self.other_server = Server(root), Server(root)
        self.phones, self.closing = [], []
        self.phone, self.other_phone = self.new_phone(self.server), self.new_phone(self.other_server)

    def new_phone(self, server, **how):
        phone = Phone(self.browser, server.url, **how)
        self.phones.append(phone)
        return phone

    def close_phone(self, phone):
        assert not phone.complaints, " | ".join(phone.complaints)
        self.phones.remove(phone)
        phone.context.close()

    def with_phone(self, server, work, **how):
        """Does the work on a phone of its own, and answers what it answers."""
        phone = self.new_phone(server, **how)
        try:
            return work(self, phone)
        finally:
            self.phones.remove(phone)
            said = phone.complaints
            phone.context.close()
            assert not said, " | ".join(said)

    def end(self):
        """Also what checks have started for themselves and left in `closing`."""
        for close in [self.server.remove, self.other_server.remove, *self.closing]:
            close()


def main(parts):
    lists = [job.check for part in parts or PARTS for job in PARTS[part]]
    with tempfile.TemporaryDirectory(prefix="splitclone-folders-") as root, sync_playwright() as playwright:
        os.mkdir(os.path.join(root, "shared"))
        world = World(playwright, root)
        try:
            for one in lists:
                one.run(world)
        finally:
            world.end()
    passed, failed = sum(one.passed for one in lists), sum(one.failed for one in lists)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
