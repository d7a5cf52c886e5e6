// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore
import Testing

@testable import CoverageAnalysis

struct LLVMExportTests {
  private func export(type: String = "llvm.coverage.json.export", version: String, segment: String) -> Data {
    Data(
      """
      {"data":[{"files":[{"filename":"/repo/a.swift","segments":[\(segment)],"summary":{}}],"totals":{}}],
      "type":"\(type)","version":"\(version)"}
      """.utf8)
  }

  @Test func `reads segments with and without the gap flag`() throws {
    let export = try LLVMExport(
      export(version: "3.0.1", segment: "[3,7,2,true,true,false],[4,1,18446744073709551615,true,false]"))
    #expect(
      export.files == [
        LLVMExport.File(
          filename: "/repo/a.swift",
          segments: [
            Segment(line: 3, column: 7, count: 2, hasCount: true, isGap: false),
            Segment(line: 4, column: 1, count: .max, hasCount: true, isGap: false),
          ])
      ])
  }

  @Test(arguments: [
    ("other", "3.0.1", "[1,1,1,true,true,false]"),
    ("llvm.coverage.json.export", "4.0.0", "[1,1,1,true,true,false]"),
    ("llvm.coverage.json.export", "3.0.1", "[1,1,\"x\",true,true,false]"),
    ("llvm.coverage.json.export", "3.0.1", "[1"),
  ])
  func `refuses what it does not know`(type: String, version: String, segment: String) {
    let error = #expect(throws: CoverageError.self) {
      try LLVMExport(export(type: type, version: version, segment: segment))
    }
    #expect(error?.code == .unknownFormat)
  }
}
