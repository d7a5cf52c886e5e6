// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// A list with its number of items, of which the first are shown.
struct PageSection: Sendable {
  let total: Int
  let items: [PageItem]
  let unlisted: Int?

  /// - Parameter total: the number of items when `elements` does not have all of them.
  /// - Returns: `nil` without an item.
  init?<Elements: Collection>(_ elements: Elements?, total: Int? = nil, _ item: (Elements.Element) -> PageItem) {
    guard let elements, !elements.isEmpty else { return nil }
    items = elements.prefix(100).map(item)
    self.total = total ?? elements.count
    unlisted = (self.total - items.count).unlessZero
  }
}

/// An item of a list, with the parts that the list's template has.
struct PageItem: Sendable {
  /// A test or a rule.
  var name: String?
  var place: PagePlace?
  /// The text and the class of a tag.
  var severity: String?
  var label: String?
  var messageHTML: HTML?
  var reasonHTML: HTML?
  var outputHTML: HTML?
  var cause: String?
  /// Who ignored a finding.
  var account: String?
  var isNew = false
  var isFlaky = false
  /// Whether it is a place to go to: a problem that is not shown at a line of the page.
  var isProblem = false
}

extension PageItem {
  init(prose sentence: String) {
    self.init(messageHTML: "\(prose: sentence)")
  }

  init(_ finding: Finding, _ files: PageFiles) {
    self.init(
      name: finding.rule,
      place: finding.isAboutPullRequest ? nil : files.place(finding.path, finding.range.startLine),
      severity: finding.severity.rawValue, messageHTML: "\(prose: finding.message)")
  }

  init(_ failure: TestFailure, _ files: PageFiles) {
    self.init(
      name: failure.id.description, place: failure.path.map { files.place($0, failure.line) },
      messageHTML: "\(prose: failure.message)",
      outputHTML: failure.output.flatMap { $0.isEmpty ? nil : "\(lines: $0)" })
  }

  init(_ test: TestCase) {
    self.init(name: test.id.description, reasonHTML: test.reason.map { "\(prose: $0)" })
  }
}

/// Text such as `Sources/A.swift:12`, a link to the line if it is in the page.
struct PagePlace: Sendable {
  let path: String
  /// Such as `:12`, or nothing.
  let line: String
  /// Such as `#f3L12`.
  let anchor: String?
}

extension PageFiles {
  func place(_ path: String, _ line: Int?) -> PagePlace {
    let anchor = index(of: path).map { index in
      line.flatMap { $0 > 0 ? "#f\(index)L\($0)" : nil } ?? "#f\(index)"
    }
    return PagePlace(path: path, line: line.map { ":\($0)" } ?? "", anchor: anchor)
  }
}
