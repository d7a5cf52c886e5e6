// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

@testable import Rules

/// A proposed change in memory.
struct ChangeRuleSample {
  var files: [ChangedFile] = []
  var old: [String: String] = [:]
  var new: [String: String] = [:]
  var sizes: [String: Int] = [:]
  var title: String? = "A title"
  var body: String? = "A description"
  var labels: [String]? = []
  var author: String? = "ada"
  var isDraft: Bool? = false
  var targetBranch: String? = "main"
  var commits: [ProposedCommit] = []

  static let none = ChangeRuleSample()

  /// Adds a file, which is added, modified or deleted depending on its texts.
  mutating func change(_ path: String, from before: String? = nil, to after: String? = nil) {
    let oldLines = before.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } ?? 0
    let newLines = after.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count } ?? 0
    let status: ChangedFile.Status = before == nil ? .added : after == nil ? .deleted : .modified
    let hunk = Hunk(
      oldStart: oldLines == 0 ? 0 : 1, oldCount: oldLines, newStart: newLines == 0 ? 0 : 1, newCount: newLines)
    files.append(ChangedFile(path: path, status: status, hunks: [hunk]))
    old[path] = before
    new[path] = after
  }

  mutating func commit(_ message: String, email: String = "ada@example.com", parents: Int = 1) {
    let digits = String(commits.count + 1)
    let hex = String(repeating: "0", count: 40 - digits.count) + digits
    guard let id = CommitID(hex) else { return }
    commits.insert(
      ProposedCommit(id: id, message: message, authorName: "Ada", authorEmail: email, parentCount: parents), at: 0)
  }

  var proposed: ProposedChange {
    let (old, new, sizes) = (old, new, sizes)
    var change = ProposedChange(
      ChangeSet(files: files), newText: { path in new[path].map { Array($0.utf8) } },
      size: { path in sizes[path] ?? new[path]?.utf8.count }, oldText: { file in old[file.path].map { Array($0.utf8) } }
    )
    (change.title, change.body, change.labels, change.author) = (title, body, labels, author)
    (change.isDraft, change.targetBranch) = (isDraft, targetBranch)
    change.commits = ProposedCommits(commits)
    return change
  }

  /// Returns the messages of one rule, each with its place if it has one.
  func messages(_ id: String, _ options: [String: OptionValue] = [:]) throws -> [String] {
    guard let type = BuiltInChangeRules.all.first(where: { $0.description.id == id }) else { return ["no such rule"] }
    return try type.make(options).violations(in: proposed).map { violation in
      (violation.path.map { "\($0):\(violation.line): " } ?? "") + violation.message
    }
  }
}

func lines(_ count: Int) -> String { (1...count).map { "let a\($0) = \($0)" }.joined(separator: "\n") }
