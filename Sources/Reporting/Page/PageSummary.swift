// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HTMLTemplates
import ReviewContract

/// The top of a page: the sentence of the comment, the next steps, the checks and the durations of the stages.
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
    """
    <section id="summary" aria-label="Summary">\(verdict)
    <div class="checks">\(checks)</div>
    \(stages)</section>
    """
  }

  private var isSkipped: Bool { report.scope?.depth == .nothing }

  /// The sentence of the comment, the next step, the reasons, and where to go on.
  private var verdict: HTML {
    let tone: Tone = isSkipped ? .none : Tone(report.verdict)
    let (sign, sentence) = summary.headline
    let step: HTML = NextSteps.text(report).map { "<p class=\"step\">\(text: $0)</p>" } ?? ""
    let done = isSkipped ? "Nothing was reviewed" : "Only rules were applied"
    let partly: HTML = report.scope.map { "<p class=\"step\">\(trusted: done): \(prose: $0.reason)</p>" } ?? ""
    let reasons = report.reasons.prefix(Self.listedReasons).map { "<li>\(prose: $0)</li>" as HTML }
    let remaining = report.reasons.count - reasons.count
    let more: HTML = remaining > 0 ? "<li>and \(remaining) more</li>" : ""
    let optional = (report.informational ?? []).prefix(Self.listedReasons).map {
      "<li>not enforced: \(prose: $0)</li>" as HTML
    }
    let list: HTML =
      reasons.isEmpty && optional.isEmpty ? "" : "<ul class=\"reasons\">\(reasons)\(more)\(optional)</ul>"
    return """
      <div class="verdict card \(trusted: tone.rawValue)"><div class="mark">\(PageIcon.of(tone))</div>
      <div><h1><span class="vh">\(trusted: sign) </span>\(text: sentence)</h1>\(step)\(partly)\(list)</div>
      <p class="actions">\(actions)</p></div>
      """
  }

  /// The script shows the button if there is a problem to go to.
  private var actions: HTML {
    let button: HTML = "<button class=\"tool main\" id=\"problem\" type=\"button\" hidden>Next problem</button>"
    let forge = report.repository.forge.description.flatMap { $0.programs.count == 1 ? $0.name : nil } ?? "the forge"
    let link: HTML =
      report.webAddress.map {
        "<a class=\"tool\" href=\"\(url: $0)\" rel=\"noreferrer\">Open on \(trusted: forge)</a>"
      } ?? ""
    return "\(button)\(link)"
  }

  /// A card for each check, in the order of need.
  private var checks: [HTML] {
    let change = report.change
    let size =
      "\(counted(change.files, "file")), +\(change.addedLines) −\(change.removedLines)"
      + (summary.textless.map { "; without text: \($0)" } ?? "")
    let rows = isSkipped ? [] : summary.rows
    let sorted = [SummaryRow.State.failed, .warning, .note, .passed].flatMap { state in
      rows.filter { $0.state == state }
    }
    return sorted.map { row in
      let details: HTML = row.kind == .coverage ? coverageDetails : ""
      return card(Tone(row.state), name(row), "\(emphasized(row.text))\(details)")
    } + [card(.none, "Change", emphasized(size))]
  }

  private func card(_ tone: Tone, _ name: HTML, _ body: HTML) -> HTML {
    """
    <div class="check card \(trusted: tone.rawValue)">\(PageIcon.of(tone))<h2>\(name)</h2>\(body)</div>

    """
  }

  private func name(_ row: SummaryRow) -> HTML {
    guard case .paths(let patterns) = row.kind else { return "\(trusted: row.name)" }
    let names = patterns.enumerated().map { index, pattern -> HTML in
      "\(trusted: index == 0 ? "" : ", ")<code>\(text: pattern)</code>"
    }
    return "Coverage of \(names)"
  }

  /// The coverage of the change as a bar, and in small print what its percentage leaves out.
  private var coverageDetails: HTML {
    guard let coverage = report.coverage, let messages = CoverageMessages(report) else { return "" }
    var x = 0.0
    let counts = coverage.counts
    let parts = [("c", counts.covered), ("p", counts.partial), ("m", counts.missed)].map { kind, count -> HTML in
      let width = 100 * Double(count) / Double(max(1, counts.measurable))
      defer { x += width }
      guard count > 0 else { return "" }
      return """
        <rect class="\(trusted: kind)" x="\(trusted: Self.number(x))" y="0" \
        width="\(trusted: Self.number(width))" height="1"/>
        """
    }
    let bar: HTML =
      messages.share == nil
      ? "" : "<svg class=\"bar\" viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\(parts)</svg>"
    let target: [String] = messages.hasNoTarget && messages.share != nil ? ["No coverage target is set."] : []
    let notes = messages.footnotes + target
    return notes.isEmpty ? bar : "\(bar)<p class=\"small\">\(prose: notes.joined(separator: " "))</p>"
  }

  /// Returns the number with two decimals, in every locale.
  private static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = String(hundredths % 100)
    return "\(hundredths / 100).\(rest.count < 2 ? "0" : "")\(rest)"
  }

  /// Emphasizes the first words, which are the result; the others explain it.
  private func emphasized(_ result: String) -> HTML {
    // A line does not end before the sign.
    let result = result.replacing(" %", with: "\u{a0}%")
    let end = [" — ", " (", " · "].compactMap { result.firstRange(of: $0)?.lowerBound }.min() ?? result.endIndex
    return "<p><b>\(prose: String(result[..<end]))</b>\(prose: String(result[end...]))</p>"
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
