// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension CommandLines {
  /// Right command lines, which are run in this order.
  static let right = CommandLines(
    #"""
    0 lint --pre-push
      nothing was checked: there is no file that a rule checks
    0 --version
      reviewbot
    0 --help
      OVERVIEW: Review pull requests of Swift packages: builds, tests, patch coverage
    0 help lint
      OVERVIEW: Run the style rules on the working tree's changes before they are
    0 lint
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint Sources
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint Sources/A/a.swift
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint README.md
      README.md is unchanged since main; --all checks it
    0 lint --all
      1 finding (0 errors) in 6 files checked; 1 can be corrected: reviewbot lint --fix
    0 lint --since main
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --since HEAD
      1 finding (0 errors) in 1 changed file since HEAD; 1 can be corrected: reviewbot lint --fix
    0 lint --staged
      nothing was checked: no file that a rule checks has changed since HEAD; --all checks every file
    0 lint --worktree
      1 finding (0 errors) in 1 changed file since HEAD; 1 can be corrected: reviewbot lint --fix
    0 lint --unpushed
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --scope hunk
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --scope file
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --format json
      compared with main
    0 lint --format sarif
      compared with main
    0 lint --format github
      compared with main
    0 lint --format gitlab
      compared with main
    0 lint --format checkstyle
      compared with main
    0 lint --format junit
      compared with main
    0 lint --format xcode
      compared with main
    0 lint --format swiftlint-json
      compared with main
    0 lint --output out.json --format json
      compared with main
    0 lint --quiet
      Sources/A/a.swift:1:10: warning: unnecessary trailing semicolon (trailing_semicolon)
    1 lint --strict
      1 finding (1 error) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --max-findings 5
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --diff
      compared with main
    0 lint --no-cache
      1 finding (0 errors) in 1 changed file since main; 1 can be corrected: reviewbot lint --fix
    0 lint --write-baseline baseline.json
      wrote 1 finding to the baseline baseline.json
    0 lint --baseline baseline.json
      no findings in 1 changed file since main; the baseline has 1 more
    0 rules
      identifier
    0 rules --enabled
      identifier
    0 rules --format ids
      accessibility_label_for_image
    0 rules --format json
      [
    0 rules test
      rules: 0, examples: 0, failed: 0
    0 explain line_length
      line_length: Line Length
    0 explain size
      pull_request.size: Keep pull requests small enough to review.
    0 config check
      the configuration is valid
    0 config show --changed
      version: 1
    0 config show --origin
      version: 1
    0 config init
      wrote .reviewbot.yml
    0 hook install
      installed .git/hooks/pre-commit
    0 hook install pre-push
      installed .git/hooks/pre-push
    0 hook uninstall
      removed .git/hooks/pre-commit
    0 cache list
      CACHE
    0 cache prune
      nothing to delete
    0 tests quarantine list
      TEST
    0 tests quarantine add A/a() --until 2999-12-31 --reason flaky
      A/a() is in quarantine until 2999-12-31, when the change is merged
    0 tests quarantine remove A/a()
      A/a() is not in quarantine, when the change is merged
    0 completions
      To install the completions for yourself, run the commands of your shell, and start a new one.
    0 completions bash
      #!/bin/bash
    0 completions zsh
      #compdef reviewbot
    0 completions fish
      function __reviewbot_should_offer_completions_for_flags_or_options -a expected_commands
    0 coverage --lcov coverage.info
      Lines that did not run
    0 coverage Sources --lcov coverage.info
      Lines that did not run
    0 coverage --all --lcov coverage.info --format json
      {
    """#)
}
