// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// The builds that are kept of one repository's branch, one for each toolchain, package and set of settings.
struct BuildCache: Sendable {
  /// The newest few are kept, because builds are large.
  static let maximumBuilds = 4
  /// An older one is made anew, so that versions that nobody pinned do not stay what they were for ever.
  static let maximumAge: TimeInterval = 7 * 24 * 3600

  let folder: FilePath
  private let key: String

  /// - Parameters:
  ///   - folder: of the repository's branch.
  ///   - settings: everything that makes a build different, apart from the sources.
  init(in folder: FilePath, settings: [String]) {
    self.folder = folder
    key = Fingerprint.name(of: settings.joined(separator: "\u{0}"), digits: 16)
  }

  private var directory: ContainedDirectory { ContainedDirectory(making: folder, permissions: 0o700) }

  /// For the time that the build is used.
  func lock(_ kind: CacheLock.Kind) async throws -> CacheLock {
    _ = directory
    return try await CacheLock(folder.appending("\(key).lock"), kind)
  }

  /// The build to start from. Marks it as used.
  func current(now: Date = Date()) -> KeptBuild? {
    let directory = directory
    guard let kept = try? directory.subdirectory(key), let build = KeptBuild(in: kept),
      now.timeIntervalSince(build.label.made) < Self.maximumAge
    else { return nil }
    // Without this it is only forgotten earlier.
    try? directory.setModified(nil, of: key)
    return build
  }

  /// Keeps a copy of what was built in a checkout.
  ///
  /// Renaming makes it whole or not there. Needs the exclusive lock only while it renames.
  func keep(_ package: PackageDirectory, base: CommitID, now: Date = Date()) async throws {
    let directory = directory
    let (newName, oldName) = ("new-\(UUID().uuidString)", "old-\(UUID().uuidString)")
    // What stays behind is removed when it is among the oldest.
    defer { for name in [newName, oldName] { try? directory.remove(name) } }
    try directory.makeDirectory(newName, permissions: 0o700)
    let new = try directory.subdirectory(newName)
    let built = try package.directory
    let resolution = try? built.bytes(at: KeptBuild.resolutionName, limit: KeptBuild.largestResolution)
    if let resolution { try new.write(resolution, to: KeptBuild.resolutionName) }
    let label = KeptBuild.Label(
      schema: KeptBuild.Label.currentSchema, base: base, made: now, sources: SourceManifest(of: package.checkout),
      hasResolution: resolution != nil)
    try new.write(try JSONEncoder().encode(label), to: KeptBuild.labelName)
    try await BuildCopier().copy(PackageDirectory.build, in: built, to: new, as: KeptBuild.buildName, by: TreeCopy())
    // The disk has better use for it; it goes with the checkout otherwise.
    try? built.remove(PackageDirectory.build)
    let lock = try await lock(.exclusive)
    if directory.status(of: key) != nil { try directory.move(key, to: directory, as: oldName) }
    try directory.move(newName, to: directory, as: key)
    removeOld(in: directory)
    _ = consume lock
  }

  private func removeOld(in directory: ContainedDirectory) {
    // A directory that cannot be listed has nothing to remove.
    let builds = ((try? directory.entries()) ?? []).filter { !$0.name.hasSuffix(".lock") }
    for build in builds.sorted(by: { $0.status.modified > $1.status.modified }).dropFirst(Self.maximumBuilds) {
      try? directory.remove(build.name)
    }
  }
}
