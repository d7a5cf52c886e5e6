// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Reads the lines that match a regular expression with named groups; other lines are ignored.
struct LinesReader {
  /// The limit of a line; longer lines are ignored.
  static let maximumLineBytes = 16 << 10
  /// The limit of ICU's progress reports for all lines together; each stands for some ten thousand steps.
  private static let budget = 2_000

  private let regex: NSRegularExpression
  /// The named groups of the expression.
  private let groups: [String]

  /// - Throws: ``LinterReportError`` for an expression that is invalid, or has no group for the path or the message.
  init(regex pattern: String) throws(LinterReportError) {
    guard pattern.utf8.count <= 10_000, let regex = try? NSRegularExpression(pattern: pattern) else {
      throw LinterReportError("its regex is invalid")
    }
    groups = LinterReportFormat.groups.filter { pattern.contains("(?<\($0)>") }
    for name in LinterReportFormat.requiredGroups where !groups.contains(name) {
      throw LinterReportError("its regex has no group (?<\(name)>…)")
    }
    self.regex = regex
  }

  func read(_ bytes: [UInt8]) -> LinterReport {
    var report = LinterReport()
    var reports = 0
    for line in bytes.split(separator: UInt8(ascii: "\n")) where line.count <= Self.maximumLineBytes {
      let text = String(decoding: line, as: UTF8.self)
      let end = text.hasSuffix("\r") ? text.index(before: text.endIndex) : text.endIndex
      if let finding = finding(in: String(text[..<end]), &reports) { report.add(finding) }
      if reports > Self.budget {
        report.interruption = "its regex takes too many steps"
        break
      }
    }
    return report
  }

  private func finding(in line: String, _ reports: inout Int) -> ReportedFinding? {
    var match: NSTextCheckingResult?
    var count = reports
    let all = NSRange(location: 0, length: line.utf16.count)
    regex.enumerateMatches(in: line, options: .reportProgress, range: all) { result, _, stop in
      match = result
      if result == nil { count += 1 }
      if result != nil || count > Self.budget { stop.pointee = true }
    }
    reports = count
    guard let match else { return nil }
    var values: [String: String] = [:]
    for name in groups {
      guard let range = Range(match.range(withName: name), in: line) else { continue }
      values[name] = String(line[range])
    }
    guard let path = values["path"], let message = values["message"] else { return nil }
    var finding = ReportedFinding(path: path, message: message)
    finding.line = values["line"].flatMap { Int($0) } ?? 1
    finding.column = values["column"].flatMap { Int($0) } ?? 1
    finding.severity = Severity(word: values["severity"])
    finding.rule = values["rule"] ?? ""
    return finding
  }
}

/// Reads the annotations of GitHub Actions in an output.
///
/// Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
enum GitHubAnnotationReader {
  static func read(_ bytes: [UInt8]) -> LinterReport {
    var report = LinterReport()
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
    where line.count <= LinesReader.maximumLineBytes {
      if let finding = finding(String(decoding: line, as: UTF8.self)) { report.add(finding) }
    }
    return report
  }

  private static func finding(_ line: String) -> ReportedFinding? {
    let text = line.trimmingCharacters(in: .whitespaces)
    guard text.hasPrefix("::"), let end = text.dropFirst(2).firstRange(of: "::") else { return nil }
    let command = text[text.index(text.startIndex, offsetBy: 2)..<end.lowerBound]
      .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = command.first, ["error", "warning", "notice"].contains(kind) else { return nil }
    var properties: [String: String] = [:]
    for property in (command.dropFirst().first ?? "").split(separator: ",") {
      let parts = property.split(separator: "=", maxSplits: 1)
      if parts.count == 2 {
        properties[parts[0].trimmingCharacters(in: .whitespaces)] = unescaped(String(parts[1]))
      }
    }
    guard let file = properties["file"] else { return nil }
    let message = unescaped(String(text[end.upperBound...]))
    var finding = ReportedFinding(path: file, message: message)
    finding.line = properties["line"].flatMap { Int($0) } ?? 1
    finding.column = properties["col"].flatMap { Int($0) } ?? 1
    finding.endLine = properties["endLine"].flatMap { Int($0) }
    finding.endColumn = properties["endColumn"].flatMap { Int($0) }
    finding.severity = Severity(word: String(kind))
    // SwiftLint appends the rule to the message.
    finding.rule = properties["title"] ?? named(in: message)
    return finding
  }

  private static func named(in message: String) -> String {
    guard message.hasSuffix(")"), let start = message.lastIndex(of: "(") else { return "" }
    let name = message[start...].dropFirst().dropLast()
    let isName = name.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    return isName ? String(name) : ""
  }

  private static func unescaped(_ text: String) -> String {
    var text = text
    for (escape, character) in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")] {
      text = text.replacing(escape, with: character)
    }
    return text
  }
}
