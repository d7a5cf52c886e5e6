// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Findings as in `report.json`.
struct JSONFindings {
  private struct Output: Encodable {
    let schema: Int
    let tool: String
    let mergeBase: CommitID?
    let findings: [Finding]
    let notes: [String]
  }

  func render(_ list: FindingList) throws -> String {
    let output = Output(
      schema: Report.schemaVersion, tool: list.tool, mergeBase: list.mergeBase, findings: list.findings,
      notes: list.notes)
    return String(decoding: try ReportFile.encoder.encode(output), as: UTF8.self) + "\n"
  }
}

/// The format of SwiftLint's reporter `json`.
struct SwiftLintFindings {
  private struct Output: Encodable {
    let character: Int
    let file: String
    let line: Int
    let reason: String
    let ruleId: String
    let severity: String
    let type: String
  }

  func render(_ list: FindingList) throws -> String {
    let output = list.entries.map { entry in
      let finding = entry.finding
      return Output(
        character: entry.column(finding.range.startColumn) { $0.count },
        file: finding.isAboutPullRequest ? "" : "\(list.root)/\(finding.path)",
        line: finding.range.startLine, reason: entry.message, ruleId: finding.rule,
        severity: finding.severity == .error ? "Error" : "Warning", type: list.name(of: finding.rule))
    }
    return try FindingEncoder.text(output)
  }
}

/// GitLab's code quality report.
struct GitLabFindings {
  private struct Output: Encodable {
    struct Location: Encodable {
      struct Lines: Encodable {
        let begin: Int
        let end: Int
      }

      let path: String
      let lines: Lines
    }

    let checkName: String
    let description: String
    let fingerprint: String
    let location: Location
    let severity: String
  }

  func render(_ list: FindingList) throws -> String {
    let output = list.entries.map { entry in
      let finding = entry.finding
      let lines = Output.Location.Lines(begin: finding.range.lines.lowerBound, end: finding.range.lines.upperBound)
      return Output(
        checkName: finding.rule, description: entry.message, fingerprint: finding.fingerprint,
        // GitLab requires a path; it shows one that is no file as text.
        location: Output.Location(path: finding.isAboutPullRequest ? finding.place : finding.path, lines: lines),
        severity: Self.severity(finding.severity))
    }
    return try FindingEncoder.text(output)
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .note: "info"
    case .warning: "minor"
    case .error: "major"
    }
  }
}

/// The encoder of the formats of other programs.
enum FindingEncoder {
  static func text(_ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .convertToSnakeCase) throws
    -> String
  {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
