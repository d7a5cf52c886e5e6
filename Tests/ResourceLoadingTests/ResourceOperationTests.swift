// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewTesting
import Testing

@testable import ResourceLoading

struct ResourceOperationTests {
  private let shape = Shape(name: "square", sides: 4)

  @Test func `calls its completion once`() async throws {
    let shape = shape
    let calls = Locked(0)
    await withCheckedContinuation { continuation in
      let operation = ResourceOperation { () async throws(LoadingError) in
        shape
      } completion: { result in
        #expect((try? result.get()) == shape)
        calls.withLock { $0 += 1 }
        continuation.resume()
      }
      operation.start()
      operation.start()
    }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func `reports a failure`() async throws {
    let error: TransportError? = await withCheckedContinuation { continuation in
      let operation = ResourceOperation<Shape> { () async throws(LoadingError) in
        throw .transport(TransportError(.timedOut, ""))
      } completion: { result in
        if case .failure(.transport(let error)) = result {
          continuation.resume(returning: error)
        } else {
          continuation.resume(returning: nil)
        }
      }
      operation.start()
    }
    #expect(error?.code == .timedOut)
  }

  @Test func `never calls back after it was cancelled`() async throws {
    let shape = shape
    let hold = Gate()
    let operation = ResourceOperation { () async throws(LoadingError) -> Shape in
      // The gate is never opened; the cancellation ends the wait.
      try? await hold.pass()
      return shape
    } completion: { _ in
      Issue.record("called back after the cancellation")
    }
    operation.start()
    try await hold.arrived()
    operation.cancel()
    // The work has returned its model; the operation must not pass it to the completion.
    await operation.load?.value
    #expect(operation.isCancelled)
    #expect(!operation.isFinished)
  }

  @Test func `does nothing when cancelled before the start`() async throws {
    let operation = ResourceOperation<Shape> { () async throws(LoadingError) in
      Issue.record("worked after the cancellation")
      throw .transport(TransportError(.cancelled, ""))
    } completion: { _ in
      Issue.record("called back after the cancellation")
    }
    operation.cancel()
    operation.start()
    #expect(operation.load == nil)
    #expect(operation.isCancelled)
  }
}
