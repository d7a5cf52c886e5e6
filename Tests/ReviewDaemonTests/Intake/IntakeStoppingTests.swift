// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Logging
import ReviewCore
import ReviewTesting
import Testing

@testable import ReviewDaemon

struct IntakeStoppingTests {
  private let health = HealthEndpoints(readiness: { .ready }, metrics: { "" })

  private func server(_ settings: IntakeSettings) -> IntakeServer {
    IntakeServer(
      settings, queue: InMemoryQueue(clock: ManualClock()), health: health,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test func `what is in work is answered when the server stops, and nobody else is let in`() async throws {
    try await withScratchFolder { _ in
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      let settings = IntakeSettings(address: ListenAddress(port: 0), forges: [try IntakeSamples.forge()])
      let server = server(settings)
      let serving = Task { try await server.run { _, address in continuation.yield(address.port) } }
      let port = try #require(await ports.first { _ in true })
      let message = RunningIntake.message(IntakeSamples.pullRequest())
      let client = try PlainClient(port: port)
      client.send(message.dropLast(1))
      while server.budget.held == 0 { await Task.yield() }
      serving.cancel()
      while (try? PlainClient(port: port)) != nil { await Task.yield() }
      client.send(message.suffix(1))
      #expect(try client.answered().status == 202)
      try client.waitForEnd()
      try await serving.value
    }
  }

  @Test func `what is never done keeps the server for a while and no longer`() async throws {
    try await withScratchFolder { _ in
      let (ports, continuation) = AsyncStream<Int>.makeStream()
      var settings = IntakeSettings(address: ListenAddress(port: 0), forges: [try IntakeSamples.forge()])
      settings.limits.stopping = .milliseconds(50)
      settings.limits.request = .seconds(3_600)
      settings.limits.header = .seconds(3_600)
      let server = server(settings)
      let serving = Task { try await server.run { _, address in continuation.yield(address.port) } }
      let port = try #require(await ports.first { _ in true })
      let client = try PlainClient(port: port)
      client.send(RunningIntake.message(IntakeSamples.pullRequest()).dropLast(1))
      while server.budget.held == 0 { await Task.yield() }
      serving.cancel()
      try await serving.value
      #expect(server.budget.held == 0)
    }
  }

  @Test func `an address that is taken is named`() async throws {
    try await withIntake { intake in
      let settings = IntakeSettings(address: ListenAddress(port: intake.port), forges: [])
      let error = await #expect(throws: ServingError.self) { try await server(settings).run() }
      #expect(error?.code == .address)
      #expect(error?.message == "cannot listen at 127.0.0.1:\(intake.port)")
      #expect(error?.underlying == "Address already in use")
    }
  }

  @Test func `health can have an address of its own`() async throws {
    try await withScratchFolder { _ in
      let (addresses, continuation) = AsyncStream<(IntakeServer.Endpoint, Int)>.makeStream()
      var settings = IntakeSettings(address: ListenAddress(port: 0), forges: [try IntakeSamples.forge()])
      settings.healthAddress = ListenAddress(port: 0)
      let server = server(settings)
      let serving = Task { try await server.run { endpoint, address in continuation.yield((endpoint, address.port)) } }
      var ports: [IntakeServer.Endpoint: Int] = [:]
      for await (endpoint, port) in addresses {
        ports[endpoint] = port
        if ports.count == 2 { break }
      }
      let webhooks = try PlainClient(port: try #require(ports[.webhooks]))
      let health = try PlainClient(port: try #require(ports[.health]))
      #expect(try health.request("GET", "/healthz").status == 200)
      #expect(try health.request("POST", "/webhook/forge").status == 404)
      #expect(try webhooks.request("GET", "/healthz").status == 404)
      serving.cancel()
      try await serving.value
    }
  }
}
