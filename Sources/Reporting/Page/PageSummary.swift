// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// The top of a page: the verdict, the next steps, the checks and the durations of the stages.
struct PageSummary {
  private static let listedReasons = 8
  private static let listedStages = 40
  private let report: Report
  private let summary: ReportSummary

  init(_ report: Report) {
    self.report = report
    summary = ReportSummary(report: report)
  }

  var html: HTML {
    "<section id=\"summary\" aria-label=\"Summary\">\(hero)\n<div class=\"checks\">\(checks)</div>\n\(stages)</section>"
  }

  private var isSkipped: Bool { report.scope?.depth == .nothing }

  private var hero: HTML {
    let tone: Tone = isSkipped ? .none : Tone(report.verdict)
    let step: HTML = NextSteps.text(report).map { "<p class=\"step\">\(text: $0)</p>" } ?? ""
    let partly: HTML =
      report.scope.map { scope in
        "<p class=\"step\">\(trusted: isSkipped ? "Nothing was reviewed" : "Only rules were applied"): \(text: scope.reason)</p>"
      } ?? ""
    let reasons = report.reasons.prefix(Self.listedReasons).map { "<li>\(text: $0)</li>" as HTML }
    let remaining = report.reasons.count - reasons.count
    let more: HTML = remaining > 0 ? "<li>and \(remaining) more</li>" : ""
    let optional = (report.informational ?? []).prefix(Self.listedReasons).map {
      "<li>not enforced: \(text: $0)</li>" as HTML
    }
    let list: HTML =
      reasons.isEmpty && optional.isEmpty ? "" : "<ul class=\"reasons\">\(reasons)\(more)\(optional)</ul>"
    return """
      <div class="hero card \(trusted: tone.rawValue)"><div class="mark">\(PageIcon.of(tone))</div>
      <div><h1>\(text: isSkipped ? "skipped" : report.verdictText)</h1>\(step)\(partly)\(list)</div>\(donut)</div>
      """
  }

  /// The coverage of the patch as a ring.
  private var donut: HTML {
    guard let coverage = report.coverage, let share = CoverageMessages(report)?.share else { return "" }
    let counts = coverage.counts
    var offset = 0.0
    let parts = [("c", counts.covered), ("p", counts.partial), ("m", counts.missed)].map { kind, count -> HTML in
      let share = 100 * Double(count) / Double(counts.measurable)
      defer { offset += share }
      guard count > 0 else { return "" }
      return """
        <circle class="\(trusted: kind)" cx="52" cy="52" r="45" pathLength="100" \
        stroke-dasharray="\(trusted: Self.number(share)) 100" stroke-dashoffset="\(trusted: Self.number(-offset))"/>
        """
    }
    return """
      <div class="donut" role="img" aria-label="coverage of the change \(text: share)">\
      <svg viewBox="0 0 104 104" aria-hidden="true"><circle class="track" cx="52" cy="52" r="45"/>\(parts)</svg>
      <div><b>\(text: share)</b><span>of the change</span></div></div>
      """
  }

  /// Returns the number with two decimals, in every locale.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = String(abs(hundredths) % 100)
    return "\(hundredths < 0 ? "-" : "")\(abs(hundredths) / 100).\(rest.count < 2 ? "0" : "")\(rest)"
  }

  private var checks: [HTML] {
    let change = report.change
    let size =
      "\(counted(change.files, "file")), +\(change.addedLines) −\(change.removedLines)"
      + (summary.textless.map { "; without text: \($0)" } ?? "")
    let rows = isSkipped ? [] : summary.rows.map { (name: $0.name, tone: Tone($0.state), text: $0.text) }
    return (rows + [(name: "Change", tone: .none, text: size)]).map { name, tone, result in
      """
      <div class="check card \(trusted: tone.rawValue)">\(PageIcon.of(tone))<h2>\(text: name)</h2>\(emphasized(result))</div>

      """
    }
  }

  /// Emphasizes the first words, which are the result; the others explain it.
  private func emphasized(_ result: String) -> HTML {
    let end = [" — ", " (", " · "].compactMap { result.firstRange(of: $0)?.lowerBound }.min() ?? result.endIndex
    return "<p><b>\(text: String(result[..<end]))</b>\(text: String(result[end...]))</p>"
  }

  /// The stages as one bar, with a width for each stage's duration.
  private var stages: HTML {
    let run = report.stages.filter { $0.status != .skipped }.prefix(Self.listedStages)
    let total = run.reduce(0) { $0 + max(1, $1.milliseconds) }
    guard total > run.count else { return "" }
    var start = 0
    let bars = run.enumerated().map { index, stage -> HTML in
      defer { start += max(1, stage.milliseconds) }
      let (x, end) = (start * 1000 / total, (start + max(1, stage.milliseconds)) * 1000 / total)
      return "<rect class=\"hue\(index % 6)\" x=\"\(x)\" width=\"\(max(1, end - x))\" height=\"10\"/>"
    }
    // Shorter stages have no noticeable effect on the duration.
    let noted = run.enumerated().filter { $0.element.milliseconds >= 100 || $0.element.status == .failed }
    let items = noted.map { index, stage -> HTML in
      let time = String(duration: .milliseconds(stage.milliseconds))
      let failed: HTML = stage.status == .failed ? ", <span class=\"bad\">failed</span>" : ""
      return "<li class=\"s\(index % 6)\">\(text: stage.name) <span class=\"soft\">\(text: time)</span>\(failed)</li>"
    }
    let all = String(duration: .milliseconds(total))
    return """
      <div class="stages card"><svg class="flow" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" \
      aria-label="\(text: all) in all">\(bars)</svg><ul>\(items)<li class="soft">\(text: all) in all</li></ul></div>
      """
  }
}
