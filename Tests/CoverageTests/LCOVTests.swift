// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

@testable import Coverage

struct LCOVTests {
  private func lines(_ text: String, wanted: [String]? = ["a.swift", "b/c.swift"]) async throws -> [String: [Int:
    UInt64]]
  {
    try await withScratchDirectory { folder in
      let file = try folder.write("report", text)
      var found: [String: [Int: UInt64]] = [:]
      for file in try CoverageReportFile(file: file).files(ReportPaths(roots: ["/repo"], wanted: wanted)) {
        if case .lines(let lines) = file.source { found[file.path, default: [:]].merge(lines.counts) { max($0, $1) } }
      }
      return found
    }
  }

  @Test func `lines of the wanted files are read, and others are ignored`() async throws {
    let text = """
      TN:unit
      SF:/repo/z.swift
      FN:1,$s1zSSe
      DA:1,broken
      end_of_record
      SF:/repo/a.swift
      FN:1,f
      FNDA:3,f
      FNF:1
      DA:1,3
      DA:2,0,checksum
      DA:3,18446744073709551615
      DA:4,99999999999999999999999
      BRDA:1,0,0,-
      LF:4
      end_of_record

      # by hand
      SF:./b/c.swift
      DA:7,1
      DA:7,0
      DA:0,1
      DA:99999999999,1
      end_of_record
      """
    #expect(try await lines(text) == ["a.swift": [1: 3, 2: 0, 3: .max, 4: .max], "b/c.swift": [7: 1]])
    #expect(try await lines(text.replacing("\n", with: "\r\n")) == lines(text))
    let all = text.replacing("broken", with: "1")
    #expect(try await Set(lines(all, wanted: nil).keys) == ["a.swift", "b/c.swift", "z.swift"])
  }

  @Test func `a record of functions alone has no lines`() async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write(
        "report", "SF:a.swift\nFN:4,area\nFNDA:2,area\nend_of_record\nSF:b/c.swift\nLF:0\nend_of_record\n")
      let files = try CoverageReportFile(file: file).files(
        ReportPaths(roots: ["/repo"], wanted: ["a.swift", "b/c.swift"]))
      #expect(
        files.map { file in
          switch file.source {
          case .functions: "\(file.path) functions"
          case .lines(let lines): "\(file.path) lines \(lines.counts)"
          case .segments: "\(file.path) segments"
          }
        } == ["a.swift functions", "b/c.swift lines [:]"])
    }
  }

  @Test(arguments: [
    (
      "SF:/repo/a.swift\nDA:1,-1\nend_of_record\n",
      "line 2: a count that is a whole number and not negative is expected, not '-1'"
    ),
    ("SF:/repo/a.swift\n\nDA:1,x\nend_of_record\n", "line 3: a count that is a whole number and not negative"),
    (
      "SF:/repo/a.swift\r\nDA:1,1.5\r\nend_of_record\r\n",
      "line 2: the end of the line after the count is expected, not '.5'"
    ),
    ("SF:/repo/a.swift\nDA:-1,1\nend_of_record\n", "line 2: a line number after DA: is expected, not '-1,1'"),
    (
      "SF:/repo/a.swift\nDA:1\nend_of_record\n",
      "line 2: a comma after the line number is expected, not the end of the line"
    ),
    ("DA:1,1\nend_of_record\n", "line 1: SF: before the first line of a file is expected, not 'DA:1,1'"),
    (
      "SF:/repo/a.swift\nDA:1,1\nSF:/repo/z.swift\nend_of_record\n",
      "line 3: end_of_record before the next file is expected"
    ),
    (
      "SF:/repo/z.swift\nDA:1,1\nSF:/repo/a.swift\nend_of_record\n",
      "line 3: end_of_record before the next file is expected"
    ),
    ("SF:/repo/a.swift\nDA:1,1\n", "line 1: the record that begins here has no end_of_record"),
    (
      "TN:\nSF:/repo/z.swift\nDA:1,1\nDA:1,1\nDA:1,1\nend_of_rec",
      "line 2: the record that begins here has no end_of_record"
    ),
    ("SF:/repo/a.swift\nDA:1,1", "line 2: the file ends in this line"),
    ("SF:/repo/a.swift\nDA :1,1\nend_of_record\n", "line 2: an entry of LCOV is expected, not 'DA :1,1'"),
    ("TN:\nSource text\n", "line 2: an entry of LCOV is expected, not 'Source text'"),
    ("SF:/repo/a.swift\nDA:1,1\nDA", "line 3: an entry of LCOV is expected, not 'DA'"),
    ("SF:/repo/a.swift", "line 1: the record that begins here has no end_of_record"),
    ("SF:/repo/z.swift", "line 1: the record that begins here has no end_of_record"),
  ])
  func `the error names the line of malformed data`(text: String, message: String) async {
    let error = await #expect(throws: CoverageError.self) { try await lines(text) }
    #expect(error?.code == .malformed)
    #expect(error?.message.contains("/report, \(message)") == true, "\(error?.message ?? "")")
    #expect(error?.remedy?.isEmpty == false)
  }

  @Test func `the end of a skipped record is found at any offset`() async throws {
    for count in 0..<40 {
      let text =
        "SF:/repo/z.swift\nFN:1,\(String(repeating: "S", count: count))\nend_of_record\nSF:a.swift\nDA:2,1\nend_of_record"
      #expect(try await lines(text) == ["a.swift": [2: 1]], "\(count)")
    }
  }
}
