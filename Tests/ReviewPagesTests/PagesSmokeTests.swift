// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue
import ReviewContract
import ReviewServer
import ReviewTesting
import Testing

@testable import ReviewPages

struct PagesSmokeTests {
  @Test func `dump`() async throws {
    try await withPages { pages in
      let world = pages.world
      let ada = try await world.session("ada")
      let job = try await world.review()
      let (lease, log) = try await world.start()
      log.write(.started(stage: "fetch"))
      log.write(.output(line: "Cloning \u{1b}[31mred\u{1b}[0m <b>bold</b> \u{202e}x"))
      let page = try await pages.get("/r/\(job.id)", cookie: ada)
      print(page.status, page.fields, page.body)
      print(try await pages.get("/r/\(job.id)/log", cookie: ada))
      print(try await pages.get("/", cookie: ada))
      print(try await pages.get("/p/github/acme/shapes/7", cookie: ada))
      print(try await pages.get("/r/\(job.id)"))
      try await world.finish(lease, log)
      print(try await pages.get("/r/\(job.id)", cookie: ada).body.prefix(3000))
    }
  }
}
