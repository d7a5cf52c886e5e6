// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewPages

/// Links for readers without an account.
struct LinkTests {
  /// Makes a link on the page of a review.
  private static func link(_ pages: RunningPages, _ job: ReviewJob) async throws -> String {
    let cookie = try await pages.world.session("ada")
    let token = try await pages.formToken("/", cookie: cookie)
    let page = try await pages.post("/r/\(job.id)/link", [("token", token)], cookie: cookie).body
    return String(try #require(page.firstMatch(of: /value="(http[^"]+)"/)).1)
  }

  private func use(_ body: @escaping @Sendable (RunningPages, ReviewJob) async throws -> Void) async throws {
    try await withPages { pages in
      pages.world.linkLifetime.withLock { $0 = .seconds(3_600) }
      try await body(pages, pages.world.review())
    }
  }

  @Test func `a link shows its review, and its token is in no address and no page`() async throws {
    try await use { pages, job in
      _ = try await pages.world.start()
      let link = try await Self.link(pages, job)
      let token = try #require(link.firstMatch(of: /\/r\/1\?key=([A-Za-z0-9_-]{43})$/)).1
      var browser = CookieClient(pages)
      let answer = try await browser.get(link)
      #expect(answer.status == 303)
      #expect(answer.fields["location"] == "/r/1")
      #expect(answer.fields["referrer-policy"] == "no-referrer")
      #expect(answer.body == "")
      for path in ["/r/1", "/r/1/log", "/r/1/log.txt"] {
        let page = try await browser.get(path)
        #expect(page.status == 200)
        #expect(!page.body.contains(token))
        #expect(!page.body.contains("key="))
        #expect(page.fields["referrer-policy"] == "no-referrer")
      }
    }
  }

  @Test func `a link shows neither buttons nor other pages`() async throws {
    try await use { pages, job in
      let other = try await pages.world.review(8)
      var browser = CookieClient(pages)
      _ = try await browser.get(Self.link(pages, job))
      let page = try await browser.get("/r/1").body
      #expect(!page.contains("<form"))
      #expect(!page.contains("/p/github"))
      for path in [
        "/r/\(other.id)", "/r/\(other.id)/log.txt", "/p/github/acme/shapes/7", "/p/github/acme/shapes/badge.svg",
      ] {
        #expect(try await browser.get(path).status == 404)
      }
      #expect(try await !browser.get("/").body.contains("acme/shapes"))
    }
  }

  @Test func `there are no links without the operator's permission`() async throws {
    try await use { pages, job in
      let link = try await Self.link(pages, job)
      var browser = CookieClient(pages)
      _ = try await browser.get(link)
      pages.world.linkLifetime.withLock { $0 = nil }
      #expect(try await browser.get("/r/1").status == 404)
      #expect(try await CookieClient(pages).opened(link) == 404)
      let cookie = try await pages.world.session("ada")
      #expect(try await !pages.get("/r/1", cookie: cookie).body.contains("Make a link"))
      let token = try await pages.formToken("/", cookie: cookie)
      #expect(try await pages.post("/r/1/link", [("token", token)], cookie: cookie).status == 404)
    }
  }

  @Test func `a revoked link is dead, also where it was followed`() async throws {
    try await use { pages, job in
      let links = try await [Self.link(pages, job), Self.link(pages, job)]
      var browser = CookieClient(pages)
      _ = try await browser.get(links[0])
      let cookie = try await pages.world.session("ada")
      #expect(try await pages.get("/r/1", cookie: cookie).body.contains("Revoke links (2)"))
      let token = try await pages.formToken("/", cookie: cookie)
      #expect(try await pages.post("/r/1/revoke", [("token", token)], cookie: cookie).status == 303)
      #expect(try await browser.get("/r/1").status == 404)
      for link in links { #expect(try await CookieClient(pages).opened(link) == 404) }
    }
  }

  @Test func `an expired link is dead`() async throws {
    try await use { pages, job in
      let earlier = FolderValues(folder: pages.world.folder.path.appending("values")) {
        Date(timeIntervalSinceNow: -3_600)
      }
      let token = try await LinkStore(values: earlier).make(for: job.id, by: "ada", lifetime: .seconds(3_600))
      #expect(try await CookieClient(pages).opened("/r/1?key=\(token.text)") == 404)
      #expect(try await pages.get("/r/1", cookie: "reviewbot-link=1.\(token.text)").status == 404)
    }
  }

  @Test func `a review has 20 links`() async throws {
    try await use { pages, job in
      let store = LinkStore(values: pages.world.values)
      for _ in 0..<19 { _ = try await store.make(for: job.id, by: "ada", lifetime: .seconds(3_600)) }
      _ = try await Self.link(pages, job)
      let cookie = try await pages.world.session("ada")
      let token = try await pages.formToken("/", cookie: cookie)
      let answer = try await pages.post("/r/1/link", [("token", token)], cookie: cookie)
      #expect(answer.status == 400)
      #expect(answer.body.contains("The review has 20 links"))
      #expect(try await store.count(of: job.id) == 20)
    }
  }

  @Test(arguments: ["", "x", "%00", SecretToken().text, SecretToken().text + "&key=", "../../../session/value"])
  func `another key is not found, and sets no cookie`(key: String) async throws {
    try await use { pages, _ in
      let answer = try await pages.get("/r/1?key=\(key)")
      #expect(answer.status == 404)
      #expect(answer.cookies == [])
    }
  }

  @Test func `a link that was followed does not replace an account`() async throws {
    try await use { pages, job in
      var browser = CookieClient(pages)
      _ = try await browser.get(Self.link(pages, job))
      browser.set("reviewbot-session", String(try await pages.world.session("ada").dropFirst(18)))
      #expect(try await browser.post("/r/1/cancel").status == 303)
    }
  }
}

extension CookieClient {
  /// Follows a link, and returns the status.
  fileprivate func opened(_ link: String) async throws -> Int {
    var browser = self
    return try await browser.get(link).status
  }
}
