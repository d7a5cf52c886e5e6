// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension CommandLines {
  /// Wrong command lines: the line about them names what to change.
  static let wrong = CommandLines(
    #"""
    2 lnt
      unknown command "lnt"; did you mean lint?
    2 nope
      unknown command "nope"; the commands are check, report, post, lint, coverage, mutate, doctor, serve, jobs, queue,
      cache, tests, rules, explain, config, hook, completions; see reviewbot --help
    2 jobs lst
      unknown command "lst"; did you mean list?
    2 lint --zzz
      unknown option --zzz; see reviewbot lint --help
    2 lint --formt json
      unknown option --formt; did you mean --format?
    2 lint --format
      missing value for --format <FORMAT>; see reviewbot lint --help
    2 lint --format yaml
      invalid value "yaml" for --format <FORMAT>; use text, json, sarif, github, gitlab, checkstyle, junit,
      xcode, swiftlint-json
    2 lint --scope lines
      invalid value "lines" for --scope <SCOPE>; use added, hunk or file
    2 lint --since
      missing value for --since <REF>; see reviewbot lint --help
    2 lint --since nowhere
      "ROOT" has no revision "nowhere"; fetch it, or name another
    2 lint nowhere.swift
      "nowhere.swift" does not exist; name files and folders of the working tree
    2 lint ''
      a path is empty; name a file or folder, or nothing for all; check that the variable in it is set
    2 lint /etc/passwd
      "/etc/passwd" is outside the working tree "ROOT"; name files and folders inside
    2 lint --all --staged
      --staged and --all exclude each other; see reviewbot lint --help
    2 lint --since main --worktree
      --since REF and --worktree exclude each other; see reviewbot lint --help
    2 lint --stdin
      --stdin and --stdin-path PATH require each other; see reviewbot lint --help
    2 lint --stdin-path a.swift
      --stdin and --stdin-path PATH require each other; see reviewbot lint --help
    2 lint --fix --staged
      --fix corrects the working tree; it excludes --staged, --pre-push and --stdin; see reviewbot lint --help
    2 lint --fix --diff --timings
      --timings and --fix exclude each other; see reviewbot lint --help
    2 lint --watch --stdin --stdin-path a.swift
      --watch checks the working tree; it excludes --stdin and --pre-push; see reviewbot lint --help
    2 lint --config gone.yml
      cannot read the configuration "gone.yml": No such file or directory; check --config and the file's
      permissions
    2 lint --config broken.yml
      broken.yml:3:1: the file is not YAML: while parsing a flow node did not find expected node content
    2 lint --swiftlint-config gone.yml
      cannot read the configuration "gone.yml": No such file or directory; check --swiftlint-config and the
      file's permissions
    2 lint --config broken.yml --swiftlint-config gone.yml
      --config FILE and --swiftlint-config FILE exclude each other; see reviewbot lint --help
    2 lint --baseline gone.json
      cannot use the baseline: cannot read gone.json: No such file or directory; write it with reviewbot lint
      --write-baseline FILE
    2 lint --baseline broken.yml
      cannot read the baseline broken.yml: it is neither reviewbot's nor SwiftLint's; write it again with
      reviewbot lint --write-baseline FILE
    2 lint --baseline a.json --write-baseline b.json
      --baseline FILE and --write-baseline FILE exclude each other; see reviewbot lint --help
    3 lint --output nowhere/out.json --format json
      cannot write nowhere/out.json; check --output, the folder and its permissions
    2 lint --max-findings -1
      missing value for --max-findings <N>; see reviewbot lint --help
    2 lint --max-findings many
      invalid value "many" for --max-findings <N>; see reviewbot lint --help
    2 lint --quiet=1
      the option --quiet does not take any value, but "1" was specified; see reviewbot lint --help
    2 check
      no pull request number; give one with --pr
    2 check --pr 0
      invalid pull request number 0; give a number above 0
    2 check --pr seven
      "seven" is not a pull request; give its number, or the address of its page, such as
      https://github.com/OWNER/NAME/pull/7
    2 check 7 --pr 7
      --pr N|URL and the argument N|URL exclude each other; see reviewbot check --help
    2 check 7 --repo acme
      there is no folder "ROOT/acme"; give --repo OWNER/NAME, a URL or an existing path
    2 check 7 --repo https://git.example.com/a/b
      the forge at "https://git.example.com" is not known; name it with --forge (github, gitlab, gitea), or
      review a plain repository with --forge local, which posts nothing
    2 check 7 --forge bitbucket
      invalid value "bitbucket" for --forge <FORGE>; use github, gitlab, gitea or local
    2 check 7 --repo . --sandbox chroot
      invalid value "chroot" for --sandbox <SANDBOX>; use auto, bwrap, container or none
    2 check 7 --repo .
      shapes has no pull request 7; check the number: the repository offers no refs/pull/7/head
    2 check 7 --repo . --format text
      --format text is not a file; use reviewbot report --format text
    2 check 7 --repo . --name a--b
      invalid --name "a--b"; use 1 to 60 letters, digits and - _ . /, without two dashes in a row
    2 check 7 --repo . --path-equivalence a,b
      --path-equivalence FROM,TO requires --coverage-report FILE; see reviewbot check --help
    2 check 7 --repo acme/shapes --token-file gone
      cannot read the token file "gone": No such file or directory; check --token-file and the file's
      permissions
    2 check 7 --repo . --allow-host a/b
      --allow-host takes HOST, not "a/b"; name the host without https://
    2 check 7 --repo . --base nowhere
      shapes has no pull request 7; check the number: the repository offers no refs/pull/7/head
    2 post
      missing expected argument --from <DIR>; see reviewbot post --help
    2 post --from gone
      the head of the run is unknown; give it with --head COMMIT, or run in a job for the event workflow_run
    2 report --from gone.json
      cannot use "gone.json": cannot read gone.json: No such file or directory; name the report.json of a review
      with --from
    2 report --from broken.yml
      cannot use "broken.yml": report.json is not a report: it is not JSON; name the report.json of a review
      with --from
    2 report --format pdf
      invalid value "pdf" for --format <FORMAT>; use html, markdown, json, sarif, junit, lcov, cobertura,
      gitlab, summary, badge, text, github
    2 mutate --all --since main
      --all and --since REF exclude each other; see reviewbot mutate --help
    2 mutate --limit 0
      --limit N is a number from 1 to 1000; see reviewbot mutate --help
    2 mutate --time 1
      invalid value "1" for --time <TIME>; see reviewbot mutate --help
    2 mutate --format xml
      invalid value "xml" for --format <FORMAT>; use text or json
    2 mutate --file nowhere
      "nowhere" does not exist; name files and folders of the working tree
    2 coverage --all --since main
      --all and --since REF exclude each other; see reviewbot coverage --help
    2 coverage --program a
      --program FILE requires --profdata FILE; see reviewbot coverage --help
    2 coverage --lcov gone.info
      cannot read the file "gone.info"; name an existing profile, program or report
    2 coverage --profdata a --lcov b
      --profdata FILE and reports (--lcov FILE, --export FILE) exclude each other; see reviewbot coverage
      --help
    2 coverage history --format csv
      invalid value "csv" for --format <FORMAT>; use table, json or svg
    2 coverage nowhere
      "nowhere" does not exist; name files and folders of the working tree
    2 serve
      missing expected argument --config <FILE>; see reviewbot serve --help
    2 serve --config gone.yml
      gone.yml: the file cannot be read: No such file or directory; create it, or correct the path
    2 serve --config broken.yml --check
      broken.yml:3:1: the file is not YAML: while parsing a flow node did not find expected node content
    2 serve --config gone.yml --role boss
      invalid value "boss" for --role <ROLES>; see reviewbot serve --help
    2 jobs
      no command after "reviewbot jobs"; use one of list, show, logs, run, retry, cancel, pause, resume,
      approvals, audit, or see reviewbot jobs --help
    2 jobs show seven
      invalid value "seven" for <ID>; see reviewbot jobs --help
    2 jobs list --limit 0
      --limit takes 1 to 1000; see reviewbot jobs --help
    3 jobs list --state gone
      there is no queue "gone/queue.sqlite"; name the daemon's state folder with --state or REVIEWBOT_STATE
    2 jobs run acme/shapes 7
      invalid value "acme/shapes" for <FORGE:OWNER/NAME>; see reviewbot jobs --help
    2 queue
      no command after "reviewbot queue"; use one of policy, convert, or see reviewbot queue --help
    2 rules --format csv
      invalid value "csv" for --format <FORMAT>; use table, json or ids
    2 rules --config gone.yml
      cannot read the configuration "gone.yml": No such file or directory; check --config and the file's
      permissions
    2 rules tset
      unknown command "tset"; did you mean test?
    2 explain
      missing expected argument <RULE>; see reviewbot explain --help
    2 explain lin_length
      there is no rule lin_length; did you mean line_length?
    2 explain pull_request.siz
      there is no rule pull_request.siz; did you mean pull_request.size?
    2 config
      no command after "reviewbot config"; use one of init, check, show, import, or see reviewbot config
      --help
    2 config chek
      unknown command "chek"; did you mean check?
    2 config check --config broken.yml
      broken.yml:3:1: the file is not YAML: while parsing a flow node did not find expected node content
    2 config check --config rules.yml
      rules.yml:2:22: line_length: expected one of off, on, note, warning, error, found "100"; write
      line_length: {warning: 100}
    2 config import gone.yml
      cannot determine which program gone.yml configures; name it with config import --from swiftlint, codecov
      or diff-cover
    2 config import codecov.yml
      cannot read codecov.yml: there is no such file; check the name
    2 config init --import gone.yml
      cannot determine which program gone.yml configures; name it with config import --from swiftlint, codecov
      or diff-cover
    2 hook
      no command after "reviewbot hook"; use one of install, uninstall, or see reviewbot hook --help
    2 hook install post-commit
      invalid value "post-commit" for <HOOK>; use pre-commit or pre-push
    2 cache prune everything
      invalid value "everything" for <CACHE>; use mirrors, builds, responses, results, logs, lint
    2 cache list --home relative
      --home takes an absolute path, not "relative"; write it from /
    3 tests flaky
      no review has stored test results of a base branch; review a pull request with tests.base: run, or check
    2 tests slow --count 0
      --count takes a number from 1 to 20, not 0
    2 tests history --format png
      invalid value "png" for --format <FORMAT>; use table, json or svg
    2 tests slow --config /nonexistent/server.yml
      /nonexistent/server.yml: the file cannot be read: No such file or directory; create it, or correct the path
    2 tests quarantine remove A/a()
      A/a() is not in quarantine; no test is
    2 tests quarantine add A/a() --reason r --until tomorrow
      .reviewbot.yml:4:30: quarantine: until: expected a day such as 2026-12-31, found "tomorrow"
    2 completions tcsh
      invalid value "tcsh" for <SHELL>; use bash, zsh or fish
    2 doctor --format xml
      invalid value "xml" for --format <FORMAT>; use text or json
    2 doctor --sandbox-image
      missing value for --sandbox-image <IMAGE|FOLDER>; see reviewbot doctor --help
    2 --generate-completion-script tcsh
      no completion script for "tcsh"; use reviewbot completions bash, zsh or fish
    2 --vesion
      unknown option --vesion; see reviewbot --help
    3 jobs list --state queue
      there is no queue "queue/queue.sqlite"; name the daemon's state folder with --state or REVIEWBOT_STATE
    """#)
}
