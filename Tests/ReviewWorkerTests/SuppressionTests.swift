// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Linting
import ReviewTesting
import Rules
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewHost
@testable import ReviewWorker
@testable import WorkerProtocol

/// What a change suppresses is listed, and can fail the review.
struct SuppressionTests {
  /// Two versions of `A.swift`.
  struct Edit: Sendable {
    let old: String?
    let new: String
    let hunks: [Hunk]
    var moved: LineSet = []
    var respaced: LineSet = []

    /// - Parameter hunk: the old start and count, the new start and count.
    init(_ old: String?, _ new: String, _ hunk: [Int], moved: LineSet = [], respaced: LineSet = []) {
      self.old = old
      self.new = new
      hunks = [Hunk(oldStart: hunk[0], oldCount: hunk[1], newStart: hunk[2], newCount: hunk[3])]
      self.moved = moved
      self.respaced = respaced
    }

    static let none = Edit("let a = 1\n", "let a = 2\n", [1, 1, 1, 1])

    fileprivate var file: ChangedFile {
      ChangedFile(path: "A.swift", status: old == nil ? .added : .modified, hunks: hunks)
        .marking(respaced: respaced, moved: moved)
    }
  }

  private static let rules = "rules: {preset: relaxed, trailing_semicolon: error, todo: warning}\n"

  /// Reviews an edit with the rules only.
  ///
  /// - Parameters:
  ///   - baseline: the texts of `known.json` on the base and in the head; `nil` where the file does not exist.
  private func report(
    _ edit: Edit, _ configuration: String = "", baseline: (base: String?, head: String?) = (nil, nil)
  ) async throws -> Report {
    let builtIn = BuiltInRulesAssembly()
    let text = "version: 1\n" + Self.rules + configuration
    let configuration = try ConfigurationReader(catalogue: builtIn.catalogue).read(text: text, file: "a.yml")
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    return try await withScratchDirectory { folder in
      try folder.write("A.swift", edit.new)
      if let old = edit.old { try folder.write("old/\(OldFiles.name(of: "A.swift"))", old) }
      if let head = baseline.head { try folder.write("known.json", head) }
      let known = ChangedFile(path: "known.json", status: baseline.head == nil ? .deleted : .modified)
      let changes = ChangeSet(files: [edit.file] + (baseline.base ?? baseline.head == nil ? [] : [known]))
      let workspace = Workspace(
        root: folder.path, head: commit, base: commit, mergeBase: commit, changes: changes,
        oldFiles: OldFiles(folder: folder.path.appending("old")), baseConfiguration: nil, headConfiguration: nil,
        baseLintFiles: baseline.base.map { ["known.json": $0] } ?? [:])
      let review = WorkerReview(
        linter: try ReviewLinter(configuration, of: workspace, rules: builtIn), runner: StubTestRunner([:]),
        coverage: StubCoverageReader([:]))
      let job = WorkerCall.Request.sample(
        workspace, configuration, results: folder.path.appending("results"),
        scope: ReviewScope(.rules, reason: "a test"))
      return await review.review(job, progress: { _ in }).report
    }
  }

  private func texts(_ report: Report) -> [String] {
    (report.suppressions?.listed ?? []).map { entry in
      let place = [entry.line, entry.comment].map { $0.map(String.init) ?? "-" }.joined(separator: "<")
      return "\(entry.rule) \(place)" + (entry.isCommentOfBase == true ? " of the base" : "")
    }
  }

  @Test(arguments: [
    ("let b = 1; // reviewbot:disable:this trailing_semicolon\n", ["trailing_semicolon 2<2"]),
    ("let b = 1; // swiftlint:disable:this trailing_semicolon\n", ["trailing_semicolon 2<2"]),
    ("// reviewbot:disable:next trailing_semicolon -- why\nlet b = 1;\n", ["trailing_semicolon 3<2"]),
    ("// swiftlint:disable:next trailing_semicolon\nlet b = 1;\n", ["trailing_semicolon 3<2"]),
    ("let b = 1;\n// reviewbot:disable:previous trailing_semicolon\n", ["trailing_semicolon 2<3"]),
    ("let b = 1;\n// swiftlint:disable:previous all\n", ["trailing_semicolon 2<3"]),
    (
      "// swiftlint:disable trailing_semicolon\nlet b = 1;\nlet c = 1;\n",
      ["trailing_semicolon 3<2", "trailing_semicolon 4<2"]
    ),
    ("// reviewbot:disable all\nlet b = 1;\n// reviewbot:enable all\nlet c = 1;\n", ["trailing_semicolon 3<2"]),
    ("let b = 1; // reviewbot:disable:this todo\n", []),
    ("let b = 1;\n", []),
  ])
  func `an error that a comment of the head suppresses is listed with its place and the comment`(
    added: String, expected: [String]
  ) async throws {
    let old = "let a = 1\n"
    let lines = added.split(separator: "\n").count
    let report = try await report(Edit(old, old + added, [1, 0, 2, lines]))
    #expect(texts(report) == expected)
    #expect((report.suppressions?.counts.errors ?? 0) == expected.count)
    // In a new file every suppression is one of the change.
    let created = try await self.report(Edit(nil, old + added, [0, 0, 1, lines + 1]))
    #expect(texts(created) == expected)
  }

  @Test(arguments: [
    // The comment is new, the code is not.
    (
      Edit("let a = 1;\n", "// reviewbot:disable all\nlet a = 1;\n", [0, 0, 1, 1]), ["trailing_semicolon 2<1"]
    ),
    // The code is new, the comment is not.
    (
      Edit(
        "// swiftlint:disable trailing_semicolon\nlet a = 1;\n",
        "// swiftlint:disable trailing_semicolon\nlet a = 1;\nlet b = 1;\n", [2, 0, 3, 1]),
      ["trailing_semicolon 3<1 of the base"]
    ),
    // The end of an old suppression is removed.
    (
      Edit(
        "// reviewbot:disable all\nlet a = 1;\n// reviewbot:enable all\nlet b = 1;\n",
        "// reviewbot:disable all\nlet a = 1;\nlet b = 1;\n", [3, 1, 2, 0]), ["trailing_semicolon 3<1 of the base"]
    ),
    // An old suppression in a file that is edited elsewhere, moved, indented, or with another reason.
    (
      Edit(
        "let a = 1; // reviewbot:disable:this all\nlet b = 1\n",
        "let a = 1; // reviewbot:disable:this all\nlet b = 2\n", [2, 1, 2, 1]), []
    ),
    (
      Edit(
        "let a = 1; // reviewbot:disable:this all\n", "let b = 1\nlet a = 1; // reviewbot:disable:this all\n",
        [0, 0, 1, 1]), []
    ),
    (
      Edit(
        "let a = 1; // reviewbot:disable:this all\n", "  let a = 1; // reviewbot:disable:this all\n", [1, 1, 1, 1],
        respaced: [1...1]), []
    ),
    (
      Edit(
        "// reviewbot:disable:next all\nlet a = 1;\n", "// reviewbot:disable:next all -- why\nlet a = 1;\n",
        [1, 1, 1, 1]), []
    ),
    // One more on a line with the same text.
    (
      Edit(
        "a(); // reviewbot:disable:this all\n",
        "a(); // reviewbot:disable:this all\na(); // reviewbot:disable:this all\n", [1, 0, 2, 1]),
      ["trailing_semicolon 2<2"]
    ),
  ])
  func `a suppression is listed unless the base suppressed the same finding`(
    edit: Edit, expected: [String]
  ) async throws {
    #expect(texts(try await report(edit)) == expected)
  }

  @Test(arguments: [
    // A comment that is new.
    (
      Edit("func f() {\n  g()\n}\n", "// reviewbot:coverage-off:next\nfunc f() {\n  g()\n}\n", [0, 0, 1, 1]), 1, ["2<1"]
    ),
    (Edit("let a = 1\n", "let a = 1\n// reviewbot:coverage-off\nfunc f() {\n  g()\n}\n", [1, 0, 2, 4]), 1, ["3<2"]),
    (Edit("let a = f()\n", "let a = f() // reviewbot:coverage-off:this -- why\n", [1, 1, 1, 1]), 1, ["1<1"]),
    // The end of an old one is removed.
    (
      Edit(
        "// reviewbot:coverage-off\nlet a = f()\n// reviewbot:coverage-on\nlet b = f()\n",
        "// reviewbot:coverage-off\nlet a = f()\nlet b = f()\n", [3, 1, 2, 0]), 1, ["3<1"]
    ),
    // New code after an old comment.
    (
      Edit(
        "// reviewbot:coverage-off\nlet a = f()\n", "// reviewbot:coverage-off\nlet a = f()\nlet b = f()\n",
        [2, 0, 3, 1]), 0, ["3<1 of the base"]
    ),
    // An old comment in a file that is edited elsewhere, moved, or indented; a comment without code.
    (
      Edit(
        "let a = f() // reviewbot:coverage-off:this\nlet b = 1\n",
        "let a = f() // reviewbot:coverage-off:this\nlet b = 2\n", [2, 1, 2, 1]), 0, []
    ),
    (
      Edit(
        "let b = 1\nlet a = f() // reviewbot:coverage-off:this\n",
        "let a = f() // reviewbot:coverage-off:this\nlet b = 1\n", [0, 0, 1, 1], moved: [1...1]), 0, []
    ),
    (
      Edit(
        "let a = f() // reviewbot:coverage-off:this\n", "  let a = f() // reviewbot:coverage-off:this\n",
        [1, 1, 1, 1], respaced: [1...1]), 0, []
    ),
    (Edit("let a = 1\n", "let a = 1\n// reviewbot:coverage-off\n", [1, 0, 2, 1]), 0, []),
  ])
  func `code that a comment newly excludes from the coverage is listed`(
    edit: Edit, counted: Int, expected: [String]
  ) async throws {
    let report = try await report(edit, "suppressions: fail\n")
    #expect(texts(report) == expected.map { "coverage \($0)" })
    #expect(report.verdict == (counted == 0 ? .passed : .findings))
    #expect(report.reasons == (counted == 0 ? [] : ["1 new exclusion from the coverage"]))
    let excluded = try await self.report(edit, "suppressions: fail\npaths: {exclude: [A.swift]}\n")
    #expect(excluded.suppressions == nil)
  }

  private static func baseline(_ lines: [String: Int], path: String = "A.swift") -> String {
    let entries = lines.sorted { $0.key < $1.key }.map { line, count in
      #"{"count": \#(count), "line": "\#(line)", "path": "\#(path)", "rule": "todo"}"#
    }
    return #"{"version": 1, "findings": [\#(entries.joined(separator: ", "))]}"#
  }

  @Test(
    arguments: [
      (baseline(["1": 1]), baseline(["1": 1, "2": 1]), ["todo 1"], 1),
      (baseline(["1": 1]), baseline(["1": 3]), ["todo 2"], 1),
      (nil, baseline(["1": 1, "2": 1]), ["todo 1", "todo 1"], 2),
      (baseline(["1": 1, "2": 1]), baseline(["1": 1]), [], 0),
      (baseline(["1": 1]), nil, [], 0),
      (baseline(["1": 1]), baseline(["1": Int.max, "2": Int.max]), ["todo 999999", "todo 1000000"], 2),
    ] as [(String?, String?, [String], Int)])
  func `entries that the change adds to the baseline are listed, and fail the review if configured`(
    base: String?, head: String?, expected: [String], count: Int
  ) async throws {
    let configuration = "suppressions: fail\nlint: {baseline: known.json}\n"
    let report = try await report(.none, configuration, baseline: (base, head))
    let listed = report.suppressions?.listed ?? []
    #expect(listed.map { "\($0.rule) \($0.count ?? 0)" } == expected)
    #expect(listed.allSatisfy { $0.path == "A.swift" && $0.line == nil && $0.severity == nil })
    let reason = count == 1 ? "1 entry added to the baseline" : "\(count) entries added to the baseline"
    #expect(report.reasons == (count == 0 ? [] : [reason]))
    #expect(report.verdict == (count == 0 ? .passed : .findings))
    // Another file is no baseline.
    #expect(try await self.report(.none, "suppressions: fail\n", baseline: (base, head)).suppressions == nil)
  }

  @Test func `a baseline of the head that cannot be read fails the review only if added entries would`() async throws {
    let reason =
      "cannot determine the entries that the change adds to the baseline: cannot read the baseline known.json: it is "
      + "neither reviewbot's nor SwiftLint's; write it again with reviewbot lint --write-baseline FILE"
    let baseline = (base: Optional(Self.baseline([:])), head: Optional("{"))
    for (policy, verdict) in [("fail", Verdict.findings), ("list", .passed)] {
      let text = "suppressions: \(policy)\nlint: {baseline: known.json}\n"
      let report = try await report(.none, text, baseline: baseline)
      #expect(report.verdict == verdict)
      #expect(report.reasons == (verdict == .passed ? [] : [reason]))
      #expect(report.notes.contains(reason))
    }
    let allowed = try await report(.none, "suppressions: allow\nlint: {baseline: known.json}\n", baseline: baseline)
    #expect(allowed.notes == [])
  }

  @Test func `only fail changes the verdict, and only for errors and not for warnings`() async throws {
    let errors = Edit("", "// reviewbot:disable all\nlet a = 1;\nlet b = 1;\n// TODO: c\n", [0, 0, 1, 4])
    let warnings = Edit("", "// TODO: a reviewbot\n// reviewbot:disable:previous todo\n", [0, 0, 1, 2])
    let all = "2 errors, 1 warning suppressed by this change"
    let cases: [(Edit, String, Verdict, [String], String?)] = [
      (errors, "suppressions: fail\n", .findings, ["2 errors suppressed by this change"], all),
      (errors, "suppressions: list\n", .passed, [], all), (errors, "", .passed, [], all),
      (errors, "suppressions: allow\n", .passed, [], nil),
      (warnings, "suppressions: fail\n", .passed, [], "1 warning suppressed by this change"),
      (errors, "suppressions: fail\ninformational: [rules]\n", .passed, [], all),
      (
        errors, "suppressions: fail\ninformational: [coverage]\n", .findings, ["2 errors suppressed by this change"],
        all
      ),
    ]
    for (edit, configuration, verdict, reasons, summary) in cases {
      let report = try await report(edit, configuration)
      #expect(report.verdict == verdict)
      #expect(report.reasons == reasons)
      #expect(report.suppressions?.summary == summary)
      // The comparison with the base judges again, and keeps the list.
      let compared = report.compared(with: nil, policy: PatchPolicy(), existing: .fail)
      #expect(compared.suppressions == report.suppressions)
    }
  }

  @Test func `of many suppressions those that fail the review are listed first, and all are counted`() async throws {
    let lines = (0..<300).map { "let v\($0) = 1;" } + ["// TODO: last"]
    let text = "// TODO: first\n// reviewbot:disable all\n" + lines.joined(separator: "\n") + "\n"
    let report = try await report(Edit("// TODO: first\n", text, [1, 0, 2, lines.count + 1]))
    let suppressions = try #require(report.suppressions)
    #expect(suppressions.listed.count == ChangeSuppressions.maximum)
    #expect(suppressions.listed.allSatisfy { $0.severity == .error })
    #expect(suppressions.summary == "300 errors, 1 warning suppressed by this change")
  }
}
