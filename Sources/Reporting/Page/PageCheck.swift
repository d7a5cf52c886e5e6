// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import ReviewContract

/// The card of a check. The first words of its text are the result; the others explain it.
struct PageCheck: Sendable {
  let tone: Tone
  let iconHTML: HTML
  let nameHTML: HTML
  let resultHTML: HTML
  let explanationHTML: HTML
  let coverage: PageCoverage?

  init(_ tone: Tone, _ name: HTML, _ text: String, coverage: PageCoverage? = nil) {
    self.tone = tone
    iconHTML = tone.icon
    nameHTML = name
    // A line does not end before the sign.
    let text = text.replacing(" %", with: "\u{a0}%")
    let end = [" — ", " (", " · "].compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex
    resultHTML = "\(prose: String(text[..<end]))"
    explanationHTML = "\(prose: String(text[end...]))"
    self.coverage = coverage
  }

  init(_ row: SummaryRow, _ report: Report) {
    self.init(
      Tone(row.state), Self.name(row), row.text, coverage: row.kind == .coverage ? PageCoverage(report) : nil)
  }

  private static func name(_ row: SummaryRow) -> HTML {
    guard case .paths(let patterns) = row.kind else { return "\(trusted: row.name)" }
    let names = patterns.enumerated().map { index, pattern -> HTML in
      "\(trusted: index == 0 ? "" : ", ")<code>\(text: pattern)</code>"
    }
    return "Coverage of \(names)"
  }
}

/// The coverage of the change as a bar, and in small print what its percentage leaves out.
struct PageCoverage: Sendable {
  /// A part of the bar, in percent.
  struct Part: Sendable {
    let kind: String
    let x: String
    let width: String
  }

  let isMeasured: Bool
  let parts: [Part]
  let footnotesHTML: HTML?

  init?(_ report: Report) {
    guard let counts = report.coverage?.counts, let messages = CoverageMessages(report) else { return nil }
    isMeasured = messages.share != nil
    var x = 0.0
    parts = [("c", counts.covered), ("p", counts.partial), ("m", counts.missed)].compactMap { kind, count in
      let width = 100 * Double(count) / Double(max(1, counts.measurable))
      defer { x += width }
      return count > 0 ? Part(kind: kind, x: Self.number(x), width: Self.number(width)) : nil
    }
    let target: [String] = messages.hasNoTarget && isMeasured ? ["No coverage target is set."] : []
    let notes = messages.footnotes + target
    footnotesHTML = notes.isEmpty ? nil : "\(prose: notes.joined(separator: " "))"
  }

  /// Returns the number with two decimals, in every locale.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest)"
  }
}
