// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import FoundationXML
import ReviewCore

/// Reads the JUnit-style XML that `swift test --xunit-output` writes, for XCTest and for Swift Testing.
///
/// The file is written by the code under review: its size, depth and texts are bounded, and no entity is resolved.
struct XUnitReader: Sendable {
  static let maximumBytes = 64 << 20
  static let maximumDepth = 64
  /// How many failures are kept; all are counted.
  static let maximumFailures = 200
  /// UTF-8 bytes of a failure's message.
  static let maximumMessage = 4000

  /// Where paths in messages are cut down to.
  let repositoryRoot: String

  func read(_ folder: ContainedFolder, _ name: String) -> XUnitFile {
    do {
      return parse(try folder.bytes(at: name, limit: Self.maximumBytes))
    } catch {
      return switch error {
      case .missing: .missing
      case .notARegularFile: .unreadable("it is not a regular file")
      case .tooLarge(let limit): .unreadable("it has more than \(limit) bytes")
      case .unreadable(let number): .unreadable(String(cString: strerror(number)))
      }
    }
  }

  func parse(_ bytes: [UInt8]) -> XUnitFile {
    // XML knows no control characters, but what tests print has them: the escape of a colour, say.
    let cleaned = bytes.filter { $0 >= 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
    let data = Data(cleaned)
    if data.range(of: Data("<!DOCTYPE".utf8)) != nil { return .unreadable("it declares a document type") }
    let collector = XUnitCollector(repositoryRoot: repositoryRoot)
    let parser = XMLParser(data: data)
    parser.shouldResolveExternalEntities = false
    parser.delegate = collector
    // The parser is content with a file that ends in the middle, so whether it is whole is counted here.
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

  private let repositoryRoot: String
  private var sawRoot = false
  private var depth = 0
  private var test: (suite: String, name: String)?
  private var failure: String?
  private var isSkipped = false
  private var isInFailure = false

  init(repositoryRoot: String) {
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
      test = (attributes["classname"] ?? "", attributes["name"] ?? "")
      failure = nil
      isSkipped = false
    case "failure", "error":
      let message = attributes["message"] ?? ""
      failure = [failure, message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n")
      isInFailure = true
    case "skipped": isSkipped = true
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    guard isInFailure, let failure, failure.utf8.count < XUnitReader.maximumMessage else { return }
    self.failure = failure + text
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if element == "failure" || element == "error" { isInFailure = false }
    guard element == "testcase", let test else { return }
    self.test = nil
    if let failure {
      results.counts.failed += 1
      guard results.failures.count < XUnitReader.maximumFailures else { return }
      results.failures.append(FailureMessage(failure, repositoryRoot: repositoryRoot).failure(of: test))
    } else if isSkipped {
      results.counts.skipped += 1
    } else {
      results.counts.passed += 1
    }
  }
}
