// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText

/// SARIF 2.1.0, with the metadata of the rules that have findings.
struct SARIFFindings {
  func render(_ list: FindingList, to write: @escaping (String) throws -> Void) throws {
    let ids = Array(Set(list.findings.map(\.rule))).sorted()
    let indices = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var json = JSONText(to: write)
    try json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.key("runs")
      try json.array(CollectionOfOne(list)) { json, list in
        try json.object { json in
          json.member("columnKind", "utf16CodeUnits")
          json.key("invocations")
          try json.array(CollectionOfOne(list.notes)) { try Self.write(invocation: $1, to: &$0) }
          if let base = list.base {
            json.key("properties")
            json.object { json in
              json.member("base", base)
              if let reason = list.baseReason { json.member("baseReason", reason) }
              if let commit = list.mergeBase { json.member("mergeBase", commit.hex) }
            }
          }
          json.key("results")
          try json.array(list.entries) { json, entry in
            try Self.write(entry, rule: indices[entry.finding.rule] ?? 0, to: &json)
          }
          json.key("tool")
          try json.object { json in
            json.key("driver")
            try Self.write(driver: list.tool, rules: ids.map { ($0, list.rules[$0]) }, to: &json)
          }
        }
      }
      json.member("version", "2.1.0")
    }
    try json.end()
  }

  private static func write(invocation notes: [String], to json: inout JSONText) throws {
    try json.object { json in
      json.member("executionSuccessful", true)
      json.key("toolExecutionNotifications")
      try json.array(notes) { json, note in
        json.object { json in
          json.member("level", "note")
          json.message("message", note)
        }
      }
    }
  }

  private static func write(
    driver tool: String, rules: [(id: String, rule: FindingList.Rule?)], to json: inout JSONText
  ) throws {
    let words = tool.split(separator: " ")
    try json.object { json in
      json.member("name", words.first.map(String.init) ?? tool)
      json.key("rules")
      try json.array(rules) { try write(rule: $1.rule, id: $1.id, to: &$0) }
      if let version = words.dropFirst().first { json.member("semanticVersion", String(version)) }
    }
  }

  private static func write(rule: FindingList.Rule?, id: String, to json: inout JSONText) throws {
    try json.object { json in
      guard let rule else { return json.member("id", id) }
      json.key("defaultConfiguration")
      json.object { $0.member("level", rule.severity.rawValue) }
      json.message("fullDescription", rule.summary)
      if let helpURL = rule.helpURL { json.member("helpUri", helpURL) }
      json.member("id", id)
      json.member("name", rule.name)
      json.key("properties")
      try json.object { json in
        json.key("tags")
        try json.array(CollectionOfOne(rule.kind)) { $0.value($1) }
      }
      json.message("shortDescription", rule.name)
    }
  }

  private static func write(_ entry: LocatedFinding, rule index: Int, to json: inout JSONText) throws {
    let finding = entry.finding
    let uri = finding.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? finding.path
    try json.object { json in
      if let suggestion = finding.suggestion {
        json.key("fixes")
        try json.array(CollectionOfOne(suggestion)) { try write(fix: $1, uri, to: &$0) }
      }
      json.member("level", finding.severity.rawValue)
      json.key("locations")
      try json.array(finding.isAboutPullRequest ? [] : [entry]) { json, entry in
        json.object { json in
          json.key("physicalLocation")
          json.object { json in
            write(artifact: uri, to: &json)
            write(region: entry, to: &json)
          }
        }
      }
      json.message("message", finding.message)
      json.key("partialFingerprints")
      json.object { $0.member("reviewbot/v1", finding.fingerprint) }
      json.member("ruleId", finding.rule)
      json.member("ruleIndex", index)
    }
  }

  private static func write(fix suggestion: Suggestion, _ uri: String, to json: inout JSONText) throws {
    try json.object { json in
      json.key("artifactChanges")
      try json.array(CollectionOfOne(suggestion)) { json, suggestion in
        try json.object { json in
          write(artifact: uri, to: &json)
          json.key("replacements")
          try json.array(CollectionOfOne(suggestion)) { json, suggestion in
            json.object { json in
              json.key("deletedRegion")
              json.object { json in
                json.member("endLine", suggestion.endLine)
                json.member("startLine", suggestion.startLine)
              }
              json.key("insertedContent")
              json.object { $0.member("text", suggestion.replacement) }
            }
          }
        }
      }
    }
  }

  private static func write(artifact uri: String, to json: inout JSONText) {
    json.key("artifactLocation")
    json.object { json in
      json.member("uri", uri)
      json.member("uriBaseId", "%SRCROOT%")
    }
  }

  private static func write(region entry: LocatedFinding, to json: inout JSONText) {
    let range = entry.finding.range
    let endLine = range.lines.upperBound
    json.key("region")
    json.object { json in
      if entry.lineText != nil, endLine == range.startLine {
        json.member("endColumn", entry.column(range.endColumn) { $0.utf16.count })
      }
      json.member("endLine", endLine)
      if let lineText = entry.lineText {
        json.key("snippet")
        json.object { $0.member("text", HostileText(lineText).line(limit: 400, spacing: .kept)) }
        json.member("startColumn", entry.column(range.startColumn) { $0.utf16.count })
      }
      json.member("startLine", range.startLine)
    }
  }

  /// Characters of a path, without the colon, which would make its first part a scheme.
  private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":;"))
}

extension JSONText {
  /// Writes a member with a text as one line.
  fileprivate mutating func message(_ name: StaticString, _ text: String) {
    key(name)
    object { $0.member("text", HostileText(text).line(limit: 1000)) }
  }
}
