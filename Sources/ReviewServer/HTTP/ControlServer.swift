// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore
package import JobQueue
package import Logging
import NIOCore
import ReviewContract
package import SystemPackage

/// Lets the operator's commands change what the daemon's queue holds, while the daemon has it: `POST /jobs/ID/cancel` and
/// `POST /jobs/ID/retry`, on a socket that only the daemon's user can reach.
package struct ControlServer: Sendable {
  private let socket: FilePath
  private let queue: any ReviewQueue
  private let onChange: @Sendable (ReviewJob) -> Void
  private let logger: Logger

  /// - Parameters:
  ///   - socket: the file; its folder is made, or must be nobody else's to enter.
  ///   - onChange: called after each change, with the job as it is now.
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
  /// - Throws: ``ServingError`` when somebody answers at the socket, or when it cannot be made.
  package func run(onListening: @escaping @Sendable () -> Void = {}) async throws {
    let place = try ControlSocket(socket)
    var limits = IntakeLimits()
    limits.connections = 16
    let listener = HTTPListener(
      address: .unixDomainSocket(path: place.address), limits: limits, logger: logger,
      answer: { request in await answer(request) })
    defer { place.remove() }
    do {
      try await listener.run { _ in
        place.protect()
        onListening()
      }
    } catch let error where !(error is CancellationError) {
      throw ServingError(.place, "cannot listen at the socket \(socket)", underlying: ServingError.words(error))
    }
  }

  private func answer(_ request: Request) async -> HTTPAnswer {
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
      logger.info("an operator changed a job", metadata: ["job": "\(job.id)", "change": "\(parts[2])"])
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
  /// The path as it was sent, without a query.
  var path: Substring { (head.path ?? "").prefix { $0 != "?" && $0 != "#" } }

  /// What the path has between slashes.
  var pathParts: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 } }
}
