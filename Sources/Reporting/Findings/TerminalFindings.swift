// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// Findings for a terminal: each with its line and a caret, then the number of findings by rule.
package struct TerminalFindings: Sendable {
  /// The maximum number of rules in the summary.
  private static let listedRules = 20

  private let settings: TerminalSettings

  package init(_ settings: TerminalSettings) {
    self.settings = settings
  }

  /// - Parameter isSummarized: whether the numbers by rule are appended.
  package func render(_ list: FindingList, isSummarized: Bool = true) -> String {
    let lines = { (entry: LocatedFinding) in self.lines(entry, place: list.displayed.place(of: entry.finding)) }
    var text = list.entries.map(lines).joined()
    if !list.old.isEmpty {
      text += (text.isEmpty ? "" : "\n") + settings.styled("Old findings, which do not count:", "1") + "\n"
      text += list.old.map(lines).joined()
    }
    let rules = Dictionary(grouping: list.findings, by: \.rule)
    guard isSummarized, rules.count > 1 else { return text }
    let ordered = rules.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let margin = String(ordered.first?.value.count ?? 0).count
    text += "\n"
    for (rule, findings) in ordered.prefix(Self.listedRules) {
      let count = String(findings.count)
      text += "  \(String(repeating: " ", count: margin - count.count))\(count)  \(rule)\n"
    }
    if ordered.count > Self.listedRules {
      let rest = ordered.dropFirst(Self.listedRules)
      text += "  and \(rest.reduce(0) { $0 + $1.value.count }) of \(rest.count) other rules\n"
    }
    return text
  }

  private func lines(_ entry: LocatedFinding, place: String) -> String {
    let finding = entry.finding
    let place = settings.styled("\(HostileText(place).line(limit: 1000)):", "1")
    let color = finding.severity == .error ? "1;31" : finding.severity == .warning ? "1;33" : "1;36"
    let severity = settings.styled("\(finding.severity.rawValue):", color)
    return "\(place) \(severity) \(entry.message) \(settings.styled("(\(finding.rule))", "2"))\n"
      + excerpt(entry).map { "    \($0)\n" }.joined()
  }

  /// Returns the line and a caret below the finding's columns, truncated to the terminal's width; empty without a text.
  func excerpt(_ entry: LocatedFinding) -> [String] {
    guard let size = entry.withLine(\.count), size < 100_000, let lineText = entry.lineText else { return [] }
    let range = entry.finding.range
    let start = entry.column(range.startColumn) { Self.shown($0).count } - 1
    let end =
      range.endLine == range.startLine ? entry.column(range.endColumn) { Self.shown($0).count } - 1 : Int.max
    let line = Array(Self.shown(lineText[...]))
    guard start <= line.count else { return [] }
    let room = max(20, settings.width - 8)
    let from = start < room - 10 ? 0 : start - room / 2
    let visible = String(line.dropFirst(from)).prefix(columns: room)
    let length = max(1, min(end, line.count, from + room) - start)
    let caret = String(repeating: " ", count: start - from) + "^" + String(repeating: "~", count: length - 1)
    return [String(visible), settings.styled(caret, "1;32")]
  }

  /// Returns the text in the terminal's form, with one column for each character of most scripts.
  private static func shown(_ text: Substring) -> String {
    HostileText(text.replacing("\t", with: "  ")).line(limit: 100_000, spacing: .kept)
  }
}
