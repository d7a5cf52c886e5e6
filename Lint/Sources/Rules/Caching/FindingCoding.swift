// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

/// The encoding of a file's findings in the cache: tables of rules, of other texts, and of the pairs of a rule and a message, then
/// numbers of variable length, of which some are indices of the tables. The text of lines is not encoded, because the file has it, but
/// their place in it is, so that it is not searched for lines.
enum FindingCoding {
  /// Values by their index.
  private struct Table<Value: Hashable> {
    var values: [Value] = []
    private var indices: [Value: Int] = [:]

    mutating func index(_ value: Value) -> Int {
      if let index = indices[value] { return index }
      indices[value] = values.count
      values.append(value)
      return values.count - 1
    }
  }

  private struct Pair: Hashable {
    let rule: Int
    let message: Int
  }

  /// - Parameter found: findings with lines in the contents of their file.
  static func encode(_ found: [LocatedFinding]) -> [UInt8] {
    var (rules, texts, pairs) = (Table<String>(), Table<String>(), Table<Pair>())
    var numbers: [UInt8] = []
    let severities = Severity.allCases
    var lastLine = 0
    for found in found {
      let finding = found.finding
      let pair = Pair(rule: rules.index(finding.rule), message: texts.index(finding.message))
      append(pairs.index(pair), to: &numbers)
      append(severities.firstIndex(of: finding.severity) ?? 0, to: &numbers)
      for number in [
        finding.range.startLine, finding.range.startColumn, finding.range.endLine, finding.range.endColumn,
      ] {
        append(number, to: &numbers)
      }
      if finding.range.startLine != lastLine {
        lastLine = finding.range.startLine
        append(found.line?.lowerBound ?? 0, to: &numbers)
        append(found.line?.count ?? 0, to: &numbers)
      }
      withUnsafeBytes(of: (finding.fingerprintDigest ?? 0).littleEndian) { numbers += $0 }
      append(finding.suggestion == nil ? 0 : 1, to: &numbers)
      if let suggestion = finding.suggestion {
        append(suggestion.startLine, to: &numbers)
        append(suggestion.endLine, to: &numbers)
        append(texts.index(suggestion.replacement), to: &numbers)
      }
    }
    var bytes: [UInt8] = []
    for table in [rules, texts] {
      append(table.values.count, to: &bytes)
      for text in table.values { append(text, to: &bytes) }
    }
    append(pairs.values.count, to: &bytes)
    for pair in pairs.values {
      append(pair.rule, to: &bytes)
      append(pair.message, to: &bytes)
    }
    append(found.count, to: &bytes)
    return bytes + numbers
  }

  /// - Parameters:
  ///   - file: the file that has the findings.
  ///   - names: the identifiers of rules by themselves. References to those that are constants of the program are not counted.
  /// - Returns: nil for bytes that ``encode(_:)`` did not write.
  static func decode(
    _ bytes: ArraySlice<UInt8>, of file: FindingFile, names: [String: String] = [:]
  ) -> [LocatedFinding]? {
    var reader = Reader(bytes: bytes, position: bytes.startIndex)
    guard let rules = reader.texts()?.map({ names[$0] ?? $0 }), let texts = reader.texts(),
      let pairs = reader.pairs(of: rules, texts, in: file), let count = reader.number(), count <= bytes.count
    else { return nil }
    let severities = Severity.allCases
    var found: [LocatedFinding] = []
    found.reserveCapacity(count)
    var (lastLine, line) = (0, 0..<0)
    for _ in 0..<count {
      guard let pair = reader.number(), pairs.indices.contains(pair), let severity = reader.number(),
        severity < severities.count, let startLine = reader.number(), let startColumn = reader.number(),
        let endLine = reader.number(), let endColumn = reader.number()
      else { return nil }
      if startLine != lastLine {
        guard let start = reader.number(), let count = reader.number(), start <= file.bytes.count,
          count <= file.bytes.count - start
        else { return nil }
        (lastLine, line) = (startLine, start..<start + count)
      }
      guard let fingerprint = reader.digest(), let hasSuggestion = reader.number() else { return nil }
      var suggestion: Suggestion?
      if hasSuggestion == 1 {
        guard let start = reader.number(), let end = reader.number(), let text = reader.text(of: texts) else {
          return nil
        }
        suggestion = Suggestion(startLine: start, endLine: end, replacement: text)
      }
      let range = SourceRange(startLine: startLine, startColumn: startColumn, endLine: endLine, endColumn: endColumn)
      found.append(
        LocatedFinding(
          Finding(
            pairs[pair], severity: severities[severity], range: range, digest: fingerprint, suggestion: suggestion),
          line: line))
    }
    return reader.isAtEnd ? found : nil
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
    let bytes: ArraySlice<UInt8>
    var position: Int

    var isAtEnd: Bool { position == bytes.endIndex }

    mutating func number() -> Int? {
      var value = 0
      var shift = 0
      while position < bytes.endIndex, shift < 56 {
        let byte = bytes[position]
        position += 1
        value |= Int(byte & 0x7f) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
      return nil
    }

    /// A fingerprint.
    mutating func digest() -> UInt64? {
      guard bytes.endIndex - position >= 8 else { return nil }
      defer { position += 8 }
      return UInt64(
        littleEndian: bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: position - bytes.startIndex, as: UInt64.self)
        })
    }

    /// The texts of a table.
    mutating func texts() -> [String]? {
      guard let count = number(), count <= bytes.endIndex - position else { return nil }
      var texts: [String] = []
      texts.reserveCapacity(count)
      for _ in 0..<count {
        guard let text = text() else { return nil }
        texts.append(text)
      }
      return texts
    }

    /// The texts of the pairs of a rule and a message.
    mutating func pairs(of rules: [String], _ texts: [String], in file: FindingFile) -> [FindingTexts]? {
      guard let count = number(), count <= bytes.endIndex - position else { return nil }
      var pairs: [FindingTexts] = []
      pairs.reserveCapacity(count)
      for _ in 0..<count {
        guard let rule = text(of: rules), let message = text(of: texts) else { return nil }
        pairs.append(FindingTexts(rule: rule, message: message, in: file))
      }
      return pairs
    }

    /// A text of a table.
    mutating func text(of table: [String]) -> String? {
      guard let index = number(), table.indices.contains(index) else { return nil }
      return table[index]
    }

    mutating func text() -> String? { number().flatMap { text(count: $0) } }

    mutating func text(count: Int) -> String? {
      guard count <= bytes.endIndex - position else { return nil }
      defer { position += count }
      return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
    }
  }
}

extension RuleSettings {
  /// The settings on which the findings of a file depend besides its path and contents, as one text.
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
