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
    let options: [String: OptionValue]
  }

  private let rows: [Row]

  /// - Parameter onlyEnabled: whether rules that are off are left out.
  init(_ configuration: ReviewConfiguration, onlyEnabled: Bool) {
    let custom = configuration.customRules.filter { $0.isOn || !onlyEnabled }
    rows =
      Self.builtIn(configuration, onlyEnabled: onlyEnabled)
      + custom.map { rule in
        Row(
          id: rule.id, name: rule.name, summary: rule.message, kind: "custom", severity: rule.severity,
          enabled: rule.isOn, optIn: false, options: [:])
      }
  }

  private static func builtIn(_ configuration: ReviewConfiguration, onlyEnabled: Bool) -> [Row] {
    BuiltInRules.all.map { $0.description }.sorted { $0.id < $1.id }.compactMap { description in
      let choice = configuration.rules[description.id]
      let isOn = choice?.isOn ?? !description.isOptIn
      guard isOn || !onlyEnabled else { return nil }
      return Row(
        id: description.id, name: description.name, summary: description.summary, kind: description.kind.rawValue,
        severity: choice?.severity ?? description.severity, enabled: isOn, optIn: description.isOptIn,
        options: choice?.options ?? [:])
    }
  }

  /// - Throws: an error of the JSON encoder.
  func text(_ format: Format) throws -> String {
    switch format {
    case .ids: return rows.map { $0.id + "\n" }.joined()
    case .json: return String(decoding: try ReportFile.encoder.encode(rows), as: UTF8.self) + "\n"
    case .table: return table
    }
  }

  private var table: String {
    let head = ["identifier", "level", "kind", "summary"]
    let cells =
      [head]
      + rows.map {
        [$0.id, $0.enabled ? $0.severity.rawValue : "off", $0.kind, HostileText($0.summary).line()]
      }
    let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      let padded = row.enumerated().map { column, text in
        column == row.count - 1 ? text : text + String(repeating: " ", count: widths[column] - text.count)
      }
      return padded.joined(separator: "  ") + "\n"
    }.joined()
  }
}
