// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Logging
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct IntakeStoppingTests {
  private let health = HealthEndpoints(readiness: { .ready }, metrics: { "" })

  private func server(_ settings: IntakeSettings, _ events: IntakeEvents = IntakeEvents()) -> IntakeServer {
    IntakeServer(
      settings, queue: InMemoryQueue(clock: ManualClock()), health: health, events: events,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// An address that only this suite uses: no other test gets a port of it that was closed.
  private static let host = "127.67.89.12"

  /// Starts a server, and returns it with its port.
  private func start(
    limits change: (inout IntakeLimits) -> Void, held: @escaping @Sendable (Int) -> Void,
    onClosed: @escaping @Sendable () -> Void = {}
  ) async throws -> (server: IntakeServer, port: Int, serving: Task<Void, any Error>) {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    var settings = IntakeSettings(
      address: try #require(ListenAddress("\(Self.host):0")), forges: [try IntakeSamples.forge()], limits: .untimed)
    change(&settings.limits)
    let server = server(settings, IntakeEvents(onBytesHeld: held))
    let serving = Task {
      try await server.run { _, address in
        continuation.yield(address.port)
      } onClosed: { _ in
        onClosed()
      }
    }
    return (server, try #require(await ports.first { _ in true }), serving)
  }

  @Test func `requests in progress are answered when the server stops, and no connection is accepted`() async throws {
    let (held, closed) = (Gate(), Gate())
    let message = RunningIntake.message(IntakeSamples.pullRequest())
    let body = IntakeSamples.pullRequest().utf8.count
    let (server, port, serving) = try await start {
      $0.stopping = .seconds(86_400)
    } held: { count in
      if count == body - 1 { held.open() }
    } onClosed: {
      closed.open()
    }
    let client = try await PlainClient(host: Self.host, port: port)
    await client.send(message.dropLast(1))
    try await held.pass()
    serving.cancel()
    try await closed.pass()
    // A child of another test may, between fork and exec, keep the port open: its connections get no response.
    if let late = try? await PlainClient(host: Self.host, port: port) {
      await late.send(PlainClient.head("GET", "/healthz", []))
      #expect(try await late.answer() == nil)
    }
    await client.send(message.suffix(1))
    #expect(try await client.answered().status == 202)
    try await client.waitForEnd()
    try await serving.value
    #expect(server.budget.held == 0)
  }

  @Test func `a request that never ends delays the stop for a limited time`() async throws {
    let held = Gate()
    let (server, port, serving) = try await start {
      $0.stopping = .milliseconds(50)
    } held: { count in
      if count > 0 { held.open() }
    }
    let client = try await PlainClient(host: Self.host, port: port)
    await client.send(RunningIntake.message(IntakeSamples.pullRequest()).dropLast(1))
    try await held.pass()
    serving.cancel()
    try await serving.value
    #expect(server.budget.held == 0)
    // There was no response.
    #expect(try await client.answer() == nil)
  }

  @Test func `an address in use is named in the error`() async throws {
    try await withIntake { intake in
      let settings = IntakeSettings(address: try #require(ListenAddress("127.0.0.1:\(intake.port)")), forges: [])
      let error = await #expect(throws: ServingError.self) { try await server(settings).run() }
      #expect(error?.code == .address)
      #expect(error?.message == "cannot listen at 127.0.0.1:\(intake.port)")
      #expect(error?.underlying == "Address already in use")
    }
  }

  @Test func `health can have an address of its own`() async throws {
    try await withScratchDirectory { _ in
      let (addresses, continuation) = AsyncStream<(IntakeServer.Endpoint, Int)>.makeStream()
      var settings = IntakeSettings(
        address: "127.0.0.1:0", forges: [try IntakeSamples.forge()], limits: .untimed)
      settings.healthAddress = "127.0.0.1:0"
      let server = server(settings)
      let serving = Task { try await server.run { endpoint, address in continuation.yield((endpoint, address.port)) } }
      var ports: [IntakeServer.Endpoint: Int] = [:]
      for await (endpoint, port) in addresses {
        ports[endpoint] = port
        if ports.count == 2 { break }
      }
      let webhooks = try await PlainClient(port: try #require(ports[.webhooks]))
      let health = try await PlainClient(port: try #require(ports[.health]))
      #expect(try await health.request("GET", "/healthz").status == 200)
      #expect(try await health.request("POST", "/webhook/forge").status == 404)
      #expect(try await webhooks.request("GET", "/healthz").status == 404)
      serving.cancel()
      try await serving.value
    }
  }
}
