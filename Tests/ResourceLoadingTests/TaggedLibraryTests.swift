// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `ResourceLoading` as a dependency of another package, the example, whose tests are also a part of this one.
///
/// SwiftPM refuses a version of a package whose product reaches a package by path, such as `Lint`.
struct TaggedLibraryTests {
  private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
  private static let isRepository = FileManager.default.fileExists(atPath: root.appending(".git").string)
  private static let needsRepository: Comment = "needs the repository of these sources, with its history"

  @Test(.thorough, .enabled(if: isRepository, needsRepository))
  func `the example accepts the library by its version`() async throws {
    try await withExample { folder in
      try run(["swift", "package", "resolve"], in: folder)
      let resolved = try folder.text("example/Package.resolved")
      #expect(resolved.contains(#""identity" : "reviewbot""#) && resolved.contains(#""version" : "1.0.0""#))
    }
  }

  @Test(.enabled(if: isRepository, needsRepository), .enabled(if: Soak.isLong, "takes long: make soak runs it"))
  func `the example passes its tests with the library by its version`() async throws {
    try await withExample { folder in
      let tested = try run(["swift", "test"], in: folder)
      #expect(tested.contains("Test run with 3 tests in 1 suite passed"), "\(tested)")
    }
  }

  /// Runs a closure with a folder in which `example` depends on version 1.0.0 of a clone.
  private func withExample(_ body: (ScratchDirectory) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let example = try folder.folder("example")
      let sources = Self.root.pushing("Examples/OpenPullRequests")
      for name in ["Sources", "Tests"] {
        try FileManager.default.copyItem(
          atPath: sources.appending(name).string, toPath: example.path.appending(name).string)
      }
      let clone = folder.path.appending("reviewbot")
      try run(["git", "clone", "--quiet", "--bare", Self.root.string, clone.string], in: folder)
      try run(["git", "-C", clone.string, "tag", "1.0.0", "HEAD"], in: folder)
      let manifest = try String(contentsOfFile: sources.appending("Package.swift").string, encoding: .utf8)
      let path = #"name: "reviewbot", path: "../..""#
      try #require(manifest.contains(path))
      try example.write("Package.swift", manifest.replacing(path, with: #"url: "file://\#(clone)", from: "1.0.0""#))
      try await body(folder)
    }
  }

  /// Runs a command of the example's package, or of git.
  @discardableResult
  private func run(_ command: [String], in folder: ScratchDirectory) throws -> String {
    // The toolchain's caches and SwiftPM's settings of the user, but no other state.
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path.string]) { $1 }
    let place = command[0] == "swift" ? folder.path.appending("example") : folder.path
    return try FinishedCommand.output(of: command, environment: environment, in: place)
  }
}
