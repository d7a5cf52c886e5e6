// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CurlTransport
import Findings
import Foundation
import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

struct PublishingTests {
  private typealias Comment = Conversation.Comment

  private let marker = "<!-- reviewbot:v1 id=reviewbot -->"

  private func ours(_ id: Int, _ text: String) -> Comment {
    Comment(id: id, author: "bot", authorID: 42, body: "\(marker)\n\(text)\n")
  }

  private func publish(
    _ publication: Publication, to conversation: Conversation, isDryRun: Bool = false,
    clock: InstantClock = InstantClock()
  ) async throws -> Receipt {
    try await publisher(settings(conversation.transport), clock: clock).publish(publication, isDryRun: isDryRun)
  }

  @Test func `writes a comment and a status once`() async throws {
    let conversation = Conversation()
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["created comment", "created status"])
    #expect(try await publish(publication, to: conversation).outline == ["unchanged comment", "unchanged status"])
    #expect(conversation.bodies == [publication.text])
    #expect(conversation.statuses == [["context": "reviewbot", "description": "#7: passed", "state": "success"]])
    #expect(conversation.writes.count == 2)
  }

  @Test func `writes a comment alone, and leaves the status as it is`() async throws {
    let conversation = Conversation()
    let publication = try samplePublication()
    let comment = Publication(
      pullRequest: 7, commit: publication.commit, marker: publication.marker, comment: publication.text,
      summary: "passed")
    #expect(try await publish(comment, to: conversation).outline == ["created comment"])
    #expect(try await publish(comment, to: conversation).outline == ["unchanged comment"])
    #expect(conversation.bodies == [publication.text])
    #expect(conversation.statuses == [])
  }

  @Test func `a publication without a pull request and a comment sets only the status`() async throws {
    let conversation = Conversation([ours(8, "Old.")])
    func status(_ state: Publication.State, _ summary: String) throws -> Publication {
      let publication = try samplePublication()
      return Publication(
        pullRequest: 0, commit: publication.commit, marker: publication.marker, state: state, summary: summary)
    }
    #expect(try await publish(try status(.pending, "waits"), to: conversation).outline == ["created status"])
    #expect(try await publish(try status(.pending, "waits"), to: conversation).outline == ["unchanged status"])
    #expect(try await publish(try status(.success, "passed"), to: conversation).outline == ["created status"])
    #expect(
      conversation.statuses == [
        ["context": "reviewbot", "description": "passed", "state": "success"],
        ["context": "reviewbot", "description": "waits", "state": "pending"],
      ])
    #expect(conversation.bodies == ["\(marker)\nOld.\n"])
  }

  @Test func `changes its comment and its status`() async throws {
    let conversation = Conversation([ours(8, "Old.")])
    let receipt = try await publish(try samplePublication("New.", state: .failure), to: conversation)
    #expect(
      receipt.entries == [
        Receipt.Entry(outcome: .updated, subject: "comment", detail: "PATCH /repos/acme/shapes/issues/comments/8"),
        Receipt.Entry(
          outcome: .created, subject: "status",
          detail: "POST /repos/acme/shapes/statuses/\(try sampleCommit().hex)"),
      ])
    #expect(conversation.bodies == ["\(marker)\nNew.\n"])
  }

  @Test func `keeps the oldest of its comments and deletes the others`() async throws {
    let conversation = Conversation([ours(9, "a"), ours(3, "All is well."), ours(11, "c")])
    let receipt = try await publish(try samplePublication(), to: conversation)
    #expect(receipt.outline == ["unchanged comment", "deleted comment", "deleted comment", "created status"])
    #expect(conversation.state.withLock { $0.comments.map(\.id) } == [3])
  }

  @Test func `another user's comment with the marker is left unchanged`() async throws {
    let stranger = Comment(id: 2, author: "bot", authorID: 666, body: "\(marker)\nI am reviewbot.")
    let conversation = Conversation([stranger])
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["created comment", "created status"])
    #expect(conversation.bodies == [stranger.body, publication.text])
  }

  @Test func `a token without a user belongs to the GitHub Actions bot`() async throws {
    let person = Comment(id: 2, author: "github-actions[bot]", type: "User", body: "\(marker)\nfake")
    let bot = Comment(id: 3, author: "github-actions[bot]", authorID: 99, type: "Bot", body: "\(marker)\nOld.")
    let conversation = Conversation([person, bot]) { $0.user = nil }
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["updated comment", "created status"])
    #expect(conversation.bodies == [person.body, publication.text])
  }

  @Test func `does not write a second comment when the answer to the first was lost`() async throws {
    let conversation = Conversation { $0.troubles = ["POST comments": [nil]] }
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["created comment", "created status"])
    #expect(conversation.bodies == [publication.text])
  }

  @Test func `the list of comments is read again until a comment whose response was lost appears`() async throws {
    let conversation = Conversation {
      $0.troubles = ["POST comments": [nil]]
      $0.interruptions = ["POST comments": { $0.listsBehind = 2 }]
    }
    let publication = try samplePublication()
    let clock = InstantClock()
    _ = try await publish(publication, to: conversation, clock: clock)
    #expect(conversation.bodies == [publication.text])
    #expect(clock.waits == [.zero, .seconds(2), .seconds(5)])
  }

  @Test func `a lost comment that never appears is written again`() async throws {
    let conversation = Conversation { $0.troubles = ["POST comments": [502]] }
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["created comment", "created status"])
    #expect(conversation.bodies == [publication.text])
  }

  @Test func `a second failure to write the comment is an error, and the status is set`() async throws {
    let conversation = Conversation { $0.troubles = ["POST comments": [502, 502, 502]] }
    await #expect {
      _ = try await publish(try samplePublication(), to: conversation)
    } throws: { ($0 as? ForgeError)?.code == .unavailable }
    #expect(conversation.writes.filter { $0.hasSuffix("/comments") }.count == 2)
    #expect(conversation.statuses.count == 1)
  }

  @Test func `leaves one comment when two runs write at the same time`() async throws {
    let publication = try samplePublication()
    let other = ours(4, "The other run.")
    let conversation = Conversation { state in
      state.nextID = 5
      // The list was empty; the other run's comment is created before ours.
      state.interruptions = ["POST comments": { $0.comments.append(other) }]
    }
    let receipt = try await publish(publication, to: conversation)
    #expect(receipt.outline == ["created comment", "updated comment", "deleted comment", "created status"])
    #expect(conversation.state.withLock { $0.comments } == [ours(4, "All is well.")])
  }

  @Test func `creates its comment again when it was deleted since`() async throws {
    let conversation = Conversation([ours(8, "Old.")]) { state in
      state.interruptions = ["PATCH comments": { $0.comments = [] }]
    }
    let publication = try samplePublication()
    #expect(try await publish(publication, to: conversation).outline == ["created comment", "created status"])
    #expect(conversation.bodies == [publication.text])
  }

  @Test(arguments: [403, 404])
  func `the receipt lists what the token is not allowed to write`(status: Int) async throws {
    let conversation = Conversation {
      $0.troubles = ["POST comments": [status], "POST statuses": [status]]
    }
    let receipt = try await publish(try samplePublication(), to: conversation)
    let reason = "GitHub answered \(status): trouble"
    #expect(
      receipt
        == Receipt(entries: [
          Receipt.Entry(outcome: .refused, subject: "comment", detail: reason),
          Receipt.Entry(outcome: .refused, subject: "status", detail: reason),
        ]))
    #expect(receipt.isRefused)
  }

  @Test func `sets the status although the comment is refused for its content`() async throws {
    let conversation = Conversation { $0.troubles = ["POST comments": [422]] }
    await #expect {
      _ = try await publish(try samplePublication(), to: conversation)
    } throws: { ($0 as? ForgeError)?.code == .rejected }
    #expect(conversation.statuses.count == 1)
  }

  @Test func `a bad token is an error, and nothing is written`() async throws {
    let conversation = Conversation { $0.troubles = ["GET user": [401]] }
    await #expect {
      _ = try await publish(try samplePublication(), to: conversation)
    } throws: { ($0 as? ForgeError)?.code == .badToken }
    #expect(conversation.writes == [])
  }

  @Test func `a dry run lists the requests and writes nothing`() async throws {
    let conversation = Conversation([ours(3, "Old."), ours(9, "Older.")])
    let publication = try samplePublication("New \"one\".")
    let receipt = try await publish(publication, to: conversation, isDryRun: true)
    #expect(
      receipt.entries == [
        Receipt.Entry(
          outcome: .planned, subject: "comment", detail: "PATCH /repos/acme/shapes/issues/comments/3",
          body: #"{"body":"<!-- reviewbot:v1 id=reviewbot -->\nNew \"one\".\n"}"#),
        Receipt.Entry(
          outcome: .planned, subject: "comment", detail: "DELETE /repos/acme/shapes/issues/comments/9"),
        Receipt.Entry(
          outcome: .planned, subject: "status",
          detail: "POST /repos/acme/shapes/statuses/\(try sampleCommit().hex)",
          body: ##"{"context":"reviewbot","description":"#7: passed","state":"success"}"##),
      ])
    #expect(conversation.writes == [])
  }

  @Test func `a comment that is too long for GitHub is rejected`() async throws {
    let conversation = Conversation()
    let fitting = GitHubLimits.commentCharacters - marker.count - 2
    _ = try await publish(try samplePublication(String(repeating: "🙂", count: fitting)), to: conversation)
    await #expect {
      _ = try await publish(try samplePublication(String(repeating: "x", count: fitting + 1)), to: conversation)
    } throws: { ($0 as? ForgeError)?.code == .rejected }
    #expect(conversation.bodies.count == 1)
  }

  @Test func `requests over a real connection have the header fields that GitHub requires`() async throws {
    let conversation = Conversation()
    try await withLoopbackServer { request in
      guard let response = conversation.answer(request.method, request.target, request.body) else { return .resetting }
      return LoopbackResponse(response.status, body: response.body)
    } body: { server in
      let publisher = try publisher(settings(CurlTransportAssembly().transport, apiURL: server.url))
      conversation.state.withLock { $0.troubles = ["POST comments": [nil], "GET user": [503]] }
      let receipt = try await publisher.publish(try samplePublication(), isDryRun: false)
      #expect(receipt.outline == ["created comment", "created status"])
      #expect(conversation.bodies.count == 1)
      for request in server.requests {
        #expect(request.fields["authorization"] == "Bearer s3cret")
        #expect(request.fields["accept"] == "application/vnd.github+json")
        #expect(request.fields["x-github-api-version"] == "2022-11-28")
        #expect(request.fields["user-agent"] == "reviewbot/test")
        #expect(request.fields["content-type"] == (request.body.isEmpty ? nil : "application/json"))
      }
    }
  }

  @Test func `reads through one connection, and opens one for each write`() async throws {
    let conversation = Conversation()
    try await withLoopbackServer { request in
      guard let response = conversation.answer(request.method, request.target, request.body) else { return .resetting }
      return LoopbackResponse(response.status, body: response.body)
    } body: { server in
      // The first publication, and its repetition.
      for (requests, writes) in [(6, 2), (3, 0)] {
        let before = (server.journal.connections, server.requests.count, conversation.writes.count)
        let publisher = try publisher(settings(CurlTransportAssembly().transport, apiURL: server.url))
        _ = try await publisher.publish(try samplePublication(), isDryRun: false)
        #expect(server.requests.count - before.1 == requests)
        #expect(conversation.writes.count - before.2 == writes)
        // libcurl repeats a request on a dead connection, so a write never reuses an old connection.
        #expect(server.journal.connections - before.0 == 1 + writes)
      }
    }
  }
}
