// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages
@testable import ReviewServer

extension BrowserTests {
  /// A review that is watched, and its buttons.
  struct ReviewTests {
    @Test func `a log is followed across a restart of the server until the report is there`() async throws {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        let job = try await world.review()
        let (lease, log) = try await world.start()
        let write = { @Sendable (numbers: ClosedRange<Int>) in
          for number in numbers { log.write(.output(line: "line \(number).")) }
        }
        log.write(.started(stage: "build"))
        write(1...5)
        let ada = try await world.session("ada")
        let (port, browser) = try await withPages(world) { pages in
          let browser = try Browser(["live", "\(pages.address)/r/\(job.id)", ada, "20", "40", "700"], in: folder)
          write(6...20)
          try await browser.wait(for: "line 20")
          return (pages.port, browser)
        }
        try await browser.wait(for: "connecting")
        write(21...30)
        try await withPages(world, port: port) { _ in
          write(31...40)
          try await browser.wait(for: "line 40")
          write(41...700)
          try await browser.wait(for: "line 700")
          log.write(.ended(Stage(name: "build", status: .done, milliseconds: 1)))
          try await browser.wait(for: "focused")
          try await world.finish(lease, log)
          try await browser.finish()
        }
      }
    }

    @Test func `the buttons approve, make and revoke links, cancel and request a review`() async throws {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        world.linkLifetime.withLock { $0 = .seconds(3_600) }
        let job = try await world.review(needsApproval: true)
        let ada = try await world.session("ada")
        try await withPages(world) { pages in
          let browser = try Browser(["buttons", "\(pages.address)/r/\(job.id)", ada], in: folder)
          try await browser.wait(for: "approved")
          #expect(try await world.queue.isApproved(job.head, of: job.pullRequest))
          let (lease, log) = try await world.start()
          #expect(lease.job.id == job.id)
          try await browser.wait(for: "cancelled")
          #expect(try await world.queue.job(job.id)?.cancellation == .requested)
          await log.close()
          _ = try await world.queue.finish(lease, .stopped)
          try await browser.wait(for: "requested")
          let next = try await world.queue.jobs(JobFilter(states: [.queued], pullRequest: job.pullRequest))
          #expect(next.count == 1 && next.first?.priority == .command)
          try await browser.finish()
        }
      }
    }

    @Test func `an account with read permission has no buttons`() async throws {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        world.linkLifetime.withLock { $0 = .seconds(3_600) }
        let job = try await world.review(needsApproval: true)
        let bob = try await world.session("bob")
        try await withPages(world) { pages in
          try await Browser(["reader", "\(pages.address)/r/\(job.id)", bob], in: folder).finish()
        }
      }
    }

    @Test func `a form of another site does nothing`() async throws {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        let job = try await world.review()
        let ada = try await world.session("ada")
        try await withPages(world) { pages in
          try await Browser(["stranger", "\(pages.address)/r/\(job.id)", ada, "cancel"], in: folder).finish()
        }
        #expect(try await world.queue.job(job.id)?.state == .queued)
      }
    }

    @Test func `the first error of a long log is one click away`() async throws {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        let job = try await world.review()
        let (lease, log) = try await world.start()
        SampleLog.build(log, hasErrors: true)
        try await world.finish(lease, log, PagesWorld.report("buildBroken"))
        let ada = try await world.session("ada")
        try await withPages(world) { pages in
          try await Browser(["first-error", "\(pages.address)/r/\(job.id)", ada], in: folder).finish()
        }
      }
    }
  }
}
