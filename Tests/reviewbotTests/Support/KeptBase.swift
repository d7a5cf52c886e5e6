// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import SystemPackage

/// The sample repository whose base was built in the sandbox, once for all tests that review a change to it there.
///
/// A test starts from a copy of the program's home, with the kept build and the mirror, and so compiles only what its change
/// touches.
final class KeptBase: Sendable {
  /// Made when the first test asks for it, and removed when the process ends.
  private static let shared = Task { try await KeptBase() }

  private let folder: ScratchFolder
  private let repository: SampleRepository
  /// The last number of a pull request. Only one test at a time works in the repository.
  private let count = Locked(1)

  private init() async throws {
    let path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    folder = try ScratchFolder(path: FilePath(path)).folder("reviewbot-kept-\(UUID().uuidString)")
    KeptBaseFolder.removeAtExit(folder.path)
    repository = try SampleRepository(in: folder.folder("repository"))
    let checked = try await Checked(repository, by: BuiltProgram(in: folder), ["--sandbox", "bwrap"])
    guard checked.outcome.status == 0 else { throw FinishedCommand.Failure(checked.outcome) }
  }

  /// Opens a pull request of its own for a test, and gives it a program that starts from the kept build.
  ///
  /// - Parameter head: what differs from the sample's base, besides the sample's change.
  static func change(
    _ head: SampleRepository.Files, in folder: ScratchFolder
  ) async throws -> (repository: SampleRepository, program: BuiltProgram) {
    let kept = try await shared.value
    return try await blocking {
      let program = try BuiltProgram(in: folder)
      try FileManager.default.createDirectory(atPath: program.home.string, withIntermediateDirectories: true)
      let home = kept.folder.path.appending("home").string
      try FinishedCommand.output(of: ["cp", "-a", "--reflink=auto", "\(home)/.", program.home.string])
      return (try kept.open(head), program)
    }
  }

  private func open(_ head: SampleRepository.Files) throws -> SampleRepository {
    try count.withLock { count in
      count += 1
      return try repository.opening(count, head: head)
    }
  }
}

/// `atexit` takes a function without a context, so the path is kept here.
private enum KeptBaseFolder {
  private static let path = Locked<FilePath?>(nil)

  static func removeAtExit(_ path: FilePath) {
    self.path.withLock { $0 = path }
    atexit { KeptBaseFolder.remove() }
  }

  private static func remove() {
    // Nothing is left to tell of a failure; the next look at the temporary directory finds it.
    if let path = path.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path.string) }
  }
}

extension FinishedCommand.Failure {
  fileprivate init(_ outcome: BuiltProgram.Outcome) {
    self.init(status: outcome.status, description: outcome.errors)
  }
}
