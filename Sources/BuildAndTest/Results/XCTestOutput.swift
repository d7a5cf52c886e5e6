// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// What XCTest prints about single tests. Its results file calls a skipped test passed; its output says why it was
/// skipped.
struct XCTestOutput: Hashable, Sendable {
  static let maximumSkips = 10_000

  struct Skip: Hashable, Sendable {
    var count = 0
    var reason: String?
  }

  /// By class and test without the module, which XCTest does not print: `CircleTests.testArea`.
  private(set) var skips: [String: Skip] = [:]
  private var reasons: [String: String] = [:]

  /// Looks at one line: `/repo/a.swift:9: CircleTests.testArea : Test skipped - not on Linux`, then
  /// `Test Case 'CircleTests.testArea' skipped (0.001 seconds)`.
  mutating func read(_ line: String) {
    if line.hasPrefix("Test Case '"), let marker = line.firstRange(of: "' skipped (") {
      let name = String(line[line.index(line.startIndex, offsetBy: 11)..<marker.lowerBound])
      guard skips[name] != nil || skips.count < Self.maximumSkips else { return }
      skips[name, default: Skip()].count += 1
      if let reason = reasons.removeValue(forKey: name) { skips[name]?.reason = reason }
    } else if let marker = line.firstRange(of: " : Test skipped") {
      let place = line[..<marker.lowerBound]
      guard let space = place.lastIndex(of: " "), reasons.count < Self.maximumSkips else { return }
      let reason = line[marker.upperBound...].drop { $0 == " " || $0 == "-" || $0 == ":" }
      guard !reason.isEmpty else { return }
      reasons[String(place[place.index(after: space)...])] = TestTexts.start(of: reason, TestTexts.maximumName)
    }
  }

  /// The skips that are about the given tests, by suite and name. A class of the same name in two modules can only be
  /// told apart when both were skipped.
  func skipped(of cases: [TestCase]) -> [TestID: Skip] {
    let named = Dictionary(grouping: cases.filter { $0.framework == .xctest && $0.result == .passed }) { test in
      "\(test.suite.split(separator: ".").last ?? "").\(test.name)"
    }
    var found: [TestID: Skip] = [:]
    for (name, skip) in skips {
      guard let cases = named[name], skip.count >= cases.count else { continue }
      for test in cases { found[test.id] = skip }
    }
    return found
  }
}
