// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A build of a base commit that is kept: its build folder, the files that it was made from, and what SwiftPM resolved.
struct KeptBuild: Sendable {
  /// What is known about it besides its files.
  struct Label: Codable, Sendable {
    /// Builds of version 1 were moved here as the code under review had left them.
    static let currentSchema = 2

    let schema: Int
    let base: CommitID
    let made: Date
    let sources: SourceManifest
    /// Whether `Package.resolved` is kept as well. It is used where the head has none.
    let hasResolution: Bool
    /// The tests that were built; `nil` when they could not be listed.
    let tests: [TestID]?

    /// It would otherwise never be too old.
    func made(notAfter now: Date) -> Label {
      Label(
        schema: schema, base: base, made: min(made, now), sources: sources, hasResolution: hasResolution, tests: tests)
    }
  }

  private let directory: ContainedDirectory
  let label: Label

  static let labelName = "label.json"
  static let buildName = "build"
  static let resolutionName = "Package.resolved"
  static let largestResolution = 4 << 20
  /// It lists the sources.
  private static let largestLabel = 256 << 20

  /// The build in a directory; `nil` when there is none, or one that this version does not understand.
  init?(in directory: ContainedDirectory) {
    guard let bytes = try? directory.bytes(at: Self.labelName, limit: Self.largestLabel),
      let label = try? JSONDecoder().decode(Label.self, from: Data(bytes)), label.schema == Label.currentSchema,
      directory.status(of: Self.buildName)?.kind == .directory
    else { return nil }
    self.directory = directory
    self.label = label
  }

  /// Makes a checkout that nothing was built in look as if this build had been made in it, except for the files that
  /// differ.
  ///
  /// - Returns: how many files are the same.
  func lay(under package: PackageDirectory) async throws -> Int {
    let target = try package.directory
    guard target.status(of: PackageDirectory.build) == nil else {
      throw CacheFailure("the repository has a .build of its own")
    }
    let copy = TreeCopy()
    try await BuildCopier().copy(Self.buildName, in: directory, to: target, as: PackageDirectory.build, by: copy)
    if label.hasResolution, target.status(of: Self.resolutionName) == nil {
      try copy.copy(Self.resolutionName, in: directory, to: target, as: Self.resolutionName)
    }
    return label.sources.restoreTimes(in: package.checkout)
  }
}

/// A kept build is of no use. The review goes on without it.
struct CacheFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
