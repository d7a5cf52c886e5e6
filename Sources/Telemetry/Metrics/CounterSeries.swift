// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics

/// A number that grows until it is reset.
final class CounterSeries: MetricSeries, CounterHandler, FloatingPointCounterHandler {
  private let value = Locked(0.0)

  func increment(by amount: Int64) { increment(by: Double(amount)) }

  func increment(by amount: Double) {
    // A counter that shrinks looks like a program that started again.
    guard amount > 0, amount.isFinite else { return }
    value.withLock { $0 += amount }
  }

  func reset() { value.withLock { $0 = 0 } }

  func samples() -> [MetricSample] { [MetricSample(value: value.withLock { $0 })] }
}
