// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics

/// A number that only grows until it is reset.
final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
  private let value = Locked(0.0)

  func increment(by amount: Int64) { increment(by: Double(amount)) }

  func increment(by amount: Double) {
    // A counter that shrinks looks like a restart of the program.
    guard amount > 0, amount.isFinite else { return }
    value.withLock { $0 += amount }
  }

  func reset() { value.withLock { $0 = 0 } }

  func samples() -> [MetricSample] { [MetricSample(value: value.withLock { $0 })] }
}

/// A number that goes up and down.
final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
  private let value = Locked(0.0)

  init(_ value: Double = 0) {
    set(value)
  }

  func set(_ number: Int64) { set(Double(number)) }
  func set(_ number: Double) { value.withLock { $0 = number } }
  func increment(by amount: Double) { value.withLock { $0 += amount } }
  func decrement(by amount: Double) { value.withLock { $0 -= amount } }
  func record(_ number: Int64) { set(number) }
  func record(_ number: Double) { set(number) }

  func samples() -> [MetricSample] { [MetricSample(value: value.withLock { $0 })] }
}

/// The buckets of histograms. They are fixed, because aggregation over machines needs equal buckets.
enum HistogramBounds {
  /// From a webhook's response to a long build, in seconds.
  static let seconds: [Double] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200,
  ]
  /// For recorders without a unit: bytes, lines, findings.
  static let amounts: [Double] = [0, 1, 3, 10, 30, 100, 300, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 1e7, 1e8, 1e9]
}

/// The number of values up to each bound, and their sum.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
  private struct State: Sendable {
    /// One more than there are bounds: the last is for values above them all.
    var counts: [Int]
    var sum = 0.0
  }

  private let bounds: [Double]
  private let state: Locked<State>

  /// - Parameter bounds: the upper bounds of the buckets, growing.
  init(bounds: [Double]) {
    self.bounds = bounds
    state = Locked(State(counts: Array(repeating: 0, count: bounds.count + 1)))
  }

  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    // NaN would make the sum NaN for good.
    guard !value.isNaN else { return }
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  /// Records seconds; a negative duration counts as zero.
  func recordNanoseconds(_ duration: Int64) { record(Double(max(0, duration)) / 1e9) }

  func samples() -> [MetricSample] {
    let state = state.withLock { $0 }
    var total = 0
    var samples: [MetricSample] = []
    for (bound, count) in zip(bounds + [.infinity], state.counts) {
      total += count
      samples.append(MetricSample(suffix: "_bucket", bound: bound, value: Double(total)))
    }
    return samples + [
      MetricSample(suffix: "_sum", value: state.sum), MetricSample(suffix: "_count", value: Double(total)),
    ]
  }
}

/// The values of one metric with one set of labels.
protocol MetricSeries: AnyObject, Sendable {
  /// A consistent snapshot.
  func samples() -> [MetricSample]
}

/// A line of the exposition: additions to the metric's name and labels, and the value.
struct MetricSample: Hashable, Sendable {
  /// Such as `_count`; empty for most.
  var suffix = ""
  /// The upper bound of a histogram's bucket.
  var bound: Double?
  let value: Double
}

/// Numbers in the exposition format.
enum MetricNumber {
  static func text(_ number: Double) -> String {
    if number.isNaN { return "NaN" }
    if number.isInfinite { return number > 0 ? "+Inf" : "-Inf" }
    // Integers that a Double represents exactly.
    if abs(number) < 0x1p53, let whole = Int64(exactly: number) { return String(whole) }
    return "\(number)"
  }
}
