// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract
import ReviewTesting
import Testing

@testable import Forges

/// How fast writes are sent to a forge, and which of them are left out.
struct WriteRateTests {
  private let clock = InstantClock()

  @Test(arguments: [
    ("https://api.github.com", WriteRate.github), ("https://GitHub.com/api", .github),
    ("https://api.acme.ghe.com", .github), ("https://gitlab.com/api/v4", .gitlab),
    ("https://codeberg.org/api/v1", .shared), ("https://gitea.com/api/v1", .shared),
    ("https://github.example.com/api/v3", .selfHosted), ("https://notgithub.com/api/v3", .selfHosted),
    ("https://github.com.example.org/api/v3", .selfHosted), ("http://127.0.0.1:3000/api/v1", .selfHosted),
  ])
  func `the usual rate depends on the server`(url: String, rate: WriteRate) throws {
    let origin = try #require(HTTPAddress(url)).origin
    let kind: any SupportedForge.Type =
      url.hasSuffix("v1") ? GiteaAPI.self : url.hasSuffix("v4") ? GitLabAPI.self : GitHubAPI.self
    #expect(kind.usualRate(at: origin) == rate)
  }

  /// Returns the waits of status writes to a server.
  private func waits(_ count: Int, url: String, _ rate: WriteRate? = nil) async throws -> [Duration] {
    let conversation = Conversation()
    var settings = settings(conversation.transport, apiURL: url)
    settings.writeRate = rate
    let publisher = try ForgesAssembly(clock: clock).publisher(settings)
    for number in 1...count { _ = try await publisher.publish(status("write \(number)"), isDryRun: false) }
    #expect(conversation.writes.count == count)
    return clock.waits
  }

  private func status(_ summary: String, _ state: Publication.State = .success) throws -> Publication {
    let sample = try samplePublication()
    return Publication(pullRequest: 0, commit: sample.commit, marker: sample.marker, state: state, summary: summary)
  }

  @Test func `writes to a server of one's own wait only when its bucket is empty`() async throws {
    let waits = try await waits(303, url: "https://github.example.com")
    #expect(waits == [.milliseconds(50), .milliseconds(50), .milliseconds(50)])
  }

  @Test func `writes to GitHub are a second apart, and 12 seconds when its hourly limit is near`() async throws {
    let waits = try await waits(222, url: "https://api.github.com")
    #expect(waits.prefix(215).allSatisfy { $0 == .seconds(1) })
    #expect(waits.suffix(2) == [.seconds(12), .seconds(12)])
  }

  @Test func `the rate of the configuration applies instead`() async throws {
    let rate = WriteRate(burst: 2, perMinute: 6, interval: .seconds(3))
    #expect(try await waits(4, url: "https://github.example.com", rate) == [3, 7, 10].map { .seconds($0) })
  }

  @Test func `a changed rate applies to the writes after it, and counts those before it`() async throws {
    let conversation = Conversation()
    let assembly = ForgesAssembly(clock: clock)
    var settings = settings(conversation.transport, apiURL: "https://github.example.com")
    for (number, interval) in [1, 1, 5, 5].enumerated() {
      settings.writeRate = WriteRate(burst: 100, perMinute: 60_000, interval: .seconds(interval))
      _ = try await assembly.publisher(settings).publish(status("write \(number)"), isDryRun: false)
    }
    #expect(clock.waits == [1, 1, 5].map { .seconds($0) })
  }

  @Test(arguments: [Publication.State.pending, .success, .failure])
  func `a status that the commit shows already is not written`(state: Publication.State) async throws {
    let conversation = Conversation()
    let publisher = try publisher(settings(conversation.transport), clock: clock)
    for _ in 0..<3 { _ = try await publisher.publish(status("same", state), isDryRun: false) }
    #expect(conversation.writes.count == 1)
  }

  @Test func `a status keeps the link to a comment that a repeated review leaves unchanged`() async throws {
    let conversation = Conversation { $0.hasPages = true }
    let publisher = try publisher(settings(conversation.transport), clock: clock)
    let review = try samplePublication()
    _ = try await publisher.publish(review, isDryRun: false)
    let page = try #require(conversation.statuses.first?["target_url"])
    let pending = Publication(
      pullRequest: review.pullRequest, commit: review.commit, marker: review.marker, state: .pending,
      summary: "reviewing")
    _ = try await publisher.publish(pending, isDryRun: false)
    _ = try await publisher.publish(review.with(comment: false, verdict: true), isDryRun: false)
    #expect(conversation.statuses.map { $0["target_url"] } == [page, page, page])
    #expect(conversation.statuses.map { $0["state"] } == ["success", "pending", "success"])
    #expect(conversation.bodies == [review.text])
  }
}
