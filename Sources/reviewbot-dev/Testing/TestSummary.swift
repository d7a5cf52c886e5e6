// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What is printed at the end of a run of the tests.
struct TestSummary {
  let record: TestRecord
  /// How many of the slowest tests are listed.
  var slowest = 30

  var lines: [String] {
    var lines: [String] = []
    let slow = record.timed.sorted { $0.seconds > $1.seconds }.prefix(slowest)
    if !slow.isEmpty {
      lines += ["", "The slowest \(slow.count) tests, in seconds, all cases of a test together:"]
      lines += slow.map { "  \(Self.padded($0.seconds))  \($0.name)" }
    }
    if !record.skipped.isEmpty {
      lines += ["", "Skipped:"]
      let reasons = record.skipped.map { (count: $0.value.count, reason: $0.key) }
      lines += reasons.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }.map { "  \($0.count)  \($0.reason)" }
    }
    if !record.failed.isEmpty { lines += ["", "Failed:"] + record.failed.map { "  \($0)" } }
    let skips = record.skipped.values.reduce(0) { $0 + $1.count }
    return lines + ["", "\(record.passed) passed, \(record.failed.count) failed, \(skips) skipped"]
  }

  /// In tenths of a second, seven characters wide.
  private static func padded(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }
}
