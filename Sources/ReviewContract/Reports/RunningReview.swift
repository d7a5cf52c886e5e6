// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The state of a review in progress, for its commit status: what it does, and how many tests failed so far.
package struct RunningReview: Hashable, Sendable {
  /// The maximum number of failed tests that are distinguished.
  private static let maximumFailures = 10_000
  private static let longestName = 500
  private static let work = [
    "fetch": "fetching", "setup": "preparing", "resolve": "resolving the dependencies", "build": "building",
    "test": "testing", "retry": "repeating the failed tests", "repeat": "repeating the new tests",
    "coverage": "measuring the coverage",
  ]

  private let head: CommitID
  private var doing: String?
  private var failed: Set<String> = []

  package init(of head: CommitID) {
    self.head = head
  }

  /// The number of tests that failed. A test that a repetition passes is counted: it failed before.
  package var failures: Int { failed.count }

  package mutating func read(_ event: ProgressEvent) {
    switch event {
    case .started(let stage): doing = Self.work(in: stage) ?? doing
    case .output(let line):
      guard failed.count < Self.maximumFailures, let test = FailedTestLine.test(in: line) else { return }
      failed.insert(String(test.prefix(Self.longestName)))
    case .ended, .detail: break
    }
  }

  /// One line, without text of the code under review, such as `reviewing 1a2b3c4d5e: testing, 1 test failed so far`.
  package var text: String {
    let tests = failures == 0 ? nil : failures == 1 ? "1 test failed so far" : "\(failures) tests failed so far"
    let parts = [doing, tests].compactMap(\.self)
    return "reviewing \(head.short)" + (parts.isEmpty ? "" : ": \(parts.joined(separator: ", "))")
  }

  /// - Parameter stage: a name such as `build`, `merge test integration` or `base build`.
  /// - Returns: `nil` for a stage that is not worth showing, or that runs beside others.
  private static func work(in stage: String) -> String? {
    let words = stage.split(separator: " ")
    switch (words.first, words.dropFirst().first) {
    case ("base", "build"): return "building the base"
    case ("merge", let word?): return work[String(word)].map { "\($0) of the merge" }
    case (let word?, _): return work[String(word)]
    default: return nil
    }
  }
}

/// The lines in which the testing libraries report a failed test.
package enum FailedTestLine {
  /// Returns the name of the test in a line that reports its failure: hostile text. A code under review can print such a
  /// line, too.
  ///
  /// - Returns: the name in `Test Case 'ShapeTests.testArea' failed (0.1 seconds)`, `✘ Test area() failed after …` and
  ///   `✘ Test area() recorded an issue at …`; `nil` for any other line.
  package static func test(in line: String) -> Substring? {
    if line.hasPrefix(xctest) {
      let rest = line.dropFirst(xctest.count)
      return rest.firstRange(of: "' failed (").map { rest[..<$0.lowerBound] }
    }
    guard line.hasPrefix(swiftTesting) else { return nil }
    let rest = line.dropFirst(swiftTesting.count)
    guard !rest.hasPrefix("run with ") else { return nil }
    return [" failed after ", " recorded an issue "].lazy.compactMap { rest.firstRange(of: $0) }.first
      .map { rest[..<$0.lowerBound] }
  }

  private static let xctest = "Test Case '"
  private static let swiftTesting = "✘ Test "
}
