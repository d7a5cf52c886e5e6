// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import CInterop

private final class Log: Sendable {
  let released = Locked<[Int]>([])

  func add(_ pointer: Int) { released.withLock { $0.append(pointer) } }
}

/// A noncopyable wrapper with a pointer as its only property.
private struct Wrapper: ~Copyable {
  let handle: OwnedPointer<OpaquePointer>
}

struct OwnedPointerTests {
  /// A C pointer has no reference count in Swift.
  @Test func `a plain pointer is released, alone and as a property`() throws {
    let first = try #require(OpaquePointer(bitPattern: 0x10))
    let second = try #require(OpaquePointer(bitPattern: 0x20))
    let released = Locked<[Int]>([])
    let release = { (pointer: OpaquePointer) in released.withLock { $0.append(Int(bitPattern: pointer)) } }
    do {
      let pointer = OwnedPointer(adopting: first, release: release)
      #expect(pointer.withPointer { Int(bitPattern: $0) } == 0x10)
      #expect(released.withLock { $0 } == [])
      let wrapper = Wrapper(handle: OwnedPointer(adopting: second, release: release))
      #expect(wrapper.handle.withPointer { Int(bitPattern: $0) } == 0x20)
    }
    #expect(Set(released.withLock { $0 }) == [0x10, 0x20])
  }

  @Test func `a pointer is released once, when its owner is destroyed`() {
    let log = Log()
    do {
      let pointer = OwnedPointer(adopting: 7) { log.add($0) }
      #expect(pointer.withPointer { $0 } == 7)
      #expect(log.released.withLock { $0 } == [])
    }
    #expect(log.released.withLock { $0 } == [7])
  }

  @Test func `a pointer is released when a borrower throws`() {
    struct Failure: Error {}
    let log = Log()
    #expect(throws: Failure.self) {
      let pointer = OwnedPointer(adopting: 8) { log.add($0) }
      try pointer.withPointer { _ in throw Failure() }
    }
    #expect(log.released.withLock { $0 } == [8])
  }
}
