// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Findings
@testable import ReviewContract

struct ReportFileTests {
  private static let id = CommitID(String(repeating: "a", count: 40))

  private func report() throws -> Report {
    let id = try #require(Self.id)
    return Report(
      tool: "reviewbot 0",
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"),
      pullRequest: .init(number: 7, title: "Add", author: nil, url: nil, isFromFork: false), head: id, base: id,
      mergeBase: id, configurationHash: "h", verdict: .passed, reasons: [], stages: [], runs: [], coverage: nil,
      findings: [
        Finding(
          rule: "r", severity: .warning, path: "a.swift",
          range: SourceRange(startLine: 1, startColumn: 2, endLine: 1, endColumn: 4), message: "m", isInChange: true)
      ], notes: [], change: ChangeSummary(files: 1, addedLines: 2, removedLines: 3))
  }

  @Test func `an encoded report is decoded unchanged`() throws {
    let report = try report()
    #expect(try ReportFile.decode(ReportFile.encode(report)) == report)
  }

  @Test func `keys of a report are written in snake case`() throws {
    let text = String(decoding: try ReportFile.encode(report()), as: UTF8.self)
    for key in ["\"pull_request\"", "\"merge_base\"", "\"configuration_hash\"", "\"in_change\"", "\"start_column\""] {
      #expect(text.contains(key))
    }
  }

  @Test func `unknown keys of later versions are ignored`() throws {
    var text = String(decoding: try ReportFile.encode(report()), as: UTF8.self)
    text.replace("\"schema\" : 1", with: "\"schema\" : 1, \"from_the_future\" : [1]")
    #expect(try ReportFile.decode(Data(text.utf8)) == report())
  }

  @Test(arguments: [
    ("\"schema\" : 1", "\"schema\" : 2", "report.json has schema 2; this version reads schema 1"),
    ("\"verdict\" : \"passed\"", "\"verdict\" : \"fine\"", "report.json is not a report: at verdict: "),
    ("\"number\" : 7", "\"number\" : 9223372036854775807", "report.json has the invalid number 9223372036854775807"),
    ("\"number\" : 7", "\"number\" : -1", "report.json has the invalid number -1"),
    ("\"number\" : 7", "\"number\" : \"7\"", "report.json is not a report: at pullRequest.number: "),
    ("\"head\" : \"aaaa", "\"head\" : \"AAAA", "report.json is not a report: at head: not a full commit id: AAAA"),
  ])
  func `the error names what is invalid in a report file`(from: String, to: String, message: String) throws {
    var text = String(decoding: try ReportFile.encode(report()), as: UTF8.self)
    text.replace(from, with: to)
    let error = #expect(throws: ReportFileError.self) { try ReportFile.decode(Data(text.utf8)) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func `a report file that is too large is rejected`() {
    let error = #expect(throws: ReportFileError.self) {
      try ReportFile.decode(Data(count: ReportFile.maximumBytes + 1))
    }
    #expect(error?.message.contains("more than") == true)
  }

  @Test(arguments: ["7, \"number\" : 4294967296", "4294967296, \"number\" : 7"])
  func `both numbers of a duplicate key are checked`(numbers: String) throws {
    var text = String(decoding: try ReportFile.encode(report()), as: UTF8.self)
    text.replace("\"number\" : 7", with: "\"number\" : \(numbers)")
    // The decoder may use either of the duplicate values, if it is the one that was checked.
    do {
      #expect(try ReportFile.decode(Data(text.utf8)).pullRequest.number == 7)
    } catch {
      #expect(error.message == "report.json has the invalid number 4294967296")
    }
  }
}
