// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SwiftSource
import SystemPackage
import Testing

@testable import Coverage

/// The JSON of xccov. The keys are those of Xcode 13 and later.
struct XcodeCoverageTests {
  private static let source =
    "func f(_ x: Bool) -> Int {\n  return x ? 1 : 2\n}\nfunc g() {\n  f(true)\n  f(false)\n}\n"

  private func map(_ text: String) async throws -> CoverageMap {
    try await withScratchDirectory { folder in
      try folder.write("repo/A/a.swift", Self.source)
      let file = try folder.write("report", text)
      let reports = CoverageReports(
        files: [file], root: folder.path.appending("repo"), prefixes: [PathPrefix(from: "/Users/ada/shapes", to: ".")],
        paths: ["A/a.swift"])
      return try MeasuredReportReader(cache: nil).coverage(of: reports, rules: .standard)
    }
  }

  @Test func `the lines of a file are measured, and their subranges make them partial`() async throws {
    let text = """
      {
        "\\/Users\\/ada\\/shapes\\/A\\/other.swift": [{"line": 1, "isExecutable": "broken"}],
        "/Users/ada/shapes/A/a.swift": [
          {"line": 1, "isExecutable": true, "executionCount": 4},
          {"line": 2, "isExecutable": true, "executionCount": 4,
            "subranges": [{"column": 14, "executionCount": 0, "length": 3}, {"column": 17, "executionCount": 4, "length": 0}]},
          {"line": 3, "isExecutable": true, "executionCount": 4},
          {"isExecutable": false, "line": 4},
          {"line": 5, "isExecutable": true, "executionCount": 0, "subranges": []},
          {"line": 6, "isExecutable": true, "executionCount": 1,
            "subranges": [{"column": 3, "length": 2, "executionCount": 2}], "later": [{}]}
        ]
      }
      """
    #expect(
      try await map(text)
        == CoverageMap(
          files: ["A/a.swift": [2: .partial, 5: .missed, 6: .covered]],
          uncoveredColumns: ["A/a.swift": [5: [3..<9]]]))
  }

  @Test func `a line is covered if one of several reports covers all of it`() {
    var table = LineTable([:])
    table.add(1, 3, isPartial: true)
    table.add(2, 3, isPartial: true)
    let classifier = LineClassifier(sources: [.lines(table), .lines([1: 1, 2: 0])])
    #expect(
      classifier.lines(of: SourceText(path: "a.swift", text: "f()\ng()\n"))?.states == [1: .covered, 2: .partial])
  }

  @Test(arguments: [
    (#"{"/Users/ada/shapes/A/a.swift": [{"isExecutable": true}]}"#, "the line that begins here has no line number"),
    (
      #"{"/Users/ada/shapes/A/a.swift": [{"line": 1, "isExecutable": true}]}"#,
      "the executable line that begins here has no executionCount"
    ),
    (#"{"/Users/ada/shapes/A/a.swift": [{"line": 1, "#, "a key in quotation marks is expected"),
    (#"{"/Users/ada/shapes/A/a.swift": [{"line": 1.5}]}"#, "a line number is expected"),
    (#"{"/Users/ada/shapes/A/a.swift": []} {}"#, "the end of the file is expected"),
    (#"{"targets": [{"files": [{"path": 3}]}]}"#, "the file's path in quotation marks is expected"),
  ])
  func `the error for malformed data names its place`(text: String, expected: String) async {
    let error = await #expect(throws: CoverageError.self) { try await map(text) }
    #expect(error?.code == .malformed)
    #expect(
      error?.message.contains("/report, byte ") == true && error?.message.contains(expected) == true,
      "\(error?.message ?? "")")
  }
}
