// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A value behind a lock.
///
/// On Linux `Synchronization.Mutex` makes ThreadSanitizer report false races; `NSLock` does not.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  // Unchecked: every access to `value` is inside `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  /// Reads and changes the value while no other thread does. The lock is not recursive.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
