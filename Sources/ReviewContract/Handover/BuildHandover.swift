// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Takes over the builds that a review left, into the folder of those that are kept.
///
/// The process that left them read what the code under review wrote, so they are not trusted: they are copied with the
/// rights of the copying process, without links that lead out and without special bits, and only when they are what
/// they should be.
package struct BuildHandover: Sendable {
  /// The newest few are kept, because builds are large.
  package static let maximumBuilds = 4
  /// Of the name of a build.
  package static let keyDigits = 16

  private let folder: FilePath

  /// - Parameter folder: of the repository's branch. It is made when something is kept.
  package init(to folder: FilePath) {
    self.folder = folder
  }

  package static let lockSuffix = ".lock"

  package static func lockName(_ key: String) -> String { "\(key)\(lockSuffix)" }

  /// - Throws: why a build could not be kept. The review is not affected.
  package func takeOver(from left: FilePath) async throws {
    try await takeOver(from: left, now: Date())
  }

  func takeOver(from left: FilePath, now: Date) async throws {
    let source = ContainedDirectory(left)
    // Most reviews leave none, and then there is no directory.
    let names = ((try? source.entries(limit: Self.maximumBuilds)) ?? []).map(\.name)
    for key in names where Fingerprint.isName(key, digits: Self.keyDigits) {
      let build = try source.subdirectory(key)
      if let kept = KeptBuild(in: build) { try await keep(kept, from: build, as: key, now: now) }
    }
  }

  /// Renaming makes it whole or not there. Needs the lock only while it renames.
  private func keep(_ kept: KeptBuild, from build: ContainedDirectory, as key: String, now: Date) async throws {
    let directory = ContainedDirectory(making: folder, permissions: 0o700)
    let (newName, oldName) = ("new-\(UUID().uuidString)", "old-\(UUID().uuidString)")
    // A leftover is removed when it is among the oldest.
    defer { for name in [newName, oldName] { try? directory.remove(name) } }
    try directory.makeDirectory(newName, permissions: 0o700)
    let new = try directory.subdirectory(newName)
    if kept.label.hasResolution {
      try new.write(
        try build.bytes(at: KeptBuild.resolutionName, limit: KeptBuild.largestResolution), to: KeptBuild.resolutionName)
    }
    // No process is left that could change it.
    try await BuildCopier().copy(KeptBuild.buildName, in: build, to: new, as: KeptBuild.buildName, by: TreeCopy())
    try new.write(try JSONEncoder().encode(kept.label.made(notAfter: now)), to: KeptBuild.labelName)
    let lock = try await CacheLock(exclusive: folder.appending(Self.lockName(key)))
    if directory.status(of: key) != nil { try directory.move(key, to: directory, as: oldName) }
    try directory.move(newName, to: directory, as: key)
    removeOld(in: directory)
    _ = consume lock
  }

  private func removeOld(in directory: ContainedDirectory) {
    // A directory that cannot be listed has nothing to remove.
    let builds = ((try? directory.entries()) ?? []).filter { !$0.name.hasSuffix(Self.lockSuffix) }
    for build in builds.sorted(by: { $0.status.modified > $1.status.modified }).dropFirst(Self.maximumBuilds) {
      try? directory.remove(build.name)
    }
  }
}

/// Copies build directories, which takes seconds, on a thread of its own.
package actor BuildCopier {
  private let executor = BlockingExecutor(label: "reviewbot.build-copier")

  package init() {}

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Half a build directory is worse than none: what was copied before a failure is removed.
  package func copy(
    _ path: String, in source: ContainedDirectory, to target: ContainedDirectory, as name: String, by copy: TreeCopy
  ) throws {
    do {
      try copy.copy(path, in: source, to: target, as: name)
    } catch {
      try target.remove(name)
      throw error
    }
  }
}
