// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import SystemPackage

/// A real git repository with a working tree, created with the `git` program, independent of the host's
/// configuration.
package struct GitFixture: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let folder: ScratchDirectory

  /// Creates a repository whose branch is `main`.
  package init(in folder: ScratchDirectory) throws {
    self.folder = folder
    try EmptyRepository.make(at: folder.path.appending(".git"), isBare: false)
  }

  /// - Parameter folder: an existing working tree, or a bare repository.
  package init(existing folder: ScratchDirectory) {
    self.folder = folder
  }

  /// Creates a branch in its own working tree, which is removed afterwards: the checkout of the repository does not
  /// change for a concurrent reader.
  package func branch(_ name: String, at start: String, _ body: (GitFixture) throws -> Void) throws {
    let path = FilePath("\(folder.path).tree-\(UUID().uuidString)")
    try git("worktree", "add", "--quiet", "-b", name, path.string, start)
    try body(GitFixture(existing: ScratchDirectory(path: path)))
    try git("worktree", "remove", "--force", path.string)
  }

  /// The URL that git fetches from.
  package var url: String { "file://\(folder.path.string)" }

  package func write(_ name: String, _ text: String) throws {
    try folder.write(name, text)
  }

  /// Commits all files of the folder.
  @discardableResult
  package func commit(_ message: String) throws -> CommitID {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
    return try id("HEAD")
  }

  /// Sets `refs/pull/NUMBER/head` to a revision.
  package func openPullRequest(_ number: Int, at revision: String = "HEAD") throws {
    try git("update-ref", "refs/pull/\(number)/head", revision)
  }

  package func id(_ revision: String) throws -> CommitID {
    let text = try (headText(revision) ?? git("rev-parse", "--verify", revision)).trimmingCharacters(in: .newlines)
    guard let id = CommitID(text) else { throw Failure(description: "git rev-parse printed \(text)") }
    return id
  }

  /// The id of `HEAD`, read from the file of its branch, because every commit needs it; `nil` for other revisions, and
  /// for a branch without its own file.
  private func headText(_ revision: String) -> String? {
    func text(_ name: String) -> String? { try? folder.text(".git/\(name)") }
    guard revision == "HEAD", let head = text("HEAD") else { return nil }
    return head.hasPrefix("ref: ") ? text(head.dropFirst(5).trimmingCharacters(in: .newlines)) : head
  }

  /// Runs git in the folder and returns its output.
  @discardableResult
  package func git(_ arguments: String...) throws -> String {
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.com", "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
      "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.com",
      "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
      // Otherwise each commit would start a process that checks whether the repository needs to be packed.
      "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "maintenance.auto", "GIT_CONFIG_VALUE_0": "false",
    ]
    return try FinishedCommand.output(of: ["git"] + arguments, environment: environment, in: folder.path)
  }
}
