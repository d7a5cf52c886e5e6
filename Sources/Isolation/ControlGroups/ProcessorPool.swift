// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation

/// The processors that a review uses where no control group distributes them.
package struct ProcessorShare: Hashable, Codable, Sendable {
  /// The kernel's numbers of the processors.
  package let numbers: [Int32]

  /// Restricts the calling thread, and the threads and processes that it starts from now on, to these processors. A
  /// program can lift the restriction: it only prevents slowing down others by accident.
  package func keepToIt() throws(SandboxError) {
    try SandboxError.check(
      reviewbot_keep_to_processors(numbers, Int32(numbers.count)), "cannot set the processors of the review")
  }

  /// All processors that this process may run on.
  static var ofThisProcess: ProcessorShare {
    var numbers = [Int32](repeating: 0, count: 8192)
    let count = reviewbot_allowed_processors(&numbers, Int32(numbers.count))
    return ProcessorShare(numbers: Array(numbers[..<Int(max(0, count))]))
  }
}

/// Distributes the processors to concurrent reviews: each has its own, as many as any other or one more, but at least
/// one.
package final class ProcessorPool: Sendable {
  private let shares: [ProcessorShare]
  /// The number of reviews that use each share.
  private let users: Locked<[Int]>

  /// - Parameter reviews: the number of concurrent reviews; 1 or more.
  package convenience init(reviews: Int) {
    self.init(.ofThisProcess, reviews: reviews)
  }

  init(_ all: ProcessorShare, reviews: Int) {
    let count = all.numbers.count
    shares = (0..<reviews).map { index in
      let start = index * count / reviews
      return ProcessorShare(
        numbers: Array(all.numbers[start..<max((index + 1) * count / reviews, min(start + 1, count))]))
    }
    users = Locked([Int](repeating: 0, count: reviews))
  }

  /// Returns the share with the fewest users.
  package func lease() -> ProcessorLease {
    let index = users.withLock { users in
      let index = users.indices.min { users[$0] < users[$1] } ?? 0
      users[index] += 1
      return index
    }
    return ProcessorLease(share: shares[index]) { self.users.withLock { $0[index] -= 1 } }
  }
}

/// A share that is used by a review, and returned on deinitialization.
package final class ProcessorLease: Sendable {
  package let share: ProcessorShare
  private let giveBack: @Sendable () -> Void

  init(share: ProcessorShare, giveBack: @escaping @Sendable () -> Void) {
    self.share = share
    self.giveBack = giveBack
  }

  deinit { giveBack() }
}
