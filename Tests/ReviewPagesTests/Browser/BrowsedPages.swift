// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewPages

/// A page that the browser opens and checks.
struct BrowsedPage: Encodable {
  let name: String
  let address: String
  var cookie: String?
  var status = 200
  /// The texts that the page has without scripts.
  let contains: [String]
  /// Whether it loads itself again without scripts.
  var refreshes = false
  /// The button to press first.
  var click: String?
  /// Whether it has so many elements that it is looked at less often.
  var isLarge = false
}

extension BrowserTests {
  struct EveryPageTests {
    @Test(.thorough)
    func `every page is accessible, fits every width, and works with the keyboard and without scripts`()
      async throws
    {
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        world.linkLifetime.withLock { $0 = .seconds(7 * 86_400) }
        try await world.offerSignIn()
        let reviews = try await SampleReviews(in: world)
        try SampleHistory(world: world).store()
        let (ada, bob) = (try await world.session("ada"), try await world.session("bob"))
        try await withPages(world) { pages in
          let checked =
            Self.overviews(pages, ada, bob) + Self.reviews(reviews, pages, ada)
            + Self.logs(reviews, pages, ada)
          let json = String(decoding: try JSONEncoder().encode(checked), as: UTF8.self)
          try await Browser(["check", json], in: folder).finish()
        }
      }
    }

    private static func overviews(_ pages: RunningPages, _ ada: String, _ bob: String) -> [BrowsedPage] {
      let page = pages.address
      return [
        BrowsedPage(
          name: "overview", address: "\(page)/", cookie: ada,
          contains: ["Running", "Ready", "Paused", "Waiting for approval", "Failed", "acme/colors #14", "ada"]),
        BrowsedPage(name: "overview-reader", address: "\(page)/", cookie: bob, contains: ["acme/colors #14", "bob"]),
        BrowsedPage(name: "overview-stranger", address: "\(page)/", contains: ["You are not signed in", "Sign in"]),
        BrowsedPage(
          name: "pull-request", address: "\(page)/p/github/acme/shapes/7", cookie: ada,
          contains: ["tests failed", "passed", "reviewbot — tests failed"]),
        BrowsedPage(
          name: "repository", address: "\(page)/p/github/acme/shapes", cookie: ada,
          contains: ["12 of 100", "ShapeTests/testLargeShapes", "In quarantine", "Sources/"]),
        BrowsedPage(
          name: "coverage-file", address: "\(page)/p/github/acme/shapes?path=Sources%2FShapes%2FCircle.swift",
          cookie: ada, contains: ["50 % covered", "partial"]),
        BrowsedPage(name: "sign-in", address: "\(page)/sign-in", contains: ["Sign in with GitHub"]),
        BrowsedPage(
          name: "not-found", address: "\(page)/r/999999", cookie: ada, status: 404,
          contains: ["This page does not exist, or you may not see it."]),
      ]
    }

    private static func reviews(_ reviews: SampleReviews, _ pages: RunningPages, _ ada: String) -> [BrowsedPage] {
      func page(_ name: String, _ job: ReviewJob, _ texts: [String], isOpen: Bool = false) -> BrowsedPage {
        BrowsedPage(
          name: name, address: "\(pages.address)/r/\(job.id)", cookie: ada, contains: texts, refreshes: isOpen)
      }
      var many = page("many-findings", reviews.many, ["force_unwrapping"])
      many.isLarge = true
      var link = page("link", reviews.red, ["Everyone with this link", "7 days"])
      link.click = "Make a link"
      return [
        page(
          "running", reviews.running, ["in the stage build", "a detail for the operator", "<b>&amp;</b>", "live"],
          isOpen: true),
        page("queued", reviews.queued, ["Queued", "Cancel"], isOpen: true),
        page("waiting", reviews.waiting, ["Waiting for approval", "Approve"], isOpen: true),
        page("red", reviews.red, ["tests failed", "Review again", "Times, stages and attempts"]), many,
        page("hostile", reviews.hostile, ["<b onclick=x>"]),
        page("broken", reviews.broken, ["Jump to the first error", "cannot find 'radius' in scope"]),
        page("failed", reviews.failed, ["Failed", "the forge has no commit", "Review again"]), link,
      ]
    }

    private static func logs(_ reviews: SampleReviews, _ pages: RunningPages, _ ada: String) -> [BrowsedPage] {
      let log = "\(pages.address)/r/\(reviews.broken.id)/log"
      return [
        BrowsedPage(
          name: "log", address: log, cookie: ada, contains: ["From https://github.com/acme/shapes", "Next"],
          isLarge: true),
        BrowsedPage(
          name: "log-search", address: "\(log)?q=error", cookie: ada,
          contains: ["2 lines with this text", "cannot find 'radius' in scope"]),
        BrowsedPage(
          name: "log-empty-search", address: "\(log)?q=%3Cb%3E", cookie: ada, contains: ["0 lines with this text"]),
      ]
    }
  }
}
