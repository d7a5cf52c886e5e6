// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The durations of calls.
struct Latencies: CustomStringConvertible {
  private var times: [Duration] = []

  mutating func add(_ time: Duration) { times.append(time) }

  mutating func add(_ others: Latencies) { times += others.times }

  var count: Int { times.count }

  /// Returns the duration that is not exceeded by this percentage of the calls; zero without calls.
  func percentile(_ percent: Int) -> Duration {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return .zero }
    return sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  var description: String {
    [50, 99].map { "p\($0) \(Double(Int((percentile($0) / .milliseconds(1)) * 100)) / 100) ms" }.joined(separator: ", ")
  }
}
