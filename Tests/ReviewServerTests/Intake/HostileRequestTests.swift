// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import JobQueue
import ReviewTesting
import Testing

@testable import ReviewServer

/// Requests that a forge does not send.
struct HostileRequestTests {
  private let queue = InMemoryQueue(clock: ManualClock())

  /// Returns a request with exactly this header, and a valid signature of the body.
  private func request(_ head: String, body: String = IntakeSamples.pullRequest()) -> [UInt8] {
    let fields = RunningIntake.fields(body.utf8).map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array((head.replacing("FIELDS", with: fields).replacing("LENGTH", with: "\(body.utf8.count)") + body).utf8)
  }

  @Test(arguments: [
    ("no HTTP", "GET\r\n\r\n"), ("binary", "\u{0}\u{1}\u{2}\r\n\r\n"), ("HTTP/0.9", "POST /webhook/forge\r\n\r\n"),
    (
      "two lengths",
      "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: LENGTH\r\nContent-Length: 5\r\n\r\n"
    ),
    (
      "a length and chunks",
      "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: LENGTH\r\nTransfer-Encoding: chunked\r\n\r\n"
    ),
    ("a negative length", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: -5\r\n\r\n"),
    ("a length with a sign", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: +5\r\n\r\n"),
    ("a hexadecimal length", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: 0x5\r\n\r\n"),
    ("an invalid length", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: five\r\n\r\n"),
    ("an unknown coding", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSTransfer-Encoding: gzip, chunked\r\n\r\n"),
    ("a field without a name", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDS: x\r\n\r\n"),
    ("a space before the colon", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length : LENGTH\r\n\r\n"),
    (
      "a head of a megabyte",
      "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nX: LONG\r\nFIELDSContent-Length: LENGTH\r\n\r\n"
    ),
    (
      "a hundred thousand fields", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nMANYFIELDSContent-Length: LENGTH\r\n\r\n"
    ),
    (
      "chunks of no length", "POST /webhook/forge HTTP/1.1\r\nHost: a\r\nFIELDSTransfer-Encoding: chunked\r\n\r\nzz\r\n"
    ),
    ("HTTP/2 with prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  ])
  func `an ambiguous or malformed request is rejected, and other connections work`(
    name: String, head: String
  ) async throws {
    try await withIntake(queue) { (intake) async throws in
      let client = try await intake.client()
      let long = head.replacing("LONG", with: String(repeating: "x", count: 1 << 20))
        .replacing("MANY", with: String(repeating: "X: y\r\n", count: 100_000))
      await client.send(request(long))
      await client.finish()
      // The server cuts off excess input, sometimes before the response is received.
      let status = try? await client.answered().status
      #expect(status == nil || (400..<500).contains(status ?? 0), "\(name): \(status ?? 0)")
      #expect(try await queue.statistics().deliveries == [:])
      let other = try await intake.client()
      await other.send(RunningIntake.message(IntakeSamples.pullRequest()))
      #expect(try await other.answered().status == 202)
    }
  }

  @Test(arguments: [
    "/webhook/../webhook/forge", "/webhook/./forge", "/webhook//forge", "//webhook/forge", "/webhook/forge/",
    "/webhook/forge/..", "/webhook/%66orge", "/webhook%2fforge", "/webhook/forge%00", "/webhook/forge%2e",
    "/webhook/FORGE",
    "/webhook/forge;a", "/webhook\\forge", "/WEBHOOK/forge", "/webhook/..%2fforge", "/../etc/passwd",
    "/webhook/forge/../../etc/passwd", "*", "forge",
  ])
  func `a variation of a forge's path is rejected`(path: String) async throws {
    try await withIntake(queue) { (intake) async throws in
      let client = try await intake.client()
      await client.send(request("POST \(path) HTTP/1.1\r\nHost: a\r\nFIELDSContent-Length: LENGTH\r\n\r\n"))
      await client.finish()
      let status = try await client.answered().status
      #expect((400..<500).contains(status), "\(status)")
      #expect(try await queue.statistics().deliveries == [:])
    }
  }

  @Test(arguments: [
    ("nothing", ""), ("a deep list", String(repeating: "[", count: 200_000)),
    ("a deep object", String(repeating: "{\"a\":", count: 200_000)), ("a null byte", "{\"action\":\"opened\0\"}"),
    ("no text", "{\"action\":\"\u{fffe}\"}"), ("a name twice", #"{"action":"opened","action":"closed","number":7}"#),
    ("a number beyond all", #"{"action":"opened","number":1e999}"#),
    ("a number that no integer holds", #"{"action":"opened","number":9223372036854775808}"#),
    ("a negative number", #"{"action":"opened","number":-7,"pull_request":{}}"#),
    ("another value than an object", #"[{"action":"opened"}]"#),
  ])
  func `a malformed body is recorded as malformed and creates no job`(name: String, body: String) async throws {
    try await withIntake(queue) { (intake) async throws in
      let fields = RunningIntake.fields(body.utf8)
      let response = try await intake.client().request("POST", "/webhook/forge", fields, body.utf8)
      #expect(response.status == 202, "\(name)")
      #expect(response.body == #"{"outcome":"malformed"}"#, "\(name)")
      #expect(try await queue.jobs(JobFilter()).isEmpty)
    }
  }

  @Test func `only the first of several deliveries with the same id has an effect`() async throws {
    try await withIntake(queue) { (intake) async throws in
      let bodies = [IntakeSamples.pullRequest(), #"{"zen":"x"}"#]
      for (body, event) in zip(bodies, ["pull_request", "ping"]) {
        let fields = RunningIntake.fields(body.utf8, id: "same", event: event)
        #expect(try await intake.client().request("POST", "/webhook/forge", fields, body.utf8).status < 300)
      }
      #expect(try await queue.jobs(JobFilter()).map(\.kind) == [.announce, .review])
      #expect(try await queue.delivery("same", from: "forge")?.outcome.kind == .queued)
    }
  }
}
