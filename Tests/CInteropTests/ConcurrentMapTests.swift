// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Testing

struct ConcurrentMapTests {
  /// Counts operations, and suspends them until a number of others is running.
  private actor Gate {
    private(set) var started: [Int] = []
    private(set) var most = 0
    private var running: [CheckedContinuation<Void, Never>] = []

    /// Returns when `count` operations have arrived, counted from the last that were let through.
    func pass(_ number: Int, with count: Int) async {
      started.append(number)
      most = Swift.max(most, running.count + 1)
      guard running.count + 1 < count else {
        for one in running { one.resume() }
        running = []
        return
      }
      await withCheckedContinuation { running.append($0) }
    }
  }

  @Test func `runs at most so many at a time, starts in order, and returns in order`() async {
    let gate = Gate()
    let results = await (0..<12).concurrentMap(atMost: 3) { number in
      await gate.pass(number, with: 3)
      return number * 10
    }
    #expect(results == (0..<12).map { $0 * 10 })
    #expect(await gate.most == 3)
    #expect(await Set(gate.started.prefix(3)) == [0, 1, 2])
  }

  @Test func `a cancellation reaches the running ones and starts no others`() async {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Int.self)
    let work = Task {
      await (0..<100).concurrentMap(atMost: 2) { number in
        arrive.yield(number)
        // Never in time: ends by the cancellation.
        try? await Task.sleep(for: .seconds(3600))
        return Task.isCancelled
      }
    }
    var iterator = arrivals.makeAsyncIterator()
    let first = [await iterator.next(), await iterator.next()]
    work.cancel()
    #expect(await work.value == [true, true])
    #expect(Set(first) == [0, 1])
  }

  @Test func `without elements there is nothing to do`() async {
    #expect(await [Int]().concurrentMap(atMost: 4) { $0 } == [])
    #expect(await [7].concurrentMap(atMost: 4) { $0 } == [7])
  }
}
