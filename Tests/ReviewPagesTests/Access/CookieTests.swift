// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewTesting
import Testing

@testable import ReviewPages

/// The fields with which browsers keep cookies.
struct CookieTests {
  /// Returns the fields `Set-Cookie` for a link that is followed, and for signing out.
  private static func fields(_ origin: String?) async throws -> [String] {
    try await withPages { pages in
      pages.world.origin.withLock { $0 = origin }
      return try await withPages(pages.world) { pages in
        pages.world.linkLifetime.withLock { $0 = .seconds(3_600) }
        let job = try await pages.world.review()
        let link = try await LinkStore(values: pages.world.values).make(
          for: job.id, by: "ada", lifetime: .seconds(3_600))
        let prefix = origin == nil ? "" : "__Host-"
        let cookie = prefix + (try await pages.world.session("ada"))
        let token = try await pages.formToken("/", cookie: cookie)
        return try await pages.get("/r/\(job.id)?key=\(link.text)").cookies
          + pages.post("/sign-out", [("token", token)], cookie: cookie).cookies
      }
    }
  }

  @Test(arguments: [nil, "https://reviews.example.com"])
  func `cookies are for this host, no script reads them, and no other site sends them`(origin: String?) async throws {
    let fields = try await Self.fields(origin)
    #expect(fields.count == 3)
    for field in fields {
      #expect(field.hasSuffix("; Path=/; HttpOnly; Secure; SameSite=Lax"))
      #expect(!field.contains("Domain"))
      #expect(field.hasPrefix("__Host-") == (origin != nil))
    }
    #expect(fields.filter { $0.contains("=; Max-Age=0;") }.count == 2)
  }

  @Test func `with https, a cookie without the prefix is not read`() async throws {
    try await withScratchDirectory { folder in
      let world = PagesWorld(in: folder)
      world.origin.withLock { $0 = "https://reviews.example.com" }
      try await withPages(world) { pages in
        let cookie = try await world.session("ada")
        #expect(try await !pages.get("/", cookie: cookie).body.contains("Sign out"))
        #expect(try await pages.get("/", cookie: "__Host-" + cookie).body.contains("Sign out"))
      }
    }
  }

  @Test func `a cookie is found among others`() async throws {
    try await withPages { pages in
      let cookie = try await pages.world.session("ada")
      for field in ["a=b; \(cookie)", "\(cookie);c", "a=b;\(cookie);  d=e=f"] {
        #expect(try await pages.get("/", cookie: field).body.contains("Sign out"))
      }
      for field in [
        "x\(cookie)", "\(cookie)x", "\(cookie); \(cookie)", "a=\(cookie)", "reviewbot-session=", "=", ";;;",
      ] {
        #expect(try await !pages.get("/", cookie: field).body.contains("Sign out"))
      }
    }
  }
}
