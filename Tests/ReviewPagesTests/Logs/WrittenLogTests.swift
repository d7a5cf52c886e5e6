// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// A log from the program that prints it to its readers.
struct WrittenLogTests {
  @Test func `a program cannot write a mark, and its colors are shown`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      log.write(.started(stage: "build"))
      log.write(.output(line: "2026-01-01T00:00:00Z build: passed after 1 ms"))
      log.write(.output(line: "a\n2026-01-01T00:00:00Z fake: started\r2026-01-01T00:00:00Z fake: started"))
      log.write(.output(line: "\u{1b}[31mred\u{1b}[40m\u{1b}]0;title\u{7} <b>text</b>\u{1b}[2J\u{202e}"))
      log.write(.detail("\n2026-01-01T00:00:00Z detail: started"))
      log.write(.started(stage: "x\n2026-01-01T00:00:00Z fake: started"))
      let cookie = try await pages.world.session("bob")
      let file = try String(contentsOfFile: pages.world.logs.file(of: job.id).string, encoding: .utf8)
      #expect(file.split(separator: "\n").filter { $0.first?.isNumber == true }.count == 4)
      #expect(file.contains("  \u{1b}[31mred <b>text</b>\\u{202E}\u{1b}[0m\n"))
      let page = try await pages.get("/r/\(job.id)/log", cookie: cookie).body
      #expect(page.contains("<span class=\"c1\">red &lt;b&gt;text&lt;/b&gt;\\u{202E}</span>"))
      #expect(page.matches(of: /class="l mark"/).count == 4)
      #expect(page.contains("# a detail for the operator") && !page.contains("detail: started"))
      // Not even a search finds it.
      #expect(try await pages.get("/r/\(job.id)/log?q=detail:", cookie: cookie).body.contains("0 lines"))
      let index = try #require(try await pages.index(job.id))
      #expect(index.stages.map(\.name) == ["build", "x 2026-01-01T00:00:00Z fake: started"])
      #expect(index.stages.first?.status == nil)
      try await pages.world.finish(lease, log)
    }
  }

  @Test func `the log as text has no colors`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      for number in 1...3_000 { log.write(.output(line: "\u{1b}[3\(number % 7 + 1)mline\u{1b}[0m \(number) <b> ü")) }
      try await pages.world.finish(lease, log)
      let answer = try await pages.get("/r/\(job.id)/log.txt", cookie: pages.world.session("bob"))
      #expect(answer.fields["content-type"] == "text/plain; charset=utf-8")
      #expect(!answer.body.contains("\u{1b}"))
      #expect(
        answer.body.split(separator: "\n").dropFirst().dropLast() == (1...3_000).map { "  line \($0) <b> ü" }[...])
    }
  }

  @Test func `pages of 1,000 lines are linked`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      for number in 2...2_499 { log.write(.output(line: "line \(number)")) }
      try await pages.world.finish(lease, log)
      let cookie = try await pages.world.session("bob")
      func lines(_ query: String) async throws -> [Int] {
        try await pages.get("/r/\(job.id)/log\(query)", cookie: cookie).body.matches(of: /id="L([0-9]+)"/)
          .compactMap { Int($0.1) }
      }
      #expect(try await lines("") == Array(1...1_000))
      #expect(try await lines("?line=1001") == Array(1_001...2_000))
      #expect(try await lines("?line=2000") == Array(1_001...2_000))
      #expect(try await lines("?page=last") == Array(2_001...2_500))
      for query in ["?line=0", "?line=-5", "?line=x", "?line=", "?line=%FF"] {
        #expect(try await lines(query) == Array(1...1_000))
      }
      #expect(try await lines("?line=9223372036854775807") == Array(2_001...2_500))
      let page = try await pages.get("/r/\(job.id)/log?line=1500", cookie: cookie).body
      #expect(page.contains("lines 1001 to 2000 of 2500"))
      for line in ["1", "2001"] { #expect(page.contains("href=\"/r/1/log?from=\(line)\"")) }
    }
  }

  @Test func `a review without a log says so`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let cookie = try await pages.world.session("bob")
      let answer = try await pages.get("/r/\(job.id)/log", cookie: cookie)
      #expect(answer.status == 404)
      #expect(answer.body.contains("This review has no log"))
      #expect(try await pages.get("/r/\(job.id)/log.txt", cookie: cookie).status == 404)
      #expect(try await pages.get("/r/\(job.id)", cookie: cookie).status == 200)
    }
  }
}

extension RunningPages {
  /// Returns the stages of a log.
  func index(_ job: ReviewJob.ID) async throws -> LogIndex? {
    let copies = world.folder.path.appending("other-copies")
    return try await LogLibrary(world.logs, shared: nil, copies: copies).index(of: job)
  }
}
