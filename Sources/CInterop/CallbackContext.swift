// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

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
