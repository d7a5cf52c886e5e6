// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract

/// The description of a failed test in a results file.
///
/// XCTest's text is the whole output of the test's process; the relevant lines look like
/// `/repo/Tests/ATests/ATests.swift:12: error: ATests.testSum : XCTAssertEqual failed: ("3") is not equal to ("4")`.
struct FailureMessage {
  let failure: TestFailure
  /// Whether the process died before the test ended.
  let isCrash: Bool

  init(_ text: String, of test: (suite: String, name: String), repositoryRoot: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var errors: [(path: String?, line: Int, message: String)] = []
    var output: [Substring] = []
    var crash = CrashDetector()
    var marks = (started: false, ended: false)
    for line in lines {
      if line.hasPrefix("Test Case '") {
        if line.contains("' started at ") { marks.started = true }
        if line.contains("' passed (") || line.contains("' failed (") { marks.ended = true }
      } else if let error = Self.error(in: line, repositoryRoot) {
        errors.append(error)
      } else if !Self.isFrame(line) {
        output.append(line)
        if !marks.ended { crash.read(String(line.prefix(1000))) }
      }
    }
    isCrash = marks.started && !marks.ended
    let message: String
    if let first = errors.first, !isCrash {
      // XCTest repeats the name of the test, without its module.
      let prefix = "\(test.suite.split(separator: ".").last ?? "").\(test.name) : "
      message = errors.map { $0.message.hasPrefix(prefix) ? String($0.message.dropFirst(prefix.count)) : $0.message }
        .joined(separator: "\n")
      failure = Self.failure(test, message, (first.path, first.line), marks.started ? output : [])
    } else if isCrash {
      message = crash.description.map { "crashed: \($0)" } ?? "its process ended before the test did"
      failure = Self.failure(test, message, nil, output)
    } else {
      failure = Self.failure(test, text.trimmingPrefix(while: \.isWhitespace).description, nil, [])
    }
  }

  private static func failure(
    _ test: (suite: String, name: String), _ message: String, _ place: (path: String?, line: Int)?,
    _ output: [Substring]
  ) -> TestFailure {
    // The runtime's own stack trace is useless without symbols.
    let withoutTrace = output.prefix { !$0.hasPrefix("Current stack trace:") }.joined(separator: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return TestFailure(
      suite: test.suite, name: test.name, message: TestTexts.start(of: message, TestTexts.maximumMessage),
      path: place?.path, line: place?.path == nil ? nil : place?.line,
      output: withoutTrace.isEmpty ? nil : TestTexts.end(of: withoutTrace, TestTexts.maximumOutput))
  }

  /// Whether XCTest prints the line around the tests. XML turns the tab before the counts into a space.
  private static func isFrame(_ line: Substring) -> Bool {
    line.hasPrefix("Test Suite '") || line.drop(while: \.isWhitespace).hasPrefix("Executed ")
  }

  private static func error(in line: Substring, _ root: String) -> (path: String?, line: Int, message: String)? {
    guard let marker = line.range(of: ": error: ") else { return nil }
    let place = line[..<marker.lowerBound]
    guard let colon = place.lastIndex(of: ":"), let number = Int(place[place.index(after: colon)...]), number > 0,
      number < 100_000_000
    else { return nil }
    let path = String(relativePathOfFile: String(place[..<colon]), from: root)
    return (path, number, String(line[marker.upperBound...]))
  }
}

/// The limits for texts of tests.
enum TestTexts {
  /// UTF-8 bytes of a suite's or a test's name, or of the reason of a skip.
  static let maximumName = 300
  /// UTF-8 bytes of a failure's message.
  static let maximumMessage = 4000
  /// UTF-8 bytes of a failed test's output.
  static let maximumOutput = 2000
  /// The number of failures that are kept; all are counted.
  static let maximumFailures = 200

  /// The beginning of a text.
  static func start(of text: some StringProtocol, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? String(text) : String(decoding: text.utf8.prefix(bytes), as: UTF8.self)
  }

  /// The end of a text.
  static func end(of text: String, _ bytes: Int) -> String {
    text.utf8.count <= bytes ? text : "…" + String(decoding: text.utf8.suffix(bytes), as: UTF8.self)
  }

  /// Converts seconds of a results file into milliseconds, between 0 and a day.
  static func milliseconds(_ seconds: Double) -> Int {
    seconds.isFinite ? Int(min(max(seconds, 0), 86_400) * 1000) : 0
  }
}
