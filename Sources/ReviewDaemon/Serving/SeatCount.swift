// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// How many connections a server has.
final class SeatCount: Sendable {
  private let limit: Int
  private let taken = Locked(0)
  private let onChange: @Sendable (Int) -> Void

  /// - Parameter onChange: told how many there are, in the order of the changes. It returns at once.
  init(_ limit: Int, onChange: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.limit = limit
    self.onChange = onChange
  }

  /// False when all are taken.
  func take() -> Bool {
    taken.withLock { taken in
      guard taken < limit else { return false }
      taken += 1
      onChange(taken)
      return true
    }
  }

  /// Gives back what was taken.
  func release() {
    taken.withLock { taken in
      taken -= 1
      onChange(taken)
    }
  }
}
