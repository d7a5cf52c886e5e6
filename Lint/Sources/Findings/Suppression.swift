// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A finding that a comment in the file suppresses.
public struct SuppressedFinding: Hashable, Sendable {
  public var located: LocatedFinding
  /// The first line of the comment.
  public let comment: Int

  package init(_ located: LocatedFinding, comment: Int) {
    self.located = located
    self.comment = comment
  }
}

/// The effect of what a change suppresses.
public enum SuppressionPolicy: String, Codable, Sendable, CaseIterable {
  /// It is not reported.
  case allow
  /// It is listed and counted.
  case list
  /// It is listed, and suppressed errors, new exclusions from the coverage and entries of a baseline fail the review.
  case fail
}

/// A finding, lines of coverage, or an entry of a baseline that a change suppresses.
public struct Suppression: Hashable, Codable, Sendable {
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// A comment suppresses a finding.
    case finding
    /// A comment excludes lines with code from the coverage.
    case coverage
    /// The change adds an entry to the baseline.
    case baseline
  }

  /// The name in place of a rule for lines that are excluded from the coverage.
  package static let coverageRule = "coverage"

  public let kind: Kind
  /// Hostile text.
  public let path: String
  /// The line of the finding, or the first excluded line; `nil` for an entry of a baseline.
  public let line: Int?
  /// The rule's identifier, or ``coverageRule``. Hostile text in an entry of a baseline.
  public let rule: String
  /// The severity of the finding; `nil` where there is no finding.
  public let severity: Severity?
  /// The line of the comment; `nil` for an entry of a baseline.
  public let comment: Int?
  /// Whether the base has the comment already, which suppresses code of the change now.
  public let isCommentOfBase: Bool?
  /// The number of findings that an entry of a baseline stands for.
  public let count: Int?

  private init(
    _ kind: Kind, path: String, line: Int? = nil, rule: String, severity: Severity? = nil, comment: Int? = nil,
    isCommentOfBase: Bool? = nil, count: Int? = nil
  ) {
    self.kind = kind
    self.path = path
    self.line = line
    self.rule = rule
    self.severity = severity
    self.comment = comment
    self.isCommentOfBase = isCommentOfBase
    self.count = count
  }

  public static func finding(_ finding: Finding, comment: Int, isCommentOfBase: Bool) -> Suppression {
    Suppression(
      .finding, path: finding.path, line: finding.range.startLine, rule: finding.rule, severity: finding.severity,
      comment: comment, isCommentOfBase: isCommentOfBase)
  }

  /// - Parameter line: the first line of code that the comment excludes.
  public static func coverage(path: String, line: Int, comment: Int, isCommentOfBase: Bool) -> Suppression {
    Suppression(
      .coverage, path: path, line: line, rule: coverageRule, comment: comment, isCommentOfBase: isCommentOfBase)
  }

  public static func baseline(path: String, rule: String, count: Int) -> Suppression {
    Suppression(.baseline, path: Finding.shortened(path), rule: Finding.shortened(rule), count: count)
  }

  /// Whether it fails the review with ``SuppressionPolicy/fail``. New code where a comment of the base turned the
  /// coverage off does not: the base decided on that.
  public var isCounted: Bool {
    switch kind {
    case .finding: severity == .error
    case .coverage: isCommentOfBase != true
    case .baseline: true
    }
  }
}
