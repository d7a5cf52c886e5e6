// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The bytes of a file's findings in the cache: numbers of variable length, and texts after their length.
enum FindingCoding {
  static func encode(_ findings: [FoundFinding]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(findings.count, to: &bytes)
    for found in findings {
      let finding = found.finding
      append(finding.rule, to: &bytes)
      append(Severity.allCases.firstIndex(of: finding.severity) ?? 0, to: &bytes)
      for number in [
        finding.range.startLine, finding.range.startColumn, finding.range.endLine, finding.range.endColumn,
      ] {
        append(number, to: &bytes)
      }
      append(finding.message, to: &bytes)
      append(found.lineText, to: &bytes)
      append(finding.suggestion == nil ? 0 : 1, to: &bytes)
      if let suggestion = finding.suggestion {
        append(suggestion.startLine, to: &bytes)
        append(suggestion.endLine, to: &bytes)
        append(suggestion.replacement, to: &bytes)
      }
    }
    return bytes
  }

  /// - Returns: nil for bytes that ``encode(_:)`` did not write.
  static func decode(_ bytes: [UInt8], path: String) -> [FoundFinding]? {
    var reader = Reader(bytes: bytes)
    guard let count = reader.number() else { return nil }
    var findings: [FoundFinding] = []
    for _ in 0..<count {
      guard let rule = reader.text(), let severity = reader.number(), severity < Severity.allCases.count,
        let startLine = reader.number(), let startColumn = reader.number(), let endLine = reader.number(),
        let endColumn = reader.number(), let message = reader.text(), let lineText = reader.text(),
        let hasSuggestion = reader.number()
      else { return nil }
      var suggestion: Suggestion?
      if hasSuggestion == 1 {
        guard let start = reader.number(), let end = reader.number(), let text = reader.text() else { return nil }
        suggestion = Suggestion(startLine: start, endLine: end, replacement: text)
      }
      let range = SourceRange(startLine: startLine, startColumn: startColumn, endLine: endLine, endColumn: endColumn)
      findings.append(
        FoundFinding(
          finding: Finding(
            rule: rule, severity: Severity.allCases[severity], path: path, range: range, message: message,
            suggestion: suggestion),
          lineText: lineText))
    }
    return reader.isAtEnd ? findings : nil
  }

  private static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    append(text.utf8.count, to: &bytes)
    bytes += text.utf8
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func number() -> Int? {
      var value = 0
      var shift = 0
      while position < bytes.count, shift < 56 {
        let byte = bytes[position]
        position += 1
        value |= Int(byte & 0x7f) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }

    mutating func text() -> String? {
      guard let count = number(), count <= bytes.count - position else { return nil }
      defer { position += count }
      return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }
  }
}

extension RuleSettings {
  /// Names everything that findings of a file depend on apart from its path and contents.
  var identity: String {
    let rules = rules.sorted { $0.key < $1.key }.map { id, setting in
      let options = setting.options.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value)" }
      let paths = [setting.included, setting.excluded].map { "\($0.map(\.pattern))" }
      return "\(id) \(String(describing: setting.isOn)) \(String(describing: setting.severity)) \(paths) \(options)"
    }
    let custom = customRules.map { rule in
      "\([rule.id, rule.message, rule.severity.rawValue, rule.regex, "\(rule.captureGroup)"]) "
        + "\([rule.included, rule.excluded, rule.matchKinds.sorted(), rule.excludedMatchKinds.sorted()]) "
        + "\(rule.isOn) \(String(describing: rule.scope)) \(String(reflecting: rule.syntax)) "
        + "\(String(reflecting: rule.conditions)) \(rule.fix.debugDescription) "
        + "\([rule.includedPaths.map(\.pattern), rule.excludedPaths.map(\.pattern)])"
    }
    return ([defaults.rawValue] + rules + custom).joined(separator: "\n")
  }
}
