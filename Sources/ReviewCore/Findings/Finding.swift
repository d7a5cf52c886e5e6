// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Something that a reader of the change should know, in one neutral form whatever found it.
package struct Finding: Hashable, Sendable {
  /// The rule's identifier, such as `force_unwrapping`.
  package let rule: String
  package let severity: Severity
  package let path: String
  package let range: SourceRange
  package let message: String
  /// The same for the same finding in another run, although lines above it came or went. See ``Fingerprint``.
  package var fingerprint: String
  /// Whether one of the finding's lines was added or changed.
  package var isInChange: Bool
  package let suggestion: Suggestion?

  package init(
    rule: String, severity: Severity, path: String, range: SourceRange, message: String, fingerprint: String = "",
    isInChange: Bool = false, suggestion: Suggestion? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.path = path
    self.range = range
    self.message = message
    self.fingerprint = fingerprint
    self.isInChange = isInChange
    self.suggestion = suggestion
  }

  /// The order of a report: by place, then by rule.
  package static func isInOrder(_ left: Finding, _ right: Finding) -> Bool {
    (left.path, left.range.startLine, left.range.startColumn, left.rule, left.message)
      < (right.path, right.range.startLine, right.range.startColumn, right.rule, right.message)
  }
}

extension Finding: Codable {
  private enum CodingKeys: String, CodingKey {
    case rule, severity, path, startLine, startColumn, endLine, endColumn, message, fingerprint, inChange, suggestion
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    rule = try container.decode(String.self, forKey: .rule)
    severity = try container.decode(Severity.self, forKey: .severity)
    path = try container.decode(String.self, forKey: .path)
    range = SourceRange(
      startLine: try container.decode(Int.self, forKey: .startLine),
      startColumn: try container.decode(Int.self, forKey: .startColumn),
      endLine: try container.decode(Int.self, forKey: .endLine),
      endColumn: try container.decode(Int.self, forKey: .endColumn))
    message = try container.decode(String.self, forKey: .message)
    fingerprint = try container.decode(String.self, forKey: .fingerprint)
    isInChange = try container.decode(Bool.self, forKey: .inChange)
    suggestion = try container.decodeIfPresent(Suggestion.self, forKey: .suggestion)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rule, forKey: .rule)
    try container.encode(severity, forKey: .severity)
    try container.encode(path, forKey: .path)
    try container.encode(range.startLine, forKey: .startLine)
    try container.encode(range.startColumn, forKey: .startColumn)
    try container.encode(range.endLine, forKey: .endLine)
    try container.encode(range.endColumn, forKey: .endColumn)
    try container.encode(message, forKey: .message)
    try container.encode(fingerprint, forKey: .fingerprint)
    try container.encode(isInChange, forKey: .inChange)
    try container.encodeIfPresent(suggestion, forKey: .suggestion)
  }
}
