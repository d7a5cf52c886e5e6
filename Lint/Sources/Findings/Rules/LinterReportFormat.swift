// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A format in which another linter reports its findings.
public enum LinterReportFormat: String, Codable, Sendable, CaseIterable {
  case sarif, checkstyle
  case swiftLintJSON = "swiftlint-json"
  /// Annotations of GitHub Actions: `::warning file=a.swift,line=1::message`.
  case github
  /// Lines that match a regular expression.
  case lines

  /// Whether a report is a single document, rather than lines among other output.
  public var isDocument: Bool {
    switch self {
    case .sarif, .checkstyle, .swiftLintJSON: true
    case .github, .lines: false
    }
  }

  /// The groups of the regular expression that ``lines`` needs.
  public static let requiredGroups = ["path", "message"]
  /// The groups that the regular expression can have.
  public static let groups = ["path", "line", "column", "severity", "message", "rule"]
}
