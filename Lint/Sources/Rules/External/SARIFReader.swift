// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

/// Reads the findings and their locations from SARIF 2.1.0.
///
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReader {
  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    let log: Log
    do {
      log = try JSONDecoder().decode(Log.self, from: Data(bytes))
    } catch {
      throw LinterReportError("it is not SARIF")
    }
    var report = LinterReport()
    for run in log.runs.compactMap(\.value) {
      for result in run.results?.compactMap(\.value) ?? [] {
        if let finding = finding(result, in: run) { report.add(finding) }
      }
    }
    return report
  }

  private static func finding(_ result: Result, in run: Run) -> ReportedFinding? {
    // A result can also report that a rule passed, or that the finding was suppressed.
    guard result.kind?.value.map({ $0 == "fail" }) ?? true, result.baselineState?.value != "absent" else { return nil }
    let isSuppressed = result.suppressions?.contains { suppression in
      suppression.value.map { ($0.status?.value ?? "accepted") == "accepted" } ?? false
    }
    guard isSuppressed != true else { return nil }
    let place = result.locations?.lazy.compactMap(\.value?.physicalLocation?.value).first
    let file = place?.artifactLocation?.value
    let index = file?.index?.value
    let artifact = run.artifacts.flatMap { all in index.flatMap { all.indices.contains($0) ? all[$0].value : nil } }
    guard let uri = file?.uri?.value ?? artifact?.location?.value?.uri?.value else { return nil }
    let rule = rule(of: result, in: run)
    let id = result.ruleId?.value ?? result.rule?.value?.id?.value ?? rule?.id?.value ?? ""
    var finding = ReportedFinding(path: path(uri), message: message(of: result, rule) ?? id)
    finding.rule = id
    let level = result.level?.value ?? rule?.defaultConfiguration?.value?.level?.value
    finding.severity = Severity(word: level)
    let region = place?.region?.value
    finding.line = region?.startLine?.value ?? 1
    finding.column = region?.startColumn?.value ?? 1
    finding.endLine = region?.endLine?.value
    finding.endColumn = region?.endColumn?.value
    return finding
  }

  private static func rule(of result: Result, in run: Run) -> Rule? {
    guard let rules = run.tool?.value?.driver?.value?.rules else { return nil }
    if let index = result.ruleIndex?.value ?? result.rule?.value?.index?.value {
      return rules.indices.contains(index) ? rules[index].value : nil
    }
    return nil
  }

  private static func message(of result: Result, _ rule: Rule?) -> String? {
    let message = result.message?.value
    if let text = message?.text?.value ?? message?.markdown?.value { return text }
    return message?.id?.value.flatMap { rule?.messageStrings?.value?[$0]?.value?.text?.value }
  }

  /// The path of a URI: without the scheme `file`, a host, and escapes.
  private static func path(_ uri: String) -> String {
    var text = Substring(uri)
    if text.lowercased().hasPrefix("file:") {
      text = text.dropFirst("file:".count)
      if text.hasPrefix("//") { text = text.dropFirst(2).drop { $0 != "/" } }
    }
    return text.removingPercentEncoding ?? String(text)
  }
}

extension SARIFReader {
  private struct Log: Decodable {
    let runs: [Lenient<Run>]
  }

  private struct Run: Decodable {
    let tool: Lenient<Tool>?
    let artifacts: [Lenient<Artifact>]?
    let results: [Lenient<Result>]?
  }

  private struct Tool: Decodable {
    let driver: Lenient<Driver>?
  }

  private struct Driver: Decodable {
    let rules: [Lenient<Rule>]?
  }

  private struct Rule: Decodable {
    let id: Lenient<String>?
    let defaultConfiguration: Lenient<Configuration>?
    let messageStrings: Lenient<[String: Lenient<Message>]>?
  }

  private struct Configuration: Decodable {
    let level: Lenient<String>?
  }

  private struct Artifact: Decodable {
    let location: Lenient<FileLocation>?
  }

  private struct FileLocation: Decodable {
    let uri: Lenient<String>?
    let index: Lenient<Int>?
  }

  private struct Result: Decodable {
    let ruleId: Lenient<String>?
    let ruleIndex: Lenient<Int>?
    let rule: Lenient<RuleReference>?
    let kind: Lenient<String>?
    let level: Lenient<String>?
    let baselineState: Lenient<String>?
    let message: Lenient<Message>?
    let locations: [Lenient<Location>]?
    let suppressions: [Lenient<Suppression>]?
  }

  private struct RuleReference: Decodable {
    let id: Lenient<String>?
    let index: Lenient<Int>?
  }

  private struct Message: Decodable {
    let text: Lenient<String>?
    let markdown: Lenient<String>?
    let id: Lenient<String>?
  }

  private struct Location: Decodable {
    let physicalLocation: Lenient<PhysicalLocation>?
  }

  private struct PhysicalLocation: Decodable {
    let artifactLocation: Lenient<FileLocation>?
    let region: Lenient<Region>?
  }

  private struct Region: Decodable {
    let startLine: Lenient<Int>?
    let startColumn: Lenient<Int>?
    let endLine: Lenient<Int>?
    let endColumn: Lenient<Int>?
  }

  private struct Suppression: Decodable {
    let status: Lenient<String>?
  }
}
