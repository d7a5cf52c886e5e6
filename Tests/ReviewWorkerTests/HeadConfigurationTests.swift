// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewWorker
import Rules
import SystemPackage
import Testing

struct HeadConfigurationTests {
  private static let old = "version: 1\nrules: {todo: error}\n"
  private static let new = "version: 1\nrules: {todo: error, force_try: off}\ncoverage: {patch: 80}\n"

  @Test(
    arguments: [
      (old, old, []), (old, nil, ["rules.todo: error → note"]), (nil, nil, []),
      (old, "version: 1\nrules: {todo: note}\n", ["rules.todo: error → note"]),
      (
        old,
        "version: 1\nrules: {todo: error, line_length: off, force_cast: off, force_try: off, cyclomatic_complexity: off, "
          + "file_length: off, function_body_length: off}\n",
        [
          "rules.cyclomatic_complexity: warning → off", "rules.file_length: warning → off",
          "rules.force_cast: warning → off",
          "rules.force_try: warning → off", "rules.function_body_length: warning → off and 1 more",
        ]
      ),
    ] as [(String?, String?, [String])])
  func `only differences that the pull request makes are noted, wherever the base is`(
    mergeBase: String?, head: String?, differences: [String]
  ) throws {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let text = "this review used main's version (after the merge: \(differences.joined(separator: ", ")))"
    let expected = differences.isEmpty ? [] : ["`.reviewbot.yml` changed; \(text)"]
    for base in [mergeBase, Self.new, nil] {
      let workspace = Workspace(
        root: "/w", head: id, base: id, baseBranch: "main", mergeBase: id, changes: ChangeSet(files: []),
        baseConfiguration: base,
        mergeBaseConfiguration: mergeBase, headConfiguration: head)
      let notes = HeadConfiguration.notes(workspace, catalogue: BuiltInRulesAssembly().catalogue)
      #expect(notes == expected, "\(base ?? "none")")
    }
  }

  @Test func `an invalid configuration is noted if the pull request changes it`() throws {
    let id = try #require(CommitID(String(repeating: "a", count: 40)))
    let notes = [Self.old, "versoin: 1\n"].map { mergeBase in
      HeadConfiguration.notes(
        Workspace(
          root: "/w", head: id, base: id, mergeBase: id, changes: ChangeSet(files: []), baseConfiguration: Self.new,
          mergeBaseConfiguration: mergeBase, headConfiguration: "versoin: 1\n"),
        catalogue: BuiltInRulesAssembly().catalogue)
    }
    #expect(notes[0].first?.hasPrefix("the pull request's configuration is not valid: .reviewbot.yml:1:1: ") == true)
    #expect(notes[1] == [])
  }
}
