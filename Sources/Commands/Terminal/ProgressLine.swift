// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText
import ReviewContract

/// The progress line of a review on a terminal.
struct ProgressLine {
  /// The current stage; `nil` between two stages.
  private(set) var stage: String?
  /// The end of the line: the running test, else the last line of output.
  private var detail = ""

  mutating func start(_ name: String) {
    stage = HostileText(name).terminal()
    detail = ""
  }

  mutating func end() {
    stage = nil
    detail = ""
  }

  /// - Parameter text: a line of output of a build or a test, which is hostile text.
  mutating func print(_ text: String) {
    let line = HostileText(text).terminal()
    if let test = RunningTest.name(in: line) { return detail = test }
    // Between two tests the last name is kept, because a flickering line is unreadable.
    if !RunningTest.isAboutTests(line) { detail = line }
  }

  /// Returns a line such as `  build … 12 s, about 40 s left  Compiling Shapes`; empty between two stages.
  ///
  /// - Parameter remaining: the estimated rest of the whole review; `nil` if there is no estimate.
  func text(elapsed: Duration, remaining: Duration?, width: Int) -> String {
    guard let stage else { return "" }
    let seconds = elapsed.milliseconds / 1000
    let time = seconds > 0 ? " \(String(duration: .seconds(seconds)))" : ""
    let rest = remaining.map { $0.milliseconds / 1000 } ?? 0
    let estimate = rest > 0 ? ", about \(String(duration: .seconds(Self.rounded(rest)))) left" : ""
    return String("  \(stage) …\(time)\(estimate)\(detail.isEmpty ? "" : "  \(detail)")".prefix(max(0, width - 1)))
  }

  /// Rounds an estimate down to its precision.
  private static func rounded(_ seconds: Int) -> Int {
    seconds < 20 ? seconds : seconds < 120 ? seconds / 5 * 5 : seconds / 30 * 30
  }
}

/// The names of running tests in the output of `swift test`.
enum RunningTest {
  /// Returns the name of a test that starts: `ShapeTests.testArea` of `Test Case 'ShapeTests.testArea' started at …`,
  /// `area()` of `◇ Test area() started.`
  ///
  /// - Parameter line: a rendering of hostile text.
  static func name(in line: String) -> String? {
    if let match = line.firstMatch(of: #/^Test Case '(.+)' started/#) { return String(match.1) }
    if let match = line.firstMatch(of: #/^. Test (?!run\b|case\b)(.+) started\.$/#) {
      return match.1.trimmingPrefix("\"").hasSuffix("\"") ? String(match.1.dropFirst().dropLast()) : String(match.1)
    }
    return nil
  }

  /// Returns whether the line is one of the many lines of a test run about its tests.
  static func isAboutTests(_ line: String) -> Bool {
    line.hasPrefix("Test Case '") || line.hasPrefix("Test Suite '")
      || line.firstMatch(of: #/^. (Test|Suite) .+ (started|passed|failed|skipped)/#) != nil
  }
}
