// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// How many connections a server has.
final class SeatCount: Sendable {
  private let limit: Int
  private let taken = Locked(0)

  init(_ limit: Int) {
    self.limit = limit
  }

  /// False when all are taken.
  func take() -> Bool {
    taken.withLock { taken in
      guard taken < limit else { return false }
      taken += 1
      return true
    }
  }

  /// Gives back what was taken.
  func release() {
    taken.withLock { $0 -= 1 }
  }
}
