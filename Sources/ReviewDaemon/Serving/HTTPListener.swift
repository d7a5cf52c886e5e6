// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix

/// An HTTP/1.1 server: accepts connections within limits and hands requests to a function.
struct HTTPListener: Sendable {
  /// How many connections more than the limit are accepted, so that they are told to come back. What is beyond waits in the
  /// kernel.
  private static let turnedAway = 256

  let address: BindAddress
  let limits: IntakeLimits
  let logger: Logger
  /// Told of the answers that are given before the function is asked.
  var onRefusal: @Sendable (HTTPResponse.Status) -> Void = { _ in }
  /// What is answered when the header alone says that nothing can come of the request.
  var refusal: @Sendable (Request) -> HTTPAnswer? = { _ in nil }
  let answer: @Sendable (Request) async throws -> HTTPAnswer

  /// Serves until the task is cancelled; then accepts nothing more, and lets what is in work end within its time.
  ///
  /// - Parameter onListening: called once, with the channel that listens.
  func run(onListening: @escaping @Sendable (any Channel) async -> Void) async throws {
    let server = Server(
      childChannelSetup: channels(),
      configuration: ServerConfiguration(
        address: address,
        availableConnectionsDelegate: MaximumAvailableConnections(limits.connections + Self.turnedAway, logger: logger)),
      onServerRunning: onListening, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    // A task of its own, which our cancellation does not reach: it would cut off the requests in work. It ends here.
    let serving = Task { try await server.run() }
    let stopping = limits.stopping
    try await withTaskCancellationHandler {
      do {
        try await serving.value
      } catch  where Task.isCancelled {
        // It was stopped before it ran.
      }
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

  private func channels() -> HTTP1Channel {
    let seats = SeatCount(limits.connections)
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
        additionalChannelHandlers: [RequestGuard(seats: seats, limit: limits.request, onRefusal: onRefusal)],
        idleTimeout: TimeAmount(limits.header)))
  }
}
