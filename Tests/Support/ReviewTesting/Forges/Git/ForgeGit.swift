// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// Reads and changes a bare repository of the built-in forge with the `git` program.
struct ForgeGit: Sendable {
  /// A file of a change.
  struct File: Sendable {
    let name: String
    let status: String
    let additions: Int
    let deletions: Int
    let patch: String

    /// Whether the patch contains a line of the new text.
    func shows(_ line: Int) -> Bool {
      patch.split(separator: "\n").filter { $0.hasPrefix("@@ ") }.contains { hunk in
        let range = hunk.split(separator: " ").first { $0.hasPrefix("+") }?.dropFirst().split(separator: ",")
        guard let start = range?.first.flatMap({ Int($0) }) else { return false }
        let count = range?.dropFirst().first.flatMap { Int($0) } ?? 1
        return (start..<(start + count)).contains(line)
      }
    }
  }

  let path: FilePath

  /// The repository path and full id of each commit that was found: commits are never removed.
  private static let found = Locked<Set<String>>([])

  static let environment = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_COUNT": "3",
    "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*",
    "GIT_CONFIG_KEY_1": "uploadpack.allowFilter", "GIT_CONFIG_VALUE_1": "true",
    "GIT_CONFIG_KEY_2": "uploadpack.allowAnySHA1InWant", "GIT_CONFIG_VALUE_2": "true",
  ]

  /// The full id of a commit; `nil` when there is no commit with that name.
  func commit(_ revision: String) throws -> String? {
    guard !revision.hasPrefix("-") else { return nil }
    let place = "\(path) \(revision)"
    guard !Self.found.withLock({ $0.contains(place) }) else { return revision }
    let command = ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"]
    let found = try FinishedCommand(["git"] + command, environment: Self.environment, in: path)
    guard found.status == 0 else { return nil }
    let commit = found.output.trimmingCharacters(in: .whitespacesAndNewlines)
    _ = Self.found.withLock { $0.insert("\(path) \(commit)") }
    return commit
  }

  func setReference(_ name: String, to commit: String) throws { try run("update-ref", name, commit) }

  /// Fetches a reference of another repository into one of this repository.
  func fetch(_ reference: String, of other: FilePath, as name: String) throws {
    try run("fetch", "--quiet", "file://\(other)", "+\(reference):\(name)")
  }

  func mergeBase(_ one: String, _ other: String) throws -> String {
    try run("merge-base", one, other).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The numbers of commits that only the head has, and that only the base has.
  func distance(from base: String, to head: String) throws -> (ahead: Int, behind: Int) {
    let counts = try run("rev-list", "--count", "--left-right", "\(base)...\(head)").split { $0.isWhitespace }
    return (counts.last.flatMap { Int($0) } ?? 0, counts.first.flatMap { Int($0) } ?? 0)
  }

  /// The files that differ between the merge base of two commits and the second one.
  func files(from base: String, to head: String) throws -> [File] {
    let statusNames = ["A": "added", "M": "modified", "D": "removed"]
    return try run("diff", "--no-renames", "--name-status", "\(base)...\(head)").split(separator: "\n").map { line in
      let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
      let name = parts.last ?? ""
      let text = try run("diff", "--no-renames", "\(base)...\(head)", "--", name)
      let patch = text.range(of: "@@ ").map { String(text[$0.lowerBound...]) } ?? ""
      let lines = patch.split(separator: "\n")
      return File(
        name: name, status: statusNames[parts.first ?? ""] ?? "changed", additions: lines.count { $0.hasPrefix("+") },
        deletions: lines.count { $0.hasPrefix("-") }, patch: patch)
    }
  }

  /// The contents of a file; `nil` when it does not exist.
  func contents(_ name: String, at commit: String) throws -> String? {
    let command = ["git", "cat-file", "blob", "\(commit):\(name)"]
    let found = try FinishedCommand(command, environment: Self.environment, in: path)
    return found.status == 0 ? found.output : nil
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String {
    try FinishedCommand.output(of: ["git"] + arguments, environment: Self.environment, in: path)
  }
}
