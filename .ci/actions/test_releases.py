# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""The scripts of the release workflows."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import yaml

from actions.machine import REPOSITORY, VERSION, digest

ROWS = "name\t1\tlicense\t"


class ScriptTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def script(self, name, *arguments):
        done = subprocess.run([REPOSITORY / "Packaging" / name, *arguments], capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file


class NotesTests(ScriptTestCase):
    def test_prints_the_section_of_a_version(self):
        for heading in ("## 1.2.0", "## [1.2.0] - 2026-01-01", "## 1.2.0 (2026-01-01)"):
            file = self.write("CHANGELOG.md", f"# Changelog\n\n## Unreleased\n\nlater\n\n{heading}\n\n### Fixes\n\n- a fix\n\n## 1.2.01\n\nother\n")
            self.assertEqual(self.script("notes", "1.2.0", file), (0, "### Fixes\n\n- a fix\n", ""))

    def test_fails_for_a_version_without_text(self):
        for text in ("# Changelog\n", "## 1.2.0\n\n## 1.1.0\n\nold\n", "## 1x2.0\n\na\n"):
            status, output, errors = self.script("notes", "1.2.0", self.write("CHANGELOG.md", text))
            self.assertEqual((status, output), (1, ""))
            self.assertIn('has no text below "## 1.2.0"', errors)

    def test_fails_for_notes_that_github_rejects(self):
        self.assertEqual(self.script("notes", "1.2.0", self.write("C.md", "## 1.2.0\n\n" + "ä" * 124_999 + "\n"))[0], 0)
        self.assertIn("shorten them", self.script("notes", "1.2.0", self.write("C.md", "## 1.2.0\n\n" + "ä" * 125_001 + "\n"))[2])

    def test_refuses_another_tag(self):
        for tag in ("v9.9.9", VERSION, f"v{VERSION}.1", "main", "-h"):
            status, _, errors = self.script("check-tag", tag)
            self.assertEqual(status, 1)
            self.assertIn(f"cannot release {tag}: the sources have the version {VERSION}", errors)


class CollectTests(ScriptTestCase):
    def folder_of(self, name, files):
        for file, text in files.items():
            self.write(f"{name}/{file}", text)
        self.write(f"{name}/SHA256SUMS", "".join(f"{digest(self.folder / name / file)}  {file}\n" for file in files))

    def test_writes_one_list_of_all_files(self):
        self.folder_of("a", {"one.tar.xz": "1", "both.json": "x"})
        self.folder_of("b", {"two.deb": "2", "both.json": "x"})
        self.assertEqual(self.script("collect", "dist", "a", "b"), (0, "", ""))
        self.assertEqual(sorted(file.name for file in (self.folder / "dist").iterdir()), ["SHA256SUMS", "both.json", "one.tar.xz", "two.deb"])
        names = [line.split("  ") for line in (self.folder / "dist/SHA256SUMS").read_text().splitlines()]
        self.assertEqual(names, [[digest(self.folder / "dist" / name), name] for name in ("both.json", "one.tar.xz", "two.deb")])

    def test_refuses_damaged_and_unknown_files_and_two_of_one_name(self):
        self.folder_of("a", {"one": "1"})
        self.folder_of("other", {"one": "2"})
        for change, sentence in {
            lambda: self.write("a/one", "damaged"): "a file does not have its checksum",
            lambda: self.write("a/new", ""): "SHA256SUMS does not list it",
            lambda: (self.folder / "a/SHA256SUMS").unlink(): "it has no SHA256SUMS",
            lambda: shutil.copytree(self.folder / "other", self.folder / "a", dirs_exist_ok=True) and self.folder_of("other", {"one": "3"}):
                "another folder has a file of this name",
        }.items():
            change()
            status, _, errors = self.script("collect", "dist", "a", "other")
            self.assertEqual((status, sentence in errors), (1, True), errors)
            self.assertEqual(list(self.folder.glob("dist*")), [])
            shutil.rmtree(self.folder / "a")
            self.folder_of("a", {"one": "1"})


@unittest.skipUnless(shutil.which("apt-cache"), "apt-cache is not installed")
class LinkedVersionsTests(ScriptTestCase):
    """Compares with the package lists of this machine, in which the source zlib is that of zlib1g."""

    def setUp(self):
        super().setUp()
        policy = subprocess.run(["apt-cache", "policy", "zlib1g"], capture_output=True, text=True).stdout
        self.current = next((line.split()[1] for line in policy.splitlines() if line.strip().startswith("Candidate:")), "(none)")
        if self.current == "(none)":
            self.skipTest("apt has no package lists: apt-get update")

    def compare(self, text):
        return self.script("linked-versions", self.write("linked.tsv", text))

    def url(self, version):
        return f"{ROWS}pkg:deb/debian/zlib@{version.replace('+', '%2B')}?arch=source\n"

    def test_is_silent_without_updates(self):
        self.assertEqual(self.compare(self.url(self.current) + ROWS + "pkg:swift/github.com/apple/swift-nio@2.0.0\n"), (0, "", ""))
        self.assertEqual(self.compare(self.url("9:9.9+x")), (0, "", ""))

    def test_prints_what_debian_has_updated(self):
        self.assertEqual(self.compare(self.url("1:1.0+dfsg~1")), (1, f"zlib\t1:1.0+dfsg~1\t{self.current}\n", ""))

    def test_fails_where_an_update_would_be_missed(self):
        for text, sentence in {
            "": "does not exist or is empty",
            ROWS + "pkg:swift/github.com/apple/swift-nio@2.0.0\n": "lists no package of Debian",
            ROWS + "pkg:deb/debian/zlib?arch=source\n": "has no version",
            ROWS + "pkg:deb/debian/zlib1g-dev@1.0?arch=amd64\n": "is not that of a source",
            ROWS + "pkg:deb/debian/no-such-source@1.0?arch=source\n": "Debian has no source no-such-source",
            ROWS + "pkg:deb/debian/zlib@$(touch${IFS}pwned)?arch=source\n": "is no part of a package URL",
            ROWS + "pkg:deb/debian/zl ib@1.0?arch=source\n": "is no part of a package URL",
        }.items():
            status, output, errors = self.compare(text)
            self.assertEqual((status, output, sentence in errors), (2, "", True), errors)
        self.assertFalse((self.folder / "pwned").exists())


class ReportOfUpdatesTests(ScriptTestCase):
    """The step of linked-libraries.yml that opens an issue, with a substitute for gh."""

    GH = '''#!/bin/bash
echo "$1 $2 ${3--}" >>calls
case "$1 $2" in
  "issue list") cat number ;;
  "issue view") cat shown ;;
esac
'''

    def report(self, number, shown=""):
        document = yaml.safe_load((REPOSITORY / ".github/workflows/linked-libraries.yml").read_text())
        (step,) = document["jobs"]["report"]["steps"]
        self.write("gh", self.GH).chmod(0o755)
        self.write("number", number)
        self.write("shown", shown)
        self.write("calls", "")
        environment = {"PATH": f"{self.folder}:/usr/bin:/bin", "UPDATES": "zlib\t1:1.0\t1:1.1\nopenssl\t3.0.1\t3.0.2"}
        subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step["run"]], cwd=self.folder, env=environment, check=True)
        return [line for line in (self.folder / "calls").read_text().splitlines() if not line.startswith("issue list")]

    def test_opens_one_issue_and_starts_one_build(self):
        self.assertEqual(self.report(""), ["issue create --title", "workflow run release.yml"])
        body = (self.folder / "body.md").read_text()
        self.assertTrue(body.endswith("|---|---|---|\n| zlib | 1:1.0 | 1:1.1 |\n| openssl | 3.0.1 | 3.0.2 |\n"))
        self.assertEqual(self.report("7", shown=body), ["issue view 7"])
        self.assertEqual(self.report("7", shown="other"), ["issue view 7", "issue edit 7", "workflow run release.yml"])
