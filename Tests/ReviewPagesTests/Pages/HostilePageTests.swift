// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages
@testable import ReviewServer

/// Names and texts that an attacker chose.
struct HostilePageTests {
  private static let texts = [
    "</title></script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "javascript:alert(1)", "a\u{202e}b\u{200b}c", "\u{1b}[31mred", "{{contentHTML}}{{{contentHTML}}}", "&lt;b&gt;",
    "]]><!--", "a\r\nb", String(repeating: "x", count: 100_000), String(repeating: "e\u{301}\u{302}", count: 30_000),
  ]

  /// Returns what a page has that it must not have.
  private static func problems(_ page: PlainClient.Response) -> [String] {
    markupProblems(page.body) + HostileInputs.hiddenScalars(in: page.body)
      + (page.body.utf8.count < 1 << 20 ? [] : ["\(page.body.utf8.count) bytes"])
  }

  @Test(arguments: texts)
  func `the name of a repository, a branch and a forge is text`(text: String) async throws {
    try await withPages { pages in
      let name = "acme/\(String(text.prefix(180)))"
      let repository = RepositoryReference(forge: "github", name: name)
      pages.world.forges.change { $0.repositories[repository] = StubForges.Repository(permissions: ["bob": .read]) }
      // A queue stores neither every name nor long ones.
      guard (try? await pages.world.review(in: repository)) != nil else { return }
      let branch = JobRequest(
        PullRequestReference(of: repository), kind: .base, subject: String(text.prefix(180)), head: PagesWorld.commit(1)
      )
      _ = try? await pages.world.queue.request(branch)
      let cookie = try await pages.world.session("bob")
      let encoded = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["/"])) ?? ""
      for path in ["/", "/r/1", "/r/2", "/p/github/\(encoded)/7", "/p/github/\(encoded)/badge.svg"] {
        let page = try await pages.get(path, cookie: cookie)
        #expect(Self.problems(page) == [], "\(path)")
      }
    }
  }

  @Test(arguments: texts)
  func `the address of a request is text`(text: String) async throws {
    try await withPages { pages in
      try await pages.world.review()
      let encoded = String(text.prefix(3_000)).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      for path in [
        "/\(encoded)", "/r/\(encoded)", "/r/1?done=\(encoded)", "/r/1/log?q=\(encoded)", "/p/\(encoded)/a/b/7",
        "/sign-in?return=/\(encoded)", "/sign-in/\(encoded)", "/r/1?key=\(encoded)", "/?\(encoded)",
      ] {
        let page = try await pages.get(path, cookie: pages.world.session("bob"))
        #expect(Self.problems(page) == [], "\(path.prefix(90))")
      }
    }
  }

  @Test(arguments: texts)
  func `the name of an account is text`(text: String) async throws {
    try await withPages { pages in
      let page = try await pages.get("/", cookie: pages.world.session(text))
      #expect(page.status == 200)
      #expect(Self.problems(page) == [])
    }
  }

  @Test(arguments: texts)
  func `the output of a program, a stage and an error are text`(text: String) async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      log.write(.started(stage: text))
      log.write(.output(line: "error: \(text)"))
      log.write(.detail(text))
      log.fail(text)
      _ = try await pages.world.queue.fail(lease, JobFailure(text, isTransient: false))
      await log.close()
      for login in ["ada", "bob"] {
        let cookie = try await pages.world.session(login)
        for path in ["/", "/r/\(job.id)", "/r/\(job.id)/log", "/r/\(job.id)/log?q=error", "/p/github/acme/shapes/7"] {
          #expect(Self.problems(try await pages.get(path, cookie: cookie)) == [], "\(path)")
        }
      }
    }
  }

  @Test(arguments: texts)
  func `a comment is shown as it was posted`(text: String) async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      try await pages.world.logs.reports.keep(comment: text, of: job.id)
      let page = try await pages.get("/p/github/acme/shapes/7", cookie: pages.world.session("bob"))
      #expect(Self.problems(page) == [])
    }
  }

  @Test(arguments: texts)
  func `the reason of a pause is text`(text: String) async throws {
    try await withPages { pages in
      try await pages.world.review()
      _ = try? await pages.world.queue.perform(
        .pause(.repository(PagesWorld.shapes)), by: Attribution(person: "ada", reason: String(text.prefix(200))))
      let cookie = try await pages.world.session("bob")
      for path in ["/", "/r/1"] { #expect(Self.problems(try await pages.get(path, cookie: cookie)) == []) }
    }
  }

  @Test func `a report with hostile names is harmless`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log, report: "hostileNames")
      let cookie = try await pages.world.session("bob")
      for path in ["/r/\(job.id)", "/p/github/acme/shapes/7"] {
        let page = try await pages.get(path, cookie: cookie).body
        #expect(!page.contains("<b onclick"))
        #expect(!page.contains("\u{202e}"))
        #expect(!page.contains("</script><b"))
      }
    }
  }

  @Test func `a report that cannot be read is none`() async throws {
    try await withPages { pages in
      let job = try await pages.world.review()
      let (lease, log) = try await pages.world.start()
      try await pages.world.finish(lease, log)
      for text in ["", "{", "null", "{\"schema\":99}", String(repeating: "[", count: 100_000)] {
        try pages.world.folder.write("logs/reports/\(job.id)/value", text)
        let cookie = try await pages.world.session("bob")
        for path in ["/r/\(job.id)", "/p/github/acme/shapes/7", "/p/github/acme/shapes/badge.svg"] {
          #expect(try await pages.get(path, cookie: cookie).status == 200)
        }
      }
    }
  }
}
