// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

/// A pull request: its data on a forge, and its commits.
struct Proposal: Sendable {
  static let base = [
    "Package.swift": "// swift-tools-version: 6.0\n", "Package.resolved": resolved("1.0.0"),
    "Sources/App/App.swift": "// SPDX-License-Identifier: Apache-2.0\n", "Tests/AppTests/AppTests.swift": "\n",
    "CHANGELOG.md": "# Changes\n",
  ]
  static let source = "Sources/App/New.swift"

  var title = "Add shapes"
  var body = "Circles and squares, for the new drawing tool."
  var labels: [String] = []
  var author = "grace"
  var isDraft = false
  var targetBranch = "main"
  /// The messages of the commits, each with the files that it writes.
  var commits: [(message: String, files: [String: String])] = [("Add shapes", [:])]
  /// The message of a merge commit after the others; nil for no merge.
  var merge: String?

  init(
    title: String = "Add shapes", body: String = "Circles and squares, for the new drawing tool.",
    labels: [String] = [], author: String = "grace", isDraft: Bool = false, targetBranch: String = "main",
    message: String = "Add shapes", _ files: [String: String] = [:], merge: String? = nil
  ) {
    (self.title, self.body, self.labels, self.author) = (title, body, labels, author)
    (self.isDraft, self.targetBranch, self.merge) = (isDraft, targetBranch, merge)
    commits = [(message, files)]
  }

  /// Returns Swift code with a number of lines.
  static func code(_ count: Int) -> String { (0..<count).map { "let a\($0) = \($0)\n" }.joined() }

  static func resolved(_ version: String) -> String {
    """
    {"pins": [{"identity": "shapes", "kind": "remoteSourceControl", "location": "https://example.com/shapes",
      "state": {"revision": "abc", "version": "\(version)"}}], "version": 2}

    """
  }

  func commit(to fixture: GitFixture) throws {
    for (message, files) in commits {
      for (path, text) in files { try fixture.write(path, text) }
      try fixture.commit(message)
    }
    guard let merge else { return }
    try fixture.git("checkout", "--quiet", "-b", "other", "main")
    try fixture.write("other.txt", "other\n")
    try fixture.commit("other")
    try fixture.git("checkout", "--quiet", "change")
    try fixture.git("merge", "--quiet", "--no-ff", "--message", merge, "other")
  }

  func pullRequest(_ forge: ForgeKind, _ url: String, into base: String) -> PullRequest {
    PullRequest(
      repository: Repository(forge: forge, name: "acme/shapes", cloneURL: url), number: 7, title: title, author: author,
      url: nil, state: .open, isDraft: isDraft, head: nil, headRef: "refs/pull/7/head", baseBranch: base,
      isFromFork: false, labels: labels, body: body)
  }
}

/// A line of the page, with a pull request that has the finding and one without it.
struct DangerExample: Sendable, CustomTestStringConvertible {
  let line: String
  let broken: Proposal
  let message: String
  let kept: Proposal

  init(_ line: String, _ broken: Proposal, _ message: String, kept: Proposal = Proposal()) {
    (self.line, self.broken, self.message, self.kept) = (line, broken, message, kept)
  }

  var testDescription: String { line }

  static let all = [
    DangerExample(
      "size: {lines: 500, message: Big PR}", Proposal([Proposal.source: Proposal.code(501)]),
      "Big PR (501 lines are added or removed; the maximum is 500)",
      kept: Proposal([Proposal.source: Proposal.code(500)])),
    DangerExample(
      "size: {files: 30, lines: 0, severity: error}", Proposal(files(31)), "31 files are changed; the maximum is 30",
      kept: Proposal(files(30))),
    DangerExample(
      #"title: {pattern: '^(?!.*\[WIP\])'}"#, Proposal(title: "[WIP] Add shapes"),
      "the title does not match the pattern"),
    DangerExample("draft: error", Proposal(isDraft: true), "the pull request is a draft"),
    DangerExample(
      "description: {minimum_length: 5, severity: error}", Proposal(body: "Abc"),
      "the description has 3 characters; the minimum is 5", kept: Proposal(body: "Abcde")),
    DangerExample(
      "description: {sections: [Motivation, Testing]}", Proposal(body: "## Motivation\n\nA tool.\n\n## Testing\n\n"),
      "the section \"Testing\" of the description is empty",
      kept: Proposal(body: "## Motivation\n\nA tool.\n\n## Testing\n\nBy hand.\n")),
    DangerExample(
      "changelog: warning", Proposal([Proposal.source: "\n"]), "CHANGELOG.md has no entry for this change",
      kept: Proposal([Proposal.source: "\n", "CHANGELOG.md": "# Changes\n\n- Shapes\n"])),
    DangerExample(
      "changelog: {unless_labels: [no changelog]}", Proposal([Proposal.source: "\n"]),
      "CHANGELOG.md has no entry for this change",
      kept: Proposal(labels: ["no changelog"], [Proposal.source: "\n"])),
    DangerExample(
      "tests: warning", Proposal([Proposal.source: Proposal.code(30)]),
      "30 lines of sources are new, but no test is changed",
      kept: Proposal([Proposal.source: Proposal.code(30), "Tests/AppTests/NewTests.swift": "\n"])),
    DangerExample(
      "required_paths: {when: [Sources/API/**], require: [Documentation/**]}", Proposal(["Sources/API/A.swift": "\n"]),
      "\"Sources/API/A.swift\" is changed, but no file that matches Documentation/**",
      kept: Proposal(["Sources/API/A.swift": "\n", "Documentation/a.md": "A\n"])),
    DangerExample(
      "linked_issue: error", Proposal(), "neither the title nor the description refers to an issue",
      kept: Proposal(body: "Fixes #12.")),
    DangerExample(
      #"title: {pattern: 'PROJ-\d+', severity: error}"#, Proposal(), "the title does not match the pattern",
      kept: Proposal(title: "PROJ-7: add shapes")),
    DangerExample(
      "commits: {style: conventional, maximum_length: 72}", Proposal(),
      "commit ID has a first line that is not of the form \"type(scope): description\" with one of the types feat, fix, docs, style, refactor, perf, test, build, ci, chore, revert",
      kept: Proposal(message: "feat(app): add shapes")),
    DangerExample(
      "commits: error", Proposal(message: "fixup! Add shapes"),
      "commit ID is a fixup; squash it with git rebase --autosquash"),
    DangerExample(
      "commits: {merges: false}", Proposal(merge: "Merge branch 'other' into change"),
      "commit ID is a merge; rebase the branch instead"),
    DangerExample(
      "commits: {signed_off: true, severity: error}", Proposal(),
      "commit ID has no line Signed-off-by with its author's address; use git commit --signoff",
      kept: Proposal(message: "Add shapes\n\nSigned-off-by: Ada <ada@example.com>")),
    DangerExample(
      "target_branch: {allowed: [develop]}", Proposal(), "the target branch \"main\" is not one of develop",
      kept: Proposal(targetBranch: "develop")),
    DangerExample(
      "labels: {required: ['*']}", Proposal(), "a label is required: one of *", kept: Proposal(labels: ["shapes"])),
    DangerExample(
      "dependencies: {updates: true, severity: warning}", Proposal(["Package.resolved": Proposal.resolved("1.1.0")]),
      "the dependency shapes is updated from 1.0.0 to 1.1.0"),
    DangerExample(
      "forbidden_paths: {paths: ['**/*.xcuserstate'], severity: error}",
      Proposal(["App.xcodeproj/a.xcuserstate": "a\n"]), "the file matches a pattern of forbidden_paths"),
    DangerExample(
      "protected_paths: {paths: [.github/**], authors: [ada]}", Proposal([".github/workflows/ci.yml": "a\n"]),
      "the file matches a pattern of protected_paths",
      kept: Proposal(author: "ada", [".github/workflows/ci.yml": "a\n"])),
    DangerExample(
      #"license_header: {pattern: 'SPDX-License-Identifier: Apache-2\.0'}"#, Proposal([Proposal.source: "let a = 1\n"]),
      "the first 20 lines have no license header",
      kept: Proposal([Proposal.source: "// SPDX-License-Identifier: Apache-2.0\nlet a = 1\n"])),
  ]

  private static func files(_ count: Int) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("Sources/App/F\($0).swift", "\n") })
  }
}
