// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ContainedFiles
package import Findings
package import Foundation
package import SystemPackage

/// A kept build of a base commit: its build folder, its source files, and SwiftPM's resolved dependencies.
package struct KeptBuild: Sendable {
  /// The metadata of the build.
  package struct Label: Codable, Sendable {
    /// The current version. Builds of version 1 were moved here unchanged from the code under review.
    package static let currentSchema = 2

    package let schema: Int
    package let base: CommitID
    package let made: Date
    package let sources: SourceManifest
    /// Whether `Package.resolved` is kept as well. It is used if the head has none.
    package let hasResolution: Bool
    /// The tests that were built; `nil` when they could not be listed.
    package let tests: [TestID]?

    package init(
      schema: Int, base: CommitID, made: Date, sources: SourceManifest, hasResolution: Bool, tests: [TestID]?
    ) {
      self.schema = schema
      self.base = base
      self.made = made
      self.sources = sources
      self.hasResolution = hasResolution
      self.tests = tests
    }

    /// Returns the label with its date limited to the present, because a build with a future date would never expire.
    package func made(notAfter now: Date) -> Label {
      Label(
        schema: schema, base: base, made: min(made, now), sources: sources, hasResolution: hasResolution, tests: tests)
    }
  }

  package let directory: ContainedDirectory
  package let label: Label

  package static let labelName = "label.json"
  package static let buildName = "build"
  package static let resolutionName = "Package.resolved"
  package static let largestResolution = 4 << 20
  /// SwiftPM's description of the package, and what it depends on; missing if it is not kept.
  package static let descriptionName = "description.json"
  package static let largestDescription = 4 << 20
  /// The maximum size of a label, which lists the sources.
  private static let largestLabel = 256 << 20

  /// Reads the build in a directory; `nil` if it is missing or has an unsupported version.
  package init?(in directory: ContainedDirectory) {
    guard let bytes = try? directory.bytes(at: Self.labelName, limit: Self.largestLabel),
      let label = try? JSONDecoder().decode(Label.self, from: Data(bytes)), label.schema == Label.currentSchema,
      directory.status(of: Self.buildName)?.kind == .directory
    else { return nil }
    self.directory = directory
    self.label = label
  }

  /// The contents of the kept `Package.resolved`; `nil` if there is none.
  package var resolution: [UInt8]? {
    try? directory.bytes(at: Self.resolutionName, limit: Self.largestResolution)
  }

  /// The contents of the description's file; `nil` if there is none.
  package var description: [UInt8]? {
    try? directory.bytes(at: Self.descriptionName, limit: Self.largestDescription)
  }
}

/// A kept build cannot be used. The review continues without it.
package struct CacheFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}

/// Locks a kept build across processes while it is copied. Released at the end of the value's lifetime, or when the
/// process dies.
package struct CacheLock: ~Copyable {
  /// The maximum wait, because copying takes seconds; after it the build starts without the kept one.
  private static let patience = Duration.seconds(120)

  private let descriptor: Int32

  /// Acquires a shared lock, with which other processes can also copy, and which requires no write access to the
  /// folder; `nil` without the lock file, when no build was kept.
  package init?(shared path: FilePath) async throws {
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 || errno != ENOENT else { return nil }
    try await lock(LOCK_SH, path)
  }

  /// Acquires an exclusive lock.
  package init(exclusive path: FilePath) async throws {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    try await lock(LOCK_EX, path)
  }

  /// Acquires an exclusive lock without waiting; `nil` while another process holds it.
  package init?(ifFree path: FilePath) {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  private func lock(_ kind: Int32, _ path: FilePath) async throws {
    guard descriptor >= 0 else { throw CacheFailure("cannot open \(path): \(String(cString: strerror(errno)))") }
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while flock(descriptor, kind | LOCK_NB) != 0 {
      guard clock.now < deadline, !Task.isCancelled else { throw CacheFailure("\(path) is held by another run") }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child process that another thread is starting shares the descriptor until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
