// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation

/// Runs a function on a thread that ends with it, for effects such as a restriction that the kernel applies to one
/// thread.
///
/// A thread that is started by a restricted one is restricted too, and resuming a task may start one. So another thread
/// waits for this one and resumes the task. The body must not use tasks or queues either.
package func onDedicatedThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await blocking { try waitingForDedicatedThread(body) }
}

/// The same for a caller that may block.
func waitingForDedicatedThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
  let result = Locked<Result<Value, any Error>?>(nil)
  let isOver = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let outcome = Result { try body() }
    result.withLock { $0 = outcome }
    isOver.signal()
  }
  isOver.wait()
  guard let outcome = result.withLock({ $0 }) else { preconditionFailure("the thread has a result before it is over") }
  return try outcome.get()
}
