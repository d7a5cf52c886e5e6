// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewTesting
import SystemPackage
import Testing

struct FileWatchTests {
  @Test func `each way to open or change a file is found, by any of its names`() async throws {
    try await withScratchDirectory { folder in
      let names = ["read", "written", "removed", "moved", "linked", "hard", "untouched"].map { "\($0).md" }
      for name in names { try folder.write(name, "text") }
      let place = { (name: String) in folder.path.appending(name).string }
      try FileManager.default.createSymbolicLink(atPath: place("link"), withDestinationPath: "linked.md")
      let directory = ContainedDirectory(folder.path)
      let watch = try FileWatch(names, in: directory)
      #expect(try watch.touched() == [])
      _ = try directory.bytes(at: "read.md", limit: 100)
      try Data("other".utf8).write(to: URL(filePath: place("written.md")))
      try FileManager.default.removeItem(atPath: place("removed.md"))
      try FileManager.default.moveItem(atPath: place("moved.md"), toPath: place("moved"))
      _ = try Data(contentsOf: URL(filePath: place("link")))
      try FileManager.default.linkItem(atPath: place("hard.md"), toPath: place("hard"))
      // A list of the directory and the status of a file are no events.
      _ = try directory.entries(of: "")
      _ = directory.status(of: "untouched.md")
      #expect(try watch.touched() == ["hard.md", "linked.md", "moved.md", "read.md", "removed.md", "written.md"])
      #expect(try watch.touched() == [])
    }
  }

  @Test func `what cannot be watched is an error`() async throws {
    try await withScratchDirectory { folder in
      let directory = ContainedDirectory(folder.path)
      #expect(throws: ContainedDirectory.Failure.missing) { try FileWatch(["a.md"], in: directory) }
      let many = (0...FileWatch.maximumFiles).map { "\($0).md" }
      #expect(throws: ContainedDirectory.Failure.tooManyEntries(limit: FileWatch.maximumFiles)) {
        try FileWatch(many, in: directory)
      }
    }
  }
}
