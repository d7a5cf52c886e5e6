// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// The events of a review that runs.
struct ReviewEventsTests {
  /// A review that runs, with a log of `lines` lines of output.
  private func use(
    lines: Int = 0, _ body: @escaping @Sendable (RunningPages, Lease, JobLog, _ cookie: String) async throws -> Void
  ) async throws {
    try await withPages { pages in
      try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      for number in 0..<lines { log.write(.output(line: "line \(number + 2) <b>ü</b>")) }
      try await body(pages, lease, log, pages.world.session("bob"))
    }
  }

  private static func isLog(_ event: ServerEvent) -> Bool { event.name == "log" }

  /// The position of the end of the log.
  private static func end(_ pages: RunningPages) throws -> Int {
    try Data(contentsOf: URL(fileURLWithPath: pages.world.logs.file(of: ReviewJob.ID(1)).string)).count
  }

  @Test func `the events of a page's address begin after its lines`() async throws {
    try await use(lines: 300) { pages, lease, log, cookie in
      let page = try await pages.get("/r/1", cookie: cookie).body
      let shown = page.matches(of: /id="L([0-9]+)"/).compactMap { Int($0.1) }
      #expect(shown == Array(102...301))
      let address = String(try #require(page.firstMatch(of: /data-events="([^"]+)"/)).1)
      for number in 302...310 { log.write(.output(line: "line \(number)")) }
      try await pages.world.finish(lease, log)
      var events = try await ServerEvents(pages, address, cookie: cookie)
      #expect(events.head.fields["content-type"] == "text/event-stream")
      #expect(events.head.fields["cache-control"] == "no-store")
      #expect(events.head.fields["x-accel-buffering"] == "no")
      let all = try await events.rest()
      #expect(all.names == ["state", "log", "end"])
      // The last line is that of the report.
      #expect(all.lines == Array(302...311))
      #expect(all.map(\.id).suffix(2) == ["\(try Self.end(pages))", "\(try Self.end(pages))"])
      #expect(all[1].data.first?.contains("<code>line 302</code>") == true)
      #expect(all[1].data.allSatisfy { !$0.contains("\n") && !$0.contains("\r") })
    }
  }

  @Test func `a reader of a running review gets each line once, and then the end`() async throws {
    try await use { pages, lease, log, cookie in
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
      var all = try await events.upTo(Self.isLog)
      #expect(all.names == ["state", "log"])
      for number in 2...50 {
        log.write(.output(line: "line \(number)"))
        if number.isMultiple(of: 7) { all += try await events.upTo { $0.lines.contains(number) } }
      }
      log.write(.started(stage: "build"))
      all += try await events.upTo { $0.name == "state" && $0.data.joined().contains(">build<") }
      try await pages.world.finish(lease, log)
      all += try await events.rest()
      #expect(all.lines == Array(1...52))
      #expect(all.last?.name == "end")
      #expect(
        all.filter { $0.name == "state" }.last?.data.joined().contains("Failed") == true
          || all.names.filter { $0 == "state" }.count >= 2)
    }
  }

  @Test func `a browser that connects again loses and doubles no line`() async throws {
    try await use(lines: 500) { pages, lease, log, cookie in
      var (all, last) = ([ServerEvent](), "0")
      for round in 0..<10 {
        for number in 0..<20 { log.write(.output(line: "round \(round), line \(number)")) }
        if round == 9 { try await pages.world.finish(lease, log) }
        var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie, last: last)
        let received = round == 9 ? try await events.rest() : try await events.upTo(Self.isLog)
        all += received
        last = received.compactMap(\.id).last ?? last
      }
      #expect(all.lines == Array(1...702))
    }
  }

  @Test func `the position survives a restart of the server`() async throws {
    try await withScratchDirectory { folder in
      let world = PagesWorld(in: folder)
      try await world.review()
      let (lease, log) = try await world.start()
      for number in 2...100 { log.write(.output(line: "line \(number)")) }
      let cookie = try await world.session("bob")
      let first = try await withPages(world) { pages in
        var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
        return try await events.upTo(Self.isLog)
      }
      for number in 101...110 { log.write(.output(line: "line \(number)")) }
      try await world.finish(lease, log)
      let second = try await withPages(world) { pages in
        var events = try await ServerEvents(pages, "/r/1/events", cookie: cookie, last: first.last?.id)
        return try await events.rest()
      }
      #expect(first.lines + second.lines == Array(1...111))
    }
  }

  @Test(arguments: [
    "x", "", "-1", "1.5", "5", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "0x10", " 7",
    "1e3",
  ])
  func `an invalid position continues at the end`(last: String) async throws {
    try await use(lines: 20) { pages, lease, log, cookie in
      var events = try await ServerEvents(pages, "/r/1/events", cookie: cookie, last: last)
      let state = try await events.upTo { $0.name == "state" }
      #expect(state.compactMap(\.id) == ["\(try Self.end(pages))"])
      log.write(.output(line: "line 22"))
      #expect(try await events.upTo(Self.isLog).lines == [22])
      try await pages.world.finish(lease, log)
    }
  }

  @Test func `a reader far behind continues near the end, and sees how many lines are left out`() async throws {
    try await use(lines: 3_000) { pages, lease, log, cookie in
      try await pages.world.finish(lease, log)
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
      let all = try await events.rest()
      #expect(all.names == ["state", "log", "end"])
      #expect(all[1].data.first?.contains("2801 lines are left out here") == true)
      #expect(all.lines == Array(2_802...3_002))
    }
  }

  @Test(arguments: [(1_000, 1_001), (1_001, 201)])
  func `a lag of 1,000 lines is sent`(lag: Int, sent: Int) async throws {
    // With the first and the last line, which the daemon writes.
    try await use(lines: lag - 1) { pages, lease, log, cookie in
      try await pages.world.finish(lease, log)
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
      #expect(try await events.rest().lines.count == sent)
    }
  }

  @Test func `a part of the log has a limited size`() async throws {
    try await use { pages, lease, log, cookie in
      for _ in 0..<900 { log.write(.output(line: String(repeating: "a", count: 1_900))) }
      try await pages.world.finish(lease, log)
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
      let all = try await events.rest()
      #expect(all.lines == Array(1...902))
      #expect(all.allSatisfy { $0.data.joined().utf8.count < 100_000 })
      #expect(all.names.filter { $0 == "log" }.count > 20)
    }
  }

  @Test func `a silent connection is kept open by comments`() async throws {
    try await use { pages, lease, log, cookie in
      let client = try await PlainClient(port: pages.port)
      await client.send(PlainClient.head("GET", "/r/1/events", [("Cookie", cookie)]))
      _ = try await client.head()
      var text = ""
      while !text.contains("\n:\n\n"), let part = try await client.part() { text += part }
      #expect(text.hasPrefix("retry: 1000\n\n"))
      try await pages.world.finish(lease, log)
    }
  }

  /// What ends the right to read.
  enum End: CaseIterable, Sendable {
    case signedOut, revokedLink, noLinks, noPublicAccess
  }

  @Test(arguments: End.allCases)
  func `the events end when the reader has no right any more`(end: End) async throws {
    try await use { pages, lease, log, cookie in
      let world = pages.world
      world.linkLifetime.withLock { $0 = .seconds(3_600) }
      let links = LinkStore(values: world.values)
      let link = try await links.make(for: lease.job.id, by: "ada", lifetime: .seconds(3_600))
      if end == .noPublicAccess {
        world.access.withLock { $0 = .everyone }
        world.forges.change { $0.repositories[PagesWorld.shapes]?.visibility = .everyone }
      }
      let sender = [
        End.signedOut: cookie, .revokedLink: "reviewbot-link=1.\(link.text)", .noLinks: "reviewbot-link=1.\(link.text)",
      ][end]
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: sender)
      #expect(try await events.upTo(Self.isLog).lines == [1])
      switch end {
      case .signedOut:
        let token = try await pages.formToken("/", cookie: cookie)
        _ = try await pages.post("/sign-out", [("token", token)], cookie: cookie)
      case .revokedLink: try await links.revokeAll(of: lease.job.id)
      case .noLinks: world.linkLifetime.withLock { $0 = nil }
      case .noPublicAccess: world.access.withLock { $0 = .members }
      }
      // The connection ends without the end of the review.
      #expect(try await !events.rest().names.contains("end"))
      log.write(.output(line: "unseen"))
      try await world.finish(lease, log)
    }
  }

  @Test func `the error of an attempt is for operators`() async throws {
    try await use { pages, lease, log, _ in
      try await pages.world.queue.fail(lease, JobFailure("the secret of the server is missing", isTransient: true))
      for login in ["ada", "bob"] {
        let cookie = try await pages.world.session(login)
        var events = try await ServerEvents(pages, "/r/1/events", cookie: cookie)
        let state = try await events.upTo { $0.name == "state" }
        #expect(try #require(state.last).data.joined().contains("The last attempt failed."))
        #expect(try #require(state.last).data.joined().contains("the secret of the server") == false)
        #expect(try await !pages.get("/r/1", cookie: cookie).body.contains("the secret of the server"))
      }
      await log.close()
    }
  }

  @Test func `a review that is finished has no live part`() async throws {
    try await use { pages, lease, log, cookie in
      try await pages.world.finish(lease, log)
      let page = try await pages.get("/r/1", cookie: cookie).body
      #expect(!page.contains("data-events"))
      #expect(!page.contains("http-equiv"))
      var events = try await ServerEvents(pages, "/r/1/events", cookie: cookie)
      #expect(try await events.rest().names == ["state", "end"])
    }
  }
}
