// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Coverage

struct MeasurementInputTests {
  @Test(arguments: [
    "# reviewbot\n\nReviews Swift pull requests.\n", "# A\n# TN: B\n", "\n\n", "[1]", "<xml/>", "\u{1f}\u{8b}",
    "a: b\n", "TNT:\n",
  ])
  func `a file that is no report is an error that says so`(text: String) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("README.md", text)
      let error = #expect(throws: CoverageError.self) {
        try CoverageReportFile(file: file).files(ReportPaths(roots: ["/repo"], wanted: nil))
      }
      #expect(error?.code == .unknownFormat)
      #expect(error?.message.contains("/README.md, line ") == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: ["{}", #"{"name": "shapes", "dependencies": []}"#, #"{"/a.swift": {"s": 1}}"#])
  func `JSON of something else is an error`(text: String) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.write("package.json", text)
      let error = #expect(throws: CoverageError.self) {
        try CoverageReportFile(file: file).files(ReportPaths(roots: ["/repo"], wanted: nil))
      }
      #expect(error?.code == .unknownFormat, "\(error?.message ?? "")")
    }
  }

  @Test(
    arguments: [
      ([0x81] + Array("rforpl".utf8) + [0xff], true), ([0x81] + Array("Rforpl".utf8) + [0xff], true),
      ([0xff] + Array("lprofr".utf8) + [0x81], true), ([0xff] + Array("lprofi".utf8) + [0x81], true),
      (Array("# reviewbot".utf8), false), (Array("TN:\n".utf8), false),
    ] as [([UInt8], Bool)])
  func `profiles are recognized by their first bytes`(bytes: [UInt8], isValid: Bool) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.file("p", bytes)
      do throws(CoverageError) {
        try MeasurementInput.validate(profile: file)
        #expect(isValid)
      } catch {
        #expect(!isValid && error.code == .unknownFormat && error.message.hasPrefix("\(file) is not a "))
      }
    }
  }

  @Test(
    arguments: [
      (Array("\u{7f}ELF".utf8), true), ([0xcf, 0xfa, 0xed, 0xfe, 7], true), (Array("MZ".utf8), true),
      (Array("#!/bin/sh".utf8), false),
    ] as [([UInt8], Bool)])
  func `programs are recognized by their first bytes`(bytes: [UInt8], isValid: Bool) async throws {
    try await withScratchDirectory { folder in
      let file = try folder.file("p", bytes)
      do throws(CoverageError) {
        try MeasurementInput.validate(program: file)
        #expect(isValid)
      } catch {
        #expect(!isValid && error.code == .unknownFormat && error.message.hasPrefix("\(file) is not a "))
      }
    }
  }
}

extension ScratchDirectory {
  fileprivate func file(_ name: String, _ bytes: [UInt8]) throws -> FilePath {
    let file = try write(name, "")
    try Data(bytes).write(to: URL(fileURLWithPath: file.string))
    return file
  }
}
