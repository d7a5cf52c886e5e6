// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation

/// Reads the findings and their locations from SARIF 2.1.0.
///
/// Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
enum SARIFReader {
  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    guard let runs = (try? LenientJSON(bytes))?.runs, runs.array != nil else {
      throw LinterReportError("it is not SARIF")
    }
    var report = LinterReport()
    for run in objects(runs, "runs", &report) {
      for result in objects(run.results, "results", &report) {
        if let finding = finding(result, in: run, &report) { report.add(finding) }
      }
    }
    return report
  }

  private static func finding(
    _ result: LenientJSON, in run: LenientJSON, _ report: inout LinterReport
  ) -> ReportedFinding? {
    // A result can also report that a rule passed, or that the finding was suppressed.
    guard result.kind.string ?? "fail" == "fail", result.baselineState.string != "absent",
      !isSuppressed(result, &report)
    else { return nil }
    let places = objects(result.locations, "locations", &report).map(\.physicalLocation)
    guard let place = places.first(where: \.isObject) else {
      // A result without one is not about a file.
      if !places.allSatisfy(\.isMissing) { report.interrupt("the physicalLocation of a result is not an object") }
      return nil
    }
    let file = place.artifactLocation
    guard let uri = file.uri.string ?? run.artifacts[file.index.int].location.uri.string else {
      if file.isMissing { return nil }
      report.interrupt(
        file.index.isMissing
          ? "the artifactLocation of a result has no uri" : "the artifacts of a run lack a file of a result")
      return nil
    }
    let rule = run.tool.driver.rules[result.ruleIndex.int ?? result.rule.index.int]
    let id = result.ruleId.string ?? result.rule.id.string ?? rule.id.string ?? ""
    let region = place.region
    return ReportedFinding(
      path: path(uri), line: region.startLine.int ?? 1, column: region.startColumn.int ?? 1,
      endLine: region.endLine.int, endColumn: region.endColumn.int,
      severity: Severity(word: result.level.string ?? rule.defaultConfiguration.level.string), rule: id,
      message: message(of: result, rule) ?? id)
  }

  /// Returns whether one of the suppressions was accepted. One with a wrong type does not suppress the result.
  private static func isSuppressed(_ result: LenientJSON, _ report: inout LinterReport) -> Bool {
    objects(result.suppressions, "suppressions", &report).contains { suppression in
      let status = suppression.status
      if !status.isMissing, status.string == nil { report.interrupt("the status of a suppression is not a string") }
      return status.isMissing || status.string == "accepted"
    }
  }

  /// Returns the objects of an array, which may be missing. Anything else there interrupts the report.
  private static func objects(
    _ array: LenientJSON, _ name: String, _ report: inout LinterReport
  ) -> [LenientJSON] {
    guard !array.isMissing else { return [] }
    guard let all = array.array else {
      report.interrupt("\(name) is not an array")
      return []
    }
    let objects = all.filter(\.isObject)
    if objects.count < all.count { report.interrupt("\(name) contains something other than objects") }
    return objects
  }

  private static func message(of result: LenientJSON, _ rule: LenientJSON) -> String? {
    let message = result.message
    return message.text.string ?? message.markdown.string
      ?? message.id.string.flatMap { rule.messageStrings[dynamicMember: $0].text.string }
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

/// Reads the output of SwiftLint's reporter `json`.
enum SwiftLintReportReader {
  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    var report = LinterReport()
    // SwiftLint prints nothing if there are no files.
    guard bytes.contains(where: { $0 > 0x20 }) else { return report }
    guard let violations = (try? LenientJSON(bytes))?.array else {
      throw LinterReportError("it is not the JSON of SwiftLint")
    }
    for violation in violations {
      guard violation.isObject else {
        report.interrupt("the array contains something other than objects")
        continue
      }
      // A violation without one is not about a file.
      if violation.file.isMissing { continue }
      guard let file = violation.file.string, let reason = violation.reason.string else {
        report.interrupt("the \(violation.file.string == nil ? "file" : "reason") of a violation is not a string")
        continue
      }
      report.add(
        ReportedFinding(
          path: file, line: violation.line.int ?? 1, column: violation.character.int ?? 1,
          severity: Severity(word: violation.severity.string), rule: violation[dynamicMember: "rule_id"].string ?? "",
          message: reason))
    }
    return report
  }
}
