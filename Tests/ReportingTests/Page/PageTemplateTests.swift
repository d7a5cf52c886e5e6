// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import Testing

@testable import Reporting
@testable import ReviewContract

/// A template renders a name that no view has as nothing, without an error.
struct PageTemplateTests {
  private static let names = TemplateNames(PageTemplates.files)

  private static func views() throws -> [TemplateNames.View] {
    let finding = SampleReports.finding(0, message: "message")
    let all = try SampleReport.full().adding(sources: [SampleReports.source()], coverage: nil)
    let reports = try SampleReports.allCases.map { try $0.report() } + [all]
    return reports.map { report in TemplateNames.View(PageLayout(page: ReportDocument(report, rules: []).view)) }
      // No sample has items of these kinds.
      + [TemplateNames.View(PageItem(finding, PageFiles(all, notes: PageNotes(all, rules: [:]))))]
  }

  @Test func `every name in a template is a property of a view, and every property is used`() throws {
    let properties = try Self.views().reduce(into: Set()) { $0.formUnion($1.labels) }
    #expect(Self.names.properties.symmetricDifference(properties) == [])
  }

  @Test func `only markup is not escaped`() {
    #expect(Self.names.wronglyEscaped == [])
  }

  @Test func `names of properties fit their types, and optional ones are unique`() throws {
    #expect(try Self.views().flatMap(\.problems) == [])
  }

  @Test func `every template is embedded, and every partial is a template`() throws {
    let folder = Golden.repository.appendingPathComponent("Sources/Reporting/Page/Templates")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(PageTemplates.files.keys.map { "\($0).mustache" }))
    #expect(Self.names.partials.union(["layout", "embedded"]) == Set(PageTemplates.files.keys))
  }
}
