// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Compares the checkout with its commit around the stages of a package, so that what is built, tested and measured is
/// the commit.
struct CheckoutCheck: Sendable {
  let sources: CommittedSources?
  /// Paths that a build may write, from the base's configuration.
  let writable: [String]
  /// The path of `Package.resolved`: SwiftPM writes it, or an empty file is there for a copy to cover.
  private let resolution: String

  init(_ request: TestRequest, _ context: SandboxedContext) {
    sources = request.sources
    writable = request.writable
    resolution = context.resolution.path
  }

  /// Throws if files of the commit were changed, or others were added.
  ///
  /// - Parameter work: what changed them, as in `WORK changed files of the commit`.
  /// - Throws: ``StageFailure`` with the outcome `crashed`.
  func verify(after work: String) throws {
    guard let changes = try sources?.changes(ignoring: writable + [resolution]) else { return }
    guard !changes.isEmpty else { return }
    throw StageFailure(
      reason: "\(work) changed files of the checkout, so that the result would not be about the commit: "
        + "\(changes.description); commit what it generates, or name the paths in build.writable",
      outcome: .crashed)
  }

  /// Verifies the checkout after the setup commands, which may only add files, and accepts those.
  ///
  /// - Throws: ``StageFailure`` with the outcome `crashed`.
  func verifySetup() throws {
    guard var changes = try sources?.changes(ignoring: writable) else { return }
    changes.added = []
    guard changes.isEmpty else {
      throw StageFailure(
        reason: "the setup commands changed files of the commit: \(changes.description); "
          + "let them write other files, or name the paths in build.writable",
        outcome: .crashed)
    }
    try sources?.acceptOthers()
  }

  /// Accepts the files that are not of the commit, after ``verify(after:)`` or before code of the pull request runs:
  /// an empty `Package.resolved`, or what the base's configuration permits a build to write.
  func acceptOthers() throws { try sources?.acceptOthers() }

  /// Restores the checkout after tests, so that what follows starts from the commit.
  ///
  /// - Returns: a note for the report; `nil` if the tests changed nothing.
  func restore() throws -> String? {
    guard let changes = try sources?.restore(), !changes.isEmpty else { return nil }
    return "files of the checkout changed while the tests ran, and were restored: \(changes.description)"
  }
}
