// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Findings in the format of `report.json`.
struct JSONFindings {
  func render(_ list: FindingList, to write: @escaping ([UInt8]) throws -> Void) throws {
    var json = JSONText(to: write)
    json.object { json in
      json.member("base", list.base)
      json.member("base_reason", list.baseReason)
      json.array("findings", list.all) { json, entry in Self.write(entry.finding, to: &json) }
      json.member("merge_base", list.mergeBase?.description)
      json.array("notes", list.notes) { $0.value($1) }
      json.member("schema", Report.schemaVersion)
      json.member("tool", list.tool)
    }
    try json.end()
  }

  /// Writes the same JSON as the encoding of the finding.
  private static func write(_ finding: Finding, to json: inout JSONText) {
    json.object { json in
      json.member("end_column", finding.range.endColumn)
      json.member("end_line", finding.range.endLine)
      json.member("fingerprint", finding.fingerprint)
      json.member("in_change", finding.isInChange)
      json.member("message", finding.message)
      json.member("path", finding.path)
      json.member("rule", finding.rule)
      json.member("severity", finding.severity.rawValue)
      json.member("start_column", finding.range.startColumn)
      json.member("start_line", finding.range.startLine)
      guard let suggestion = finding.suggestion else { return }
      json.object("suggestion") { json in
        json.member("end_line", suggestion.endLine)
        json.member("replacement", suggestion.replacement)
        json.member("start_line", suggestion.startLine)
      }
    }
  }
}

/// The format of SwiftLint's reporter `json`. It has no severity for findings that do not count, which are left out.
struct SwiftLintFindings {
  func render(_ list: FindingList, to write: @escaping ([UInt8]) throws -> Void) throws {
    var json = JSONText(to: write)
    let (root, rules, entries) = (list.root, list.rules, list.entries.span)
    // The findings of a file follow each other.
    var (path, file): (String, [UInt8]?) = ("", nil)
    var (errors, warnings): ([String: [UInt8]], [String: [UInt8]]) = ([:], [:])
    // Each text is read at its place: a copy of a finding would retain and release all of them.
    json.array(entries.indices) { json, index in
      if entries[index].finding.path != path { (path, file) = (entries[index].finding.path, nil) }
      json.object { json in
        json.member("character", Self.column(entries[index].finding.range.startColumn, entries[index].lineText))
        json.members(keptIn: &file) { $0.member("file", path.isEmpty ? "" : "\(root)/\(path)") }
        json.member("line", entries[index].finding.range.startLine)
        json.member("reason", onOneLine: entries[index].finding.message, limit: LocatedFinding.messageLimit)
        let rule = entries[index].finding.rule
        if entries[index].finding.severity == .error {
          json.members(keptIn: &errors[rule]) { Self.write(rule, "Error", rules, to: &$0) }
        } else {
          json.members(keptIn: &warnings[rule]) { Self.write(rule, "Warning", rules, to: &$0) }
        }
      }
    }
    try json.end()
  }

  private static func write(
    _ rule: String, _ severity: String, _ rules: [String: FindingList.Rule], to json: inout JSONText
  ) {
    json.member("rule_id", rule)
    json.member("severity", severity)
    json.member("type", rules[rule]?.name ?? rule)
  }

  /// The 1-based column in UTF-16 code units, without a byte order mark, which is not a part of the text.
  private static func column(_ column: Int, _ lineText: String?) -> Int {
    guard var text = lineText else { return column }
    let end = max(0, min(column - 1, text.utf8.count))
    // In ASCII, which most lines are, the units are bytes. A loop without an early exit is vectorized.
    let isASCII = text.withUTF8 { bytes in
      var all: UInt8 = 0
      for byte in bytes[..<end] { all |= byte }
      return all < 0x80
    }
    if isASCII { return end + 1 }
    let before = text[..<text.utf8.index(text.utf8.startIndex, offsetBy: end)]
    return before.utf16.count - (before.unicodeScalars.first == "\u{FEFF}" ? 1 : 0) + 1
  }
}

/// GitLab's code quality report.
struct GitLabFindings {
  func render(_ list: FindingList, to write: @escaping ([UInt8]) throws -> Void) throws {
    var json = JSONText(to: write)
    json.array(list.all.enumerated()) { json, element in
      let (index, entry) = element
      let finding = entry.finding
      json.object { json in
        json.member("check_name", finding.rule)
        json.member("description", entry.message)
        json.member("fingerprint", finding.fingerprint)
        json.object("location") { json in
          json.object("lines") { json in
            json.member("begin", finding.range.lines.lowerBound)
            json.member("end", finding.range.lines.upperBound)
          }
          // GitLab requires a path, and shows one that is not a file as text.
          json.member("path", finding.isAboutPullRequest ? finding.place : finding.path)
        }
        json.member("severity", list.isOld(index) ? "info" : Self.severity(finding.severity))
      }
    }
    try json.end()
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .note: "info"
    case .warning: "minor"
    case .error: "major"
    }
  }
}
