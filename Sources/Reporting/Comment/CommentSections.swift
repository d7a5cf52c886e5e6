// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import HostileText
import ReviewContract

/// The collapsible sections of a comment, the most important first. Their shares add up to 100.
struct CommentSections {
  let report: Report
  let links: LineLinks?
  /// The address of a rule's page. The addresses are constants of the program.
  let rulePage: (String) -> String?

  /// Whether findings have their identifiers.
  let hasIdentifiers: Bool

  init(_ report: Report, hasIdentifiers: Bool = false, rulePage: @escaping (String) -> String?) {
    self.report = report
    self.hasIdentifiers = hasIdentifiers
    self.rulePage = rulePage
    links = LineLinks(report)
  }

  /// Returns what failed the review, among the chosen sections.
  func causes(in choice: CommentChoice) -> [CommentSection] {
    let chosen = Set(choice.sections)
    return [
      conflicts, chosen.contains(.build) ? buildErrors : nil, chosen.contains(.tests) ? failedTests : nil,
      chosen.contains(.findings) ? findings(.error) : nil, report.uncheckedErrors == nil ? nil : uncheckedFiles,
      report.coverage?.gate == .failed ? files : nil,
    ].compactMap(\.self)
  }

  /// Returns the other chosen sections, in the order of the choice, with those of a group together.
  ///
  /// - Parameter causes: the sections that are shown already.
  func chosen(by choice: CommentChoice, without causes: [CommentSection]) -> [CommentSection] {
    let all = choice.sections.flatMap(sections).filter { section in
      // A list of items that are all shown already is left out.
      !causes.contains { $0.summary == section.summary && $0.isWholeWhenOpen }
    }
    let groups = all.reduce(into: [CommentSection.Group]()) { groups, section in
      if !groups.contains(section.group) { groups.append(section.group) }
    }
    return groups.flatMap { group in
      let members = all.filter { $0.group == group }
      return members.map { section in
        var section = section
        section.isOpen = choice.details == .open
        section.isNested = members.count > 1
        return section
      }
    }
  }

  private func sections(_ name: CommentChoice.Section) -> [CommentSection] {
    let sections: [CommentSection?] =
      switch name {
      case .removedTests: [removedTests]
      case .build: [buildErrors]
      case .tests: [failedTests, unfinishedTests, flakyTests, skippedTests]
      case .findings: [findings(nil), uncheckedFiles, suppressions, ignored, oldFindings]
      case .files: [files]
      case .coverage: [anomalies, uncoveredRegions, indirectChanges]
      case .output: [testOutput, log]
      case .notes: [notes]
      }
    return sections.compactMap(\.self)
  }

  private var conflicts: CommentSection? {
    let paths = report.conflicts ?? []
    return .list(.tests, "\(counted(paths.count, "file")) in conflict", share: 10, paths) { "\(code: $0)" }
  }

  private var buildErrors: CommentSection? {
    let errors = report.runs.flatMap { run in
      ReportSummary(report: report).buildErrors(run).map { (run, $0) }
    }
    return .list(.tests, counted(errors.count, "build error"), share: 12, errors) { run, error in
      let place = ("\(code: "\(error.path):\(error.line):\(error.column)")" as Markdown)
        .linked(to: links?.address(of: error.path, line: error.line))
      return "\(place)\(label(run)) \(prose: error.message)"
    }
  }

  private var notes: CommentSection? {
    let notes = ReportSummary(report: report).notes
    return .list(.notes, counted(notes.count, "note"), share: 5, notes) { "\(prose: $0)" }
  }

  /// The output of a run that failed without a failed test or a diagnostic.
  private var log: CommentSection? {
    let silent = report.runs.first { $0.failedSilently($0.diagnostics) }
    return silent.map { run in
      .log(.output, "End of the output", share: 4, HostileText(run.logTail).lines())
    }
  }

  /// Returns the name of a run among several, with a space before it.
  func label(_ run: TestRun) -> Markdown {
    let sides = Set(report.runs.map(\.side))
    let side: Markdown = sides.count > 1 && run.side == .merge ? " (merged with \(prose: report.baseName))" : ""
    let packages = Set(report.runs.map(\.package))
    return packages.count > 1 ? "\(side) in \(code: run.package.isEmpty ? "." : run.package)" : side
  }
}

extension CommentSection {
  /// - Parameter lines: renderings of ``HostileText``.
  static func log(_ group: Group, _ summary: Markdown, share: Int, _ lines: [String]) -> CommentSection {
    CommentSection(group: group, summary: summary, items: lines.map(Markdown.init), form: .log, share: share)
  }

  /// - Parameter total: the number of items when `items` does not have all of them.
  /// - Returns: `nil` without items.
  static func list<Item>(
    _ group: Group, _ summary: String, share: Int, _ items: [Item], total: Int? = nil, _ make: (Item) -> Markdown
  ) -> CommentSection? {
    let total = total ?? items.count
    guard total > 0 else { return nil }
    return CommentSection(
      group: group, summary: "\(trusted: summary)", items: items.map(make), unlisted: total - items.count,
      share: share)
  }
}
