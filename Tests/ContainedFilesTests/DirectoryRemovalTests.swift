// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct DirectoryRemovalTests {
  @Test func `pipes, closed folders and deep paths are removed, and links are not followed`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("outside/kept", "x")
      let gone = try folder.folder("gone")
      try gone.write("a/b/c", "x")
      try gone.write("closed/inner/c", "x")
      try FileManager.default.createSymbolicLink(
        atPath: gone.path.appending("link").string, withDestinationPath: "\(folder.path)/outside")
      #expect(mkfifo(gone.path.appending("pipe").string, 0o600) == 0)
      // A name that is not UTF-8.
      let name: [CChar] = Array("\(gone.path)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xff), 0]
      #expect(mkdir(name, 0o700) == 0)
      try deepen(gone.path)
      for path in ["closed/inner", "closed"] { #expect(chmod(gone.path.pushing(FilePath(path)).string, 0) == 0) }
      try DirectoryRemoval.remove(gone.path)
      #expect(!folder.exists("gone"))
      #expect(folder.exists("outside/kept"))
    }
  }

  @Test func `removing a missing folder succeeds`() async throws {
    try await withScratchDirectory { folder in try DirectoryRemoval.remove(folder.path.appending("nothing")) }
  }

  /// Creates nested folders with a path of more than twice the maximum length.
  private func deepen(_ path: FilePath) throws {
    var descriptor = open(path.string, O_RDONLY | O_DIRECTORY)
    let name = String(repeating: "d", count: 200)
    for _ in 0..<50 {
      #expect(mkdirat(descriptor, name, 0o700) == 0)
      let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY)
      close(descriptor)
      descriptor = inner
    }
    close(descriptor)
  }
}
