// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import FoundationXML
import ReviewContract

/// Reads the JUnit-style XML that `swift test --xunit-output` writes, for XCTest and for Swift Testing.
///
/// The file is written by the code under review: its size, depth and texts are bounded, and no entity is resolved.
struct XUnitReader: Sendable {
  static let maximumBytes = 64 << 20
  static let maximumDepth = 64
  /// The number of tests that are kept; all are counted.
  static let maximumCases = 100_000

  let framework: TestCase.Framework
  /// The prefix that is removed from paths in messages.
  let repositoryRoot: String

  func read(_ directory: ContainedDirectory, _ name: String) -> XUnitFile {
    do {
      return parse(try directory.bytes(at: name, limit: Self.maximumBytes))
    } catch {
      return error == .missing ? .missing : .unreadable("\(error)")
    }
  }

  func parse(_ bytes: [UInt8]) -> XUnitFile {
    let data: Data
    do {
      data = try UntrustedXML.data(bytes)
    } catch {
      return .unreadable("\(error)")
    }
    let collector = XUnitCollector(framework: framework, repositoryRoot: repositoryRoot)
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    // The parser accepts a truncated file, so completeness is checked here.
    guard parser.parse(), collector.isWhole else {
      return .unreadable(collector.problem ?? "it ends too early or is not XML")
    }
    return .results(collector.results)
  }
}

/// Collects test cases while the parser walks the file.
private final class XUnitCollector: NSObject, XMLParserDelegate {
  private(set) var results = XUnitResults()
  private(set) var problem: String?

  private let framework: TestCase.Framework
  private let repositoryRoot: String
  private var sawRoot = false
  private var depth = 0
  private var test: (suite: String, name: String)?
  private var milliseconds = 0
  private var failure: String?
  private var skip: String?
  private var element = ""

  init(framework: TestCase.Framework, repositoryRoot: String) {
    self.framework = framework
    self.repositoryRoot = repositoryRoot
  }

  var isWhole: Bool { sawRoot && depth == 0 }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    guard depth <= XUnitReader.maximumDepth else {
      problem = "it is nested deeper than \(XUnitReader.maximumDepth) elements"
      return parser.abortParsing()
    }
    switch element {
    case "testsuites", "testsuite": sawRoot = true
    case "testcase":
      test = (
        TestTexts.start(of: attributes["classname"] ?? "", TestTexts.maximumName),
        TestTexts.start(of: attributes["name"] ?? "", TestTexts.maximumName)
      )
      milliseconds = TestTexts.milliseconds(Double(attributes["time"] ?? "") ?? 0)
      failure = nil
      skip = nil
    case "failure", "error":
      let message = attributes["message"] ?? ""
      failure = [failure, message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
      self.element = "failure"
    case "skipped":
      skip = ""
      self.element = "skipped"
    default: self.element = ""
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if element == "failure", let failure, failure.utf8.count < TestTexts.maximumMessage {
      self.failure = failure + text
    }
    if element == "skipped", let skip, skip.utf8.count < TestTexts.maximumName { self.skip = skip + text }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    self.element = ""
    guard element == "testcase", let test else { return }
    self.test = nil
    var result = TestCase.Result.passed
    if let failure {
      let message = FailureMessage(failure, of: test, repositoryRoot: repositoryRoot)
      result = message.isCrash && framework == .xctest ? .crashed : .failed
      if results.failures.count < TestTexts.maximumFailures { results.failures.append(message.failure) }
    } else if skip != nil {
      result = .skipped
    }
    results.counts.count(result)
    guard results.cases.count < XUnitReader.maximumCases else { return }
    let reason = skip.map {
      TestTexts.start(of: $0.trimmingCharacters(in: .whitespacesAndNewlines), TestTexts.maximumName)
    }
    results.cases.append(
      TestCase(
        suite: test.suite, name: test.name, framework: framework, result: result, milliseconds: milliseconds,
        reason: reason?.isEmpty == false ? reason : nil))
  }
}

/// The state of a results file after a run.
enum XUnitFile: Hashable, Sendable {
  case missing
  /// The reason why the file is truncated or invalid.
  case unreadable(String)
  case results(XUnitResults)

  var results: XUnitResults? {
    if case .results(let results) = self { results } else { nil }
  }
}

/// The contents of a results file.
struct XUnitResults: Hashable, Sendable {
  var counts = TestCounts()
  var cases: [TestCase] = []
  var failures: [TestFailure] = []
}
