// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics

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
