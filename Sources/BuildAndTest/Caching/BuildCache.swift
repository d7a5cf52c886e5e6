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

  private var place: FilePath { folder.appending(key) }

  /// For the time that the build is used.
  func lock(_ kind: CacheLock.Kind) async throws -> CacheLock {
    try makeFolder()
    return try await CacheLock(folder.appending("\(key).lock"), kind)
  }

  /// The build to start from. Marks it as used.
  func current(now: Date = Date()) -> KeptBuild? {
    guard let build = KeptBuild(in: place), now.timeIntervalSince(build.label.made) < Self.maximumAge else {
      return nil
    }
    utimes(place.string, nil)
    return build
  }

  /// Keeps what was built in a checkout: takes its build folder away.
  ///
  /// Renaming makes it whole or not there. Needs the exclusive lock only while it renames.
  func keep(_ package: FilePath, of root: FilePath, base: CommitID, now: Date = Date()) async throws {
    try makeFolder()
    let new = folder.appending("new-\(UUID().uuidString)")
    let old = folder.appending("old-\(UUID().uuidString)")
    defer { for path in [new, old] { try? FileManager.default.removeItem(atPath: path.string) } }
    try FileManager.default.createDirectory(
      atPath: new.string, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let resolution = package.appending(KeptBuild.resolutionName)
    let sources = SourceManifest(of: root)
    let hasResolution = (try? ContainedFolder(package).bytes(at: KeptBuild.resolutionName, limit: 4 << 20)) != nil
    if hasResolution {
      try await TreeCopy.copy(resolution, to: new.appending(KeptBuild.resolutionName))
    }
    let label = KeptBuild.Label(
      schema: KeptBuild.Label.currentSchema, base: base, made: now, sources: sources, hasResolution: hasResolution)
    try JSONEncoder().encode(label).write(to: URL(fileURLWithPath: new.appending(KeptBuild.labelName).string))
    try rename(package.appending(".build"), new.appending(KeptBuild.buildName))
    let lock = try await lock(.exclusive)
    if FileManager.default.fileExists(atPath: place.string) { try rename(place, old) }
    try rename(new, place)
    removeOld()
    _ = consume lock
  }

  private func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func rename(_ from: FilePath, _ to: FilePath) throws {
    guard Foundation.rename(from.string, to.string) == 0 else {
      throw CacheFailure("\(from) cannot be kept: \(String(cString: strerror(errno)))")
    }
  }

  private func removeOld() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
    let builds = names.filter { !$0.hasSuffix(".lock") }.map { folder.appending($0) }.map { path in
      (
        path,
        (try? FileManager.default.attributesOfItem(atPath: path.string)[.modificationDate] as? Date) ?? .distantPast
      )
    }
    for (path, _) in builds.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.maximumBuilds) {
      try? FileManager.default.removeItem(atPath: path.string)
    }
  }
}
