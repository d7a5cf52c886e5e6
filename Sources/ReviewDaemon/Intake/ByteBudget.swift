// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CoreMetrics

/// How many bytes may be held at once, by all together.
final class ByteBudget: Sendable {
  private let limit: Int
  private let taken = Locked(0)
  private let gauge = Gauge(label: "reviewbot_webhook_bytes_in_flight")

  private let onChange: @Sendable (Int) -> Void

  /// - Parameter onChange: told how many are held, in the order of the changes. It returns at once.
  init(_ limit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onChange = onChange
  }

  /// False when there is no room; then nothing was taken.
  func take(_ count: Int) -> Bool {
    taken.withLock { taken in
      guard count <= limit - taken else { return false }
      taken += count
      gauge.record(taken)
      onChange(taken)
      return true
    }
  }

  func giveBack(_ count: Int) {
    guard count > 0 else { return }
    taken.withLock { taken in
      taken -= count
      gauge.record(taken)
      onChange(taken)
    }
  }

  /// What is held now.
  var held: Int { taken.withLock { $0 } }
}
