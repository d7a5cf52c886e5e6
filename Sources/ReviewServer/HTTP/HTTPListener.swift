// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// An HTTP/1.1 server: accepts connections within limits and hands requests to a function.
struct HTTPListener: Sendable {
  /// The server ended by itself.
  struct Ended: Error, CustomStringConvertible {
    var description: String { "it accepts no connections any more" }
  }

  let address: BindAddress
  let limits: IntakeLimits
  let logger: Logger
  /// Told of the answers that are given before the function is asked.
  var onRefusal: @Sendable (HTTPResponse.Status) -> Void = { _ in }
  /// Told how many connections there are, each time that this changes.
  var onConnections: @Sendable (Int) -> Void = { _ in }
  /// What is answered when the header alone says that nothing can come of the request.
  var refusal: @Sendable (Request) -> HTTPAnswer? = { _ in nil }
  let answer: @Sendable (Request) async throws -> HTTPAnswer

  /// Serves until the task is cancelled; then accepts nothing more, and lets what is in work end within its time.
  ///
  /// - Parameter onListening: called once, with the channel that listens.
  func run(onListening: @escaping @Sendable (any Channel) async -> Void) async throws {
    let connections = connections
    // Some more are accepted and told to come back; what is beyond waits in the kernel.
    let accepted = connections + max(connections / 4, 16)
    // That it listens is told by who knows what for.
    var logger = logger
    logger.logLevel = max(logger.logLevel, .warning)
    let server = Server(
      childChannelSetup: channels(connections),
      configuration: ServerConfiguration(
        address: address,
        availableConnectionsDelegate: MaximumAvailableConnections(accepted, logger: logger)),
      onServerRunning: onListening, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    // A task of its own, which our cancellation does not reach: it would cut off the requests in work. It ends here.
    let serving = Task { try await server.run() }
    let stopping = limits.stopping
    try await withTaskCancellationHandler {
      do {
        try await serving.value
      } catch let error where !Task.isCancelled {
        throw error
      } catch {
        // It was stopped before it ran.
      }
      // The server only logs it when it cannot accept any more.
      guard Task.isCancelled else { throw Ended() }
    } onCancel: {
      Task {
        // Whatever is not done by then is cut off.
        let end = Task {
          try await Task.sleep(for: stopping)
          serving.cancel()
        }
        // If it cannot stop, the cancellation ends it.
        try? await server.shutdownGracefully()
        end.cancel()
      }
    }
  }

  /// At most half of what the process may open: the queue and the reviews need files too.
  private var connections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return limits.connections }
    return min(limits.connections, Int(clamping: limit.rlim_cur / 2))
  }

  private func channels(_ connections: Int) -> HTTP1Channel {
    let seats = SeatCount(
      connections, perAddress: max(1, connections / IntakeLimits.addressesForAll), exempt: limits.trustedProxies,
      onChange: onConnections)
    let limits = limits
    let onRefusal = onRefusal
    let (refusal, answer) = (refusal, answer)
    return HTTP1Channel(
      responder: { request, writer, _ in
        if let refusal = refusal(request) { return try await refusal.write(to: writer) }
        // RFC 9110, 10.1.1: a large body is sent only when it is wanted.
        if request.headers[.expect]?.lowercased() == "100-continue" {
          try await writer.writeInformationalHead(HTTPResponse(status: .continue))
        }
        try await answer(request).write(to: writer)
      },
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [RequestGuard(seats: seats, limits: limits, onRefusal: onRefusal)],
        idleTimeout: TimeAmount(limits.header)))
  }
}

/// Where a server listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without the brackets of IPv6.
  package let host: String
  /// 0 stands for one that is free.
  package let port: Int

  package init(host: String = "127.0.0.1", port: Int) {
    self.host = host
    self.port = port
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
