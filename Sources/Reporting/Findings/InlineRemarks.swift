// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText
package import ReviewContract

/// The contents of a report that can be shown at lines, the most important first, in the form that the repository
/// chose.
package struct InlineRemarks: Sendable {
  /// The annotations of a check run.
  package let annotations: [Annotation]
  /// The remarks that the forge shows in a review.
  package let review: LineReview?

  /// - Parameter rulePage: the address of a rule's page, from the program; `nil` for a rule without one.
  package init(_ report: Report, _ choice: InlineChoice, rulePage: (String) -> String? = { _ in nil }) {
    let added = Dictionary(
      (report.addedLines ?? []).map { ($0.path, $0.lines) }, uniquingKeysWith: { first, _ in first })
    let items = Self.items(report, choice).filter { $0.place != .off }
    let ordered = items.filter { !$0.isRepeat }.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    var annotations: [Annotation] = []
    var remarks: [LineReview.Remark] = []
    var marks: Set<String> = []
    for item in ordered.map(\.element) where annotations.count + remarks.count < choice.limit {
      if item.place == .review, let added = added[item.annotation.path],
        let remark = item.remark(in: added, rulePage: rulePage)
      {
        if marks.insert(remark.mark).inserted { remarks.append(remark) }
      } else {
        annotations.append(item.annotation)
      }
    }
    self.annotations = annotations
    let settled = Self.settled(report, choice)
    let review = LineReview(remarks: remarks, present: Set(items.map(\.mark)), settled: settled)
    self.review = review.isEmpty ? nil : review
  }

  private enum Kind: Character {
    case finding = "f"
    case coverage = "c"
    case test = "t"
    case compiler = "d"
  }

  /// Returns the kinds with review comments of which the report is complete.
  private static func settled(_ report: Report, _ choice: InlineChoice) -> Set<Character> {
    guard report.verdict != .couldNotRun, report.verdict != .superseded, report.scope == nil else { return [] }
    let hasRun = !report.runs.isEmpty && report.runs.allSatisfy { [.passed, .testsFailed].contains($0.outcome) }
    var kinds: Set<Character> = []
    if choice.findings == .review { kinds.insert(Kind.finding.rawValue) }
    if choice.coverage == .review, hasRun, report.coverage != nil { kinds.insert(Kind.coverage.rawValue) }
    if choice.tests == .review, hasRun { kinds.insert(Kind.test.rawValue) }
    if choice.compiler == .review, hasRun { kinds.insert(Kind.compiler.rawValue) }
    return kinds
  }

  private struct Item {
    let kind: Kind
    let place: InlineChoice.Place
    let annotation: Annotation
    /// The text that identifies the remark across commits: hostile.
    let identity: String
    var suggestion: Suggestion?
    /// Whether it is not shown, because another remark says where it is.
    var isRepeat = false

    var mark: String { LineReview.mark(kind.rawValue, identity) }

    var rank: Int {
      switch (annotation.severity, kind) {
      case (.error, .compiler): 0
      case (.error, .test): 1
      case (.error, _): 2
      case (.warning, .coverage): 4
      case (.warning, _): 3
      case (.note, _): 5
      }
    }

    /// Returns the remark at added lines; `nil` for lines that the change does not show.
    func remark(in added: LineSet, rulePage: (String) -> String?) -> LineReview.Remark? {
      let replacement = suggestion.flatMap { Self.replacement($0, in: added) }
      let lines: ClosedRange<Int>
      if replacement != nil, let suggestion {
        lines = suggestion.startLine...suggestion.endLine
      } else if let line = annotation.range.lines.lazy.prefix(1_000).first(where: added.contains) {
        lines = line...line
      } else {
        return nil
      }
      return LineReview.Remark(
        path: annotation.path, lines: lines, text: text(rulePage), replacement: replacement, mark: mark)
    }

    private func text(_ rulePage: (String) -> String?) -> String {
      let title = HostileText(annotation.title).codeSpan()
      let linked = kind == .finding ? rulePage(annotation.title).map { "[\(title)](\($0))" } ?? title : title
      return
        "**\(annotation.severity.rawValue)**: \(HostileText(annotation.message).markdown(limit: 1_000)) (\(linked))"
    }

    /// Returns the replacement of added lines; `nil` if it is long or has hidden characters, because a forge inserts
    /// the text unchanged, and a reader must see all of it.
    private static func replacement(_ suggestion: Suggestion, in added: LineSet) -> String? {
      let text = suggestion.replacement
      guard suggestion.startLine <= suggestion.endLine,
        added.ranges.contains(where: { $0.contains(suggestion.startLine) && $0.contains(suggestion.endLine) }),
        text.utf8.count <= 4_000, text.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || !$0.isHidden })
      else { return nil }
      return text
    }
  }

  private static func items(_ report: Report, _ choice: InlineChoice) -> [Item] {
    diagnostics(report, choice) + failures(report, choice) + findings(report, choice) + missedLines(report, choice)
  }

  private static func diagnostics(_ report: Report, _ choice: InlineChoice) -> [Item] {
    let known = Set(
      report.findings.filter(\.isFromCompiler).map {
        Place(path: $0.path, line: $0.range.startLine, message: $0.message)
      })
    var seen: Set<Place> = []
    return report.runs.flatMap(\.diagnostics).compactMap { diagnostic in
      let place = Place(path: diagnostic.path, line: diagnostic.line, message: diagnostic.message)
      guard diagnostic.severity == .error, !known.contains(place), seen.insert(place).inserted else { return nil }
      let annotation = Annotation(
        path: diagnostic.path, range: SourceRange(line: diagnostic.line, column: diagnostic.column), severity: .error,
        title: Finding.compilerError, message: HostileText(diagnostic.message).multiline())
      return Item(
        kind: .compiler, place: choice.compiler, annotation: annotation,
        identity: "\(diagnostic.path)\u{0}\(diagnostic.message)")
    }
  }

  private static func failures(_ report: Report, _ choice: InlineChoice) -> [Item] {
    var seen: Set<Place> = []
    return report.runs.flatMap(\.failures).compactMap { failure in
      guard let path = failure.path, let line = failure.line,
        seen.insert(Place(path: path, line: line, message: "\(failure.id)\u{0}\(failure.message)")).inserted
      else { return nil }
      let annotation = Annotation(
        path: path, range: SourceRange(line: line, column: 1), severity: failure.isKnown ? .note : .error,
        title: "test failed", message: HostileText("\(failure.id): \(failure.message)").multiline())
      return Item(kind: .test, place: choice.tests, annotation: annotation, identity: "\(path)\u{0}\(failure.id)")
    }
  }

  private static func findings(_ report: Report, _ choice: InlineChoice) -> [Item] {
    let findings = report.findings.filter { $0.isShown && !$0.isAboutUnreadFile && !$0.isAboutPullRequest }
    let repeats = RepeatedFindings(findings)
    return findings.enumerated().map { index, finding in
      let isCompilers = finding.isFromCompiler
      return Item(
        kind: isCompilers ? .compiler : .finding, place: isCompilers ? choice.compiler : choice.findings,
        annotation: annotation(finding, repeats.remarks[index]),
        identity: "\(finding.rule)\u{0}\(finding.path)\u{0}\(finding.fingerprint)",
        suggestion: finding.suggestion, isRepeat: repeats.hidden.contains(index))
    }
  }

  private static func annotation(_ finding: Finding, _ repeats: String?) -> Annotation {
    let annotation = Annotation(finding)
    guard let repeats else { return annotation }
    return Annotation(
      path: annotation.path, range: annotation.range, severity: annotation.severity, title: annotation.title,
      message: "\(annotation.message); \(repeats)")
  }

  /// Returns one remark for each run of missed lines, the longest first; in a review one for each file.
  private static func missedLines(_ report: Report, _ choice: InlineChoice) -> [Item] {
    let files = report.coverage?.files ?? []
    let runs = files.flatMap { file in
      let runs = file.missedLines.ranges
      return (choice.coverage == .review ? Array(runs.prefix(1)) : runs).map { (file, $0) }
    }
    return runs.sorted { left, right in
      (right.1.count, left.0.path, left.1.lowerBound) < (left.1.count, right.0.path, right.1.lowerBound)
    }.map { file, run in
      let isWhole = choice.coverage == .review
      let lines = isWhole ? file.missedLines : LineSet(ranges: [run])
      let count = lines.count == 1 ? "1 changed line" : "\(lines.count) changed lines"
      let annotation = Annotation(
        path: file.path,
        range: SourceRange(startLine: run.lowerBound, startColumn: 1, endLine: run.upperBound, endColumn: 1),
        severity: .warning, title: "not covered",
        message: "no test runs \(count)" + (isWhole ? " of this file: \(shown(lines))" : ""))
      return Item(kind: .coverage, place: choice.coverage, annotation: annotation, identity: file.path)
    }
  }

  private static func shown(_ lines: LineSet) -> String {
    let shown = lines.ranges.prefix(20).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
    return shown.joined(separator: ", ") + (lines.ranges.count > shown.count ? ", …" : "")
  }

  private struct Place: Hashable {
    let path: String
    let line: Int
    let message: String
  }
}
