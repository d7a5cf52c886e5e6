// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import HummingbirdCore
package import JobQueue
package import Logging
import NIOCore
import ReviewContract
package import SystemPackage

/// Executes the operator's commands while the daemon has the queue open, on a Unix domain socket that only the daemon's
/// user can connect to: `POST /jobs/ID/cancel`, `POST /jobs/ID/retry`, and, with a scope or a pull request in the
/// path, `POST /pause`, `POST /resume` and `POST /run`. The query has the person and the reason.
package struct ControlServer: Sendable {
  private let socket: FilePath
  private let queue: any ReviewQueue
  private let isConfigured: @Sendable (PauseScope) -> Bool
  private let check: @Sendable (PullRequestReference) async -> PullRequestCheck
  private let masked: @Sendable (String) -> String
  private let onChange: @Sendable (PullRequestReference?) -> Void
  private let logger: Logger

  /// - Parameters:
  ///   - socket: its directory is created if it is missing; otherwise no other user may have access to it.
  ///   - isConfigured: whether a forge or a repository is configured.
  ///   - check: asks the forge for a pull request before its review is requested.
  ///   - masked: removes secrets from the texts that are stored.
  ///   - onChange: called after each change, with the pull request of the changed job; `nil` when any may have changed.
  package init(
    socket: FilePath, queue: any ReviewQueue, logger: Logger,
    isConfigured: @escaping @Sendable (PauseScope) -> Bool = { _ in true },
    check: @escaping @Sendable (PullRequestReference) async -> PullRequestCheck = { _ in .unknown },
    masked: @escaping @Sendable (String) -> String = { $0 },
    onChange: @escaping @Sendable (PullRequestReference?) -> Void
  ) {
    self.socket = socket
    self.queue = queue
    self.isConfigured = isConfigured
    self.check = check
    self.masked = masked
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
      respond: { request, channel in await reply(to: request, from: try await channel.peerUser()).response })
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

  private func reply(to request: Request, from peer: uid_t) async -> HTTPReply {
    guard let command = OperatorCommand(path: request.pathParts.map(String.init)) else { return .notFound }
    guard request.method == .post else { return .methodNotAllowed("POST") }
    if let scope = command.configuredScope, !isConfigured(scope) {
      return .error(
        OperatorCommand.unknown(scope), .notFound, remedy: "see `forges` and `repositories` in the server's file")
    }
    if case .run(let pullRequest) = command, case .missing = await check(pullRequest) {
      return .error("\(pullRequest) does not exist on its forge", .notFound, remedy: "check the number")
    }
    let query = request.queryItems
    let attribution = Attribution(person: query["person"], reason: query["reason"], uid: peer, masked: masked)
    do throws(QueueError) {
      let result = try await command.execute(on: queue, by: attribution)
      var metadata: Logger.Metadata = [
        "command": "\(command.name)", "subject": "\(command.subject)", "uid": .stringConvertible(peer),
        "person": "\(attribution.person)",
      ]
      if let reason = attribution.reason { metadata["reason"] = "\(reason)" }
      logger.notice("operator command executed", metadata: metadata)
      onChange(result.pullRequest)
      return .json(result)
    } catch {
      switch error.code {
      case .notFound: return .error(error.message, .notFound, remedy: error.remedy)
      case .invalid: return .error(error.message, .conflict, remedy: error.remedy)
      default: return .overloaded(error.description)
      }
    }
  }
}

extension Channel {
  /// The user id of the process at the other end of a Unix domain socket, from the kernel.
  fileprivate func peerUser() async throws -> uid_t {
    guard let options = self as? any SocketOptionProvider else {
      throw ServingError(.place, "cannot determine the user who sent the command")
    }
    let credentials: PeerCredentials =
      try await options.unsafeGetSocketOption(
        level: SocketOptionLevel(SOL_SOCKET), name: SO_PEERCRED
      ).get()
    return credentials.user
  }
}

/// `struct ucred` of unix(7).
private struct PeerCredentials {
  let process: pid_t
  let user: uid_t
  let group: gid_t
}

/// Whether a forge has a pull request.
package enum PullRequestCheck: Hashable, Sendable {
  case exists, missing
  /// The forge did not answer.
  case unknown
}

extension Request {
  /// The decoded items of the query; of equal names the last.
  fileprivate var queryItems: [String: String] {
    let query = (head.path ?? "").split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return query.split(separator: "&").reduce(into: [:]) { items, pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = parts[0].removingPercentEncoding else { return }
      items[name] = parts[1].removingPercentEncoding
    }
  }

  /// The path as it was sent, not decoded, without the query.
  var path: Substring { (head.path ?? "").prefix { $0 != "?" && $0 != "#" } }

  /// The components of the path; empty ones are kept.
  var pathParts: [Substring] { path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 } }
}
