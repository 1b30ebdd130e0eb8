"""A list of named checks that run in order, and what became of them."""

import faulthandler
import os
import time
import traceback

# Seconds. A page that never answers would hold everything up without a word: this ends the run and says where it stood.
LONGEST_CHECK = 1200

HERE = os.path.dirname(os.path.abspath(__file__))


def told(error):
    """Where the check stood and what it saw. What the browser's driver did in between says nothing."""
    stood = [frame for frame in traceback.extract_tb(error.__traceback__)[1:] if os.path.abspath(frame.filename).startswith(HERE)]
    return "".join([*traceback.format_list(stood), *traceback.format_exception_only(error)])


class Checks:
    def __init__(self, story=False):
        """In a story every check builds on the one before: the first failure ends it."""
        self.story = story
        self.list = []
        self.passed = self.failed = 0

    def __call__(self, sentence):
        def keep(check):
            self.list.append((sentence, check))
            return check
        return keep

    def run(self, world):
        """Runs the checks in order. A phone that complained fails the check during which it did."""
        for number, (sentence, check) in enumerate(self.list):
            if self.story and self.failed:
                self.failed += len(self.list) - number
                return print(f"FAILED  {len(self.list) - number} more that build on it", flush=True)
            faulthandler.dump_traceback_later(LONGEST_CHECK, exit=True)
            begun = time.monotonic()
            try:
                check(world)
                said = [complaint for phone in world.phones for complaint in phone.complaints]
                assert not said, " | ".join(said)
                self.passed += 1
                print(f"ok      {sentence} ({time.monotonic() - begun:.0f} s)", flush=True)
            except Exception as error:
                self.failed += 1
                print(f"FAILED  {sentence}\n{told(error)}", flush=True)
                for place, phone in enumerate(world.phones):
                    phone.picture(f"failed-{place}-" + "-".join(sentence.split()[:6]))
            for phone in world.phones:
                phone.complaints.clear()
        faulthandler.cancel_dump_traceback_later()
