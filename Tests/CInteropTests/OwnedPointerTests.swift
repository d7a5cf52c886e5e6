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

/// A policy for a C pointer, which has no reference count in Swift.
private struct Counted: ReleasePolicy {
  static let released = Locked<[Int]>([])

  static func release(_ pointer: OpaquePointer) {
    released.withLock { $0.append(Int(bitPattern: pointer)) }
  }
}

/// A noncopyable wrapper with a pointer as its only property.
private struct Wrapper: ~Copyable {
  let handle: OwnedPointer<Counted>
}

struct OwnedPointerTests {
  @Test func `a plain pointer is released, alone and as a property`() throws {
    let first = try #require(OpaquePointer(bitPattern: 0x10))
    let second = try #require(OpaquePointer(bitPattern: 0x20))
    do {
      let pointer = OwnedPointer<Counted>(adopting: first)
      #expect(pointer.withPointer { Int(bitPattern: $0) } == 0x10)
      #expect(Counted.released.withLock { $0 } == [])
      let wrapper = Wrapper(handle: OwnedPointer(adopting: second))
      #expect(wrapper.handle.withPointer { Int(bitPattern: $0) } == 0x20)
    }
    #expect(Set(Counted.released.withLock { $0 }) == [0x10, 0x20])
  }

  @Test func `a pointer is released once, when its owner is destroyed`() {
    let log = Log()
    do {
      let pointer = OwnedPointer<Recorded>(adopting: (7, log))
      #expect(pointer.withPointer { $0.0 } == 7)
      #expect(log.released.withLock { $0 } == [])
    }
    #expect(log.released.withLock { $0 } == [7])
  }

  @Test func `a pointer is released when a borrower throws`() {
    struct Failure: Error {}
    let log = Log()
    #expect(throws: Failure.self) {
      let pointer = OwnedPointer<Recorded>(adopting: (8, log))
      try pointer.withPointer { _ in throw Failure() }
    }
    #expect(log.released.withLock { $0 } == [8])
  }
}
