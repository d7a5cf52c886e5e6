// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `ResourceLoading` as a dependency of another package.
///
/// SwiftPM refuses a version of a package whose product reaches a package by path, such as `Lint`.
struct TaggedLibraryTests {
  private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
  private static let isRepository = FileManager.default.fileExists(atPath: root.appending(".git").string)

  @Test(.thorough, .enabled(if: isRepository, "needs the repository of these sources, with its history"))
  func `the example passes its tests, and is built with the library by its version`() async throws {
    try await withScratchDirectory { folder in
      let example = try folder.folder("example")
      let sources = Self.root.pushing("Examples/OpenPullRequests")
      for name in ["Sources", "Tests"] {
        try FileManager.default.copyItem(
          atPath: sources.appending(name).string, toPath: example.path.appending(name).string)
      }
      let manifest = try String(contentsOfFile: sources.appending("Package.swift").string, encoding: .utf8)
      let path = #"name: "reviewbot", path: "../..""#
      try #require(manifest.contains(path))
      // Both builds share what they compile of other packages.
      let options = ["--package-path", "example", "--scratch-path", "build"]

      try example.write("Package.swift", manifest.replacing(path, with: #"name: "reviewbot", path: "\#(Self.root)""#))
      let tested = try run(["swift", "test"] + options, in: folder)
      #expect(tested.contains("Test run with 3 tests in 1 suite passed"), "\(tested)")

      let clone = folder.path.appending("reviewbot")
      try run(["git", "clone", "--quiet", "--bare", Self.root.string, clone.string], in: folder)
      try run(["git", "-C", clone.string, "tag", "1.0.0", "HEAD"], in: folder)
      try example.write("Package.swift", manifest.replacing(path, with: #"url: "file://\#(clone)", from: "1.0.0""#))
      try run(["swift", "build"] + options, in: folder)
    }
  }

  @discardableResult
  private func run(_ command: [String], in folder: ScratchDirectory) throws -> String {
    // The toolchain's caches and SwiftPM's settings of the user, but no other state.
    let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path.string]) { $1 }
    return try FinishedCommand.output(of: command, environment: environment, in: folder.path)
  }
}
