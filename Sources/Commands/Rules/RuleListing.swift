// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import HostileText
import Reporting
import ReviewContract
import Rules

/// The list of the program's rules, with the settings of a configuration.
struct RuleListing: Sendable {
  enum Format: String, CaseIterable, Sendable {
    case table, json, ids
  }

  private struct Row: Encodable {
    let id: String
    let name: String
    let summary: String
    let kind: String
    let severity: Severity
    let enabled: Bool
    let optIn: Bool
    var options: [String: OptionValue] = [:]
  }

  /// The columns of a summary from which it is beside its rule.
  private static let narrowestSummary = 40

  private let rows: [Row]

  /// - Parameter onlyEnabled: whether rules that are off are left out.
  init(_ configuration: ReviewConfiguration, onlyEnabled: Bool) {
    let custom = configuration.customRules.filter { $0.isOn || !onlyEnabled }
    let builtIn =
      Self.builtIn(configuration, onlyEnabled: onlyEnabled) + Self.change(configuration, onlyEnabled: onlyEnabled)
    rows =
      builtIn.sorted { $0.id < $1.id }
      + custom.map { rule in
        Row(
          id: rule.id, name: rule.name, summary: rule.message, kind: "custom", severity: rule.severity,
          enabled: rule.isOn, optIn: false)
      }
  }

  /// The rules about pull requests, of which each can be set several times.
  private static func change(_ configuration: ReviewConfiguration, onlyEnabled: Bool) -> [Row] {
    BuiltInChangeRules.all.flatMap { rule in
      let set = configuration.pullRequest.rules.filter { $0.id == rule.description.id && $0.isOn }
      let row = { (choice: ChangeRuleChoice?) in
        Row(
          id: rule.findingRule, name: rule.findingRule, summary: rule.description.summary, kind: "pull_request",
          severity: choice?.severity ?? rule.description.severity, enabled: choice != nil, optIn: true,
          options: choice?.options ?? [:])
      }
      return set.isEmpty ? (onlyEnabled ? [] : [row(nil)]) : set.map(row)
    }
  }

  private static func builtIn(_ configuration: ReviewConfiguration, onlyEnabled: Bool) -> [Row] {
    BuiltInRules.all.map { $0.description }.compactMap { description in
      let choice = configuration.rules[description.id]
      let isOn = choice?.isOn ?? !description.isOptIn
      guard isOn || !onlyEnabled else { return nil }
      return Row(
        id: description.id, name: description.name, summary: description.summary, kind: description.kind.rawValue,
        severity: choice?.severity ?? description.severity, enabled: isOn, optIn: description.isOptIn,
        options: choice?.options ?? [:])
    }
  }

  /// - Parameter width: the columns of the terminal, in which the summaries are wrapped; `nil` for whole lines.
  /// - Throws: an error of the JSON encoder.
  func text(_ format: Format, width: Int? = nil) throws -> String {
    switch format {
    case .ids:
      // A rule about pull requests can be set several times.
      var seen: Set<String> = []
      return rows.filter { seen.insert($0.id).inserted }.map { $0.id + "\n" }.joined()
    case .json: return String(decoding: try ReportFile.encoder.encode(rows), as: UTF8.self) + "\n"
    case .table: return table(width)
    }
  }

  private func table(_ width: Int?) -> String {
    let head = ["identifier", "level", "kind", "summary"]
    let cells =
      [head]
      + rows.map {
        [$0.id, $0.enabled ? $0.severity.rawValue : "off", $0.kind, HostileText($0.summary).line()]
      }
    let widths = head.indices.dropLast().map { column in cells.map { $0[column].count }.max() ?? 0 }
    let before = widths.reduce(0) { $0 + $1 + 2 }
    let isNarrow = width.map { $0 - before < Self.narrowestSummary } ?? false
    return cells.dropFirst(isNarrow ? 1 : 0).map { row in
      let start = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }.joined()
      let summary = row.last ?? ""
      guard let width else { return start + summary }
      guard isNarrow else { return summary.wordsWrapped(to: width, after: start, indentation: before) }
      // In a narrow terminal, the summary is below the identifier.
      return start.trimmingCharacters(in: .whitespaces) + "\n"
        + summary.wordsWrapped(to: width, after: "    ", indentation: 4)
    }.joined(separator: "\n") + "\n"
  }
}
