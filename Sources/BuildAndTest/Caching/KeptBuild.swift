// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import SystemPackage

/// A build of a base commit that is kept: its build folder, the files that it was made from, and what SwiftPM resolved.
struct KeptBuild: Sendable {
  /// What is known about it besides its files.
  struct Label: Codable, Sendable {
    static let currentSchema = 1

    let schema: Int
    let base: CommitID
    let made: Date
    let sources: SourceManifest
    /// Whether `Package.resolved` is kept as well. It is used where the head has none.
    let hasResolution: Bool
  }

  let folder: FilePath
  let label: Label

  static let labelName = "label.json"
  static let buildName = "build"
  static let resolutionName = "Package.resolved"

  var build: FilePath { folder.appending(Self.buildName) }

  /// The build in a folder; `nil` when there is none, or one that this version does not understand.
  init?(in folder: FilePath) {
    guard let data = FileManager.default.contents(atPath: folder.appending(Self.labelName).string),
      let label = try? JSONDecoder().decode(Label.self, from: data), label.schema == Label.currentSchema,
      FileManager.default.fileExists(atPath: folder.appending(Self.buildName).string)
    else { return nil }
    self.folder = folder
    self.label = label
  }

  /// Makes a checkout that nothing was built in look as if this build had been made in it, except for the files that
  /// differ.
  ///
  /// - Returns: how many files are the same.
  func lay(under package: FilePath, of root: FilePath) async throws -> Int {
    let target = package.appending(".build")
    var status = stat()
    guard lstat(target.string, &status) != 0 else {
      throw CacheFailure("the repository has a .build of its own")
    }
    do {
      try await TreeCopy.copy(build, to: target)
    } catch {
      // Half a build folder is worse than none.
      try? FileManager.default.removeItem(atPath: target.string)
      throw error
    }
    let resolution = package.appending(Self.resolutionName)
    if label.hasResolution, lstat(resolution.string, &status) != 0 {
      try await TreeCopy.copy(folder.appending(Self.resolutionName), to: resolution)
    }
    return label.sources.restoreTimes(in: root)
  }
}

/// A kept build is of no use. The review goes on without it.
struct CacheFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
