// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

struct CheckRunPublisherTests {
  private func publish(
    _ publication: Publication, to board: CheckBoard, isDryRun: Bool = false, clock: InstantClock = InstantClock()
  ) async throws -> [Receipt.Entry]? {
    let api = try GitHubAPI(settings(board.transport))
    let repository = ForgeRepository(api: api, service: NetworkService(board.transport))
    let publisher = CheckRunPublisher(
      checks: CheckRuns(repository: repository, account: .app(login: "github-actions[bot]")), clock: clock,
      head: SharedHead(source: KnownPullRequests(), commit: publication.commit), publication: publication)
    return try await publisher.publish(isDryRun: isDryRun)
  }

  private func outline(_ entries: [Receipt.Entry]?) -> [String]? {
    entries.map { Receipt(entries: $0).outline }
  }

  @Test(arguments: [
    (0, ["POST 0 failure"]), (1, ["POST 1 failure"]), (49, ["POST 49 failure"]), (50, ["POST 50 failure"]),
    (51, ["POST 50 in_progress", "PATCH 1 failure"]),
    (120, ["POST 50 in_progress", "PATCH 50 in_progress", "PATCH 20 failure"]),
  ])
  func `the verdict is written with the last annotations`(count: Int, writes: [String]) async throws {
    let board = CheckBoard()
    let publication = try samplePublication(state: .failure, annotations: sampleAnnotations(count))
    #expect(outline(try await publish(publication, to: board)) == ["created check run"])
    #expect(board.writes == writes)
    #expect(board.runs.map(\.annotations) == [(0..<count).map { "Remark \($0 + 1)." }])
    #expect(board.runs.map(\.summary) == ["All is well.\n"])
    #expect(outline(try await publish(publication, to: board)) == ["unchanged check run"])
    #expect(board.writes == writes)
  }

  @Test func `a pending check run is completed, and a completed one is replaced`() async throws {
    let board = CheckBoard()
    #expect(outline(try await publish(try samplePublication(state: .pending), to: board)) == ["created check run"])
    #expect(board.runs.map(\.status) == ["in_progress"])
    let first = try samplePublication(annotations: sampleAnnotations(2))
    #expect(outline(try await publish(first, to: board)) == ["updated check run"])
    #expect(board.runs.map(\.conclusion) == ["success"])
    // Annotations cannot be removed from a check run.
    let second = try samplePublication(annotations: sampleAnnotations(1))
    #expect(outline(try await publish(second, to: board)) == ["created check run"])
    #expect(board.runs.map(\.annotations.count) == [2, 1])
    // A run that is hidden by a newer one has to be created again.
    #expect(outline(try await publish(first, to: board)) == ["created check run"])
  }

  @Test func `a pending check run without a pull request and a comment is completed`() async throws {
    let board = CheckBoard()
    func publication(_ state: Publication.State, _ summary: String) throws -> Publication {
      let sample = try samplePublication()
      return Publication(
        pullRequest: 0, commit: sample.commit, marker: sample.marker, state: state, summary: summary)
    }
    #expect(outline(try await publish(try publication(.pending, "waits"), to: board)) == ["created check run"])
    #expect(outline(try await publish(try publication(.pending, "runs"), to: board)) == ["updated check run"])
    #expect(board.writes == ["POST 0 in_progress", "PATCH 0 in_progress"])
    #expect(outline(try await publish(try publication(.failure, "failed"), to: board)) == ["updated check run"])
    #expect(board.runs.map(\.conclusion) == ["failure"])
    #expect(board.runs.map(\.title) == ["failed"])
    #expect(board.runs.map(\.summary) == ["failed"])
  }

  @Test func `writes nothing twice when answers are lost`() async throws {
    let board = CheckBoard { $0.troubles = ["POST": [nil], "PATCH": [nil]] }
    let publication = try samplePublication(state: .failure, annotations: sampleAnnotations(120))
    #expect(outline(try await publish(publication, to: board)) == ["created check run"])
    #expect(board.runs.map(\.annotations) == [(0..<120).map { "Remark \($0 + 1)." }])
    #expect(board.runs.map(\.conclusion) == ["failure"])
  }

  @Test func `a check run whose creation failed is created again`() async throws {
    let board = CheckBoard { $0.troubles = ["POST": [502]] }
    let clock = InstantClock()
    let publication = try samplePublication(annotations: sampleAnnotations(1))
    #expect(outline(try await publish(publication, to: board, clock: clock)) == ["created check run"])
    #expect(board.runs.count == 1)
    #expect(clock.waits == [.zero, .seconds(2), .seconds(5)])
  }

  @Test func `an interrupted publication is continued by the next one`() async throws {
    let board = CheckBoard { $0.troubles = ["PATCH": [500, 500, 500]] }
    let publication = try samplePublication(annotations: sampleAnnotations(60))
    await #expect {
      _ = try await publish(publication, to: board)
    } throws: { ($0 as? ForgeError)?.code == .unavailable }
    #expect(outline(try await publish(publication, to: board)) == ["updated check run"])
    #expect(board.runs.map(\.annotations.count) == [60])
  }

  @Test(arguments: ["GET", "POST"], [403, 404])
  func `a token without access to check runs leaves the verdict to a status`(method: String, status: Int) async throws {
    let board = CheckBoard { $0.troubles = [method: [status]] }
    #expect(try await publish(try samplePublication(), to: board) == nil)
  }

  @Test(arguments: ["POST", "PATCH"])
  func `shows the verdict without annotations when GitHub does not take them`(method: String) async throws {
    let board = CheckBoard { $0.troubles = [method: [422]] }
    let publication = try samplePublication(state: .failure, annotations: sampleAnnotations(60))
    #expect(outline(try await publish(publication, to: board)) == ["created check run"])
    #expect(board.runs.last?.conclusion == "failure")
    #expect(board.runs.last?.annotations == [])
  }

  @Test func `annotations above the limit are omitted`() async throws {
    let board = CheckBoard()
    let publication = try samplePublication(annotations: sampleAnnotations(GitHubLimits.annotations + 1))
    #expect(outline(try await publish(publication, to: board)) == ["created check run"])
    #expect(board.runs.map(\.annotations.count) == [GitHubLimits.annotations])
    #expect(board.writes.count == 20)
  }

  @Test func `does not touch the check runs of others`() async throws {
    let theirs = CheckBoard.Run(id: 1, slug: "other", externalID: "reviewbot:7:main:x", status: "in_progress")
    let foreign = CheckBoard.Run(id: 2, externalID: "reviewbot:8:main:x", status: "in_progress")
    let unknown = CheckBoard.Run(id: 3, externalID: nil, status: "in_progress")
    let board = CheckBoard([theirs, foreign, unknown])
    #expect(outline(try await publish(try samplePublication(), to: board)) == ["created check run"])
    #expect(Array(board.runs.prefix(3)) == [theirs, foreign, unknown])
  }

  @Test func `a dry run lists the requests and writes nothing`() async throws {
    let board = CheckBoard()
    let publication = try samplePublication(annotations: sampleAnnotations(51))
    let entries = try #require(try await publish(publication, to: board, isDryRun: true))
    #expect(
      entries.map(\.detail) == ["POST /repos/acme/shapes/check-runs", "PATCH /repos/acme/shapes/check-runs/0"])
    #expect(board.writes == [])
  }
}
