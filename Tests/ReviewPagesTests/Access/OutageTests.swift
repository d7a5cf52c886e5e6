// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import JobQueue
import ReviewTesting
import Testing

@testable import ReviewPages

/// What visitors see while a forge does not answer.
struct OutageTests {
  private func use(
    _ access: PageAccess, _ body: @escaping @Sendable (RunningPages, AccessWorld) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let world = try await AccessWorld(in: folder, access)
      try await withPages(world.world) { pages in try await body(pages, world) }
    }
  }

  @Test func `what needs a right is not available`() async throws {
    try await use(.members) { pages, world in
      world.world.forges.change { $0.unavailable = ["github"] }
      let cookie = try await world.world.session("bob")
      for target in Target.pages + [.pullRequest, .badge] {
        let answer = try await pages.get(target.path(.closed, id: world.id(.closed)), cookie: cookie)
        #expect(answer.status == 503)
        #expect(answer.body.contains("A forge does not answer"))
      }
      // What does not exist, and what an anonymous visitor may not see, answers alike.
      let missing = try await pages.get("/r/999999", cookie: cookie)
      #expect(missing.status == 503)
      #expect(try await pages.get("/r/\(world.id(.closed))", cookie: cookie).body == missing.body)
    }
  }

  @Test func `no command is executed`() async throws {
    try await use(.members) { pages, world in
      world.world.forges.change { $0.unavailable = ["github"] }
      let cookie = try await world.world.session("ada")
      let before = world.world.queue.state.jobs
      let token = try await pages.formToken("/", cookie: cookie)
      for target in Target.forms {
        let answer = try await pages.post(
          target.path(.closed, id: world.id(.closed)), [("token", token), ("commit", PagesWorld.commit(1).hex)],
          cookie: cookie)
        #expect(answer.status == 503)
      }
      #expect(world.world.queue.state.jobs == before)
    }
  }

  @Test func `a public repository that was seen before is still shown`() async throws {
    try await use(.everyone) { pages, world in
      #expect(try await pages.get("/r/\(world.id(.opened))").status == 200)
      world.world.forges.change { $0.unavailable = ["github"] }
      #expect(try await pages.get("/r/\(world.id(.opened))").status == 200)
      #expect(try await pages.get("/r/\(world.id(.closed))").status == 503)
      // An account's permission is not known, but everyone may read.
      let cookie = try await world.world.session("bob")
      #expect(try await pages.get("/r/\(world.id(.opened))", cookie: cookie).status == 200)
    }
  }

  @Test func `a link works without the forge`() async throws {
    try await use(.members) { pages, world in
      world.world.forges.change { $0.unavailable = ["github"] }
      let cookie = try await world.cookie(.linked, for: .closed)
      #expect(try await pages.get("/r/\(world.id(.closed))", cookie: cookie).status == 200)
    }
  }

  @Test func `the overview answers, and says which forge does not`() async throws {
    try await use(.members) { pages, world in
      try await world.world.review(8, in: Subject.closed.repository)
      world.world.forges.change { $0.unavailable = ["github"] }
      let answer = try await pages.get("/", cookie: world.world.session("bob"))
      #expect(answer.status == 200)
      #expect(answer.body.contains("your rights there are not known: github"))
      #expect(!answer.body.contains("acme/closed"))
      // Nothing is said to a visitor without an account.
      #expect(try await !pages.get("/").body.contains("github"))
    }
  }

  @Test func `a queue that cannot be written is an outage, too`() async throws {
    try await use(.members) { pages, world in
      let cookie = try await world.world.session("ada")
      let token = try await pages.formToken("/", cookie: cookie)
      try await world.world.queue.close()
      let answer = try await pages.post("/r/\(world.id(.closed))/recheck", [("token", token)], cookie: cookie)
      #expect(answer.status == 503)
      #expect(!answer.body.contains("the queue is closed"))
    }
  }
}
