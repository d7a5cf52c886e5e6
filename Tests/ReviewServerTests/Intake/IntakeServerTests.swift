// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewServer

struct IntakeServerTests {
  private let queue = InMemoryQueue(clock: ManualClock())
  private let body = Array(IntakeSamples.pullRequest().utf8)

  @Test func `a delivery is recorded, answered and reported to the daemon`() async throws {
    let told = Locked<[DeliveryReceipt]>([])
    let events = IntakeEvents(onRecorded: { _, receipt in told.withLock { $0.append(receipt) } })
    try await withIntake(queue, events: events) { intake in
      let client = try await intake.client()
      let first = try await client.request("POST", "/webhook/forge", RunningIntake.fields(body), body)
      #expect(first.status == 202)
      #expect(first.fields["content-type"] == "application/json")
      #expect(first.body == #"{"outcome":"queued","job":1}"#)
      let again = try await client.request("POST", "/webhook/forge", RunningIntake.fields(body), body)
      #expect(again.status == 200)
      #expect(again.body == first.body)
      let outcome = QueueOutcome(.queued, ReviewJob.ID(1))
      #expect(told.withLock { $0 } == [.recorded(outcome), .duplicate(outcome, sameBody: true)])
      #expect(try await queue.jobs(JobFilter()).map(\.kind) == [.announce, .review])
      #expect(try await queue.jobs(JobFilter()).allSatisfy { $0.head == IntakeSamples.commit(1) })
    }
  }

  /// A comment's event as GitHub sends it.
  private static let comment = """
    {"action":"created","issue":{"number":1,"pull_request":{}},"comment":{"id":5,"body":"/reviewbot recheck",\
    "user":{"login":"ada","type":"User"}},"repository":{"full_name":"acme/shapes"}}
    """

  @Test func `a dead command is retried when its delivery is sent again`() async throws {
    let body = Array(Self.comment.utf8)
    try await withIntake(queue) { intake in
      func send(_ body: [UInt8]) async throws -> Int {
        let fields = RunningIntake.fields(body, event: "issue_comment")
        return try await intake.client().request("POST", "/webhook/forge", fields, body).status
      }
      #expect(try await send(body) == 202)
      // While the job is queued, running or done, the message changes nothing.
      #expect(try await send(body) == 200)
      let lease = try #require(try await queue.claim(by: "one"))
      #expect(lease.job.kind == .command)
      #expect(try await send(body) == 200)
      _ = try await queue.fail(lease, JobFailure("the comment could not be read", isTransient: false))
      #expect(try await queue.jobs(JobFilter()).map(\.state) == [.dead])

      // Another message with the same id is not a repetition.
      #expect(try await send(body + Array(" ".utf8)) == 200)
      #expect(try await queue.jobs(JobFilter()).map(\.state) == [.dead])
      #expect(try await send(body) == 200)
      #expect(try await queue.jobs(JobFilter()).map(\.state) == [.queued])

      let again = try #require(try await queue.claim(by: "one"))
      _ = try await queue.finish(again, .done(head: .none, verdict: "recheck"))
      #expect(try await send(body) == 200)
      #expect(try await queue.jobs(JobFilter()).map(\.state) == [.done])
    }
  }

  @Test(
    arguments: [
      [], [("X-Hub-Signature-256", "sha256=00")],
      [("X-Hub-Signature-256", "sha256=" + String(repeating: "0", count: 64))],
      [("X-Gitlab-Token", IntakeSamples.secret)], [("X-Hub-Signature", "sha1=" + String(repeating: "0", count: 40))],
    ] as [[(String, String)]], ["{}", "{", ""])
  func `an unsigned delivery is answered with 401`(fields: [(String, String)], body: String) async throws {
    try await withIntake(queue) { intake in
      let fields = fields + [("X-GitHub-Delivery", "1"), ("X-GitHub-Event", "push")]
      let response = try await intake.client().request("POST", "/webhook/forge", fields, body.utf8)
      #expect(response.status == 401)
      #expect(response.body == #"{"error":"the signature is missing or wrong"}"#)
      #expect(try await queue.statistics().deliveries == [:])
    }
  }

  @Test(
    arguments: [
      ("POST", "/webhook/other", 404), ("POST", "/webhook", 404), ("POST", "/webhook/", 404), ("POST", "/", 404),
      ("POST", "/webhook/forge/x", 404), ("GET", "/webhook/other", 404), ("GET", "/webhook/forge", 405),
      ("PUT", "/webhook/forge", 405), ("GET", "/nothing", 404), ("POST", "/healthz", 405),
    ])
  func `unknown paths and methods are rejected`(method: String, path: String, status: Int) async throws {
    try await withIntake(queue) { intake in
      let response = try await intake.client().request(method, path, RunningIntake.fields(body), body)
      #expect(response.status == status)
      #expect(response.fields["connection"] == "close")
      if status == 405 { #expect(response.fields["allow"] == (path == "/healthz" ? "GET" : "POST")) }
    }
  }

  @Test(arguments: [("gzip", 415), ("identity", 202), ("Identity", 202), ("br, gzip", 415)])
  func `a compressed body is answered with 415`(coding: String, status: Int) async throws {
    try await withIntake(queue) { intake in
      let fields = RunningIntake.fields(body) + [("Content-Encoding", coding)]
      let response = try await intake.client().request("POST", "/webhook/forge", fields, body)
      #expect(response.status == status)
    }
  }

  @Test(
    arguments: [
      ("ping", #"{"zen":"x"}"#, "ignored"), ("pull_request", "{", "malformed"), ("pull_request", "", "malformed"),
      ("star", "[]", "malformed"), ("installation", #"{"action":"created"}"#, "ignored"),
      ("installation", "{\"action\":\"\(String(repeating: "a", count: 101))\"}", "malformed"),
      ("pull_request", String(repeating: "[", count: 2_000), "malformed"),
    ])
  func `an authentic delivery is always answered with 202`(event: String, body: String, outcome: String) async throws {
    try await withIntake(queue) { intake in
      let fields = RunningIntake.fields(body.utf8, event: event)
      let response = try await intake.client().request("POST", "/webhook/forge", fields, body.utf8)
      #expect(response.status == 202)
      #expect(response.body == "{\"outcome\":\"\(outcome)\"}")
      #expect(try await queue.delivery("1", from: "forge")?.outcome.kind.rawValue == outcome)
    }
  }

  @Test(arguments: ["X-GitHub-Delivery", "X-GitHub-Event"])
  func `a delivery without an id or an event name is not recorded`(missing: String) async throws {
    try await withIntake(queue) { intake in
      let fields = RunningIntake.fields(body).filter { $0.0 != missing }
      let response = try await intake.client().request("POST", "/webhook/forge", fields, body)
      #expect(response.status == 202)
      #expect(response.body == #"{"outcome":"malformed"}"#)
      #expect(try await queue.statistics().deliveries == [:])
    }
  }

  @Test func `a change of an app's repositories is reported once`() async throws {
    let told = Locked<[String]>([])
    let events = IntakeEvents(onInstallation: { forge, action in told.withLock { $0.append("\(forge) \(action)") } })
    try await withIntake(queue, events: events) { intake in
      let body = Array(#"{"action":"created"}"#.utf8)
      for _ in 0..<2 {
        let fields = RunningIntake.fields(body, event: "installation")
        _ = try await intake.client().request("POST", "/webhook/forge", fields, body)
      }
      #expect(told.withLock { $0 } == ["forge created"])
    }
  }

  @Test func `an error of the queue is answered with 503`() async throws {
    try await queue.close()
    try await withIntake(queue) { intake in
      let response = try await intake.client().request("POST", "/webhook/forge", RunningIntake.fields(body), body)
      #expect(response.status == 503)
      #expect(response.fields["retry-after"] == "10")
    }
  }

  @Test func `a delivery is authenticated by the method of the forge in its path`() async throws {
    let forges = [
      try IntakeSamples.forge(.gitlab, name: "gitlab"), try IntakeSamples.forge(.gitea, name: "gitea"),
    ]
    try await withIntake(queue, forges: forges) { intake in
      let client = try await intake.client()
      let push = Array(#"{"ref":"refs/tags/1"}"#.utf8)
      let gitlab = [
        ("X-Gitlab-Token", IntakeSamples.secret), ("Idempotency-Key", "1"), ("X-Gitlab-Event", "Push Hook"),
      ]
      let gitea = [
        ("X-Gitea-Signature", RunningIntake.signature(push)), ("X-Gitea-Delivery", "1"), ("X-Gitea-Event", "push"),
      ]
      #expect(try await client.request("POST", "/webhook/gitlab", gitlab, push).status == 202)
      #expect(try await client.request("POST", "/webhook/gitea", gitea, push).status == 202)
      #expect(try await client.request("POST", "/webhook/gitea", gitlab, push).status == 401)
      #expect(try await client.request("POST", "/webhook/gitlab", gitea, push).status == 401)
      #expect(try await queue.statistics().deliveries == [.ignored: 2])
    }
  }

  @Test func `a form-encoded delivery is read like its JSON`() async throws {
    try await withIntake(queue) { intake in
      let form = "a=b&payload=" + String(decoding: body, as: UTF8.self).utf8.map(Self.encoded).joined()
      var fields = RunningIntake.fields(form.utf8)
      fields[0].1 = "application/x-www-form-urlencoded"
      let response = try await intake.client().request("POST", "/webhook/forge", fields, form.utf8)
      #expect(response.body == #"{"outcome":"queued","job":1}"#)
    }
  }

  private static func encoded(_ byte: UInt8) -> String {
    byte == 0x20 ? "+" : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  @Test func `the server serves health, readiness and metrics`() async throws {
    try await withIntake(queue, readiness: Readiness(reasons: ["the \"disk\" is full"])) { intake in
      let client = try await intake.client()
      #expect(try await client.request("GET", "/healthz").status == 200)
      let metrics = try await client.request("GET", "/metrics?x=1")
      #expect(metrics.status == 200)
      #expect(metrics.fields["content-type"] == "text/plain; version=0.0.4")
      #expect(metrics.body == "reviewbot_up 1\n")
      let ready = try await client.request("GET", "/readyz")
      #expect(ready.status == 503)
      #expect(ready.body == #"{"ready":false,"reasons":["the \"disk\" is full"]}"#)
    }
    try await withIntake(queue) { intake in
      let ready = try await intake.client().request("GET", "/readyz")
      #expect(ready.status == 200)
      #expect(ready.body == #"{"ready":true,"reasons":[]}"#)
    }
  }
}
