// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HTMLTemplates
import Testing

@testable import Reporting
@testable import ReviewContract

/// A template renders a name that no view has as nothing, without an error.
struct PageTemplateTests {
  private struct Tag: Hashable {
    /// Such as `#`; `{` for unescaped text, and nothing for text.
    let kind: String
    let name: String
  }

  /// A view with all views in its properties.
  private struct View {
    var labels: Set<String> = []
    var problems: [String] = []

    init(_ view: Any) {
      add(view, around: [])
    }

    private mutating func add(_ view: Any, around: Set<String>) {
      let mirror = Mirror(reflecting: view)
      if mirror.displayStyle == .optional || mirror.displayStyle == .collection {
        for child in mirror.children { add(child.value, around: around) }
      }
      guard mirror.displayStyle == .struct, !(view is HTML) else { return }
      let own = Set(mirror.children.compactMap(\.label))
      for child in mirror.children {
        guard let label = child.label else { continue }
        let type = ObjectIdentifier(Swift.type(of: child.value))
        let isMarkup = type == ObjectIdentifier(HTML.self) || type == ObjectIdentifier(HTML?.self)
        if isMarkup != label.hasSuffix("HTML") { problems.append("the name of \(label) does not fit its type") }
        if Mirror(reflecting: child.value).displayStyle == .optional, around.contains(label) {
          problems.append("\(label) is looked up in the views around \(mirror.subjectType)")
        }
        add(child.value, around: around.union(own))
      }
      labels.formUnion(own)
    }
  }

  private static let tags = Set(
    PageTemplates.files.values.flatMap { file in
      String(decoding: file, as: UTF8.self).matches(of: #/\{\{([#^\/>{<$!]?)\s*([^}]*?)\s*\}\}/#).map {
        Tag(kind: String($0.output.1), name: String($0.output.2))
      }
    })

  private static func views() throws -> [View] {
    let finding = SampleReports.finding(0, message: "message")
    let all = try SampleReport.full().adding(sources: [SampleReports.source()], coverage: nil)
    let reports = try SampleReports.allCases.map { try $0.report() } + [all]
    return reports.map { report in View(PageLayout(page: ReportDocument(report, rules: []).view)) }
      // No sample has items of these kinds.
      + [View(PageItem(finding, PageFiles(all, notes: PageNotes(all, rules: [:]))))]
  }

  private func names(_ kinds: [String]) -> Set<String> {
    Set(Self.tags.filter { kinds.contains($0.kind) }.map(\.name))
  }

  @Test func `every name in a template is a property of a view, and every property is used`() throws {
    let properties = try Self.views().reduce(into: Set()) { $0.formUnion($1.labels) }
    #expect(names(["", "{", "#", "^"]).symmetricDifference(properties) == [])
  }

  @Test func `only markup is not escaped`() {
    #expect(names(["{"]).filter { !$0.hasSuffix("HTML") } == [])
    #expect(names([""]).filter { $0.hasSuffix("HTML") } == [])
  }

  @Test func `names of properties fit their types, and optional ones are unique`() throws {
    #expect(try Self.views().flatMap(\.problems) == [])
  }

  @Test func `every template is embedded, and every partial is a template`() throws {
    let folder = Golden.repository.appendingPathComponent("Sources/Reporting/Page/Templates")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(files) == Set(PageTemplates.files.keys.map { "\($0).mustache" }))
    #expect(names([">", "<"]).union(["layout", "embedded"]) == Set(PageTemplates.files.keys))
  }
}
