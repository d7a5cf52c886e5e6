// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A Swift value that travels through a C library's `void *` for the time of one call.
///
/// The context must outlive the call; ``withPayload(_:)`` sees to that.
package final class CallbackContext<Value> {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Lends the payload pointer for the time of the call.
  package func withPayload<Result, Failure: Error>(
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try body(Unmanaged.passUnretained(self).toOpaque())
    withExtendedLifetime(self) {}
    return result
  }

  /// The context behind a payload pointer that a callback was given.
  package static func from(_ payload: UnsafeMutableRawPointer?) -> CallbackContext {
    guard let payload else { preconditionFailure("the library called back without its payload") }
    return Unmanaged<CallbackContext>.fromOpaque(payload).takeUnretainedValue()
  }
}

/// How a C library takes back what it gave.
package protocol ReleasePolicy {
  associatedtype Pointer
  static func release(_ pointer: Pointer)
}

/// A C pointer with exactly one owner.
///
/// The pointer is released when the owner goes away, and lent, never given, in between: a child that was made inside
/// ``withPointer(_:)`` cannot outlive its parent.
package struct OwnedPointer<Policy: ReleasePolicy>: ~Copyable {
  /// A class, because Swift 6.3 does not run the `deinit` of a generic struct of another module.
  private final class Owner {
    let pointer: Policy.Pointer

    init(_ pointer: Policy.Pointer) {
      self.pointer = pointer
    }

    deinit {
      Policy.release(pointer)
    }
  }

  private let owner: Owner

  /// Takes ownership of a pointer that nothing else releases.
  package init(adopting pointer: Policy.Pointer) {
    owner = Owner(pointer)
  }

  /// Lends the pointer for the time of the call.
  package borrowing func withPointer<Result: ~Copyable, Failure: Error>(
    _ body: (Policy.Pointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(owner.pointer)
  }
}

/// Texts as C takes lists of them, such as arguments and environments: pointers, the last of which is null.
package enum CStringList {
  /// Lends copies of texts for the time of the call. A text with a null character ends there.
  package static func withPointers<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return copies.withUnsafeBufferPointer { list in
      guard let start = list.baseAddress else { preconditionFailure("a list has at least its end") }
      return body(start)
    }
  }

  /// An environment, in the order of its names.
  package static func withPointers<Result>(
    _ environment: [String: String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    withPointers(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }, body)
  }
}
