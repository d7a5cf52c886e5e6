// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

/// Reads the lines that match a regular expression with named groups; other lines are ignored.
struct LinesReader {
  /// The limit of a line. Longer lines are not read, and the report says so.
  static let maximumLineBytes = 16 << 10
  /// The limit of the bytes that the budget grows with.
  private static let budgetedBytes = 1 << 20

  private let regex: BudgetedRegex
  /// The numbers of the named groups of the expression.
  private let groups: [String: Int]

  /// - Throws: ``LinterReportError`` for an expression that is invalid, or has no group for the path or the message.
  init(regex pattern: String) throws(LinterReportError) {
    let groups = RegexGroups(pattern).names.filter { LinterReportFormat.groups.contains($0.key) }
    do throws(CustomRuleProblem) {
      regex = try BudgetedRegex(pattern, RegexOptions())
    } catch {
      throw LinterReportError("its regex is invalid")
    }
    for name in LinterReportFormat.requiredGroups where groups[name] == nil {
      throw LinterReportError("its regex has no group (?<\(name)>…)")
    }
    self.groups = groups
  }

  func read(_ bytes: [UInt8]) -> LinterReport {
    var report = LinterReport()
    let budget = RegexBudget(forUnits: min(bytes.count, Self.budgetedBytes))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard line.count <= Self.maximumLineBytes else {
        report.skipLine()
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      let end = text.hasSuffix("\r") ? text.index(before: text.endIndex) : text.endIndex
      do throws(RegexStop) {
        if let finding = try finding(in: String(text[..<end]), budget) { report.add(finding) }
      } catch {
        report.interrupt("its regex \(error.predicate)")
        break
      }
    }
    return report
  }

  private func finding(in line: String, _ budget: RegexBudget) throws(RegexStop) -> ReportedFinding? {
    let found = regex.search(RegexText(line), capturing: Array(groups.values), limit: 1, budget)
    guard let match = found.matches.first else {
      if let stop = found.stop { throw stop }
      return nil
    }
    let bytes = Array(line.utf8)
    let values = groups.compactMapValues { number in
      match.groups[number].map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    guard let path = values["path"], let message = values["message"] else { return nil }
    return ReportedFinding(
      path: path, line: values["line"].flatMap { Int($0) } ?? 1, column: values["column"].flatMap { Int($0) } ?? 1,
      severity: Severity(word: values["severity"]), rule: values["rule"] ?? "", message: message)
  }
}

/// Reads the annotations of GitHub Actions in an output.
///
/// Source: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
enum GitHubAnnotationReader {
  static func read(_ bytes: [UInt8]) -> LinterReport {
    var report = LinterReport()
    for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
      guard line.count <= LinesReader.maximumLineBytes else {
        // Other output than annotations is ignored anyway.
        if line.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: Array("::".utf8)) { report.skipLine() }
        continue
      }
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
    return ReportedFinding(
      path: file, line: properties["line"].flatMap { Int($0) } ?? 1,
      column: properties["col"].flatMap { Int($0) } ?? 1, endLine: properties["endLine"].flatMap { Int($0) },
      endColumn: properties["endColumn"].flatMap { Int($0) }, severity: Severity(word: String(kind)),
      // SwiftLint appends the rule to the message.
      rule: properties["title"] ?? named(in: message), message: message)
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
