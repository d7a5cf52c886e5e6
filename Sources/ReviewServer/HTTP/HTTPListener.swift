// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
package import HTTPTypes
package import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix

/// An HTTP/1.1 server that accepts connections within limits and passes requests to a function.
package struct HTTPListener: Sendable {
  /// The server stopped without being cancelled.
  struct Ended: Error, CustomStringConvertible {
    var description: String { "the server no longer accepts connections" }
  }

  let address: BindAddress
  let limits: IntakeLimits
  let logger: Logger
  /// Called with the status of each request that the connection limits refuse.
  var onRefusal: @Sendable (HTTPResponse.Status) -> Void = { _ in }
  /// Called with the number of connections after each change.
  var onConnections: @Sendable (Int) -> Void = { _ in }
  /// The reply to a request that is refused by its header, before the body is read; `nil` to accept it.
  var refusal: @Sendable (Request) -> HTTPReply? = { _ in nil }
  /// The response to an accepted request. An error closes the connection, without a response if none has begun.
  private let respond: @Sendable (Request, any Channel) async throws -> Response

  package init(
    address: BindAddress, limits: IntakeLimits, logger: Logger,
    onRefusal: @escaping @Sendable (HTTPResponse.Status) -> Void = { _ in },
    onConnections: @escaping @Sendable (Int) -> Void = { _ in },
    respond: @escaping @Sendable (Request, any Channel) async throws -> Response
  ) {
    self.address = address
    self.limits = limits
    self.logger = logger
    self.onRefusal = onRefusal
    self.onConnections = onConnections
    self.respond = respond
  }

  /// Serves until the task is cancelled; then accepts no connections, and requests in progress have
  /// ``IntakeLimits/stopping`` to end.
  ///
  /// - Parameter onListening: called once, with the listening channel.
  /// - Throws: ``Ended``, and errors of the socket.
  package func run(onListening: @escaping @Sendable (any Channel) async -> Void) async throws {
    let connections = connections
    // Excess connections are accepted and refused with 503; further ones wait in the kernel's backlog.
    let accepted = connections + max(connections / 4, 16)
    // The caller logs that the server listens, and its purpose.
    var logger = logger
    logger.logLevel = max(logger.logLevel, .warning)
    let server = Server(
      childChannelSetup: channels(connections),
      configuration: ServerConfiguration(
        address: address,
        availableConnectionsDelegate: MaximumAvailableConnections(accepted, logger: logger)),
      onServerRunning: onListening, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    // An unstructured task: cancellation would abort the requests in progress. It does not outlive this function.
    let serving = Task { try await server.run() }
    let stopping = limits.stopping
    try await withTaskCancellationHandler {
      do {
        try await serving.value
      } catch let error where !Task.isCancelled {
        throw error
      } catch {
        // Cancelled before the server was running.
      }
      // The server only logs an error of the listening socket.
      guard Task.isCancelled else { throw Ended() }
    } onCancel: {
      Task {
        // Aborts the requests that exceed the time.
        let end = Task {
          try await Task.sleep(for: stopping)
          serving.cancel()
        }
        // If the graceful shutdown fails, the cancellation ends the server.
        try? await server.shutdownGracefully()
        // A request can be in progress although its client has closed the connection.
        _ = await serving.result
        end.cancel()
      }
    }
  }

  /// At most half of the process's limit of open files: the queue and the reviews need files too.
  private var connections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return limits.connections }
    return min(limits.connections, Int(clamping: limit.rlim_cur / 2))
  }

  private func channels(_ connections: Int) -> HTTP1Channel {
    let connectionLimit = ConnectionLimit(
      connections, perAddress: max(1, connections / IntakeLimits.addressesForAll), exempt: limits.trustedProxies,
      onChange: onConnections)
    let limits = limits
    let onRefusal = onRefusal
    let (refusal, respond) = (refusal, respond)
    return HTTP1Channel(
      responder: { request, writer, channel in
        if let refusal = refusal(request) { return try await refusal.response.write(to: writer) }
        // RFC 9110, 10.1.1: the client sends the body after this response.
        if request.headers[.expect]?.lowercased() == "100-continue" {
          try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        try await respond(request, channel).write(to: writer)
      },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [
          RequestGuard(connectionLimit: connectionLimit, limits: limits, onRefusal: onRefusal)
        ],
        idleTimeout: TimeAmount(limits.header)))
  }
}
