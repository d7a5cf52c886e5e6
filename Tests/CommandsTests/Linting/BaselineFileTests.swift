// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Linting
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Commands

struct BaselineFileTests {
  private static let text =
    #"{"version": 1, "findings": [{"rule": "r", "path": "a", "line": "0123456789abcdef", "count": 1}]}"#

  @Test func `a file of the caller is read, and a missing one is reported with the reason`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("b.json", Self.text)
      #expect(try Baseline(file: file.string, root: folder.path).entries.map(\.rule) == ["r"])
      let missing = #expect(throws: UsageError.self) { try Baseline(file: "/gone.json", root: folder.path) }
      #expect(
        missing?.description == "cannot use the baseline: cannot read /gone.json: No such file or directory; "
          + "write it with reviewbot lint --write-baseline FILE")
    }
  }

  @Test func `a configured baseline must be a regular file in the working tree`() async throws {
    try await withScratchDirectory { folder in
      let tree = try folder.folder("tree")
      try tree.write("ci/b.json", Self.text)
      try folder.write("outside.json", Self.text)
      #expect(try Baseline(configured: "ci/b.json", root: tree.path).entries.map(\.rule) == ["r"])
      try tree.link("zero.json", to: "/dev/zero")
      try tree.link("outside.json", to: "\(folder.path)/outside.json")
      for path in ["zero.json", "outside.json", "../outside.json", "ci", "gone.json", "/etc/passwd"] {
        #expect(throws: UsageError.self, "\(path)") { try Baseline(configured: path, root: tree.path) }
      }
    }
  }
}
