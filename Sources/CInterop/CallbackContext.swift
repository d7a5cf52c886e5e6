// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A Swift value that is passed through a C library's `void *` for the duration of one call.
///
/// The context must outlive the call; ``withPayload(_:)`` ensures it.
package final class CallbackContext<Value> {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Provides the payload pointer for the duration of the call.
  package func withPayload<Result, Failure: Error>(
    _ body: (UnsafeMutableRawPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = try body(Unmanaged.passUnretained(self).toOpaque())
    withExtendedLifetime(self) {}
    return result
  }

  /// Returns the context of a payload pointer in a callback.
  package static func from(_ payload: UnsafeMutableRawPointer?) -> CallbackContext {
    guard let payload else { preconditionFailure("the library called back without its payload") }
    return Unmanaged<CallbackContext>.fromOpaque(payload).takeUnretainedValue()
  }
}

/// A C pointer with exactly one owner.
///
/// The pointer is released with its owner, and is lent but never given away before that: a child created inside
/// ``withPointer(_:)`` cannot outlive its parent.
package struct OwnedPointer<Pointer>: ~Copyable {
  /// A class, because Swift 6.3 does not run the `deinit` of a generic struct of another module.
  private final class Owner {
    let pointer: Pointer
    let release: (Pointer) -> Void

    init(_ pointer: Pointer, _ release: @escaping (Pointer) -> Void) {
      self.pointer = pointer
      self.release = release
    }

    deinit { release(pointer) }
  }

  private let owner: Owner

  /// Takes ownership of a pointer that nothing else releases.
  ///
  /// - Parameter release: the function of the C library that releases it.
  package init(adopting pointer: Pointer, release: @escaping (Pointer) -> Void) {
    owner = Owner(pointer, release)
  }

  /// Provides the pointer for the duration of the call.
  package borrowing func withPointer<Result: ~Copyable, Failure: Error>(
    _ body: (Pointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(owner.pointer)
  }
}

/// Lists of strings in C form, such as arguments and environments: pointers, the last of which is null.
package enum CStringList {
  /// Provides copies of texts for the duration of the call. A text is truncated at a null character.
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

  /// Provides an environment, sorted by the names of variables.
  package static func withPointers<Result>(
    _ environment: [String: String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    withPointers(environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }, body)
  }
}
