// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Testing

@testable import ResourceLoading

struct AsyncSemaphoreTests {
  @Test func `wakes waiters in the order in which they arrived`() async throws {
    let semaphore = AsyncSemaphore(value: 1)
    try await semaphore.wait()
    let order = Locked<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      // Each runs immediately, up to its place in the queue.
      tasks.append(
        Task.immediate {
          try await semaphore.wait()
          order.withLock { $0.append(number) }
          semaphore.signal()
        })
    }
    semaphore.signal()
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func `a cancelled waiter leaves the queue without taking a slot`() async throws {
    let semaphore = AsyncSemaphore(value: 1)
    try await semaphore.wait()
    let tasks = (0..<20).map { _ in Task { try await semaphore.wait() } }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect { try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    }
    semaphore.signal()
    try await semaphore.wait()
    semaphore.signal()
  }
}
