// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import ContainedFiles
import Findings
import Linting
import ReviewContract
import ReviewTesting
import Rules
import SystemPackage
import Testing

/// Findings of the merge base and of a baseline are not new in a review.
struct ReviewLinterTests {
  private func findings(
    _ new: String, old: String?, hunks: [Hunk], configuration text: String, files: [String: String] = [:]
  ) async throws -> ReviewedFindings {
    let rules = BuiltInRulesAssembly()
    let configuration = try ConfigurationReader(catalogue: rules.catalogue).read(text: text, file: "a.yml")
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    return try await withScratchDirectory { folder in
      try folder.write("A.swift", new)
      if let old { try folder.write("old/\(OldFiles.name(of: "A.swift"))", old) }
      let changes = ChangeSet(files: [ChangedFile(path: "A.swift", status: .modified, hunks: hunks)])
      let workspace = Workspace(
        root: folder.path, head: commit, base: commit, mergeBase: commit, changes: changes,
        oldFiles: old.map { _ in OldFiles(folder: folder.path.appending("old")) }, baseConfiguration: nil,
        headConfiguration: nil, baseLintFiles: files)
      let linter = try ReviewLinter(configuration, of: workspace, rules: rules)
      return await linter.findings(in: ReviewedChange(root: folder.path, changes: changes))
    }
  }

  private func inChange(_ found: ReviewedFindings) -> [String] {
    found.findings.filter(\.isInChange).map { "\($0.range.startLine) \($0.rule)" }
  }

  private let length = """
    version: 1
    rules:
      preset: relaxed
      file_length: {warning: 3}
      trailing_semicolon: warning
    """

  @Test func `a long file is reported only when the change makes it longer`() async throws {
    let old = "let a = 1\nlet b = 1\nlet c = 1\nlet d = 1\n"
    let edited = "let a = 1\nlet b = 1\nlet c = 1\nlet d = 2\n"
    let edit = Hunk(oldStart: 4, oldCount: 1, newStart: 4, newCount: 1)
    let same = try await findings(edited, old: old, hunks: [edit], configuration: length)
    #expect(same.findings.contains { $0.rule == "file_length" && !$0.isInChange })
    #expect(inChange(same) == [])
    let insertion = Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1)
    let longer = try await findings("let e = 1\n" + old, old: old, hunks: [insertion], configuration: length)
    #expect(inChange(longer) == ["1 file_length"], "at the changed line, not at the end")
  }

  @Test func `a long type is reported at the changed line, when it exceeds the limit by a tenth more`() async throws {
    func type(_ count: Int) -> String {
      "struct A {\n" + (1...count).map { "  let a\($0) = \($0)\n" }.joined() + "}\nlet b = 1\n"
    }
    let configuration = "version: 1\nrules: {preset: relaxed, type_body_length: {warning: 20}}\n"
    for (old, new, expected) in [
      (20, 21, ["22 type_body_length"]), (21, 22, ["23 type_body_length"]), (22, 23, []), (20, 20, []),
    ] {
      let hunk = Hunk(oldStart: old + 1, oldCount: 0, newStart: old + 2, newCount: new - old)
      let found = try await findings(type(new), old: type(old), hunks: [hunk], configuration: configuration)
      #expect(inChange(found) == expected, "\(old) → \(new)")
    }
  }

  @Test func `a finding on a moved line is not new if the base has it`() async throws {
    let old = "let a = 1;\nlet b = 1\n"
    let hunks = [
      Hunk(oldStart: 1, oldCount: 1, newStart: 0, newCount: 0),
      Hunk(oldStart: 2, oldCount: 0, newStart: 2, newCount: 2),
    ]
    let found = try await findings(
      "let b = 1\nlet a = 1;\nlet c = 1;\n", old: old, hunks: hunks, configuration: length)
    #expect(inChange(found) == ["3 trailing_semicolon"])
    // Without the old version, every finding on added lines is in the change.
    let unknown = try await findings(
      "let b = 1\nlet a = 1;\nlet c = 1;\n", old: nil, hunks: hunks, configuration: length)
    #expect(inChange(unknown) == ["2 trailing_semicolon", "3 trailing_semicolon"])
  }

  @Test(
    arguments: [
      ("added", ["7 trailing_semicolon"]), ("hunk", ["5 trailing_semicolon", "7 trailing_semicolon"]),
      ("file", ["1 trailing_semicolon", "5 trailing_semicolon", "7 trailing_semicolon"]),
    ])
  func `the configuration decides which findings count`(scope: String, counted: [String]) async throws {
    let old = "let a = 1;\nlet b = 1\nlet b = 1\nlet b = 1\nlet e = 1;\nlet f = 1\nlet g = 1\n"
    let edit = Hunk(oldStart: 7, oldCount: 1, newStart: 7, newCount: 1)
    let text = "version: 1\nlint: {scope: \(scope)}\nrules: {preset: relaxed, trailing_semicolon: error}\n"
    let found = try await findings(
      old.replacing("let g = 1", with: "let g = 2;"), old: old, hunks: [edit], configuration: text)
    #expect(inChange(found) == counted)
    #expect(found.findings.count == 3)
  }

  @Test func `findings of the baseline are left out, with a note`() async throws {
    let added = [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 2)]
    let finding = Finding(
      rule: "trailing_semicolon", severity: .warning, path: "A.swift", range: SourceRange(line: 9, column: 1),
      message: "m")
    let known = try Baseline([LocatedFinding(finding: finding, lineText: "let a = 1;")]).encoded()
    let text = length + "\nlint: {baseline: known.json}\n"
    let found = try await findings(
      "let a = 1;\nlet b = 1;\n", old: "", hunks: added, configuration: text,
      files: ["known.json": String(decoding: known, as: UTF8.self)])
    #expect(found.findings.filter { $0.rule == "trailing_semicolon" }.map(\.range.startLine) == [2])
    #expect(found.notes == ["1 finding in the change is in the baseline"])
    let gone = try await findings(
      "let a = 1\n", old: "", hunks: added, configuration: text,
      files: ["known.json": String(decoding: known, as: UTF8.self)])
    let stale =
      "1 entry of the baseline matches nothing: trailing_semicolon in A.swift; remove them with reviewbot lint "
      + "--prune-baseline"
    #expect(gone.notes == [Note(stale)])
    let strict = try await findings(
      "let a = 1\n", old: "", hunks: added,
      configuration: length + "\nlint: {baseline: known.json, strict_baseline: true}\n",
      files: ["known.json": String(decoding: known, as: UTF8.self)])
    #expect(strict.notes == [])
    let errors = strict.findings.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [stale] && errors.allSatisfy { $0.isInChange && $0.rule == "stale_baseline" })
    let missing = try await findings("let a = 1\n", old: "", hunks: added, configuration: text)
    #expect(missing.notes == ["lint.baseline: the base has no file \"known.json\" of at most 4 MiB"])
  }
}
