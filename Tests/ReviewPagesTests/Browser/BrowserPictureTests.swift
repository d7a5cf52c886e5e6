// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import JobQueue
import ReviewTesting
import Testing

@testable import ReviewPages

extension BrowserTests {
  /// The pictures of the documentation.
  struct PictureTests {
    private struct Picture: Encodable {
      let name: String
      let address: String
      let cookie: String
      var theme = "light"
      var width = 1_280
      var height = 860
    }

    private static let folder = ProcessInfo.processInfo.environment["REVIEWBOT_SCREENSHOTS"]

    @Test(.enabled(if: folder != nil, "REVIEWBOT_SCREENSHOTS is not set to a folder for pictures"))
    func `pictures of the pages are taken`() async throws {
      let images = try #require(Self.folder)
      try await withScratchDirectory { folder in
        let world = PagesWorld(in: folder)
        world.linkLifetime.withLock { $0 = .seconds(7 * 86_400) }
        let broken = try await world.review(20, head: 20)
        let (lease, log) = try await world.start()
        SampleLog.build(log, hasErrors: true, after: 8)
        try await world.finish(lease, log, PagesWorld.report("buildBroken"))
        let reviews = try await SampleReviews(in: world)
        try SampleHistory(world: world).store()
        let ada = try await world.session("ada")
        try await withPages(world) { pages in
          let review = "\(pages.address)/r/"
          let pictures = [
            Picture(name: "pages-overview", address: "\(pages.address)/", cookie: ada),
            Picture(name: "pages-running", address: "\(review)\(reviews.running.id)", cookie: ada, theme: "dark"),
            Picture(name: "pages-review", address: "\(review)\(reviews.red.id)", cookie: ada),
            Picture(
              name: "pages-repository", address: "\(pages.address)/p/github/acme/shapes", cookie: ada, height: 1_500),
            Picture(
              name: "pages-log", address: "\(review)\(broken.id)/log", cookie: ada, height: 640),
          ]
          let json = String(decoding: try JSONEncoder().encode(pictures), as: UTF8.self)
          try await Browser(["screenshots", images, json], in: folder).finish()
        }
      }
    }
  }
}
