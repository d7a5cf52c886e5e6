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

struct PullRequestSourceTests {
  private func json(
    headRepo: String = #"{"id": 1, "full_name": "acme/shapes", "clone_url": "https://github.com/acme/shapes.git"}"#,
    more: String = ""
  ) -> String {
    """
    {"number": 7, "title": "Circles", "state": "open", "html_url": "https://github.com/acme/shapes/pull/7",
     "user": {"login": "ada"}, "head": {"ref": "circles", "sha": "\(String(repeating: "a1", count: 20))", "repo": \(headRepo)},
     "base": {"ref": "main", "sha": "\(String(repeating: "b2", count: 20))",
       "repo": {"id": 1, "full_name": "acme/shapes", "clone_url": "https://github.com/acme/shapes.git"}}\(more)}
    """
  }

  private func read(_ text: String, status: Int = 200, fields: HTTPFields = [:]) async throws -> PullRequest {
    let stub = StubTransport { _ in
      TransportResponse(status: .init(code: status), headerFields: fields, body: Data(text.utf8))
    }
    return try await source(settings(stub)).pullRequest(7)
  }

  @Test func `reads a pull request`() async throws {
    #expect(
      try await read(json())
        == PullRequest(
          repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git"),
          number: 7, title: "Circles", author: "ada", url: "https://github.com/acme/shapes/pull/7", state: .open,
          isDraft: false, head: try sampleCommit(), headRef: "refs/pull/7/head", baseBranch: "main", isFromFork: false,
          body: ""))
  }

  @Test(arguments: [
    ("null", true), (#"{"id": 2, "full_name": "eve/shapes", "clone_url": "https://github.com/eve/shapes.git"}"#, true),
    (#"{"id": 1, "full_name": "acme/renamed", "clone_url": "https://github.com/acme/renamed.git"}"#, false),
  ])
  func `a pull request from another or a deleted repository is from a fork`(repo: String, isFork: Bool) async throws {
    #expect(try await read(json(headRepo: repo)).isFromFork == isFork)
  }

  @Test func `a merged draft pull request is recognized as merged and as a draft`() async throws {
    let merged = try await read(json(more: #", "merged_at": "2026-01-01T00:00:00Z", "draft": true"#))
    #expect(merged.state == .merged)
    #expect(merged.isDraft)
  }

  @Test(
    arguments: [
      (401, #"{"message": "Bad credentials"}"#, [:], ForgeError.Code.badToken),
      (403, #"{"message": "Resource not accessible"}"#, [:], .forbidden),
      (403, #"{"message": "You have exceeded a secondary rate limit"}"#, [:], .rateLimited),
      (429, "", [.retryAfter: "86400"], .rateLimited),
      (404, #"{"message": "Not Found"}"#, [:], .notFound),
      (422, #"{"message": "No", "errors": "text"}"#, [:], .rejected),
      (503, "<html>", [:], .unavailable),
      (408, "", [:], .unavailable),
      (200, "<html>", [:], .unreadable),
      (200, "", [:], .unreadable),
      (200, "[]", [:], .unreadable),
      (200, #"{"number": 7, "title": "Circ"#, [:], .unreadable),
      (200, #"{"message": "maintenance until noon"}"#, [:], .unreadable),
      (302, "<html>", [.location: "https://login.example/"], .unreadable),
    ] as [(Int, String, HTTPFields, ForgeError.Code)])
  func `failed and unreadable responses are mapped to errors`(
    status: Int, text: String, fields: HTTPFields, code: ForgeError.Code
  ) async throws {
    do {
      _ = try await read(text, status: status, fields: fields)
      Issue.record("\(status) was read")
    } catch let error as ForgeError {
      #expect(error.code == code)
      #expect(error.message == "cannot read pull request #7 of acme/shapes")
      #expect(error.remedy != nil || code == .rejected)
      #expect(error.isTransient == [.rateLimited, .unavailable, .unreadable].contains(code))
    }
  }

  @Test(arguments: [#""title": 5"#, #""title": null"#, #""user": {"login": ["ada"]}"#])
  func `an invalid value within an answer is not an outage of the forge`(value: String) async throws {
    let key = try #require(value.split(separator: ":").first)
    let valid = try json().replacing(Regex("\(key): (\"Circles\"|\\{\"login\": \"ada\"\\})"), with: value)
    #expect(valid != json())
    await #expect {
      _ = try await read(valid)
    } throws: { ($0 as? ForgeError)?.code == .unacceptable && ($0 as? ForgeError)?.isTransient == false }
  }

  @Test(
    arguments: [
      (429, ["Retry-After": "86400"], .seconds(86_400)),
      (403, ["Retry-After": "7000"], .seconds(7_000)),
      (503, ["Retry-After": "120"], .seconds(120)),
      (
        403,
        [
          "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1785499900", "Date": "Fri, 31 Jul 2026 12:00:00 GMT",
        ], .seconds(700)
      ),
      (503, ["Retry-After": "Fri, 31 Jul 2026 12:02:00 GMT", "Date": "Fri, 31 Jul 2026 12:00:00 GMT"], .seconds(120)),
      (503, [:], nil), (404, [:], nil),
    ] as [(Int, [String: String], Duration?)])
  func `the error contains the retry time of the forge`(
    status: Int, fields: [String: String], wait: Duration?
  ) async throws {
    var head = HTTPFields()
    for (name, value) in fields { head[try #require(HTTPField.Name(name))] = value }
    do {
      _ = try await read("{}", status: status, fields: head)
      Issue.record("\(status) was read")
    } catch let error as ForgeError {
      #expect(error.retryAfter == wait)
    }
  }

  @Test(arguments: [(0, [0]), (1, [3]), (2, [3, 6])])
  func `an announced pull request is requested again while it is missing`(misses: Int, waits: [Int]) async throws {
    let remaining = Locked(misses)
    let text = json()
    let stub = StubTransport { _ in
      let isMissing = remaining.withLock { remaining in
        remaining -= 1
        return remaining >= 0
      }
      return TransportResponse(status: isMissing ? .notFound : .ok, body: Data(text.utf8))
    }
    let clock = InstantClock()
    let found = try await source(settings(stub), clock: clock).pullRequest(7, isAnnounced: true)
    #expect(found.number == 7)
    #expect(clock.waits == waits.filter { $0 > 0 }.map { .seconds($0) })
  }

  @Test(arguments: [(true, 3), (false, 1)])
  func `a missing pull request fails, after retries if announced`(isAnnounced: Bool, requests: Int) async throws {
    let stub = StubTransport { _ in TransportResponse(status: .notFound, body: Data("{}".utf8)) }
    await #expect {
      _ = try await source(settings(stub)).pullRequest(7, isAnnounced: isAnnounced)
    } throws: { ($0 as? ForgeError)?.code == .notFound }
    #expect(await stub.requests.count == requests)
  }

  @Test func `an announced pull request that is forbidden is not requested again`() async throws {
    let stub = StubTransport { _ in TransportResponse(status: .forbidden, body: Data("{}".utf8)) }
    await #expect {
      _ = try await source(settings(stub)).pullRequest(7, isAnnounced: true)
    } throws: { ($0 as? ForgeError)?.code == .forbidden }
    #expect(await stub.requests.count == 1)
  }

  @Test func `the error contains GitHub's message`() async throws {
    let text =
      #"{"message": "Validation Failed", "errors": [{"field": "body", "code": "missing"}, {"message": "too\nlong"}]}"#
    do {
      _ = try await read(text, status: 422)
      Issue.record("a 422 was read")
    } catch let error as ForgeError {
      #expect(error.underlying == "GitHub answered 422: Validation Failed (body missing, too long)")
    }
  }

  @Test func `a forge that cannot be reached is reported`() async throws {
    let stub = StubTransport { (_) throws(TransportError) in throw TransportError(.couldNotResolve, "no such host") }
    await #expect(
      throws: ForgeError(
        .unreachable, "cannot read pull request #7 of acme/shapes",
        remedy: "check the network, the proxy and the API's address", underlying: "no such host")
    ) { try await source(settings(stub)).pullRequest(7) }
  }

  @Test func `an API address without encryption is rejected`() {
    let stub = StubTransport { _ in TransportResponse(status: .ok) }
    #expect(throws: ForgeError.self) { try source(settings(stub, apiURL: "http://github.example.com/api/v3")) }
  }

  @Test func `a plain repository is read without a forge, and has no publisher`() async throws {
    let stub = StubTransport { (_) throws(TransportError) in throw TransportError(.unprepared, "asked the network") }
    let settings = ForgeSettings(
      kind: .local, repository: "shapes", transport: stub, userAgent: "", cloneURL: "/srv/shapes.git",
      baseBranch: "main")
    #expect(
      try await source(settings).pullRequest(3)
        == PullRequest(
          repository: Repository(forge: .local, name: "shapes", cloneURL: "/srv/shapes.git"), number: 3,
          title: "Pull request #3", author: nil, url: nil, state: .open, isDraft: false, head: nil,
          headRef: "refs/pull/3/head", baseBranch: "main", isFromFork: false))
    #expect(throws: ForgeError.self) { try publisher(settings) }
  }

  @Test func `does not disclose its token`() {
    let stub = StubTransport { _ in TransportResponse(status: .ok) }
    let settings = settings(stub)
    #expect(!"\(settings) \(String(reflecting: settings))".contains("s3cret"))
    var text = ""
    dump(settings, to: &text)
    #expect(!text.contains("s3cret"))
  }
}
