// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
package import ContainedFiles
import Findings
import Foundation
package import SystemPackage

/// Takes over the builds of a review into the folder of kept builds.
///
/// The process that wrote them read output of the code under review, so they are not trusted: they are copied with the
/// rights of the copying process, without links that lead out and without special bits, and only if they are valid.
package struct BuildHandover: Sendable {
  /// The maximum number of kept builds, the newest, because builds are large.
  package static let maximumBuilds = 4
  /// The number of hexadecimal digits of a build's name.
  package static let keyDigits = 16

  private let folder: FilePath

  /// - Parameter folder: the folder of the repository's branch. It is created when a build is kept.
  package init(to folder: FilePath) {
    self.folder = folder
  }

  package static let lockSuffix = ".lock"

  package static func lockName(_ key: String) -> String { "\(key)\(lockSuffix)" }

  /// - Throws: the reason why a build could not be kept. The review is not affected.
  package func takeOver(from leftovers: FilePath) async throws {
    try await takeOver(from: leftovers, now: Date())
  }

  func takeOver(from leftovers: FilePath, now: Date) async throws {
    let source = ContainedDirectory(leftovers)
    // Most reviews leave no builds and no directory.
    let names = ((try? source.entries(limit: Self.maximumBuilds)) ?? []).map(\.name)
    for key in names where Fingerprint.isName(key, digits: Self.keyDigits) {
      let build = try source.subdirectory(key)
      if let kept = KeptBuild(in: build) { try await keep(kept, from: build, as: key, now: now) }
    }
  }

  /// Keeps a build atomically, by renaming. Holds the lock only for the renaming.
  private func keep(_ kept: KeptBuild, from build: ContainedDirectory, as key: String, now: Date) async throws {
    let directory = ContainedDirectory(making: folder, permissions: 0o700)
    let (newName, oldName) = ("new-\(UUID().uuidString)", "old-\(UUID().uuidString)")
    // If this fails, the leftover is removed later among the oldest builds.
    defer { for name in [newName, oldName] { try? directory.remove(name) } }
    try directory.makeDirectory(newName, permissions: 0o700)
    let new = try directory.subdirectory(newName)
    if kept.label.hasResolution {
      try new.write(
        try build.bytes(at: KeptBuild.resolutionName, limit: KeptBuild.largestResolution), to: KeptBuild.resolutionName)
    }
    if let description = kept.description { try new.write(description, to: KeptBuild.descriptionName) }
    // The process that could change the build has ended.
    try await BuildCopier().copy(KeptBuild.buildName, in: build, to: new, as: KeptBuild.buildName, by: TreeCopy())
    try new.write(try JSONEncoder().encode(kept.label.made(notAfter: now)), to: KeptBuild.labelName)
    let lock = try await CacheLock(exclusive: folder.appending(Self.lockName(key)))
    if directory.status(of: key) != nil { try directory.move(key, to: directory, as: oldName) }
    try directory.move(newName, to: directory, as: key)
    removeOld(in: directory)
    _ = consume lock
  }

  private func removeOld(in directory: ContainedDirectory) {
    // A directory that cannot be listed contains nothing to remove.
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

  /// Copies a build directory. After a failure the incomplete copy is removed, because it is worse than none.
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
