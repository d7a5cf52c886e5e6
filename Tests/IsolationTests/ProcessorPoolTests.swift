// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import Testing

@testable import Isolation

struct ProcessorPoolTests {
  @Test(
    arguments: [
      ([0, 1, 2, 3, 4, 5, 6, 7], 3, [[0, 1], [2, 3, 4], [5, 6, 7]]), ([0, 1], 2, [[0], [1]]),
      ([4, 6], 3, [[4], [4], [6]]),
      ([9], 2, [[9], [9]]), ([0, 1, 2], 1, [[0, 1, 2]]),
    ] as [([Int32], Int, [[Int32]])])
  func `processors are divided among reviews, at least one each`(all: [Int32], reviews: Int, expected: [[Int32]]) {
    let pool = ProcessorPool(ProcessorShare(numbers: all), reviews: reviews)
    let leases = (0..<reviews).map { _ in pool.lease() }
    #expect(leases.map(\.share.numbers) == expected)
  }

  @Test func `processors of a finished review go to the next one`() {
    let pool = ProcessorPool(ProcessorShare(numbers: [0, 1]), reviews: 2)
    var first: ProcessorLease? = pool.lease()
    let second = pool.lease()
    #expect(first?.share.numbers == [0])
    first = nil
    let third = pool.lease()
    #expect(third.share.numbers == [0])
    #expect(second.share.numbers == [1])
  }

  @Test func `a child process uses only the processors of its thread`() async throws {
    let one = ProcessorShare(numbers: Array(ProcessorShare.ofThisProcess.numbers.suffix(1)))
    // On a separate thread, which ends afterwards.
    let seen = try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(
          with: Result {
            try one.keepToIt()
            #expect(ProcessorShare.ofThisProcess == one)
            return try FinishedCommand.output(of: ["nproc"])
          })
      }.start()
    }
    #expect(seen == "1\n")
  }

  @Test func `an empty set of processors is rejected`() {
    #expect(throws: SandboxError.self) { try ProcessorShare(numbers: []).keepToIt() }
  }
}
