// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import HostileText

/// SARIF 2.1.0, with the metadata of the rules that have findings.
struct SARIFFindings {
  func render(_ list: FindingList, to write: @escaping (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
    let ids = Array(Set(list.all.map(\.finding.rule))).sorted()
    let indices = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var json = JSONText(to: write)
    json.object { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.array("runs", CollectionOfOne(list)) { json, list in
        json.object { json in
          json.member("columnKind", "utf16CodeUnits")
          json.array("invocations", CollectionOfOne(list.notes)) { Self.write(invocation: $1, to: &$0) }
          if let base = list.base {
            json.object("properties") { json in
              json.member("base", base)
              json.member("baseReason", list.baseReason)
              json.member("mergeBase", list.mergeBase?.hex)
            }
          }
          json.array("results", list.all.enumerated()) { json, element in
            let (index, entry) = element
            // Either all results have a state or none.
            let state = list.old.isEmpty ? nil : list.isOld(index) ? "unchanged" : "new"
            Self.write(entry, rule: indices[entry.finding.rule] ?? 0, baselineState: state, to: &json)
          }
          json.object("tool") { json in
            json.key("driver")
            Self.write(driver: list.tool, rules: ids.map { ($0, list.rules[$0]) }, to: &json)
          }
        }
      }
      json.member("version", "2.1.0")
    }
    try json.end()
  }

  private static func write(invocation notes: [String], to json: inout JSONText) {
    json.object { json in
      json.member("executionSuccessful", true)
      json.array("toolExecutionNotifications", notes) { json, note in
        json.object { json in
          json.member("level", "note")
          json.message("message", note)
        }
      }
    }
  }

  private static func write(
    driver tool: String, rules: [(id: String, rule: FindingList.Rule?)], to json: inout JSONText
  ) {
    let nameAndVersion = tool.split(separator: " ")
    json.object { json in
      json.member("name", nameAndVersion.first.map(String.init) ?? tool)
      json.array("rules", rules) { write(rule: $1.rule, id: $1.id, to: &$0) }
      json.member("semanticVersion", nameAndVersion.dropFirst().first.map(String.init))
    }
  }

  private static func write(rule: FindingList.Rule?, id: String, to json: inout JSONText) {
    json.object { json in
      guard let rule else { return json.member("id", id) }
      json.object("defaultConfiguration") { $0.member("level", rule.severity.rawValue) }
      json.message("fullDescription", rule.summary)
      json.member("helpUri", rule.helpURL)
      json.member("id", id)
      json.member("name", rule.name)
      json.object("properties") { json in
        json.array("tags", CollectionOfOne(rule.kind)) { $0.value($1) }
      }
      json.message("shortDescription", rule.name)
    }
  }

  private static func write(
    _ entry: LocatedFinding, rule index: Int, baselineState: String?, to json: inout JSONText
  ) {
    let finding = entry.finding
    let uri = finding.path.addingPercentEncoding(withAllowedCharacters: allowed) ?? finding.path
    json.object { json in
      json.member("baselineState", baselineState)
      if let suggestion = finding.suggestion {
        json.array("fixes", CollectionOfOne(suggestion)) { write(fix: $1, uri, to: &$0) }
      }
      json.member("level", baselineState == "unchanged" ? "note" : finding.severity.rawValue)
      json.array("locations", finding.isAboutPullRequest ? [] : [entry]) { json, entry in
        json.object { json in
          json.object("physicalLocation") { json in
            write(artifact: uri, to: &json)
            write(region: entry, to: &json)
          }
        }
      }
      json.message("message", finding.message)
      json.object("partialFingerprints") { $0.member("reviewbot/v1", finding.fingerprint) }
      json.member("ruleId", finding.rule)
      json.member("ruleIndex", index)
    }
  }

  private static func write(fix suggestion: Suggestion, _ uri: String, to json: inout JSONText) {
    json.object { json in
      json.array("artifactChanges", CollectionOfOne(suggestion)) { json, suggestion in
        json.object { json in
          write(artifact: uri, to: &json)
          json.array("replacements", CollectionOfOne(suggestion)) { json, suggestion in
            json.object { json in
              json.object("deletedRegion") { json in
                json.member("endLine", suggestion.endLine)
                json.member("startLine", suggestion.startLine)
              }
              json.object("insertedContent") { $0.member("text", suggestion.replacement) }
            }
          }
        }
      }
    }
  }

  private static func write(artifact uri: String, to json: inout JSONText) {
    json.object("artifactLocation") { json in
      json.member("uri", uri)
      json.member("uriBaseId", "%SRCROOT%")
    }
  }

  private static func write(region entry: LocatedFinding, to json: inout JSONText) {
    let range = entry.finding.range
    let endLine = range.lines.upperBound
    // More than the characters of the snippet.
    let lineStart = entry.lineText(maximumBytes: 4 << 10)
    json.object("region") { json in
      if lineStart != nil, endLine == range.startLine {
        json.member("endColumn", entry.utf16Column(range.endColumn))
      }
      json.member("endLine", endLine)
      if let lineStart {
        json.object("snippet") { $0.member("text", HostileText(lineStart).line(limit: 400, spacing: .kept)) }
        json.member("startColumn", entry.utf16Column(range.startColumn))
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
    object(name) { $0.member("text", HostileText(text).line(limit: 1000)) }
  }
}
