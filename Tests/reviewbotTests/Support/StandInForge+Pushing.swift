// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

extension StandInForge {
  /// Pushes a commit with the same files to the branch `change-NUMBER`, and notifies the hooks.
  @discardableResult
  func pushAgain(_ number: Int, of repository: String = "acme/tiny") async throws -> CommitID {
    try await push(tree: "change-\(number)^{tree}", to: number, of: repository)
  }

  /// Pushes a commit with the same files to the branch `change-NUMBER` of a fork as its owner, and notifies the hooks.
  func pushToFork(
    _ number: Int, _ fork: String = "mallory/tiny", of repository: String = "acme/tiny"
  ) async throws -> CommitID {
    let branch = "change-\(number)"
    let text = try git(["commit-tree", "-p", branch, "-m", "again", "\(branch)^{tree}"], in: fork)
    let id = try #require(CommitID(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Webhooks are delivered immediately, and their receivers fetch.
    try git(["update-ref", "refs/next/\(number)", id.hex], in: fork)
    let path = world.pushing(FilePath("git/\(fork).git")).string
    try git(["fetch", "--quiet", path, "+refs/next/\(number):refs/merge-requests/\(number)/head"], in: repository)
    try await push(branch, to: id.hex, in: fork, by: "mallory")
    return id
  }

  /// Pushes a commit to the branch `change-NUMBER` with a directory that hides git's own, and notifies the hooks.
  func pushHidingTree(_ number: Int, of repository: String = "acme/tiny", in folder: ScratchDirectory) async throws
    -> CommitID
  {
    let blob = try git(["rev-parse", "change-\(number):README.md"], in: repository)
    let inner = try makeTree(mode: "100644", name: "config", id: blob, in: folder, of: repository)
    let tree = try makeTree(mode: "40000", name: ".GIT", id: inner, in: folder, of: repository)
    return try await push(tree: tree, to: number, of: repository)
  }

  /// Makes a tree of one entry, also with a name that git rejects.
  private func makeTree(
    mode: String, name: String, id: String, in folder: ScratchDirectory, of repository: String
  ) throws -> String {
    let digits = id.trimmingCharacters(in: .whitespacesAndNewlines)
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    let file = folder.path.appending("tree-\(UUID().uuidString)").string
    try (Data("\(mode) \(name)\0".utf8) + Data(bytes)).write(to: URL(fileURLWithPath: file))
    return try git(["hash-object", "-t", "tree", "-w", "--literally", file], in: repository)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func push(tree: String, to number: Int, of repository: String) async throws -> CommitID {
    let branch = "change-\(number)"
    let text = try git(["commit-tree", "-p", branch, "-m", "again", tree], in: repository)
    let id = try #require(CommitID(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    try setMergeRequest(number, to: id.hex, of: repository)
    try await push(branch, to: id.hex, in: repository)
    return id
  }

  /// Makes the ref of a merge request, which the stand-in does not create.
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
