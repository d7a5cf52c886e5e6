// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
package import SystemPackage

/// Creates an empty folder for the time of a test, and removes it afterwards.
///
/// ```swift
/// try await withScratchDirectory { folder in
///   try folder.write("Sources/a.swift", "let a = 1\n")
/// }
/// ```
package func withScratchDirectory<Result>(
  _ body: (ScratchDirectory) async throws -> Result
) async throws -> Result {
  let url = FileManager.default.temporaryDirectory
    .resolvingSymlinksInPath().appendingPathComponent("reviewbot-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer {
    // A test that fails must report its own failure, not this one.
    try? FileManager.default.removeItem(at: url)
  }
  let start = ContinuousClock.now
  defer { TestTimes.record(since: start) }
  return try await withTaskExecutorPreference(ThreadPool.shared) {
    try await body(ScratchDirectory(path: FilePath(url.path)))
  }
}

/// A temporary folder of a test.
package struct ScratchDirectory: Sendable {
  package let path: FilePath

  package init(path: FilePath) {
    self.path = path
  }

  /// Creates a folder below this one.
  package func folder(_ name: String) throws -> ScratchDirectory {
    let path = path.appending(name)
    try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    return ScratchDirectory(path: path)
  }

  /// Writes a file, and creates the folders above it.
  @discardableResult
  package func write(_ name: String, _ text: String) throws -> FilePath {
    let file = try place(name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file.string))
    return file
  }

  /// Creates a symbolic link, and the folders above it.
  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: place(name).string, withDestinationPath: target)
  }

  /// Returns the path of a file, whose folder is created.
  private func place(_ name: String) throws -> FilePath {
    let file = name.hasPrefix("/") ? FilePath(name) : FilePath("\(path)/\(name)")
    if name.contains("/") {
      try FileManager.default.createDirectory(atPath: file.parent.string, withIntermediateDirectories: true)
    } else if mkdir(path.string, 0o755) != 0, errno != EEXIST {
      try FileManager.default.createDirectory(atPath: path.string, withIntermediateDirectories: true)
    }
    return file
  }

  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path.pushing(FilePath(name)).string, encoding: .utf8)
  }

  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path.pushing(FilePath(name)).string)
  }
}
