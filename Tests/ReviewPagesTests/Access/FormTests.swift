// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

/// Forms that are not from a page of this site and this session.
struct FormTests {
  /// Submits a form in a wrong way, which must change nothing.
  private func refused(
    _ status: Int, session: String = "ada",
    _ submit: @escaping @Sendable (RunningPages, _ cookie: String, _ token: String) async throws -> PlainClient.Response
  ) async throws {
    try await withPages { pages in
      let job = try await pages.world.review(needsApproval: true)
      pages.world.linkLifetime.withLock { $0 = .seconds(3_600) }
      _ = try await LinkStore(values: pages.world.values).make(for: job.id, by: "ada", lifetime: .seconds(3_600))
      let cookie = try await pages.world.session(session)
      let token = try await pages.formToken("/", cookie: cookie)
      let before = pages.world.queue.state
      let answer = try await submit(pages, cookie, token)
      #expect(answer.status == status)
      #expect(answer.cookies == [])
      #expect(pages.world.queue.state.jobs == before.jobs)
      #expect(pages.world.queue.state.approvals(limit: 9) == [])
      #expect(pages.world.queue.state.audit(of: nil, limit: 9) == [])
      #expect(pages.world.noted.withLock { $0 } == [])
      #expect(try await LinkStore(values: pages.world.values).count(of: job.id) == 1)
      #expect(try await pages.get("/", cookie: cookie).body.contains("Sign out"))
    }
  }

  static let addresses = ["recheck", "cancel", "approve", "link", "revoke"].map { "/r/1/\($0)" } + ["/sign-out"]
  private static var commit: (String, String) { ("commit", PagesWorld.commit(1).hex) }

  @Test(arguments: addresses)
  func `a form without a token is refused`(path: String) async throws {
    try await refused(403) { pages, cookie, _ in try await pages.post(path, [Self.commit], cookie: cookie) }
  }

  @Test(arguments: addresses, ["", "x", SecretToken().text])
  func `a form with another token is refused`(path: String, token: String) async throws {
    try await refused(403) { pages, cookie, _ in
      try await pages.post(path, [("token", token), Self.commit], cookie: cookie)
    }
  }

  @Test(arguments: addresses)
  func `the token of another session is refused, also of the same account`(path: String) async throws {
    try await refused(403) { pages, cookie, _ in
      let other = try await pages.formToken("/", cookie: pages.world.session("ada"))
      return try await pages.post(path, [("token", other), Self.commit], cookie: cookie)
    }
  }

  @Test(arguments: addresses)
  func `the token is refused without its session`(path: String) async throws {
    try await refused(403) { pages, _, token in try await pages.post(path, [("token", token), Self.commit]) }
  }

  @Test(arguments: addresses, ["cross-site", "same-site", "none", "Same-Origin"])
  func `a form from another site is refused`(path: String, site: String) async throws {
    try await refused(403) { pages, cookie, token in
      try await pages.post(path, [("token", token), Self.commit], cookie: cookie, site: site)
    }
  }

  @Test(arguments: ["text/plain", "multipart/form-data; boundary=x", "application/json", nil] as [String?])
  func `another type of content is refused`(type: String?) async throws {
    for path in Self.addresses {
      try await refused(403) { pages, cookie, token in
        let fields = [("Cookie", cookie)] + (type.map { [("Content-Type", $0)] } ?? [])
        let body = "token=\(token)&commit=\(Self.commit.1)"
        return try await PlainClient(port: pages.port).request("POST", path, fields, Array(body.utf8))
      }
    }
  }

  @Test func `a form of 16 KB is read, and a larger one refused`() async throws {
    for (size, status) in [(16 << 10, 303), ((16 << 10) + 1, 400)] {
      try await withPages { pages in
        let job = try await pages.world.review()
        let cookie = try await pages.world.session("ada")
        let token = try await pages.formToken("/", cookie: cookie)
        let length = size - "token=&filler=".utf8.count - token.utf8.count
        let answer = try await pages.post(
          "/r/\(job.id)/cancel", [("token", token), ("filler", String(repeating: "a", count: length))], cookie: cookie)
        #expect(answer.status == status)
        #expect((try await pages.world.queue.job(job.id)?.state == .cancelled) == (status == 303))
      }
    }
  }

  @Test(arguments: addresses, ["GET", "HEAD", "PUT", "DELETE", "PATCH"])
  func `other methods do nothing`(path: String, method: String) async throws {
    try await refused(404) { pages, cookie, token in
      let client = try await PlainClient(port: pages.port)
      let path = "\(path)?token=\(token)&commit=\(Self.commit.1)"
      guard method == "HEAD" else { return try await client.request(method, path, [("Cookie", cookie)]) }
      // The answer has the length of a body that is not sent.
      await client.send(PlainClient.head("HEAD", path, [("Cookie", cookie)]))
      return try await client.head()
    }
  }

  @Test(arguments: addresses.dropLast())
  func `an account that can only read is refused`(path: String) async throws {
    try await refused(403, session: "bob") { pages, cookie, token in
      try await pages.post(path, [("token", token), Self.commit], cookie: cookie)
    }
  }

  @Test func `a request without the browser's note of its origin needs the token only`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let cookie = try await pages.world.session("ada")
      let token = try await pages.formToken("/", cookie: cookie)
      let answer = try await pages.post("/r/\(job.id)/cancel", [("token", token)], cookie: cookie, site: nil)
      #expect(answer.status == 303)
    }
  }
}
