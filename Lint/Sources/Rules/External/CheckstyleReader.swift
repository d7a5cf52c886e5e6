// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import FoundationXML

/// Reads the XML of Checkstyle, which many linters write.
enum CheckstyleReader {
  static let maximumDepth = 16

  static func read(_ bytes: [UInt8]) throws(LinterReportError) -> LinterReport {
    let data: Data
    do {
      data = try UntrustedXML.data(bytes)
    } catch {
      throw LinterReportError("\(error)")
    }
    let collector = CheckstyleCollector()
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    // The parser accepts a truncated file, so completeness is checked separately.
    guard parser.parse(), collector.isWhole else {
      throw LinterReportError(collector.problem ?? "it ends too early or is not Checkstyle's XML")
    }
    return collector.report
  }
}

/// Collects the errors while the parser walks the document.
private final class CheckstyleCollector: NSObject, XMLParserDelegate {
  private(set) var report = LinterReport()
  private(set) var problem: String?
  private var depth = 0
  private var sawRoot = false
  private var file: String?

  var isWhole: Bool { sawRoot && depth == 0 }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    guard depth <= CheckstyleReader.maximumDepth else {
      problem = "it is nested deeper than \(CheckstyleReader.maximumDepth) elements"
      return parser.abortParsing()
    }
    switch element {
    case "checkstyle": sawRoot = sawRoot || depth == 1
    case "file": file = attributes["name"]
    case "error":
      if let file { add(attributes, file) } else { report.interrupt("an error belongs to no file with a name") }
    default: break
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if element == "file" { file = nil }
  }

  private func add(_ attributes: [String: String], _ file: String) {
    guard attributes["severity"] != "ignore" else { return }
    report.add(
      ReportedFinding(
        path: file, line: attributes["line"].flatMap { Int($0) } ?? 1,
        column: attributes["column"].flatMap { Int($0) } ?? 1,
        severity: Severity(word: attributes["severity"] ?? "error"),
        // `com.puppycrawl.tools.checkstyle.checks.TodoCheck`, `swiftlint.rules.todo`
        rule: attributes["source"].flatMap { $0.split(separator: ".").last.map(String.init) } ?? "",
        message: attributes["message"] ?? ""))
  }
}
