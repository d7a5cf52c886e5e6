// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ResourceLoading
import Testing

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
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let operation = ResourceOperation { () async throws(LoadingError) -> Shape in
      start.yield()
      while !Task.isCancelled { await Task.yield() }
      end.yield(true)
      return shape
    } completion: { _ in
      Issue.record("called back after the cancellation")
    }
    operation.start()
    for await _ in started { break }
    operation.cancel()
    for await _ in ended { break }
    // The work has returned its model; the operation must not hand it on.
    for _ in 0..<100 { await Task.yield() }
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
    for _ in 0..<100 { await Task.yield() }
    #expect(operation.isCancelled)
  }
}
