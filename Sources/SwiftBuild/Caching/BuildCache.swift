// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import ReviewContract
import SystemPackage

/// The kept builds of a repository's branch, one for each toolchain, package and set of settings, in the view of the
/// process that uses one and may create another. This process cannot write to the cache: it leaves new builds for a
/// ``BuildHandover``.
struct BuildCache: Sendable {
  /// An older build is created again, so that versions that are not pinned are resolved again.
  static let maximumAge: TimeInterval = 7 * 24 * 3600

  let folder: FilePath
  /// The folder for a build to keep.
  let leftovers: FilePath
  let key: String

  /// - Parameters:
  ///   - folder: the folder of the repository's branch.
  ///   - leftovers: the folder for a build to keep, which must not be accessible to the code under review.
  ///   - settings: everything that affects a build, apart from the sources.
  init(in folder: FilePath, leaving leftovers: FilePath, settings: [String]) {
    self.folder = folder
    self.leftovers = leftovers
    key = Fingerprint.name(of: settings.joined(separator: "\u{0}"), digits: BuildHandover.keyDigits)
  }

  /// Locks the build for the time of its use; `nil` when none was ever kept.
  func lock() async throws -> CacheLock? {
    try await CacheLock(shared: folder.appending(BuildHandover.lockName(key)))
  }

  /// The build to start from: a new one of this review, or a kept one.
  func current(now: Date = Date()) -> KeptBuild? {
    for directory in [leftovers, folder].map({ ContainedDirectory($0) }) {
      if let kept = try? directory.subdirectory(key), let build = KeptBuild(in: kept),
        now.timeIntervalSince(build.label.made) < Self.maximumAge
      {
        return build
      }
    }
    return nil
  }

  /// Moves the build directory of a checkout to the builds to keep.
  ///
  /// - Parameters:
  ///   - resolution: the contents of `Package.resolved`; `nil` if there are no dependencies.
  ///   - tests: the tests in the build.
  ///   - manifest: the description of the package; `nil` if it can differ for the same files.
  func leave(
    _ package: PackageDirectory, base: CommitID, resolution: [UInt8]?, tests: [TestID]?,
    manifest: ManifestAnswer? = nil, now: Date = Date()
  ) throws {
    let directory = ContainedDirectory(making: leftovers, permissions: 0o700)
    try directory.makeDirectory(key, permissions: 0o700)
    let new = try directory.subdirectory(key)
    let built = try package.directory
    if let resolution { try new.write(resolution, to: KeptBuild.resolutionName) }
    if let manifest { try new.write(try manifest.encoded(), to: KeptBuild.descriptionName) }
    let label = KeptBuild.Label(
      schema: KeptBuild.Label.currentSchema, base: base, made: now, sources: SourceManifest(of: package.checkout),
      hasResolution: resolution != nil, tests: tests)
    try built.move(PackageDirectory.build, to: new, as: KeptBuild.buildName)
    // Last: a build without its label is not used.
    try new.write(try JSONEncoder().encode(label), to: KeptBuild.labelName)
  }
}

extension KeptBuild {
  /// Adds this build to a checkout without a build, as if it had been made there, except for the files that differ.
  ///
  /// - Returns: the number of unchanged files.
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
