// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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

  /// Takes over a pointer that nobody else releases.
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
