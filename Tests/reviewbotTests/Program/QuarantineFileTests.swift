// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

/// `reviewbot tests quarantine` and files that it must not write.
struct QuarantineFileTests {
  @Test func `a configuration that cannot be read as a whole stays as it is`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder.folder("tree"))
      try git.write("README.md", "hi\n")
      try git.commit("base")
      let program = try BuiltProgram(in: folder)
      let file = git.folder.path.appending(".reviewbot.yml").string
      let contents = [
        Data("version: 1\n# ".utf8) + Data([0xff, 0xfe]),
        Data("version: 1\n".utf8) + Data(repeating: 0x23, count: 70_000),
      ]
      for data in contents {
        try data.write(to: URL(fileURLWithPath: file))
        for arguments in [["add", "A/a()", "--reason", "r"], ["remove", "A/a()"], ["list"]] {
          let outcome = try await program.run(["tests", "quarantine"] + arguments, in: git.folder.path)
          #expect(outcome.status == 2 && outcome.errors.contains(".reviewbot.yml is not UTF-8, or has more"))
        }
        #expect(FileManager.default.contents(atPath: file) == data)
      }
      try FileManager.default.removeItem(atPath: file)
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
      let outcome = try await program.run(
        ["tests", "quarantine", "add", "A/a()", "--reason", "r"], in: git.folder.path)
      #expect(outcome.status == 2 && outcome.errors.contains("cannot read .reviewbot.yml: "))
    }
  }
}
