// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Crypto
import Foundation
import JobQueue
import Logging
import ReviewTesting

@testable import ReviewServer

/// An intake that listens on this machine during a test.
struct RunningIntake {
  let server: IntakeServer
  let port: Int
  /// Signals each change of the bytes held and of the connections.
  let signal: ChangeSignal
  private let connectionCount: Locked<Int>

  init(server: IntakeServer, port: Int, signal: ChangeSignal, connections: Locked<Int>) {
    self.server = server
    self.port = port
    self.signal = signal
    connectionCount = connections
  }

  func client() async throws -> PlainClient { try await PlainClient(port: port) }

  /// Waits until a number of bytes of bodies is held.
  func holds(_ count: Int) async throws { try await signal.wait { server.budget.held == count } }

  /// Waits until there is a number of connections.
  func hasConnections(_ count: Int) async throws {
    try await signal.wait { connectionCount.withLock { $0 } == count }
  }

  /// Header fields as GitHub sends them.
  static func fields(
    _ body: some Collection<UInt8>, id: String = "1", event: String = "pull_request",
    secret: String = IntakeSamples.secret
  ) -> [(String, String)] {
    [
      ("Content-Type", "application/json"), ("X-GitHub-Delivery", id), ("X-GitHub-Event", event),
      ("X-Hub-Signature-256", "sha256=" + signature(body, secret)),
    ]
  }

  static func signature(_ body: some Collection<UInt8>, _ secret: String = IntakeSamples.secret) -> String {
    HMAC<SHA256>.authenticationCode(for: Data(body), using: SymmetricKey(data: Data(secret.utf8)))
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A whole message as GitHub sends it.
  static func message(_ body: String, id: String = "1", event: String = "pull_request") -> [UInt8] {
    let fields = fields(body.utf8, id: id, event: event) + [("Content-Length", "\(body.utf8.count)")]
    return Array((PlainClient.head("POST", "/webhook/forge", fields) + body).utf8)
  }
}

extension IntakeLimits {
  /// Timeouts that no test reaches, even on a slow machine: a test of a timeout sets that one.
  static var untimed: IntakeLimits {
    var limits = IntakeLimits()
    limits.request = .seconds(86_400)
    limits.header = .seconds(86_400)
    limits.lingering = .seconds(86_400)
    return limits
  }
}

/// Runs an intake while a function runs.
func withIntake(
  _ queue: any ReviewQueue = InMemoryQueue(clock: ManualClock()), forges: [DaemonForge]? = nil,
  events: IntakeEvents = IntakeEvents(), readiness: Readiness = .ready,
  limits change: (inout IntakeLimits) -> Void = { _ in }, _ body: (RunningIntake) async throws -> Void
) async throws {
  var settings = IntakeSettings(
    address: "127.0.0.1:0", forges: try forges ?? [IntakeSamples.forge()], limits: .untimed)
  change(&settings.limits)
  let health = HealthEndpoints(readiness: { readiness }, metrics: { "reviewbot_up 1\n" })
  var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  logger.logLevel = .critical
  let (signal, connections) = (ChangeSignal(), Locked(0))
  let server = IntakeServer(
    settings, queue: queue, health: health,
    events: IntakeEvents(
      onRecorded: events.onRecorded, onInstallation: events.onInstallation, onBytesHeld: { _ in signal.notify() },
      onConnections: { count in
        connections.withLock { $0 = count }
        signal.notify()
      }), logger: logger)
  let (ports, continuation) = AsyncStream<Int>.makeStream()
  try await withScratchDirectory { _ in
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await server.run { _, address in continuation.yield(address.port) }
      }
      guard let port = await ports.first(where: { _ in true }) else { return try await group.waitForAll() }
      try await body(RunningIntake(server: server, port: port, signal: signal, connections: connections))
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
