# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: the reviewbot authors
"""Runs a composite action as GitHub's runner does: inputs, conditions, and the files in which steps leave their results.

Actions of others are replaced: `pinned.json` has the names of their inputs and outputs at the commits that are used, and a step
with another input, or without one that is required, is an error.
"""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

import yaml

from actions.expressions import condition, interpolate

PINNED = json.loads((pathlib.Path(__file__).parent / "pinned.json").read_text())


class ActionError(Exception):
    pass


def check_use(uses, given):
    """Returns the description of a pinned action, after checking the inputs that a step gives it."""
    known = PINNED.get(uses)
    if known is None:
        raise ActionError(f"{uses} is not in pinned.json")
    unknown = set(given) - set(known["inputs"])
    missing = set(known["required"]) - {name for name, value in given.items() if value != ""}
    if unknown or missing:
        raise ActionError(f"{uses}: unknown inputs {sorted(unknown)}, missing inputs {sorted(missing)}")
    return known


class Outcome:
    def __init__(self):
        self.status, self.log, self.summary, self.outputs = 0, "", "", {}
        self.steps, self.uses, self.environment = {}, [], {}

    @property
    def errors(self):
        """The messages of the workflow commands `error` that the runner would execute."""
        return [found[2] for found in self.commands() if found[0] == "error"]

    def commands(self):
        """The workflow commands in the log. The runner ignores leading spaces, and all commands between `stop-commands` and its word."""
        stopped = None
        for line in self.log.splitlines():
            found = re.match(r"\s*::([\w-]+)((?: [^:]*(?::(?!:)[^:]*)*)?)::(.*)", line)
            if not found:
                continue
            if stopped is not None:
                stopped = None if found[1] == stopped else stopped
            elif found[1] == "stop-commands":
                stopped = found[3]
            else:
                yield found[1], found[2].strip(), found[3].replace("%0A", "\n").replace("%25", "%")


class Composite:
    """An action in a folder, and the machine that it runs on.

    - `answers`: the outputs of replaced actions by name, or an exception's text for one that fails.
    - `first`: folders in front of PATH, with substitutes for system programs.
    - `root`: the root folder of another system, whose programs and libraries the steps use; with `shared` folders of this one.
    """

    def __init__(
        self, folder, workspace, temporary, github, path="/usr/bin:/bin", variables=None, answers=None, first=(), root=None, shared=()
    ):
        self.folder, self.workspace, self.temporary = pathlib.Path(folder), pathlib.Path(workspace), pathlib.Path(temporary)
        self.definition = yaml.safe_load((self.folder / "action.yml").read_text())
        self.github = github
        self.answers = {"actions/cache/restore": {"cache-primary-key": "the key"}} | (answers or {})
        self.path = ":".join([*map(str, first), path])
        self.variables = variables or {}
        self.prefix = self.confinement(root, shared) if root else []

    def confinement(self, root, shared):
        words = [shutil.which("bwrap") or "bwrap", "--bind", root, "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
        for folder in (self.folder, *shared):
            words += ["--ro-bind", str(folder), str(folder)]
        return [*words, "--bind", str(self.temporary), str(self.temporary), "--chdir", str(self.workspace), "--"]

    def run(self, **given):
        inputs = self.inputs({name.replace("_", "-"): value for name, value in given.items()})
        outcome = Outcome()
        names = {"inputs": inputs, "github": self.github, "runner": {"os": "Linux", "arch": "X64"}, "steps": outcome.steps}
        functions = {
            "success": lambda: outcome.status == 0, "failure": lambda: outcome.status != 0, "always": lambda: True,
            "cancelled": lambda: False, "hashFiles": lambda *patterns: "0123abcd",
        }
        outcome.environment = self.environment()
        for step in self.definition["runs"]["steps"]:
            self.run_step(step, outcome, names, functions)
        outcome.outputs = {
            name: interpolate(output["value"], names, functions) for name, output in self.definition["outputs"].items()
        }
        return outcome

    def inputs(self, given):
        unknown = set(given) - set(self.definition["inputs"])
        if unknown:
            raise ActionError(f"unknown inputs {sorted(unknown)}")
        defaults = {name: str(entry.get("default", "")) for name, entry in self.definition["inputs"].items()}
        names = {"github": self.github}
        return {name: given.get(name, interpolate(text, names, {})) for name, text in defaults.items()}

    def environment(self):
        temporary = self.temporary / "runner"
        temporary.mkdir(parents=True, exist_ok=True)
        home = self.temporary / "home"
        home.mkdir(exist_ok=True)
        return {
            "PATH": self.path, "HOME": str(home), "CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_ACTION_PATH": str(self.folder), "RUNNER_TEMP": str(temporary), "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
            **self.variables,
        }

    def run_step(self, step, outcome, names, functions):
        result = {"outputs": {}, "outcome": "skipped", "conclusion": "skipped"}
        if "id" in step:
            outcome.steps[step["id"]] = result
        if not condition(step.get("if", "success()"), names, functions):
            return
        given = {key: interpolate(str(value), names, functions) for key, value in step.get("with", {}).items()}
        variables = {key: interpolate(str(value), names, functions) for key, value in step.get("env", {}).items()}
        status = self.use(step["uses"], given, outcome, result) if "uses" in step else self.script(step, variables, outcome, result)
        result["outcome"] = "success" if status == 0 else "failure"
        continues = str(step.get("continue-on-error", False)).lower() == "true"
        result["conclusion"] = "success" if continues else result["outcome"]
        if status != 0 and not continues and outcome.status == 0:
            outcome.status = status

    def use(self, uses, given, outcome, result):
        known = check_use(uses, given)
        name = uses.split("@")[0]
        outcome.uses.append((name, given))
        answer = self.answers.get(name, {})
        if isinstance(answer, str):
            outcome.log += answer + "\n"
            return 1
        unknown = set(answer) - set(known["outputs"])
        if unknown:
            raise ActionError(f"{uses} has no outputs {sorted(unknown)}")
        result["outputs"] = dict(answer)
        return 0

    def script(self, step, variables, outcome, result):
        if step["shell"] != "bash" or "${{" in step["run"]:
            raise ActionError(f"{step['name']}: scripts are for bash, and without expressions")
        with tempfile.TemporaryDirectory(dir=self.temporary) as folder:
            files = {name: pathlib.Path(folder) / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")}
            for file in files.values():
                file.touch()
            script = pathlib.Path(folder) / "script.sh"
            script.write_text(step["run"])
            environment = outcome.environment | {name: str(file) for name, file in files.items()} | variables
            done = subprocess.run(
                [*self.prefix, "bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)], cwd=self.workspace, env=environment,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900)
            outcome.log += done.stdout.decode(errors="replace")
            result["outputs"] = assignments(files["GITHUB_OUTPUT"].read_text())
            outcome.summary += files["GITHUB_STEP_SUMMARY"].read_text()
            outcome.environment |= assignments(files["GITHUB_ENV"].read_text())
            for line in files["GITHUB_PATH"].read_text().splitlines():
                outcome.environment["PATH"] = line + ":" + outcome.environment["PATH"]
        return done.returncode


def assignments(text):
    """Reads NAME=VALUE, and NAME<<WORD with the lines of the value until WORD."""
    values, lines = {}, iter(text.splitlines())
    for line in lines:
        found = re.fullmatch(r"([^=<]+)(=|<<)(.*)", line)
        if not found:
            raise ActionError(f"cannot read the line of an output: {line}")
        name, operator, rest = found.groups()
        if operator == "=":
            values[name] = rest
            continue
        value = []
        while (next_line := next(lines, None)) != rest:
            if next_line is None:
                raise ActionError(f"the value of {name} does not end")
            value.append(next_line)
        values[name] = "\n".join(value)
    return values


