// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The text of a command's `--help` after its abstract, which has the same parts for all commands.
package struct CommandHelp {
  /// The description of the command, in one paragraph.
  private let text: String
  /// Command lines, without the program's name, with their purpose.
  private let examples: [(line: String, purpose: String)]
  /// The exit statuses, with their meaning.
  private let statuses: [(code: Int, meaning: String)]
  /// The variables that the command reads, with their meaning.
  private let variables: [(name: String, meaning: String)]

  package init(
    text: String, examples: [(line: String, purpose: String)], statuses: [(code: Int, meaning: String)],
    variables: [(name: String, meaning: String)]
  ) {
    self.text = text
    self.examples = examples
    self.statuses = statuses
    self.variables = variables
  }

  /// The parser wraps paragraphs and keeps indented lines.
  package var discussion: String {
    let lines = examples.map { "  reviewbot \($0.line)\n      \($0.purpose)" }
    let codes = statuses.map { "  \($0.code)  \($0.meaning)" }
    let names = variables.map { "  \($0.name)\n      \($0.meaning)" }
    let parts = [("EXAMPLES", lines), ("EXIT STATUS", codes), ("ENVIRONMENT", names)]
    let sections = parts.filter { !$0.1.isEmpty }.map { "\($0.0):\n" + $0.1.joined(separator: "\n") }
    return ([text] + sections).joined(separator: "\n\n")
  }

  /// The statuses of commands with a gate.
  package static func statuses(gate: String) -> [(code: Int, meaning: String)] {
    [(0, "passed"), (1, gate)] + failures
  }

  /// The statuses of failures, which all commands share.
  package static let failures = [
    (code: 2, meaning: "the arguments or the configuration are wrong"),
    (code: 3, meaning: "the command failed"),
    (code: 4, meaning: "superseded or cancelled"),
  ]

  package static let home = (
    name: "REVIEWBOT_HOME", meaning: "the caches; default: $XDG_CACHE_HOME/reviewbot or ~/.cache/reviewbot"
  )
  package static let path = (name: "PATH", meaning: "where swift, bwrap, podman and docker are found")
  package static let git = (
    name: "GIT_DIR, GIT_WORK_TREE, GIT_INDEX_FILE, GIT_CONFIG_*",
    meaning: "as for git; safe.directory, core.excludesFile, init.defaultBranch apply"
  )
  package static let bases = [
    (
      name: "GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME", meaning: "the base branch in a CI job"
    ),
    (name: "BUILDKITE_PULL_REQUEST_BASE_BRANCH, CI_COMMIT_TARGET_BRANCH", meaning: "the same"),
    (
      name: "CI_DEFAULT_BRANCH, CI_REPO_DEFAULT_BRANCH",
      meaning: "the default branch"
    ),
  ]
  package static let color = (name: "NO_COLOR, TERM", meaning: "no colors if NO_COLOR is set, or TERM is dumb")
  package static let state = (
    name: "REVIEWBOT_STATE", meaning: "the daemon's state folder; default: /var/lib/reviewbot"
  )
}
