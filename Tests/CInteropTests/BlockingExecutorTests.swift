// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Dispatch
import Testing

@testable import CInterop

private actor Counter {
  private let executor = BlockingExecutor(label: "test")
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func next() -> Int {
    count += 1
    return count
  }
}

struct BlockingExecutorTests {
  @Test func `calls of an actor run one after the other`() async {
    let counter = Counter()
    let numbers = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<200 { group.addTask { await counter.next() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(numbers.sorted() == Array(1...200))
  }
}
