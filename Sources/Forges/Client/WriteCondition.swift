// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
package import ReviewContract

/// A condition of every request that writes to a forge, such as that a worker still holds its job.
///
/// It is checked right before each such request is sent, after all waits. It is task-local because all users of a
/// credential share a transport.
package enum WriteCondition {
  package typealias Check = @Sendable () async throws -> Void

  @TaskLocal fileprivate static var check: Check?

  /// Runs an operation that sends requests. A request that writes is not sent if the check throws.
  ///
  /// - Parameter isAnnouncement: whether other writes with the credential are sent first.
  package static func require<Value: Sendable>(
    _ check: @escaping Check, isAnnouncement: Bool = false, _ body: () async throws(ForgeError) -> Value
  ) async throws(ForgeError) -> Value {
    let result: Result<Value, ForgeError> = await $check.withValue(check) {
      await WriteUrgency.$current.withValue(isAnnouncement ? .announcement : .result) {
        do throws(ForgeError) {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }
}

/// A transport that sends a request that writes only if the task's condition holds.
struct ConditionalWriteTransport: HTTPTransport {
  private let base: any HTTPTransport

  init(_ base: any HTTPTransport) {
    self.base = base
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    if !request.head.method.isSafe, let check = WriteCondition.check {
      do {
        try await check()
      } catch {
        throw TransportError(.withdrawn, "\(error)")
      }
    }
    return try await base.send(request)
  }
}
