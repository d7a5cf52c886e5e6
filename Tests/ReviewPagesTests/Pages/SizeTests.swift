// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Reviews, logs and reports of unusual sizes.
struct SizeTests {
  private static let time = "2026-11-26T10:00:00Z"

  /// Writes the log of a running review.
  private static func write(
    _ pages: RunningPages, _ parts: Int, _ part: (Int) -> String
  ) async throws -> (cookie: String, lease: Lease) {
    try await pages.world.review()
    let lease = try #require(await pages.world.queue.claim(by: "worker"))
    try pages.world.folder.write("logs/1.log", "\(time) job 1, attempt 1: review\n")
    let file = try FileDescriptor.open(pages.world.logs.file(of: lease.job.id), .writeOnly, options: .append)
    defer { try? file.close() }
    for number in 0..<parts { try file.writeAll(part(number).utf8) }
    return (try await pages.world.session("bob"), lease)
  }

  /// - Returns: the page with the lines that contain `needle`.
  @discardableResult
  private func checkPages(_ pages: RunningPages, _ cookie: String) async throws -> String {
    var found = ""
    for path in ["/r/1", "/r/1/log", "/r/1/log?page=last", "/r/1/log?line=500000", "/r/1/log?q=needle", "/"] {
      let page = try await pages.get(path, cookie: cookie)
      #expect(page.status == 200)
      #expect(page.body.utf8.count < 2 << 20, "\(path) has \(page.body.utf8.count) bytes")
      if path.contains("needle") { found = page.body }
    }
    return found
  }

  @Test func `10,000 stages are listed in part`() async throws {
    try await withPages { pages in
      let (cookie, _) = try await Self.write(pages, 12_000) { number in
        "\(Self.time) stage \(number): started\n  needle\n\(Self.time) stage \(number): passed after 5 ms\n"
      }
      try await checkPages(pages, cookie)
      let page = try await pages.get("/r/1", cookie: cookie).body
      #expect(page.matches(of: />stage [0-9]+</).count == 60)
      #expect(page.contains("9940 earlier stages"))
      let log = try await pages.get("/r/1/log?page=last", cookie: cookie).body
      #expect(log.contains("9800 earlier stages"))
    }
  }

  @Test func `a long line is written in part`() async throws {
    try await withPages { pages in
      try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      log.write(.output(line: String(repeating: "<\u{1b}[31m", count: 500_000)))
      log.write(.output(line: "needle"))
      try await pages.world.finish(lease, log)
      let cookie = try await pages.world.session("bob")
      for path in ["/r/1/log", "/r/1/log?q=needle", "/r/1/log.txt"] {
        let page = try await pages.get(path, cookie: cookie).body
        #expect(page.utf8.count < 40_000)
        #expect(page.contains("needle"))
      }
    }
  }

  @Test func `a line of 3 MB in a log of another version does not hide the next ones`() async throws {
    try await withPages { pages in
      let (cookie, _) = try await Self.write(pages, 3) { number in
        number == 1 ? "  \(String(repeating: "x", count: 3 << 20))\n" : "  needle \(number)\n"
      }
      try await checkPages(pages, cookie)
      let log = try await pages.get("/r/1/log?page=last", cookie: cookie).body
      #expect(log.contains("needle 2"))
      #expect(try await pages.get("/r/1/log.txt", cookie: cookie).body.contains("needle 2"))
    }
  }

  @Test(.thorough) func `a log of 200 MB has pages of a limited size`() async throws {
    try await withPages { pages in
      let line = "  Compiling \u{1b}[32mShapes\u{1b}[0m " + String(repeating: "x", count: 170) + "\n"
      let part = String(repeating: line, count: 5_000)
      let (cookie, _) = try await Self.write(pages, 200) { number in
        part + (number == 150 ? "  needle\n" : "") + "\(Self.time) stage \(number): started\n"
      }
      let found = try await checkPages(pages, cookie)
      #expect(found.contains("1 lines with this text"))
      var events = try await ServerEvents(pages, "/r/1/events?after=0", cookie: cookie)
      let first = try await events.upTo { $0.name == "log" }
      #expect(first.last?.lines.count == 201)
    }
  }

  @Test func `a report of 5,000 findings is shown in part`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log)
      // The findings of the stored report, many times.
      let stored = try #require(try await pages.world.logs.reports.data(of: job.id))
      var report = try #require(try JSONSerialization.jsonObject(with: stored) as? [String: Any])
      let findings = try #require(report["findings"] as? [[String: Any]])
      report["findings"] = (0..<5_000).map { number in
        findings[0].merging(["start_line": number + 1, "end_line": number + 1, "suggestion": NSNull()]) { $1 }
      }
      let large = try ReportFile.decode(JSONSerialization.data(withJSONObject: report))
      try await pages.world.logs.reports.keep(large, of: job.id)
      let cookie = try await pages.world.session("bob")
      for path in ["/r/\(job.id)", "/p/github/acme/shapes/7"] {
        let page = try await pages.get(path, cookie: cookie)
        #expect(page.status == 200)
        #expect(page.body.contains("5000"), "\(path)")
        #expect(page.body.utf8.count < 8 << 20, "\(path) has \(page.body.utf8.count) bytes")
      }
    }
  }

  @Test func `the overview lists 200 jobs of each kind`() async throws {
    try await withPages { pages in
      for number in 1...450 { try await pages.world.review(number) }
      let page = try await pages.get("/", cookie: pages.world.session("bob")).body
      #expect(page.matches(of: /<td class="id"><a href="\/r\//).count == 200)
      #expect(page.contains("<span class=\"count\">450</span>"))
      #expect(page.contains("and 250 more"))
    }
  }

  @Test func `the page of a pull request lists its last 50 reviews`() async throws {
    try await withPages { pages in
      for head in 1...60 { try await pages.world.review(head: head) }
      let page = try await pages.get("/p/github/acme/shapes/7", cookie: pages.world.session("bob")).body
      #expect(page.matches(of: /<td class="id"><a href="\/r\//).count == 50)
      #expect(page.contains(PagesWorld.commit(60).short))
    }
  }

  @Test func `more repositories than a page lists are said to a reader only`() async throws {
    try await withPages { pages in
      for number in 0..<101 {
        try await pages.world.review(in: RepositoryReference(forge: "github", name: "acme/hidden-\(number)"))
      }
      try await pages.world.review()
      #expect(try await !pages.get("/").body.contains("more repositories"))
      #expect(try await pages.get("/", cookie: pages.world.session("bob")).body.contains("more repositories"))
    }
  }
}
