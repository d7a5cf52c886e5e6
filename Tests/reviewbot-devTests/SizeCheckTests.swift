// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct SizeCheckTests {
  private func lines(_ counts: [Int], in directory: (Int) -> String = { "Sources/A/\($0 / 15)" }) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: counts.enumerated().map { ("\(directory($0))/\($0).swift", $1) })
  }

  @Test func `files of the expected sizes are accepted`() {
    let counts = [Int](repeating: 20, count: 4) + [Int](repeating: 100, count: 34) + [250, 390]
    let check = SizeCheck(lines: lines(counts))
    #expect(check.problems == [])
    #expect(check.summary == "40 files, median 100 lines, 9 of 10 at most 100, 4 under 25")
    #expect(SizeCheck(lines: [:]).problems == [])
  }

  @Test func `a median that is too small or too large is reported`() {
    #expect(
      SizeCheck(lines: lines([30, 60, 90])).problems == [
        "the median file of Sources has 60 lines; it should have 70 to 130"
      ])
    #expect(
      SizeCheck(lines: lines([90, 140, 150])).problems
        == ["the median file of Sources has 140 lines; it should have 70 to 130"])
  }

  @Test func `too many short files, too many long files and full directories are reported`() {
    let short = SizeCheck(lines: lines([10, 10] + [Int](repeating: 100, count: 13)))
    #expect(
      short.problems == ["2 of 15 files of Sources have fewer than 25 lines, more than 10 %: join what is one idea"])
    let long = SizeCheck(lines: lines([Int](repeating: 100, count: 13) + [260, 270]))
    #expect(long.problems == ["1 of 10 files of Sources has more than 250 lines: 260"])
    let full = SizeCheck(lines: lines([Int](repeating: 100, count: 16)) { _ in "Sources/B" })
    #expect(full.problems == ["Sources/B: has 16 files, more than 15"])
  }

  @Test func `generated files and files outside of Sources are not counted`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Sources/A/A.swift", String(repeating: "\n", count: 80))
      try folder.write("Sources/A/B+Generated.swift", "\n")
      try folder.write("Tools/C/C.swift", "\n")
      #expect(try SizeCheck(SourceDirectory(folder.path.string)).lines == ["Sources/A/A.swift": 80])
    }
  }
}
