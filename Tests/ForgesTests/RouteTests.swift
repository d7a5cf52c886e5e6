// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Forges

/// The layers between a call and the network: rate limits and cached responses.
struct RouteTests {
  private let clock = InstantClock()
  private static let noon = Date(timeIntervalSince1970: 1_785_499_200)  // 2026-07-31T12:00:00Z

  private func assembly(responses: FilePath? = nil) -> ForgesAssembly {
    ForgesAssembly(clock: clock, now: { Self.noon }, responses: responses)
  }

  private func publish(
    to transport: any HTTPTransport, _ assembly: ForgesAssembly
  ) async throws -> [String] {
    try await assembly.publisher(settings(transport)).publish(samplePublication(), isDryRun: false).outline
  }

  /// Creates a transport to the conversation that first gives other responses to a kind of requests.
  private func transport(
    to conversation: Conversation, after responses: [TransportResponse],
    to isHit: @escaping @Sendable (TransportRequest) -> Bool = { $0.head.method == .post }
  ) -> Forge {
    let remaining = Locked(responses)
    let rest = conversation.transport
    return Forge { (request) throws(TransportError) in
      let response = remaining.withLock { isHit(request) && !$0.isEmpty ? $0.removeFirst() : nil }
      if let response { return response }
      return try await rest.send(request)
    }
  }

  /// A transport that records the requests.
  private actor Forge: HTTPTransport {
    typealias Answer = @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse
    private let answer: Answer
    private(set) var requests: [TransportRequest] = []

    init(_ answer: @escaping Answer) {
      self.answer = answer
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      requests.append(request)
      return try await answer(request)
    }
  }

  private static func refusal(_ status: Int, _ fields: HTTPFields = [:]) -> TransportResponse {
    let text = #"{"message": "You have exceeded a secondary rate limit. Please wait a few minutes."}"#
    return TransportResponse(status: .init(code: status), headerFields: fields, body: Data(text.utf8))
  }

  @Test(arguments: [403, 429])
  func `a rate-limited write is repeated after the wait that the forge asks for`(status: Int) async throws {
    let conversation = Conversation()
    let transport = transport(to: conversation, after: [Self.refusal(status, [.retryAfter: "45"])])
    #expect(try await publish(to: transport, assembly()) == ["created comment", "created status"])
    #expect(conversation.bodies.count == 1)
    #expect(conversation.writes.count == 2)
    // Before the comment, and between two writes.
    #expect(clock.waits == [.seconds(45), .seconds(1)])
  }

  @Test func `the wait doubles after each rate limit without a retry time`() async throws {
    let conversation = Conversation()
    let transport = transport(to: conversation, after: [Self.refusal(403), Self.refusal(403)])
    #expect(try await publish(to: transport, assembly()) == ["created comment", "created status"])
    #expect(clock.waits == [.seconds(60), .seconds(120), .seconds(1)])
    #expect(conversation.writes.count == 2)
  }

  @Test(arguments: ["GET", "POST"])
  func `a rate limit of one day is an error that names its end`(method: String) async throws {
    let conversation = Conversation()
    let refusals = Array(repeating: Self.refusal(429, [.retryAfter: "86400"]), count: 9)
    let transport = transport(to: conversation, after: refusals) { $0.head.method.rawValue == method }
    await #expect {
      _ = try await publish(to: transport, assembly())
    } throws: { error in
      let error = error as? ForgeError
      return error?.code == .rateLimited
        && error?.underlying == "https://api.github.com accepts no more requests until 2026-08-01T12:00:00Z"
        && error?.retryAfter == .seconds(86_400)
        && error?.remedy == "run it again after the limit is reset, or with another token"
    }
    #expect(clock.waits == [])
    #expect(conversation.writes == [])
    #expect(await transport.requests.count { $0.head.method.rawValue == method } == 1)
  }

  @Test func `fails at a rate limit that does not end`() async throws {
    let refusals = Array(repeating: Self.refusal(403, [.retryAfter: "200"]), count: 99)
    let transport = transport(to: Conversation(), after: refusals) { _ in true }
    await #expect {
      _ = try await publish(to: transport, assembly())
    } throws: { ($0 as? ForgeError)?.code == .rateLimited }
    #expect(clock.waits == [.seconds(200), .seconds(200)])
    #expect(await transport.requests.count == 3)
  }

  @Test func `the publisher waits for the rate limit that the reader has used up`() async throws {
    let conversation = Conversation()
    var fields: HTTPFields = [.date: "Fri, 31 Jul 2026 12:00:00 GMT"]
    fields[try #require(HTTPField.Name("x-ratelimit-remaining"))] = "0"
    fields[try #require(HTTPField.Name("x-ratelimit-reset"))] = "1785499290"
    let last = TransportResponse(status: .notFound, headerFields: fields, body: Data(#"{"message": "none"}"#.utf8))
    let transport = transport(to: conversation, after: [last]) { $0.head.path?.contains("/pulls/") == true }
    let assembly = assembly()
    _ = try? await assembly.pullRequests(settings(transport)).pullRequest(7)
    #expect(clock.waits == [])
    _ = try await assembly.publisher(settings(transport)).publish(samplePublication(), isDryRun: false)
    #expect(clock.waits.first == .seconds(90))
  }

  /// Records the statuses of responses: full (200) or confirmed (304).
  private final class Archive: Sendable {
    let responses = Locked<[Int]>([])

    func transport(_ conversation: Conversation) -> Forge {
      let rest = conversation.transport
      return Forge { [responses] (request) throws(TransportError) in
        var response = try await rest.send(request)
        let body = response.body
        response.body = (body)
        let tag = "\"\(body.hashValue)\""
        if request.head.method == .get, response.head.status == .ok {
          response.head.headerFields[.eTag] = tag
          if request.head.headerFields[.ifNoneMatch] == tag { response = TransportResponse(status: .notModified) }
        }
        let status = response.head.status.code
        responses.withLock { $0.append(status) }
        return response
      }
    }
  }

  @Test func `cached responses are revalidated, and only with the same token`() async throws {
    try await withScratchDirectory { folder in
      let conversation = Conversation()
      let archive = Archive()
      let transport = archive.transport(conversation)
      func statuses(token: String) async throws -> [Int] {
        archive.responses.withLock { $0 = [] }
        var settings = settings(transport)
        settings.token = Secret(token)
        _ = try await assembly(responses: folder.path.appending("http")).publisher(settings)
          .publish(samplePublication(), isDryRun: false)
        return archive.responses.withLock { $0 }
      }
      _ = try await statuses(token: "ours")
      // The list of statuses changed after its response was cached.
      #expect(try await statuses(token: "ours") == [304, 304, 200])
      #expect(try await statuses(token: "ours") == [304, 304, 304])
      #expect(try await statuses(token: "theirs") == [200, 200, 200])
      // The cache entry of a comment that was edited later is not used.
      let text = conversation.bodies
      conversation.state.withLock { $0.comments[0].body += "changed" }
      #expect(try await statuses(token: "ours") == [304, 200, 200, 304])
      #expect(conversation.bodies == text)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path.appending("http").string) {
        #expect(try !folder.text("http/\(name)").contains("ours"))
      }
    }
  }
}
