// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewContract

/// SARIF 2.1.0, with the metadata of the rules that found something.
struct SARIFFindings {
  func render(_ list: FindingList) throws -> String {
    let ids = Array(Set(list.findings.map(\.rule))).sorted()
    let indices = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let words = list.tool.split(separator: " ")
    let driver = Log.Driver(
      name: words.first.map(String.init) ?? list.tool, semanticVersion: words.dropFirst().first.map(String.init),
      rules: ids.map { Log.Rule(id: $0, list.rules[$0]) })
    let run = Log.Run(
      tool: Log.Tool(driver: driver),
      invocations: [
        Log.Invocation(
          executionSuccessful: true,
          toolExecutionNotifications: list.notes.map {
            Log.Notification(level: "note", message: Log.Message($0))
          })
      ],
      results: list.entries.map { Log.Result($0, rule: indices[$0.finding.rule] ?? 0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Log(runs: [run])), as: UTF8.self) + "\n"
  }

  /// The part of the format that is written.
  fileprivate struct Log: Encodable {
    struct Message: Encodable {
      let text: String

      init(_ text: String) { self.text = HostileText(text).line(limit: 1000) }
    }

    struct Rule: Encodable {
      struct Configuration: Encodable {
        let level: String
      }

      struct Properties: Encodable {
        let tags: [String]
      }

      let id: String
      let name: String?
      let shortDescription: Message?
      let fullDescription: Message?
      let helpUri: String?
      let defaultConfiguration: Configuration?
      let properties: Properties?

      init(id: String, _ rule: FindingList.Rule?) {
        self.id = id
        name = rule?.name
        shortDescription = rule.map { Message($0.name) }
        fullDescription = rule.map { Message($0.summary) }
        helpUri = rule?.helpURL
        defaultConfiguration = rule.map { Configuration(level: $0.severity.rawValue) }
        properties = rule.map { Properties(tags: [$0.kind]) }
      }
    }

    struct Driver: Encodable {
      let name: String
      let semanticVersion: String?
      let rules: [Rule]
    }

    struct Tool: Encodable {
      let driver: Driver
    }

    struct Notification: Encodable {
      let level: String
      let message: Message
    }

    struct Invocation: Encodable {
      let executionSuccessful: Bool
      let toolExecutionNotifications: [Notification]
    }

    struct Run: Encodable {
      let tool: Tool
      let invocations: [Invocation]
      var columnKind = "utf16CodeUnits"
      let results: [Result]
    }

    let version = "2.1.0"
    let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    let runs: [Run]

    private enum CodingKeys: String, CodingKey {
      case version, runs
      case schema = "$schema"
    }
  }
}

extension SARIFFindings.Log {
  fileprivate struct Region: Encodable {
    struct Content: Encodable {
      let text: String
    }

    let startLine: Int
    var startColumn: Int?
    let endLine: Int
    var endColumn: Int?
    var snippet: Content?
  }

  fileprivate struct Location: Encodable {
    struct Artifact: Encodable {
      let uri: String
      var uriBaseId = "%SRCROOT%"

      init(path: String) {
        uri = path.addingPercentEncoding(withAllowedCharacters: Self.allowed) ?? path
      }

      /// Without the colon, which would make the first part of the path a scheme.
      private static let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":;"))
    }

    struct Physical: Encodable {
      let artifactLocation: Artifact
      let region: Region
    }

    let physicalLocation: Physical
  }

  fileprivate struct Fix: Encodable {
    struct Replacement: Encodable {
      let deletedRegion: Region
      let insertedContent: Region.Content
    }

    struct Change: Encodable {
      let artifactLocation: Location.Artifact
      let replacements: [Replacement]
    }

    let artifactChanges: [Change]
  }

  fileprivate struct Result: Encodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let message: Message
    let locations: [Location]
    let partialFingerprints: [String: String]
    let fixes: [Fix]?

    init(_ entry: LocatedFinding, rule: Int) {
      let finding = entry.finding
      ruleId = finding.rule
      ruleIndex = rule
      level = finding.severity.rawValue
      message = Message(finding.message)
      var region = Region(startLine: finding.range.startLine, endLine: finding.range.lines.upperBound)
      if let lineText = entry.lineText {
        region.startColumn = entry.column(finding.range.startColumn) { $0.utf16.count }
        if region.endLine == region.startLine {
          region.endColumn = entry.column(finding.range.endColumn) { $0.utf16.count }
        }
        region.snippet = Region.Content(text: HostileText(lineText).line(limit: 400, spacing: .kept))
      }
      let artifact = Location.Artifact(path: finding.path)
      locations =
        finding.isAboutPullRequest
        ? [] : [Location(physicalLocation: Location.Physical(artifactLocation: artifact, region: region))]
      partialFingerprints = ["reviewbot/v1": finding.fingerprint]
      fixes = finding.suggestion.map { suggestion in
        let lines = Region(startLine: suggestion.startLine, endLine: suggestion.endLine)
        let replacement = Fix.Replacement(
          deletedRegion: lines, insertedContent: Region.Content(text: suggestion.replacement))
        return [Fix(artifactChanges: [Fix.Change(artifactLocation: artifact, replacements: [replacement])])]
      }
    }
  }
}
