// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Coverage

struct LLVMExportTests {
  private func segments(_ text: String) async throws -> [String: [Segment]] {
    try await withScratchDirectory { folder in
      let file = try folder.write("report", text)
      let paths = ReportPaths(roots: ["/repo"], wanted: ["a.swift", "b/c.swift"])
      let files = try CoverageReportFile(file: file).files(paths)
      var found: [String: [Segment]] = [:]
      for file in files {
        if case .segments(let table) = file.source { found[file.path, default: []] += table.all }
      }
      return found
    }
  }

  private func export(
    type: String = "llvm.coverage.json.export", version: String = "3.0.1",
    _ segments: String = "[1,1,1,true,true,false]"
  ) -> String {
    """
    {"data":[{"files":[{"branches":[],"filename":"/repo/a.swift","segments":[\(segments)],"summary":{}}],\
    "totals":{}}],"type":"\(type)","version":"\(version)"}
    """
  }

  private let one = Segment(line: 1, column: 1, count: 1, hasCount: true, isGap: false)

  @Test func `segments are read with and without the gap flag, and large counts are capped`() async throws {
    let found = try await segments(
      export("[3,7,2,true,true,true],[4,1,18446744073709551615,true,false],[5,1,99999999999999999999999,false,false]"))
    #expect(
      found == [
        "a.swift": [
          Segment(line: 3, column: 7, count: 2, hasCount: true, isGap: true),
          Segment(line: 4, column: 1, count: .max, hasCount: true, isGap: false),
          Segment(line: 5, column: 1, count: .max, hasCount: false, isGap: false),
        ]
      ])
  }

  private static let end = #""type":"llvm.coverage.json.export","version":"2.0.1"}"#
  private static let file = #"{"filename":"/repo/a.swift","segments":[[1,1,1,true,true]]}"#
  private static let orders: [String] = [
    // White space everywhere, and the header first.
    """
    { "version" : "2.0.1" , "type" : "llvm.coverage.json.export" , "data" : [ { "functions" : [ { "x" : [ "]" , "\\"}" ] } ] ,
      "files" : [ { "segments" : [ [ 1 , 1 , 1 , true , true , false ] ] , "filename" : "/repo/a.swift" } ] } ] }
    """,
    // Two exports.
    "{\"data\":[{\"files\":[{\"filename\":\"/repo/z.swift\",\"segments\":[[1]]}]},{\"files\":[\(file)],\"functions\":[{}]}],\(end)",
    "{\"data\":[{\"files\":[],\"functions\":[]},{\"files\":[\(file)]}],\(end)",
    // A byte order mark, and an escape in the name.
    "\u{feff}{\"data\":[{\"files\":[\(file.replacing("a.swift", with: "\\u0061.swift"))]}],\(end)",
  ]

  @Test(arguments: orders)
  func `keys are read in any order`(text: String) async throws {
    #expect(try await segments(text) == ["a.swift": [one]])
  }

  @Test func `reading stops before the functions if the end of the report is intact`() async throws {
    let text = export().replacing(#","totals":{}"#, with: #","functions":[{"name": broken]],"totals":{}"#)
    #expect(try await segments(text) == ["a.swift": [one]])
    // Without the end the export is read completely, and the error is found.
    let error = await #expect(throws: CoverageError.self) {
      try await segments(text.replacing(#","version":"3.0.1""#, with: ""))
    }
    #expect(error?.message.contains("] closes another bracket") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("other", "3.0.1", "the type is 'other', not llvm.coverage.json.export"),
    ("a\u{1}\nb", "3.0.1", "the type is 'a\\u{1} b', not llvm.coverage.json.export"),
    ("llvm.coverage.json.export", "4.0.0", "the format has version '4.0.0', not 2 or 3"),
    ("llvm.coverage.json.export", "", "the format has version '', not 2 or 3"),
  ])
  func `an unknown type or version is rejected, whatever else is wrong`(
    type: String, version: String, message: String
  ) async {
    for text in [export(type: type, version: version), export(type: type, version: version, "[1,2,3,4]")] {
      let error = await #expect(throws: CoverageError.self) { try await segments(text) }
      #expect(error?.code == .unknownFormat)
      #expect(error?.message.hasSuffix(message) == true, "\(error?.message ?? "")")
      #expect(error?.remedy?.isEmpty == false)
    }
  }

  @Test(arguments: [
    (
      "[1,1,\"x\",true,true,false]",
      "byte 78: a count that is a whole number and not negative is expected, not '\"x\",true"
    ),
    ("[1,1,-1,true,true,false]", "byte 78: a count that is a whole number and not negative is expected, not '-1,true"),
    ("[1,1,1.5,true,true,false]", "a count that is a whole number and not negative is expected, not '1.5"),
    ("[1,1,1e9,true,true,false]", "a count that is a whole number and not negative is expected, not '1e9"),
    ("[0,1,1,true,true,false]", "a segment's line, 1 to 4294967295, is expected, not '0,1"),
    ("[1,4294967296,1,true,true,false]", "a segment's column, 1 to 4294967295, is expected"),
    ("[1,1,1,2,true,false]", "true or false, whether a segment has a count, is expected, not '2,"),
    ("[1,1,1,true,true,false,7]", "] after a segment's last field is expected, not ',7"),
    ("[1,1,1,true]", "a comma after a segment's third field is expected, not ']"),
    ("[1,1,1,true,true,false] [", "a comma or ] after a value is expected, not '["),
    ("{}", "[ of a segment is expected, not '{}"),
  ])
  func `the error names the location of malformed data`(segment: String, message: String) async {
    let error = await #expect(throws: CoverageError.self) { try await segments(export(segment)) }
    #expect(error?.code == .malformed)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("/report, byte ") == true)
  }

  @Test func `a report that is truncated anywhere is an error that says so`() async throws {
    let whole = export("[1,1,1,true,true,false],[2,1,0,true,true]")
      .replacing(#","totals":{}"#, with: #","functions":[{"name":"a\"b"}],"totals":{}"#)
    #expect(try await segments(whole).count == 1)
    for count in 1..<whole.utf8.count {
      let error = await #expect(throws: CoverageError.self, "cut to \(count)") {
        try await segments(String(decoding: Array(whole.utf8)[..<count], as: UTF8.self))
      }
      #expect(error?.code == .malformed, "\(count): \(error?.message ?? "")")
      #expect(error?.remedy?.contains("truncated") == true, "\(count): \(error?.message ?? "")")
    }
  }

  @Test(arguments: [
    ("", CoverageError.Code.malformed, "is empty"), ("\n \n", .unknownFormat, "it is blank"),
    ("<?xml version=\"1.0\"?>", .unknownFormat, "it is XML, neither JSON of llvm-cov export or xccov view nor LCOV"),
    ("\u{1f}x", .unknownFormat, "it is compressed"), ("[]", .unknownFormat, "a JSON array"),
    ("{}", .unknownFormat, "it has no type"), ("{\"a\":1}", .unknownFormat, "it has no type"),
    (
      #"{"data":[],"type":"llvm.coverage.json.export","version":"2.0.1"}"#, .malformed,
      "it has no list of files"
    ),
    (#"{"data":{},"type":"llvm.coverage.json.export","version":"2.0.1"}"#, .malformed, "[ of the exports is expected"),
    ("{\"data\":" + String(repeating: "[", count: 100_000), .malformed, "{ of an export is expected"),
    ("{\"x\":" + String(repeating: "[", count: 100_000), .malformed, "more than 64 brackets are open"),
    ("{} x", .malformed, "the end of the file is expected, not 'x'"),
  ])
  func `the error describes a file of another format`(text: String, code: CoverageError.Code, message: String) async {
    let error = await #expect(throws: CoverageError.self) { try await segments(text) }
    #expect(error?.code == code)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.remedy?.isEmpty == false)
  }

  @Test func `the error names a file that cannot be opened`() async throws {
    try await withScratchDirectory { folder in
      let paths = ReportPaths(roots: ["/repo"], wanted: nil)
      for path in [folder.path.appending("gone"), folder.path] {
        let error = #expect(throws: CoverageError.self) { try CoverageReportFile(file: path).files(paths) }
        #expect(error?.code == .unreadable)
        #expect(error?.message.contains(path.string) == true)
      }
    }
  }
}
