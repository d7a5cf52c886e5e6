# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""The action with the program itself, in an environment of its own: reviews of a forge's pull requests, lint and coverage."""
import json
import os
import pathlib
import shutil
import subprocess
import time
import unittest
import urllib.request

from actions.machine import REPOSITORY, TOOLCHAIN, ActionTestCase

FORGE, PYTHON = os.environ.get("REVIEWBOT_FORGE"), os.environ.get("REVIEWBOT_FORGE_PYTHON")
WRITER, READER = "ghp_exampleRepoScope", "github_pat_exampleReadOnly"
# The author of a pull request chooses its title.
TITLE = "::error::x $(touch pwned) `id` ${{ github.token }} </pre><script>"
GIT = {
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com", "GIT_CONFIG_GLOBAL": "/dev/null", "PATH": "/usr/bin:/bin"}


class ProgramTestCase(ActionTestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.checksum = cls.releases.publish_tested()

    def review(self, job, **inputs):
        return job.run(**({"mirror": self.releases.url, "checksum": self.checksum} | inputs))

    def job(self, **settings):
        return super().job(path=f"{TOOLCHAIN}:/usr/local/bin:/usr/bin:/bin", **settings)


class LocalTests(ProgramTestCase):
    """The commands that read a checkout."""

    def git(self, *words):
        subprocess.run(["git", *words], cwd=self.workspace, env=GIT, check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        self.git("init", "--quiet", "--initial-branch=main")
        shutil.copytree(REPOSITORY / "Examples/Shapes", self.workspace, dirs_exist_ok=True)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Shapes")
        self.git("checkout", "--quiet", "-b", "polygons")
        shutil.copytree(REPOSITORY / "Examples/ShapesPullRequest", self.workspace, dirs_exist_ok=True)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", TITLE)

    def test_lint_annotates_the_change_and_writes_sarif(self):
        outcome = self.review(self.job(variables={"GITHUB_BASE_REF": "main"}), command="lint")
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (0, "passed"), outcome.log)
        warnings = [found for found in outcome.commands() if found[0] == "warning"]
        self.assertIn("file=Sources/Shapes/Polygon.swift,line=22", warnings[0][1])
        self.assertIn(f"warnings: {len(warnings)}", outcome.summary)
        report = json.loads((pathlib.Path(outcome.outputs["report"]) / "findings.sarif").read_text())
        self.assertGreaterEqual(len(report["runs"][0]["results"]), len(warnings))

    def test_lint_fails_for_errors(self):
        outcome = self.review(self.job(), command="lint", target="main", args="--strict")
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (1, "findings"), outcome.log)

    def test_lint_says_that_the_revision_does_not_exist(self):
        outcome = self.review(self.job(), command="lint", target="$(touch pwned)")
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (2, "couldNotRun"), outcome.log)
        self.assertIn("$(touch pwned)", outcome.log)
        self.assertFalse((self.workspace / "pwned").exists())

    def test_coverage_measures_the_change(self):
        outcome = self.review(self.job(), command="coverage", target="main")
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (0, "passed"), outcome.log)
        self.assertEqual(outcome.outputs["patch-coverage"], "58.8")
        self.assertIn("Lines that did not run", outcome.summary)

    def test_coverage_fails_for_a_missed_target(self):
        (self.workspace / ".reviewbot.yml").write_text("version: 1\ncoverage: {target: 90 %}\n")
        outcome = self.review(self.job(), command="coverage", target="main")
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (1, "coverage"), outcome.log)


@unittest.skipUnless(FORGE and PYTHON, "REVIEWBOT_FORGE and REVIEWBOT_FORGE_PYTHON are not set")
class ForgeTests(ProgramTestCase):
    """Reviews of the pull requests of a stand-in forge."""

    def setUp(self):
        super().setUp()
        world = self.folder / "world"
        subprocess.run([PYTHON, f"{FORGE}/make_example.py", world], check=True, capture_output=True)
        settings = json.loads((world / "forge.json").read_text())
        settings["pulls"][0]["title"] = TITLE
        (world / "forge.json").write_text(json.dumps(settings))
        port = self.folder / "port"
        with (self.folder / "forge.log").open("w") as log:
            forge = subprocess.Popen(
                [PYTHON, f"{FORGE}/fakeforge.py", "--config", "forge.json", "--port", "0", "--port-file", port], cwd=world, stdout=log, stderr=log)
        self.addCleanup(forge.wait)
        self.addCleanup(forge.kill)
        deadline = time.monotonic() + 60
        while not (port.exists() and port.read_text().strip()):
            self.assertLess(time.monotonic(), deadline, (self.folder / "forge.log").read_text())
            time.sleep(0.05)
        self.forge = f"http://127.0.0.1:{port.read_text().strip()}"

    def check(self, number, token=WRITER, **inputs):
        job = self.job(pull_request=number, variables={
            "GITHUB_REPOSITORY": "acme/shapes", "GITHUB_API_URL": self.forge, "GITHUB_SERVER_URL": self.forge, "GITHUB_RUN_ID": "17"})
        return self.review(job, token=token, sandbox="none", **inputs)

    def state(self, what="state"):
        with urllib.request.urlopen(f"{self.forge}/_admin/{what}") as answer:
            return json.load(answer)

    def test_a_pull_request_that_passes(self):
        outcome = self.check(1)
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (0, "passed"), outcome.log)
        folder = pathlib.Path(outcome.outputs["report"])
        report = json.loads((folder / "report.json").read_text())
        self.assertEqual(outcome.outputs["patch-coverage"], report["coverage"]["percent"])
        self.assertTrue((folder / "report.html").is_file())
        self.assertTrue(outcome.summary.startswith((folder / "step-summary.md").read_text()))
        # The title is data everywhere.
        self.assertEqual(outcome.errors, [])
        self.assertFalse((self.workspace / "pwned").exists())
        self.assertNotIn("<script>", outcome.summary)
        # The review was posted, as the forge's description of its API requires.
        self.assertIn("reviewbot:v1", json.dumps(self.state()))
        self.assertEqual(self.state("violations?level=error")["violations"], [])

    def test_a_pull_request_that_fails(self):
        outcome = self.check(2)
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (1, "buildFailed"), outcome.log)
        self.assertEqual(outcome.outputs["patch-coverage"], "")
        self.assertEqual([name for name, _ in outcome.uses], ["actions/cache/restore", "actions/cache/save", "actions/upload-artifact"])
        self.assertIn("sid", outcome.summary)

    def test_a_token_without_write_permission_shows_the_report_once(self):
        outcome = self.check(2, token=READER)
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (1, "buildFailed"), outcome.log)
        page = (pathlib.Path(outcome.outputs["report"]) / "step-summary.md").read_text()
        self.assertEqual(outcome.summary.strip(), page.strip())
        self.assertNotIn("reviewbot:v1", json.dumps(self.state()))

    def test_a_pull_request_that_does_not_exist(self):
        outcome = self.check(1, target="404")
        self.assertEqual((outcome.status > 1, outcome.outputs["verdict"]), (True, "couldNotRun"), outcome.log)
        self.assertIn("couldNotRun", outcome.summary)

    def test_a_job_without_pull_request(self):
        outcome = self.check(None)
        self.assertEqual((outcome.status, outcome.outputs["verdict"]), (2, "couldNotRun"), outcome.log)
