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
    var texts = KeptTexts()
    var start: JSONText.Members?
    // Each property is read at its place: a copy of a finding would count references.
    json.array(entries.indices) { json, index in
      json.object { json in
        json.members(keptIn: &start) { $0.key("character") }
        json.value(entries[index].utf16Column(entries[index].finding.range.startColumn))
        let isError = entries[index].finding.severity == .error
        texts.withPlace(of: entries[index].finding.textsIdentity, isError: isError) { kept in
          json.members(keptIn: &kept.file) { json in
            let path = entries[index].finding.path
            json.member("file", path.isEmpty ? "" : "\(root)/\(path)")
            json.key("line")
          }
          json.value(entries[index].finding.range.startLine)
          json.members(keptIn: &kept.others) { json in
            json.member("reason", onOneLine: entries[index].finding.message, limit: LocatedFinding.messageLimit)
            let rule = entries[index].finding.rule
            json.member("rule_id", rule)
            json.member("severity", isError ? "Error" : "Warning")
            json.member("type", rules[rule]?.name ?? rule)
          }
        }
      }
    }
    try json.end()
  }

  /// The members of findings that have the same rule, path and message, as most findings of a file have: a small table in which those
  /// with the same place displace each other.
  private struct KeptTexts {
    struct Place {
      var texts: ObjectIdentifier?
      var isError = false
      var file: JSONText.Members?
      var others: JSONText.Members?
    }

    private var places = [Place](repeating: Place(), count: 1 << 10)

    mutating func withPlace(of texts: ObjectIdentifier, isError: Bool, _ body: (inout Place) -> Void) {
      // The multiplication mixes the bits of the address, whose last ones are equal.
      let index = Int((UInt(bitPattern: texts) &* 0x9e37_79b9_7f4a_7c15) >> 54)
      if places[index].texts != texts || places[index].isError != isError {
        places[index] = Place(texts: texts, isError: isError)
      }
      body(&places[index])
    }
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
