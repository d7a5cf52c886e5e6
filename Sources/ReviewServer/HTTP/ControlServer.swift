// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore
package import JobQueue
package import Logging
import NIOCore
import ReviewContract
package import SystemPackage

/// Executes the operator's commands for jobs while the daemon has the queue open: `POST /jobs/ID/cancel` and `POST
/// /jobs/ID/retry`, on a Unix domain socket that only the daemon's user can connect to.
package struct ControlServer: Sendable {
  private let socket: FilePath
  private let queue: any ReviewQueue
  private let onChange: @Sendable (ReviewJob) -> Void
  private let logger: Logger

  /// - Parameters:
  ///   - socket: its directory is created if it is missing; otherwise no other user may have access to it.
  ///   - onChange: called after each change, with the changed job.
  package init(
    socket: FilePath, queue: any ReviewQueue, logger: Logger, onChange: @escaping @Sendable (ReviewJob) -> Void
  ) {
    self.socket = socket
    self.queue = queue
    self.onChange = onChange
    self.logger = logger
  }

  /// Serves until the task is cancelled.
  ///
  /// - Throws: ``ServingError`` when another process listens on the socket, or when it cannot be created.
  package func run(onListening: @escaping @Sendable () -> Void = {}) async throws {
    let place = try ControlSocket(socket)
    var limits = IntakeLimits()
    limits.connections = 16
    let listener = HTTPListener(
      address: .unixDomainSocket(path: place.address), limits: limits, logger: logger,
      respond: { request in await reply(to: request) })
    defer { place.remove() }
    do {
      try await listener.run { _ in
        place.protect()
        onListening()
      }
    } catch let error where !(error is CancellationError) {
      throw ServingError(.place, "cannot listen on the socket \(socket)", underlying: ServingError.systemMessage(error))
    }
  }

  private func reply(to request: Request) async -> HTTPReply {
    let parts = request.pathParts
    guard parts.count == 3, parts[0] == "jobs", let number = Int64(parts[1]), number > 0 else { return .notFound }
    guard request.method == .post else { return .methodNotAllowed("POST") }
    let id = ReviewJob.ID(number)
    do throws(QueueError) {
      let job: ReviewJob
      switch parts[2] {
      case "cancel": job = try await queue.cancel(id)
      case "retry": job = try await queue.retry(id)
      default: return .notFound
      }
      logger.info("job changed by an operator", metadata: ["job": "\(job.id)", "change": "\(parts[2])"])
      onChange(job)
      return .json(JobText(id: job.id.number, state: job.state.rawValue))
    } catch {
      switch error.code {
      case .notFound: return .error(error.message, .notFound, remedy: error.remedy)
      case .invalid: return .error(error.message, .conflict, remedy: error.remedy)
      default: return .overloaded(error.description)
      }
    }
  }
}

private struct JobText: Encodable {
  let id: Int64
  let state: String
}

extension Request {
  /// The path as it was sent, not decoded, without the query.
  var path: Substring { (head.path ?? "").prefix { $0 != "?" && $0 != "#" } }

  /// The components of the path; empty ones are kept.
  var pathParts: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 } }
}
