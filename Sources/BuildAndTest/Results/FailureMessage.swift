// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewCore

/// What a results file says about a failed test.
///
/// XCTest's text is the whole output of the test; the lines that matter look like
/// `/repo/Tests/ATests/ATests.swift:12: error: ATests.testSum : XCTAssertEqual failed: ("3") is not equal to ("4")`.
struct FailureMessage {
  private let message: String
  private let place: (path: String, line: Int)?

  init(_ text: String, repositoryRoot: String) {
    let errors = text.split(whereSeparator: \.isNewline).compactMap { line in
      Self.parse(line, repositoryRoot: repositoryRoot)
    }
    if let first = errors.first {
      message = errors.map(\.message).joined(separator: "\n")
      place = first.path.map { ($0, first.line) }
    } else {
      message = text.trimmingPrefix(while: \.isWhitespace).description
      place = nil
    }
  }

  func failure(of test: (suite: String, name: String)) -> TestFailure {
    // XCTest names the test again, without its module.
    let prefix = "\(test.suite.split(separator: ".").last ?? "").\(test.name) : "
    let own = message.hasPrefix(prefix) ? String(message.dropFirst(prefix.count)) : message
    let bounded = String(decoding: own.utf8.prefix(XUnitReader.maximumMessage), as: UTF8.self)
    return TestFailure(suite: test.suite, name: test.name, message: bounded, path: place?.path, line: place?.line)
  }

  private static func parse(
    _ line: Substring, repositoryRoot: String
  ) -> (path: String?, line: Int, message: String)? {
    guard let marker = line.range(of: ": error: ") else { return nil }
    let place = line[..<marker.lowerBound]
    guard let colon = place.lastIndex(of: ":"), let number = Int(place[place.index(after: colon)...]) else {
      return nil
    }
    let path = RelativePath.make(String(place[..<colon]), from: repositoryRoot)
    return (path, number, String(line[marker.upperBound...]))
  }
}
