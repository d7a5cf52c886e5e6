// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import CInterop

private final class Log: Sendable {
  let released = Locked<[Int]>([])
}

private struct Recorded: ReleasePolicy {
  static func release(_ pointer: (Int, Log)) {
    pointer.1.released.withLock { $0.append(pointer.0) }
  }
}

struct OwnedPointerTests {
  @Test func `releases its pointer once, when the owner goes away`() {
    let log = Log()
    do {
      let pointer = OwnedPointer<Recorded>(adopting: (7, log))
      #expect(pointer.withPointer { $0.0 } == 7)
      #expect(log.released.withLock { $0 } == [])
    }
    #expect(log.released.withLock { $0 } == [7])
  }

  @Test func `releases its pointer when the borrower throws`() {
    struct Failure: Error {}
    let log = Log()
    #expect(throws: Failure.self) {
      let pointer = OwnedPointer<Recorded>(adopting: (8, log))
      try pointer.withPointer { _ in throw Failure() }
    }
    #expect(log.released.withLock { $0 } == [8])
  }
}
