// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

extension StandInForge {
  /// Pushes a commit with the same files to the branch `change-NUMBER`, and tells the hooks.
  @discardableResult
  func pushAgain(_ number: Int, of repository: String = "acme/tiny") async throws -> CommitID {
    let branch = "change-\(number)"
    let text = try git(
      ["commit-tree", "-p", branch, "-m", "again", "\(branch)^{tree}"], in: repository)
    let id = try #require(CommitID(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    try setMergeRequest(number, to: id.hex, of: repository)
    try await push(branch, to: id.hex, in: repository)
    return id
  }

  /// Makes the ref of a merge request, which the stand-in leaves to others.
  func setMergeRequest(_ number: Int, to revision: String, of repository: String = "acme/tiny") throws {
    try git(["update-ref", "refs/merge-requests/\(number)/head", revision], in: repository)
  }

  @discardableResult
  private func git(_ arguments: [String], in repository: String) throws -> String {
    let bare = world.pushing(FilePath("git/\(repository).git"))
    let person = ["NAME": "Ada", "EMAIL": "ada@example.com", "DATE": "2026-01-02T00:00:00Z"]
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": "/nonexistent",
      "GIT_CONFIG_NOSYSTEM": "1",
    ]
    for (key, value) in person {
      environment["GIT_AUTHOR_\(key)"] = value
      environment["GIT_COMMITTER_\(key)"] = value
    }
    return try FinishedCommand.output(of: ["git", "--git-dir=\(bare)"] + arguments, environment: environment)
  }
}
