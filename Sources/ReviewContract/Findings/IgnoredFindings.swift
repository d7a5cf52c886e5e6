// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// A request by an account to leave a finding out of the review of one commit.
package struct IgnoreRequest: Hashable, Codable, Sendable {
  /// The shortest identifier in digits, which comments show.
  package static let digits = 8
  private static let mostDigits = 64

  /// The first digits of a finding's identity.
  package let identifier: String
  /// The account's name on the forge.
  package let account: String

  package init(identifier: String, account: String) {
    self.identifier = identifier
    self.account = account
  }

  /// Returns whether a text has the form of an identifier.
  package static func isIdentifier(_ text: String) -> Bool {
    (digits...mostDigits).contains(text.utf8.count) && Fingerprint.isName(text, digits: text.utf8.count)
  }
}

extension Finding {
  /// The identifier of the finding in comments on the review of one commit.
  package var identifier: String { String(identity.prefix(IgnoreRequest.digits)) }

  /// A digest of the properties that a comment shows. The fingerprint alone is the report's, and code under review
  /// could have given two findings the same.
  fileprivate var identity: String {
    let parts = [rule, path, "\(range.startLine)", "\(range.startColumn)", fingerprint, severity.rawValue, message]
    return Fingerprint.name(of: parts.joined(separator: "\u{0}"))
  }

  /// Whether the finding can be ignored: a rule found it, and it counts.
  package var isIgnorable: Bool { isFromRule && isInChange }
}

extension Report {
  /// A finding that was left out, and the account that requested it.
  package struct IgnoredFinding: Hashable, Codable, Sendable {
    package let finding: Finding
    package let account: String
  }

  /// The finding with an identifier.
  package enum Match: Hashable, Sendable {
    case finding(Finding)
    case none
    case several
    /// It is not of a rule, such as a compiler error.
    case otherKind
  }

  /// Returns the finding whose identity begins with an identifier.
  package func finding(identifiedBy identifier: String) -> Match {
    let found = Set(findings.filter { $0.isShown && $0.identity.hasPrefix(identifier) })
    guard let finding = found.first else { return .none }
    if found.count > 1 { return .several }
    return finding.isIgnorable ? .finding(finding) : .otherKind
  }

  /// Returns the report without the findings that requests name, judged again. A request that names no finding, or more
  /// than one, has no effect.
  package func ignoring(_ requests: [IgnoreRequest], _ policy: JudgingPolicy) -> Report {
    var ignored: [IgnoredFinding] = []
    for request in requests {
      guard case .finding(let finding) = finding(identifiedBy: request.identifier),
        !ignored.contains(where: { $0.finding == finding })
      else { continue }
      ignored.append(IgnoredFinding(finding: finding, account: request.account))
    }
    guard !ignored.isEmpty else { return self }
    let left = Set(ignored.map(\.finding))
    var evidence = Evidence(self, existing: policy.existing, informational: policy.informational)
    evidence.findings.removeAll(where: left.contains)
    return with(VerdictJudge.judge(evidence), runs: runs, coverage: coverage, findings: evidence.findings)
      .adding(ignored: ignored)
  }
}

/// The settings of the configuration that determine a verdict, beside the report.
package struct JudgingPolicy: Hashable, Codable, Sendable {
  package let existing: ExistingFailures
  package let informational: Set<ReviewPart>

  package init(existing: ExistingFailures = .fail, informational: Set<ReviewPart> = []) {
    self.existing = existing
    self.informational = informational
  }
}
