// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct SizeCheckTests {
  @Test func `a directory with too many files is reported, without generated files and those of tools`() async throws {
    try await withScratchDirectory { folder in
      for number in 1...15 { try folder.write("Sources/A/\(number).swift", "") }
      for number in 1...16 {
        try folder.write("Tools/A/\(number).swift", "")
        try folder.write("Sources/A/Generated/\(number)+Generated.swift", "")
        try folder.write("Sources/A/C/\(number).h", "")
      }
      let check = SizeCheck()
      #expect(check.problems(in: SourceDirectory(folder.path.string)) == [])
      try folder.write("Sources/A/16.swift", "")
      for number in 1...17 { try folder.write("Lint/Sources/B/\(number).swift", "") }
      #expect(
        check.problems(in: SourceDirectory(folder.path.string)) == [
          "Lint/Sources/B: has 17 files, more than 15", "Sources/A: has 16 files, more than 15",
        ])
    }
  }
}
