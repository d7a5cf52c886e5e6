// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Testing

@testable import ResourceLoading

struct TurnstileTests {
  @Test func `lets in those who wait in the order in which they came`() async throws {
    let turnstile = Turnstile(places: 1)
    try await turnstile.enter()
    let order = Locked<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 {
      // Each runs at once, up to where it waits in the line.
      tasks.append(
        Task.immediate {
          try await turnstile.enter()
          order.withLock { $0.append(number) }
          turnstile.leave()
        })
    }
    turnstile.leave()
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [0, 1, 2, 3, 4])
  }

  @Test func `sends away who is cancelled, and loses no place`() async throws {
    let turnstile = Turnstile(places: 1)
    try await turnstile.enter()
    let tasks = (0..<20).map { _ in Task { try await turnstile.enter() } }
    for task in tasks { task.cancel() }
    for task in tasks {
      await #expect { try await task.value } throws: { ($0 as? TransportError)?.code == .cancelled }
    }
    turnstile.leave()
    try await turnstile.enter()
    turnstile.leave()
  }
}
