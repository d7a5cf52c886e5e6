# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""What the files say about each other: the page's tables, the steps of action.yml, and the actions of others."""
import re
import subprocess
import unittest

import yaml

from actions.composite import PINNED, check_use
from actions.machine import REPOSITORY, VERSION

ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text())
PAGE = (REPOSITORY / "Documentation/github-action.md").read_text()
WORKFLOWS = sorted([*REPOSITORY.glob(".github/workflows/*.yml"), *REPOSITORY.glob("Examples/forks/github/*.yml")])


def table(heading):
    """The rows of the first table below a heading, without its head."""
    lines = PAGE.split(f"\n## {heading}\n", 1)[1].splitlines()
    start = next(index for index, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows[2:]


def steps(file):
    document = yaml.safe_load(file.read_text())
    if "runs" in document:
        return document["runs"]["steps"]
    return [step for job in document["jobs"].values() for step in job["steps"]]


class FileTests(unittest.TestCase):
    def test_the_page_lists_the_inputs(self):
        expected = [[f"`{name}`", f"`{entry['default']}`" if entry["default"] else "", entry["description"]] for name, entry in ACTION["inputs"].items()]
        self.assertEqual(table("Inputs"), expected)

    def test_the_page_lists_the_outputs(self):
        self.assertEqual(table("Outputs"), [[f"`{name}`", entry["description"]] for name, entry in ACTION["outputs"].items()])

    def test_examples_use_this_version_with_inputs_that_exist(self):
        examples = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.S)]
        uses = [step for example in examples for job in example["jobs"].values() for step in job["steps"] if step.get("uses", "").startswith("reviewbot/")]
        uses += [step for file in WORKFLOWS for step in steps(file) if step.get("uses", "").startswith("reviewbot/")]
        self.assertGreater(len(uses), 4)
        for step in uses:
            self.assertEqual(step["uses"], f"reviewbot/reviewbot@v{VERSION}")
            self.assertLessEqual(set(step.get("with", {})), set(ACTION["inputs"]), step)
            self.assertLessEqual(set(re.findall(r"steps\.review\.outputs\.([\w-]+)", str(examples))), set(ACTION["outputs"]))

    def test_every_input_is_used_and_every_output_is_set(self):
        text = (REPOSITORY / "action.yml").read_text()
        for name in ACTION["inputs"]:
            self.assertIn(f"inputs.{name}", text)
        scripts = {step["id"]: step["run"].split("/")[-1].strip('"') for step in ACTION["runs"]["steps"] if "run" in step and "id" in step}
        for step, output in re.findall(r"steps\.(install|run)\.outputs\.([\w-]+)", text):
            self.assertIn(f"output {output} ", (REPOSITORY / "Packaging/action" / scripts[step]).read_text())

    def test_no_script_has_an_expression(self):
        for file in [REPOSITORY / "action.yml", *WORKFLOWS]:
            for step in steps(file):
                self.assertNotIn("${{", step.get("run", ""), file)

    def test_actions_of_others_are_pinned_and_get_inputs_that_they_have(self):
        used = set()
        for file in [REPOSITORY / "action.yml", *WORKFLOWS]:
            comments = dict(re.findall(r"uses: (\S+@[0-9a-f]{40}) # (\S+)", file.read_text()))
            for step in steps(file):
                uses = step.get("uses", "")
                if not uses or uses.startswith("reviewbot/reviewbot@"):
                    continue
                self.assertIn(uses, PINNED, file)
                used.add(uses)
                self.assertEqual(comments[uses], PINNED[uses]["version"], file)
                check_use(uses, step.get("with", {}))
        self.assertEqual(used, set(PINNED))

    def test_checkouts_keep_no_credentials(self):
        for file in WORKFLOWS:
            for step in steps(file):
                if step.get("uses", "").startswith("actions/checkout@"):
                    self.assertIs(step["with"]["persist-credentials"], False, file)

    def test_the_list_of_checksums_is_one(self):
        for line in (REPOSITORY / "Packaging/action/checksums").read_text().splitlines():
            self.assertRegex(line, r"^(# .*|[0-9a-f]{64}  reviewbot-\d+\.\d+\.\d+-linux-(x86_64|aarch64)\.tar\.xz)$")

    def test_scripts_are_executable(self):
        names = ["action/install", "action/run", "action/finish", "notes", "check-tag", "collect", "linked-versions"]
        modes = subprocess.run(["git", "ls-files", "--stage", *names], cwd=REPOSITORY / "Packaging", capture_output=True, text=True, check=True).stdout
        self.assertEqual([line[:6] for line in modes.splitlines()], ["100755"] * len(names))
