// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// A condition that must hold for each request that writes.
struct WriteConditionTests {
  private struct NotHeld: Error {}

  private let clock = InstantClock()
  private let conversation = Conversation()

  private func publish(_ check: @escaping WriteCondition.Check) async throws {
    let publisher = try ForgesAssembly(clock: clock).publisher(settings(conversation.transport))
    let publication = try samplePublication()
    _ = try await WriteCondition.require(check) { () async throws(ForgeError) in
      try await publisher.publish(publication, isDryRun: false)
    }
  }

  @Test func `the condition is checked right before each write, after the wait for its turn`() async throws {
    let checks = Locked<[[Int]]>([])
    try await publish { [clock, conversation] in
      checks.withLock { $0.append([clock.waits.count, conversation.writes.count]) }
    }
    #expect(clock.waits == [.seconds(1)])
    #expect(checks.withLock { $0 } == [[0, 0], [1, 1]])
    #expect(conversation.writes.count == 2)
  }

  @Test(arguments: 0...1)
  func `nothing more is written when the condition does not hold`(writes: Int) async throws {
    await #expect(throws: ForgeError.self) {
      try await publish { [conversation] in
        if conversation.writes.count >= writes { throw NotHeld() }
      }
    }
    #expect(conversation.writes.count == writes)
    #expect(conversation.statuses == [])
  }

  @Test func `the condition applies only to the requests of its own task`() async throws {
    let assembly = ForgesAssembly(clock: clock)
    let publisher = try assembly.publisher(settings(conversation.transport))
    let publication = try samplePublication()
    let refused = Task {
      try await WriteCondition.require({ throw NotHeld() }) { () async throws(ForgeError) in
        _ = try await publisher.publish(publication, isDryRun: false)
      }
    }
    await #expect(throws: ForgeError.self) { try await refused.value }
    #expect(try await publisher.publish(publication, isDryRun: false).outline == ["created comment", "created status"])
  }

  @Test func `a request that the condition stops is reported as not sent`() async throws {
    let request = HTTPRequest(method: .post, scheme: "https", authority: "api.github.com", path: "/")
    let network = StubTransport { _ in TransportResponse(status: .created) }
    let transport = ConditionalWriteTransport(network)
    // Without a condition every request is sent.
    #expect(try await transport.send(TransportRequest(request)).head.status == .created)
    await #expect(throws: ForgeError(.failed, "withdrawn")) {
      try await WriteCondition.require({ throw NotHeld() }) { () async throws(ForgeError) in
        do throws(TransportError) {
          _ = try await transport.send(TransportRequest(request))
        } catch {
          #expect(error.code == .withdrawn && !error.mayHaveArrived)
          throw ForgeError(.failed, "withdrawn")
        }
      }
    }
    #expect(await network.requests.count == 1)
  }
}
