// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop

/// How many bytes may still pass.
final class ByteBudget: Sendable {
  private let left: Locked<Int>
  private let larger: ByteBudget?

  /// - Parameter larger: what is taken here is taken there too.
  init(_ bytes: Int, within larger: ByteBudget? = nil) {
    left = Locked(bytes)
    self.larger = larger
  }

  /// - Returns: `false` when so many are not left; then nothing may pass any more.
  func take(_ bytes: Int) -> Bool {
    let isLeft = left.withLock { left in
      left -= bytes
      return left >= 0
    }
    return isLeft && larger?.take(bytes) ?? true
  }

  var isSpent: Bool { left.withLock { $0 <= 0 } || larger?.isSpent ?? false }
}
