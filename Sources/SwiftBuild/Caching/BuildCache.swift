// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// The builds that are kept of one repository's branch, one for each toolchain, package and set of settings, as the
/// process sees them that uses one and may make another. It cannot write there: what it makes it leaves for a
/// ``BuildHandover``.
struct BuildCache: Sendable {
  /// An older build is created again, so that versions that are not pinned are resolved again.
  static let maximumAge: TimeInterval = 7 * 24 * 3600

  static let keyDigits = 16

  let folder: FilePath
  /// For a build that is to be kept.
  let left: FilePath
  let key: String

  /// - Parameters:
  ///   - folder: of the repository's branch.
  ///   - left: where a build is left that is to be kept; the code under review must not reach it.
  ///   - settings: everything that makes a build different, apart from the sources.
  init(in folder: FilePath, leaving left: FilePath, settings: [String]) {
    self.folder = folder
    self.left = left
    key = Fingerprint.name(of: settings.joined(separator: "\u{0}"), digits: Self.keyDigits)
  }

  /// For the time that the build is used; `nil` when none was ever kept.
  func lock() async throws -> CacheLock? {
    try await CacheLock(shared: folder.appending(BuildHandover.lockName(key)))
  }

  /// The build to start from: the one that was just made, or one that was kept.
  func current(now: Date = Date()) -> KeptBuild? {
    for directory in [left, folder].map({ ContainedDirectory($0) }) {
      if let kept = try? directory.subdirectory(key), let build = KeptBuild(in: kept),
        now.timeIntervalSince(build.label.made) < Self.maximumAge
      {
        return build
      }
    }
    return nil
  }

  /// Leaves what was built in a checkout: takes its build directory away.
  ///
  /// - Parameter tests: that were built.
  func leave(_ package: PackageDirectory, base: CommitID, tests: [TestID]?, now: Date = Date()) throws {
    let directory = ContainedDirectory(making: left, permissions: 0o700)
    try directory.makeDirectory(key, permissions: 0o700)
    let new = try directory.subdirectory(key)
    let built = try package.directory
    let resolution = try? built.bytes(at: KeptBuild.resolutionName, limit: KeptBuild.largestResolution)
    if let resolution { try new.write(resolution, to: KeptBuild.resolutionName) }
    let label = KeptBuild.Label(
      schema: KeptBuild.Label.currentSchema, base: base, made: now, sources: SourceManifest(of: package.checkout),
      hasResolution: resolution != nil, tests: tests)
    try built.move(PackageDirectory.build, to: new, as: KeptBuild.buildName)
    // Last: a build without its label is not used.
    try new.write(try JSONEncoder().encode(label), to: KeptBuild.labelName)
  }
}

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

/// Keeps a kept build in its place while it is copied, also from other processes. Given back when it goes away, also
/// when the process dies.
struct CacheLock: ~Copyable {
  /// Copying takes seconds; after a longer wait the build starts without it.
  private static let patience = Duration.seconds(120)

  private let descriptor: Int32

  /// A shared lock: others may copy as well; the copying process cannot write to the folder. `nil` without the lock
  /// file, when nothing was kept.
  init?(shared path: FilePath) async throws {
    descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 || errno != ENOENT else { return nil }
    try await lock(LOCK_SH, path)
  }

  /// An exclusive lock.
  init(exclusive path: FilePath) async throws {
    descriptor = open(path.string, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    try await lock(LOCK_EX, path)
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
    // A child that another thread is starting has the descriptor as well, until it runs its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
