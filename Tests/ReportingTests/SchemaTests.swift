// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import Testing

@testable import Reporting

struct SchemaTests {
  private let schema: SchemaReader

  init() throws {
    schema = try SchemaReader(Golden.repository.appendingPathComponent("config/report.schema.json"))
  }

  /// The address that editors and validators know it by names the version, as those of the generated schemas do.
  @Test func `the schema has the address of this version`() throws {
    let file = Golden.repository.appendingPathComponent("config/report.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let folder = "https://raw.githubusercontent.com/reviewbot/reviewbot/v\(ProgramVersion.number)/config"
    #expect(schema["$id"] as? String == "\(folder)/report.schema.json")
  }

  private func object(_ report: Report) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: Data(JSONRenderer().render(report).utf8)) as? [String: Any])
  }

  @Test func `the schema describes every key of a report`() throws {
    #expect(schema.complaints(about: try object(SampleReport.full())) == [])
    #expect(schema.complaints(about: try object(SampleReport.passed())) == [])
    #expect(schema.complaints(about: try object(FindingChoiceTests.report())) == [])
    #expect(schema.complaints(about: try object(SampleReports.reached.report())) == [])
    let golden = try Data(contentsOf: Golden.folder.appendingPathComponent("report.json"))
    #expect(schema.complaints(about: try JSONSerialization.jsonObject(with: golden)) == [])
  }

  @Test func `the schema rejects unknown keys, missing keys and invalid values`() throws {
    var report = try object(SampleReport.full())
    report["surprise"] = 1
    report["verdict"] = "splendid"
    report["head"] = "abc"
    report["tool"] = nil
    #expect(
      schema.complaints(about: report) == [
        "$: no tool", "$.head: does not match", "$: unknown key surprise", "$.verdict: splendid is not allowed",
      ])
  }

  @Test func `the schema lists every verdict`() {
    #expect(schema.values(of: "verdict") == Verdict.allCases.map(\.rawValue))
  }
}
