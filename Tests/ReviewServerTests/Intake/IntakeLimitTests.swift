// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct IntakeLimitTests {
  private let queue = InMemoryQueue(clock: ManualClock())

  @Test(arguments: [(0, 202), (1, 413)])
  func `a body that exceeds the size limit is answered with 413`(more: Int, status: Int) async throws {
    let body = Array(IntakeSamples.pullRequest(bytes: 200_000).utf8)
    try await withIntake(queue, limits: { $0.body = body.count - more }) { intake in
      let fields = RunningIntake.fields(body)
      let announced = try await intake.client().request("POST", "/webhook/forge", fields, body)
      #expect(announced.status == status)
      let client = try await intake.client()
      await client.send(PlainClient.head("POST", "/webhook/forge", fields + [("Transfer-Encoding", "chunked")]))
      for start in stride(from: 0, to: body.count, by: 10_000) {
        let part = body[start..<min(start + 10_000, body.count)]
        await client.send("\(String(part.count, radix: 16))\r\n".utf8 + part + Array("\r\n".utf8))
      }
      await client.send("0\r\n\r\n")
      #expect(try await client.answered().status == (status == 202 ? 200 : 413))
      #expect(intake.server.budget.held == 0)
    }
  }

  @Test func `a body whose declared length is too large is refused before it arrives`() async throws {
    try await withIntake(queue) { intake in
      for length in ["\(25 << 20 + 1)", "26214401", "99999999999999999", "26214401000000"] {
        let client = try await intake.client()
        await client.send(PlainClient.head("POST", "/webhook/forge", [("Content-Length", length)]))
        let response = try await client.answered()
        #expect(response.status == 413)
        #expect(response.fields["connection"] == "close")
      }
    }
  }

  @Test func `an endless body is cut off after the size limit`() async throws {
    try await withIntake(
      queue,
      limits: {
        $0.body = 1 << 20
        $0.lingeringBytes = 1 << 20
      }
    ) { intake in
      let client = try await intake.client()
      await client.send(PlainClient.head("POST", "/webhook/forge", [("Transfer-Encoding", "chunked")]))
      let part = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x10000) + Array("\r\n".utf8)
      var sent = 0
      // No timeout ends it here: the server reads a limited number of bytes after its response. Further bytes are in
      // the buffers of the kernel, whose sizes do not depend on the speed of the machine (tcp_rmem and tcp_wmem).
      while await client.send(part) { sent += part.count }
      #expect(sent < 128 << 20)
      try await intake.hasConnections(0)
      #expect(intake.server.budget.held == 0)
    }
  }

  @Test func `bodies beyond the byte budget are answered with 503`() async throws {
    let body = Array(IntakeSamples.pullRequest(bytes: 100_000).utf8)
    try await withIntake(queue, limits: { $0.bodiesInFlight = body.count + 50_000 }) { intake in
      let first = try await intake.client()
      let fields = RunningIntake.fields(body) + [("Content-Length", "\(body.count)")]
      await first.send(PlainClient.head("POST", "/webhook/forge", fields))
      await first.send(body.dropLast(10))
      try await intake.holds(body.count - 10)

      let other = Array(IntakeSamples.pullRequest(2, bytes: 100_000).utf8)
      let fieldsOfOther = RunningIntake.fields(other, id: "2")
      let refused = try await intake.client().request("POST", "/webhook/forge", fieldsOfOther, other)
      #expect(refused.status == 503)
      #expect(refused.fields["retry-after"] == "10")

      await first.send(body.suffix(10))
      #expect(try await first.answered().status == 202)
      let again = try await intake.client().request("POST", "/webhook/forge", fieldsOfOther, other)
      #expect(again.status == 202)
      #expect(intake.server.budget.held == 0)
    }
  }

  @Test func `a client that disconnects leaves no bytes in the budget and no delivery`() async throws {
    try await withIntake(queue, forges: [try IntakeSamples.forge(.gitlab)]) { intake in
      // GitLab's token does not authenticate the body: half a message must not pass for a whole one.
      let fields = [
        ("X-Gitlab-Token", IntakeSamples.secret), ("Idempotency-Key", "1"), ("X-Gitlab-Event", "Push Hook"),
      ]
      for length in [("Content-Length", "100"), ("Transfer-Encoding", "chunked")] {
        let client = try await intake.client()
        await client.send(PlainClient.head("POST", "/webhook/forge", fields + [length]))
        await client.send(length.0 == "Content-Length" ? "{}" : "2\r\n{}\r\n")
        await client.finish()
        try await client.waitForEnd()
      }
      #expect(intake.server.budget.held == 0)
      #expect(try await queue.statistics().deliveries == [:])
    }
  }

  @Test func `a connection beyond the limit is answered with 503`() async throws {
    try await withIntake(queue, limits: { $0.connections = 2 }) { intake in
      let message = RunningIntake.message(IntakeSamples.pullRequest())
      var clients: [PlainClient] = []
      for _ in 0..<2 {
        let client = try await intake.client()
        await client.send(message)
        #expect(try await client.answered().status < 300)
        clients.append(client)
      }
      let third = try await intake.client()
      await third.send(message)
      let refused = try await third.answered()
      #expect(refused.status == 503)
      #expect(refused.fields["retry-after"] == "10")
      try await third.waitForEnd()

      clients.removeLast()
      try await intake.hasConnections(1)
      let next = try await intake.client()
      await next.send(message)
      #expect(try await next.answered().status == 200)
    }
  }

  @Test func `a client that waits for 100-continue receives it`() async throws {
    let body = IntakeSamples.pullRequest()
    try await withIntake(queue) { intake in
      let client = try await intake.client()
      let fields = RunningIntake.fields(body.utf8) + [("Content-Length", "\(body.utf8.count)")]
      await client.send(PlainClient.head("POST", "/webhook/forge", fields + [("Expect", "100-continue")]))
      #expect(try await client.answered().status == 100)
      await client.send(body)
      #expect(try await client.answered().status == 202)
    }
  }
}
