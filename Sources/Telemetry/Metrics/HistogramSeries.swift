// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics

/// How many values there were up to each of some bounds, and their sum.
final class HistogramSeries: MetricSeries, RecorderHandler, TimerHandler {
  private struct State: Sendable {
    /// One more than there are bounds: the last is for what is above them all.
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
    // One that is no number would make the sum none for ever.
    guard !value.isNaN else { return }
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { state in
      state.counts[bucket] += 1
      state.sum += value
    }
  }

  /// Recorded in seconds. A clock that was set back makes no time negative.
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
