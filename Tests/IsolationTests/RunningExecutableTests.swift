// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import Isolation

struct RunningExecutableTests {
  @Test(
    arguments: [
      ("/usr/bin/reviewbot (deleted)", "/usr/bin/reviewbot"), ("/usr/bin/reviewbot", "/usr/bin/reviewbot"),
      ("/x (deleted) (deleted)", "/x (deleted)"),
    ] as [(FilePath, FilePath)])
  func `the kernel's mark of a removed file is not part of the path`(link: FilePath, path: FilePath) {
    #expect(RunningExecutable.withoutMark(link) == path)
  }

  @Test func `the path of the running program leads to it, and another file does not`() async throws {
    #expect(RunningExecutable.isImage(RunningExecutable.path))
    #expect(!RunningExecutable.isReplaced)
    try await withScratchDirectory { folder in
      try folder.link("link", to: RunningExecutable.path.string)
      #expect(RunningExecutable.isImage(folder.path.appending("link")))
      #expect(!RunningExecutable.isImage(try folder.write("other", "")))
      #expect(!RunningExecutable.isImage(folder.path.appending("missing")))
    }
  }

  @Test func `a copy replaces no existing file, and the error names it`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("reviewbot", "mine")
      let error = #expect(throws: SandboxError.self) { try RunningExecutable.copy(to: file) }
      #expect(error?.description == "cannot copy the program to \(file): File exists")
      #expect(try folder.text("reviewbot") == "mine")
    }
  }

  @Test(.enabled(if: SmallDisk.isPossible)) func `an incomplete copy is removed`() async throws {
    try await withScratchDirectory { folder in
      let disk = try SmallDisk(at: folder.path, megabytes: 1)
      let file = disk.path.appending("reviewbot")
      let error = #expect(throws: SandboxError.self) { try RunningExecutable.copy(to: file) }
      #expect(error?.description == "cannot copy the program to \(file): No space left on device")
      #expect(!folder.exists("reviewbot"))
    }
  }
}
