// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// GitHub's workflow commands for findings that are not part of a report; those of a report are in
/// ``AnnotationRenderer``.
struct GitHubFindings {
  /// The maximum number of annotations of each kind that GitHub shows for one step.
  static let limit = AnnotationRenderer.limit

  func render(_ list: FindingList) -> String {
    var text = ""
    var counts: [Severity: Int] = [:]
    for (index, entry) in list.all.enumerated() {
      let severity = list.isOld(index) ? .note : entry.finding.severity
      counts[severity, default: 0] += 1
      text += command(entry, severity, title: entry.finding.rule + (list.isOld(index) ? " (old)" : "")) + "\n"
    }
    let hidden = counts.values.reduce(0) { $0 + max(0, $1 - Self.limit) }
    // A plain line, which must not look like a command.
    if hidden > 0 {
      text += "reviewbot: GitHub shows \(Self.limit) findings of each severity; \(hidden) more are listed here\n"
    }
    return text
  }

  private func command(_ entry: LocatedFinding, _ severity: Severity, title: String) -> String {
    let finding = entry.finding
    let kind = severity == .note ? "notice" : severity.rawValue
    let lines = "line=\(finding.range.startLine),endLine=\(finding.range.lines.upperBound)"
    let place =
      finding.isAboutPullRequest
      ? "" : "file=\(WorkflowText.property(finding.path)),\(lines),col=\(finding.range.startColumn),"
    return WorkflowText.command(kind, at: place, title: title, finding.message)
  }
}

/// Escaped text in GitHub's workflow commands, which cannot start a line or end a command.
enum WorkflowText {
  /// - Parameter place: escaped properties, each with a comma after it.
  static func command(_ kind: String, at place: String, title: String, _ message: String) -> String {
    "::\(kind) \(place)title=\(property(title))::\(data(message))"
  }

  static func data(_ text: String) -> String {
    HostileText(text).line().replacing("%", with: "%25")
  }

  static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
