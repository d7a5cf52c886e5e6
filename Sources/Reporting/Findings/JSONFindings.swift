// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Findings in the format of `report.json`.
struct JSONFindings {
  func render(_ list: FindingList, to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
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
  func render(_ list: FindingList, to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    var json = JSONText(to: write)
    let (root, rules, entries) = (list.root, list.rules, list.entries.span)
    // The findings of a file follow each other.
    var (path, file): (String, JSONText.Members?) = ("", nil)
    var (errors, warnings) = (MembersOfRules(), MembersOfRules())
    // Each text is read at its place: a copy of a finding would retain and release all of them.
    json.array(entries.indices) { json, index in
      if entries[index].finding.path != path { (path, file) = (entries[index].finding.path, nil) }
      json.object { json in
        json.member("character", entries[index].utf16Column(entries[index].finding.range.startColumn))
        json.members(keptIn: &file) { json in
          json.member("file", path.isEmpty ? "" : "\(root)/\(path)")
          json.key("line")
        }
        json.value(entries[index].finding.range.startLine)
        json.member("reason", onOneLine: entries[index].finding.message, limit: LocatedFinding.messageLimit)
        let rule = entries[index].finding.rule
        if entries[index].finding.severity == .error {
          errors.write(for: rule, to: &json) { Self.write(rule, "Error", rules, to: &$0) }
        } else {
          warnings.write(for: rule, to: &json) { Self.write(rule, "Warning", rules, to: &$0) }
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
}

/// The last members of objects, by the rule that they name. Its places depend on the length and on two characters, because to compute
/// the hash of an identifier takes longer than to copy the members.
private struct MembersOfRules {
  private var places = [(rule: String, members: JSONText.Members?)](repeating: ("", nil), count: 512)

  mutating func write(for rule: String, to json: inout JSONText, _ body: (inout JSONText) -> Void) {
    let text = rule.utf8
    var place = 31 &* text.count &+ 67 &* Int(text.first ?? 0) &+ 131 &* Int(text.last ?? 0)
    // If all of the next places have other rules, the last one is displaced.
    for _ in 0..<16 {
      place = (place &+ 1) & (places.count - 1)
      if places[place].rule == rule || places[place].rule.isEmpty { break }
    }
    if places[place].rule != rule { places[place] = (rule, nil) }
    json.members(keptIn: &places[place].members, body)
  }
}

/// GitLab's code quality report.
struct GitLabFindings {
  func render(_ list: FindingList, to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
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
