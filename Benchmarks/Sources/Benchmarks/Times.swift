// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The durations of the rounds of one measurement.
struct Times {
  let name: String
  private var seconds: [Double] = []

  init(_ name: String) {
    self.name = name
  }

  /// Adds the duration of a round, except of round 0, which warms up.
  mutating func add(_ time: Duration, in round: Int) {
    if round > 0 { seconds.append(time / .seconds(1)) }
  }

  var shortest: Double { seconds.min() ?? .nan }

  private var median: Double {
    let sorted = seconds.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  static func table(_ rows: [Times], requests: Int) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    func line(_ name: String, _ cells: [String]) -> String {
      name + String(repeating: " ", count: width - name.count)
        + cells.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }.joined()
    }
    let lines = rows.map { row in
      line(row.name, [milliseconds(row.shortest), milliseconds(row.median)])
    }
    return ([line("", ["min ms", "median ms"])] + lines).joined(separator: "\n")
  }

  private static func milliseconds(_ seconds: Double) -> String {
    (seconds * 1000).formatted(.number.precision(.fractionLength(1)).grouping(.never))
  }
}
