"""What is in the package, without installing it: the files, the unit, the manual, completion."""
import json
import re
import subprocess
import unittest
from pathlib import Path

from package import ROOT, build, harness, out, scratch


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.package = build(scratch())
        cls.tree = scratch() / "tree"
        out("dpkg-deb", "--extract", cls.package, cls.tree)

    def test_the_same_input_makes_the_same_bytes(self):
        """built twice, the package is one"""
        self.assertEqual(self.package.read_bytes(), build(scratch()).read_bytes())

    def test_lintian_has_nothing_to_say(self):
        """no error and no warning"""
        self.assertEqual(out("lintian", "--allow-root", self.package, status=None), "")

    def test_modes_and_owners(self):
        """everything is root's, nobody else may change it, and nothing runs as somebody else"""
        for line in out("dpkg-deb", "--contents", self.package).splitlines():
            self.assertRegex(line, r"^(-rw-r--r--|-rwxr-xr-x|drwxr-xr-x|lrwxrwxrwx) root/root ")

    def test_the_app_is_whole(self):
        """every file of Public, and no other"""
        theirs = self.tree / "usr/share/splitclone/Public"
        files = lambda root: {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        self.assertEqual(files(theirs), files(ROOT / "Public"))

    def test_settings_are_a_conffile(self):
        """dpkg asks before it changes what somebody wrote there, and the program understands it as it comes"""
        self.assertIn("/etc/splitclone.conf", out("dpkg-deb", "--info", self.package, "conffiles"))
        self.assertEqual(
            (self.tree / "etc/splitclone.conf").read_bytes(), (ROOT / "deploy/splitclone.conf").read_bytes())

    def test_a_setting_that_is_shown_is_understood(self):
        """with every comment sign before a setting taken away, each line is one that the program knows"""
        data = scratch()
        text = re.sub(r"^#(SPLITCLONE_\w+=)", r"\1", (ROOT / "deploy/splitclone.conf").read_text(), flags=re.M)
        # All before the last line is understood: the last one is what is complained of.
        Path(data, "splitclone.conf").write_text(text + "SPLITCLONE_NONSENSE=1\n")
        said = out(harness.PROGRAM, "account", "list", "--data", data, status=2)
        self.assertIn(f"line {len(text.splitlines()) + 1}: this is no setting", said)

    def test_the_unit_keeps_the_server_in(self):
        """an exposure of at most 2.0 as systemd counts it"""
        unit = ROOT / "deploy/systemd/splitclone.service"
        out("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)

    def test_the_manual_is_sound(self):
        """mandoc finds nothing in it, and it has every command, flag and setting"""
        for page in ("man1/splitclone.1", "man5/splitclone.conf.5"):
            file = scratch() / page.split("/")[1]
            file.write_text(out("gunzip", "-c", self.tree / "usr/share/man" / f"{page}.gz"))
            self.assertEqual(out("mandoc", "-Tlint", "-Wwarning", file, status=None), "")
        plain = out("gunzip", "-c", self.tree / "usr/share/man/man5/splitclone.conf.5.gz").replace("\\-", "-")
        for setting in re.findall(r"^#?(SPLITCLONE_\w+)=", (ROOT / "deploy/splitclone.conf").read_text(), re.M):
            self.assertIn(f"\\fB{setting}\\fR=", plain)
        plain = out("gunzip", "-c", self.tree / "usr/share/man/man1/splitclone.1.gz").replace("\\-", "-")
        for command, path in commands():
            self.assertIn(f".SS {' '.join(path)}\n", plain)
            for argument in command.get("arguments", []):
                for name in argument.get("names", []) if argument["shouldDisplay"] else []:
                    if name["kind"] == "long" and name["name"] not in ("help", "version"):
                        self.assertIn("--" + name["name"], plain)

    def test_completion_is_understood_by_each_shell(self):
        for shell, file in {
            "bash": "bash-completion/completions/splitclone", "zsh": "zsh/vendor-completions/_splitclone",
            "fish": "fish/vendor_completions.d/splitclone.fish",
        }.items():
            out(shell, "-n", self.tree / "usr/share" / file)
        found = subprocess.run(
            ["bash", "-c", f"""source {self.tree}/usr/share/bash-completion/completions/splitclone
             COMP_WORDS=(splitclone acc); COMP_CWORD=1; COMP_LINE='splitclone acc'; COMP_POINT=14
             function_=$(complete -p splitclone | sed -E 's/.*-F ([^ ]+).*/\\1/'); "$function_" splitclone acc splitclone
             echo "${{COMPREPLY[@]}}" """], capture_output=True, text=True, timeout=20)
        self.assertEqual(found.stdout.split(), ["account"], found.stderr)


def commands():
    """Every command of the program with its path, as the program describes itself."""
    root = json.loads(out(harness.PROGRAM, "--experimental-dump-help"))["command"]

    def below(command, path):
        for one in command.get("subcommands", []):
            if one["commandName"] != "help":
                yield one, [*path, one["commandName"]]
                yield from below(one, [*path, one["commandName"]])

    return list(below(root, ["splitclone"]))


if __name__ == "__main__":
    harness.main()
