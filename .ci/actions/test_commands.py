# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""How the action runs the program, with a script instead of it: arguments, token, outputs, caches, summary and status."""
import json
import pathlib
import unittest

from actions.machine import ECHO, ROOT, VERSION, ActionTestCase

# Writes a report with text that tries to be a verdict.
REPORT = r'''
while [ $# -gt 0 ]; do [ "$1" != --output ] || folder=$2; shift; done
mkdir -p "$folder"
cat >"$folder/report.json" <<'END'
{
  "coverage" : {
    "files" : [
      {
        "percent" : "1.0",
        "path" : "  \"verdict\" : \"passed\","
      }
    ],
    "percent" : "58.8"
  },
  "reasons" : [
    "\n  \"verdict\" : \"passed\","
  ],
  "schema" : 1,
  "verdict" : "testsFailed"
}
END
echo "# The comment" >"$folder/step-summary.md"
'''
URL = "https://github.com/acme/shapes/actions/runs/17/artifacts/4"
UPLOAD = "actions/upload-artifact"


class CommandTests(ActionTestCase):
    def run_action(self, script, job=None, **inputs):
        checksum = self.releases.publish(script)
        job = job or self.job(answers={UPLOAD: {"artifact-url": URL}})
        return job.run(**({"mirror": self.releases.url, "checksum": checksum} | inputs))

    def arguments(self, outcome):
        return [line.removeprefix("argument=") for line in outcome.log.splitlines() if line.startswith("argument=")]

    def test_passes_the_inputs_of_check(self):
        outcome = self.run_action(ECHO, target="7", sandbox="none", name="nightly/linux", output="out", args="--verbose --test 'both'")
        self.assertEqual(self.arguments(outcome), [
            "check", "--output", str(self.workspace / "out"), "--name", "nightly/linux", "--sandbox", "none", "--pr", "7", "--verbose",
            "--test", "both"])

    def test_passes_the_revision_to_lint_and_coverage(self):
        lint = self.run_action(ECHO, command="lint", target="--all", args="--strict Sources")
        self.assertIn(["lint", "--format", "github", "--since=--all", "--strict", "Sources"], [self.arguments(lint)[:6]])
        coverage = self.run_action(ECHO, command="coverage", target="origin/main")
        self.assertEqual(self.arguments(coverage)[:2], ["coverage", "--since=origin/main"])

    def test_splits_arguments_like_a_shell_and_expands_nothing(self):
        text = "--a \"two words\" 'it $(touch pwned)'\n  --b=`id` $HOME ; touch pwned && ~ * \\\" '' |"
        outcome = self.run_action(ECHO, args=text)
        self.assertEqual(self.arguments(outcome)[7:], [
            "--a", "two words", "it $(touch pwned)", "--b=`id`", "$HOME", ";", "touch", "pwned", "&&", "~", "*", '"', "", "|"])
        self.assertEqual(list(self.workspace.iterdir()), [])

    def test_hostile_inputs_remain_arguments(self):
        hostile = "7; touch pwned $(touch pwned) `touch pwned` \"'${{ github.token }}\n::error::x"
        for name in ("target", "sandbox", "name"):
            outcome = self.run_action(ECHO.replace("\\n", "\\0"), **{name: hostile})
            self.assertIn(f"argument={hostile}\0", outcome.log)
            self.assertEqual(list(self.workspace.iterdir()), [])

    def test_refuses_arguments_that_the_action_sets(self):
        for text in ("--output /etc", "--output=/etc", "--format json", "--watch"):
            outcome = self.run_action(ECHO, args=text)
            self.assertEqual((outcome.status, len(outcome.errors), self.arguments(outcome)), (2, 1, []), text)
            self.assertIn(f"the input args contains {text.split('=')[0].split()[0]}", outcome.errors[0])

    def test_refuses_an_open_quote(self):
        outcome = self.run_action(ECHO, args="--config 'a b")
        self.assertEqual((outcome.status, self.arguments(outcome)), (2, []))
        self.assertIn("a quote is not closed", outcome.errors[0])

    def test_refuses_a_folder_that_does_not_exist(self):
        for folder in ("none", "$(touch pwned)", "-P"):
            outcome = self.run_action(ECHO, working_directory=folder)
            self.assertEqual((outcome.status, self.arguments(outcome)), (2, []))
            self.assertIn(f'cannot run in the folder "{folder}"', outcome.errors[0])

    def test_runs_in_the_working_directory(self):
        (self.workspace / "a folder").mkdir()
        self.assertIn(f"in={self.workspace}/a folder\n", self.run_action('echo "in=$PWD"', working_directory="a folder").log)

    @unittest.skipIf(ROOT, "bwrap, which starts the step, keeps its environment")
    def test_the_token_is_in_no_environment_but_the_programs(self):
        # The parent of a process of the program is the runner: no shell with the token waits for it.
        script = 'echo "token=$GITHUB_TOKEN$REVIEWBOT_TOKEN"\nfor file in /proc/[0-9]*/environ; do [ "$file" = /proc/$$/environ ] || ' \
            '! tr "\\0" "\\n" <"$file" 2>/dev/null | grep -q "^[A-Z_]*=t-0123456789" || echo "found=$file"; done'
        outcome = self.run_action(script, token="t-0123456789")
        self.assertIn("token=t-0123456789\n", outcome.log)
        self.assertNotIn("found=", outcome.log)

    def test_the_token_of_the_job_and_that_of_an_account_are_different_variables(self):
        script = 'echo "job=$GITHUB_TOKEN account=$REVIEWBOT_TOKEN"'
        self.assertIn("job=token-of-the-job account=\n", self.run_action(script).log)
        self.assertIn("job= account=t-1\n", self.run_action(script, token="t-1").log)
        self.assertIn("job= account=\n", self.run_action(script, token="").log)

    def test_lint_and_coverage_receive_no_token(self):
        for command in ("lint", "coverage"):
            outcome = self.run_action("env; tr '\\0' '\\n' </proc/$PPID/environ", command=command, token="t-0123456789")
            self.assertNotIn("t-0123456789", outcome.log)

    def test_fails_exactly_as_the_program(self):
        for command in ("check", "lint", "coverage"):
            for status in range(5):
                outcome = self.run_action(f"exit {status}", command=command)
                self.assertEqual(outcome.status, status, (command, outcome.log))
                if command == "check" or status > 1:
                    self.assertEqual(outcome.outputs["verdict"], "couldNotRun")

    def test_the_verdicts_of_lint_and_coverage(self):
        verdicts = [
            self.run_action(f"exit {status}", command=command).outputs["verdict"]
            for command in ("lint", "coverage") for status in (0, 1)]
        self.assertEqual(verdicts, ["passed", "findings", "passed", "coverage"])

    def test_reads_verdict_and_coverage_from_the_report(self):
        outcome = self.run_action(REPORT + "exit 1")
        self.assertEqual(outcome.status, 1)
        self.assertEqual((outcome.outputs["verdict"], outcome.outputs["patch-coverage"]), ("testsFailed", "58.8"))
        self.assertEqual(outcome.outputs["report-url"], URL)
        self.assertEqual(json.loads((pathlib.Path(outcome.outputs["report"]) / "report.json").read_text())["verdict"], "testsFailed")

    def test_a_superseded_review_has_no_verdict_of_its_own(self):
        self.assertEqual(self.run_action(REPORT + "exit 4").outputs["verdict"], "superseded")

    def test_reads_no_report_of_an_earlier_run(self):
        first = self.run_action(REPORT, output="out")
        self.assertEqual(first.outputs["verdict"], "testsFailed")
        second = self.run_action("exit 3", output="out")
        self.assertEqual((second.status, second.outputs["verdict"], second.outputs["patch-coverage"]), (3, "couldNotRun", ""))

    def test_follows_no_link_of_the_checkout(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "coverage.txt").write_text("kept")
        (self.workspace / "link").symlink_to(elsewhere)
        for output in ("link", "link/reports", "../workspace/link"):
            outcome = self.run_action(ECHO, command="coverage", output=output)
            self.assertEqual((outcome.status, self.arguments(outcome)), (2, []))
            self.assertIn("it is below a link", outcome.errors[0])
        self.assertEqual([(file.name, file.read_text()) for file in elsewhere.iterdir()], [("coverage.txt", "kept")])

    def test_values_cannot_set_other_outputs(self):
        (self.workspace / "a\nverdict=passed").mkdir()
        outcome = self.run_action(REPORT + "exit 1", working_directory="a\nverdict=passed", output="b\nversion=1")
        self.assertEqual((outcome.outputs["verdict"], outcome.outputs["version"]), ("testsFailed", VERSION))
        self.assertTrue(outcome.outputs["report"].endswith("a\nverdict=passed/b\nversion=1"))

    def test_uploads_the_report_and_links_it(self):
        outcome = self.run_action(REPORT, name="nightly/linux")
        uploads = [given for name, given in outcome.uses if name == UPLOAD]
        self.assertEqual([(given["name"], given["path"]) for given in uploads], [("nightly-linux-check", outcome.outputs["report"])])
        self.assertEqual(outcome.summary, f"# The comment\n\n[The complete report]({URL})\n")

    def test_an_upload_that_fails_does_not_change_the_verdict(self):
        for status in (0, 1):
            outcome = self.run_action(REPORT + f"exit {status}", self.job(answers={UPLOAD: "quota exceeded"}))
            self.assertEqual((outcome.status, outcome.outputs["report-url"]), (status, ""))
            self.assertIn("could not be uploaded", outcome.summary)

    def test_uploads_nothing_without_a_report_or_on_request(self):
        for script, inputs in (("exit 3", {}), (REPORT, {"artifact": "false"})):
            outcome = self.run_action(script, **inputs)
            self.assertNotIn(UPLOAD, [name for name, _ in outcome.uses])
        self.assertEqual(outcome.summary, "# The comment\n\n")

    def test_the_summary_of_a_program_that_failed_says_so(self):
        self.assertEqual(
            self.run_action("exit 3").summary,
            "### reviewbot check: couldNotRun\n\nThe command ended with status 3; its log has the reason.\n\n")

    def test_the_program_does_not_write_the_summary_itself(self):
        self.assertIn("summary=\n", self.run_action('echo "summary=$GITHUB_STEP_SUMMARY"').log)

    def test_a_summary_that_github_would_drop_is_shortened(self):
        script = REPORT + 'head -c 1100000 /dev/zero | tr "\\0" x >"$folder/step-summary.md"; echo short >"$folder/report.md"'
        self.assertTrue(self.run_action(script).summary.startswith("short\n"))

    def test_annotates_the_findings_of_lint(self):
        outcome = self.run_action('case "$*" in *github*) echo "::warning file=A.swift,line=1,title=todo::unresolved TODO";; esac; exit 1', command="lint")
        self.assertEqual([found[0] for found in outcome.commands()], ["warning"])
        self.assertIn("Errors: 0, warnings: 1, notes: 0.", outcome.summary)

    def test_code_in_the_text_of_coverage_is_neither_command_nor_markup(self):
        text = "Lines that did not run\n    24  ::error::x\n  ::error::y\n</pre><script>\n\nChanged since main\n  58.8 % — 7 of 17 lines not run\n"
        outcome = self.run_action(f"cat <<'END'\n{text}END\n", command="coverage")
        self.assertEqual((outcome.errors, outcome.outputs["patch-coverage"]), ([], "58.8"))
        self.assertIn("&lt;/pre&gt;&lt;script&gt;", outcome.summary)

    def test_coverage_that_was_not_measured_is_empty(self):
        for line in ("no lines of code changed", "n/a % of 0"):
            self.assertEqual(self.run_action(f"printf 'All files\\n  {line}\\n  12 %% of\\n'", command="coverage").outputs["patch-coverage"], "")

    def test_caches_the_home_of_reviewbot_and_the_build_of_coverage(self):
        home = str(self.folder / "home/.cache/reviewbot")
        for command, paths in {"check": home, "lint": home, "coverage": f"{home}\n{self.workspace}/.build"}.items():
            outcome = self.run_action('echo "home=$REVIEWBOT_HOME"; exit 1', command=command)
            self.assertIn(f"{home}\n", outcome.log.replace("home=", ""))
            (_, restored), (_, saved) = [use for use in outcome.uses if "cache" in use[0]]
            self.assertEqual((restored["path"], saved), (paths, {"path": paths, "key": "the key"}))
            self.assertEqual(restored["key"], f"reviewbot-{command}-Linux-X64-{VERSION}-0123abcd-17-1")
            for prefix in restored["restore-keys"].split():
                self.assertTrue(restored["key"].startswith(prefix))

    def test_respects_the_folders_of_the_machine(self):
        for variables, home in (({"REVIEWBOT_HOME": "/var/a"}, "/var/a"), ({"XDG_CACHE_HOME": "/var/b"}, "/var/b/reviewbot")):
            outcome = self.run_action("echo", self.job(variables=variables))
            self.assertEqual(outcome.uses[0][1]["path"], home)

    def test_caches_nothing_on_request_and_for_events_with_the_cache_of_all(self):
        for event, inputs in (("pull_request", {"cache": "false"}), ("pull_request_target", {}), ("workflow_run", {})):
            outcome = self.run_action("exit 0", self.job(event=event), **inputs)
            self.assertEqual((outcome.status, outcome.uses), (0, []))

    def test_a_cache_that_fails_does_not_change_the_verdict(self):
        outcome = self.run_action(REPORT, self.job(answers={"actions/cache/restore": "no service", UPLOAD: {}}))
        self.assertEqual((outcome.status, [name for name, _ in outcome.uses]), (0, ["actions/cache/restore", UPLOAD]))
