// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewTesting
import Testing

@testable import ReviewPages

/// Values that are loaded once in a while.
struct CacheTests {
  private struct Broken: Error {}

  /// A cache with a time that the test sets, and the number of loads.
  private struct World: Sendable {
    let time = Locked(Duration.zero)
    let loads = Locked(0)
    let cache: ExpiringCache<String, Int>

    init() {
      let time = time
      cache = ExpiringCache(lifetime: .seconds(60)) { time.withLock { $0 } }
    }

    func at(_ seconds: Int) { time.withLock { $0 = .seconds(seconds) } }

    func value(_ key: String = "a") async throws -> Int {
      try await cache.value(for: key) {
        loads.withLock {
          $0 += 1; return $0
        }
      }
    }

    func failure() async throws {
      _ = try await cache.value(for: "a") {
        loads.withLock { $0 += 1 }
        throw Broken()
      }
    }
  }

  @Test func `a value is kept for its lifetime, and not longer`() async throws {
    let world = World()
    #expect(try await world.value() == 1)
    world.at(59)
    #expect(try await world.value() == 1)
    #expect(try await world.value("b") == 2)
    world.at(60)
    #expect(try await world.value() == 3)
  }

  @Test func `an error is kept for five seconds`() async throws {
    let world = World()
    await #expect(throws: Broken.self) { try await world.failure() }
    world.at(4)
    await #expect(throws: Broken.self) { _ = try await world.value() }
    #expect(world.loads.withLock { $0 } == 1)
    world.at(5)
    #expect(try await world.value() == 2)
  }

  @Test func `callers at the same time share one load`() async throws {
    let world = World()
    let gate = Gate()
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await world.cache.value(for: "a") {
            try await gate.pass()
            return world.loads.withLock {
              $0 += 1; return $0
            }
          }
        }
      }
      try await gate.arrived()
      gate.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values == Array(repeating: 1, count: 50))
  }

  @Test func `a caller that ends does not end the load of the others`() async throws {
    let world = World()
    let gate = Gate()
    let first = Task {
      try await world.cache.value(for: "a") {
        try await gate.pass()
        return 7
      }
    }
    try await gate.arrived()
    first.cancel()
    gate.open()
    #expect(try await world.value() == 7)
  }

  @Test func `the number of kept values is bounded`() async throws {
    let world = World()
    for number in 0..<10_000 { _ = try await world.value("\(number)") }
    #expect(try await world.value("0") == 1)
    // None has expired, so that all are forgotten.
    _ = try await world.value("another")
    #expect(try await world.value("0") == 10_002)
  }

  @Test func `an operation that takes too long is cancelled`() async throws {
    let gate = Gate()
    await #expect(throws: PatienceExceeded.self) { try await within(.zero) { try await gate.pass() } }
    #expect(try await within(.seconds(86_400)) { 7 } == 7)
  }
}
