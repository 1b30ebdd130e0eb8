"""Whether the app is the released one."""
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

import harness
from test_command_line import run


class Released(harness.Check):
    """SC-ARC-HST-2: what is served is what was released."""

    def manifest(self, place=harness.PUBLIC):
        made = run("manifest", "--public", place)
        self.assertEqual(made.returncode, 0, made)
        return made.stdout

    def verify(self, place, *arguments, status=0):
        answer = run("verify", place, *arguments)
        self.assertEqual(answer.returncode, status, answer)
        return answer

    def address(self):
        return f"http://127.0.0.1:{self.server.port}"

    def changed(self, name, text):
        """A copy of the app with one file changed."""
        place = tempfile.mkdtemp(prefix="splitclone-app-")
        self.addCleanup(shutil.rmtree, place, True)
        shutil.copytree(harness.PUBLIC, place, dirs_exist_ok=True)
        path = Path(place, name)
        path.write_text((path.read_text() if path.exists() else "") + text)
        return place

    def test_what_is_served_is_what_the_manifest_says(self):
        """byte for byte as curl gets it, in the form of sha256sum; made anew it is the same"""
        text = self.manifest()
        self.assertEqual(text, self.manifest())
        lines = [line.split("  ") for line in text.splitlines() if not line.startswith("#")]
        self.assertGreater(len(lines), 100)
        for digest, name in lines:
            body = harness.Client(self.server).send("GET", "//" + name, fields={"Accept-Encoding": "identity"}).body
            self.assertEqual(hashlib.sha256(body).hexdigest(), digest, name)

    def test_a_server_is_compared(self):
        answer = self.verify(self.address(), "--public", harness.PUBLIC)
        self.assertIn("build " + self.manifest().split("# build ")[1].split("\n")[0], answer.stdout)
        with tempfile.NamedTemporaryFile("w", suffix=".sha256") as file:
            file.write(self.manifest())
            file.flush()
            self.verify(self.address(), "--manifest", file.name)
            self.verify(harness.PUBLIC, "--manifest", file.name)

    def test_one_changed_byte_is_found(self):
        """in a module, which the page names, so that it differs, too; a file that is too much, one that is missing"""
        place = self.changed("core/money.js", "\n// evil\n")
        answer = self.verify(self.address(), "--public", place, status=3)
        self.assertIn("differs\tcore/money.js", answer.stdout.splitlines())
        self.assertIn("differs\tindex.html", answer.stdout.splitlines())
        with tempfile.NamedTemporaryFile("w", suffix=".sha256") as file:
            file.write(self.manifest())
            file.flush()
            self.assertIn("added\tcore/more.js", self.verify(self.changed("core/more.js", "x"), "--manifest", file.name, status=3).stdout)
            os.unlink(os.path.join(place, "core/money.js"))
            self.assertIn("missing\tcore/money.js", self.verify(place, "--manifest", file.name, status=3).stdout)

    def test_below_a_path(self):
        """the page and the service worker name other addresses there; a manifest is followed through files that are its own"""
        server = harness.Server("--base-path", "/home/split")
        self.addCleanup(server.close)
        address = f"http://127.0.0.1:{server.port}/home/split"
        build = "build " + self.manifest().split("# build ")[1].split("\n")[0]
        for place in [address, address + "/"]:
            self.assertIn(build, self.verify(place, "--public", harness.PUBLIC).stdout)
        for wrong in [f"http://127.0.0.1:{server.port}", f"http://127.0.0.1:{server.port}/home", self.address() + "/home/split"]:
            self.assertIn("missing\tindex.html", self.verify(wrong, "--public", harness.PUBLIC, status=3).stdout)
        place = self.changed("core/money.js", "\n// evil\n")
        self.assertIn("differs\tcore/money.js", self.verify(address, "--public", place, status=3).stdout)
        with tempfile.NamedTemporaryFile("w", suffix=".sha256") as file:
            file.write(self.manifest())
            file.flush()
            self.assertIn(build, self.verify(address, "--manifest", file.name, "--public", harness.PUBLIC).stdout)
            refused = self.verify(address, "--manifest", file.name, "--public", place, status=1).stderr
            self.assertIn("are not the manifest's", refused)
            file.seek(0)
            file.write(self.manifest(place))
            file.flush()
            found = self.verify(address, "--manifest", file.name, "--public", place, status=3).stdout
            self.assertIn("differs\tcore/money.js", found)
        self.verify("http://127.0.0.1:1/a%20b", "--public", harness.PUBLIC, status=2)

    def test_what_can_not_be_asked_is_told(self):
        self.assertIn("could not be asked", self.verify("http://127.0.0.1:1", "--public", harness.PUBLIC, status=1).stderr)
        self.assertIn("is no manifest", self.verify(self.address(), "--manifest", __file__, status=2).stderr)


if __name__ == "__main__":
    harness.main()
