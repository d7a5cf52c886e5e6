// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct CommentMarkerTests {
  @Test func `a marker is recognized in the first line only`() throws {
    let marker = try #require(CommentMarker(name: "reviewbot"))
    #expect(marker.line == "<!-- reviewbot:v1 id=reviewbot -->")
    #expect(marker.isFirstLine(of: "<!-- reviewbot:v1 id=reviewbot -->\nbody"))
    #expect(marker.isFirstLine(of: "<!-- reviewbot:v1 id=reviewbot -->\r\nbody"))
    #expect(!marker.isFirstLine(of: "> <!-- reviewbot:v1 id=reviewbot -->\nbody"))
    #expect(!marker.isFirstLine(of: "\n<!-- reviewbot:v1 id=reviewbot -->"))
    #expect(!marker.isFirstLine(of: "<!-- reviewbot:v1 id=reviewbot2 -->"))
    #expect(!marker.isFirstLine(of: ""))
  }

  @Test(arguments: ["", "a b", "a-->b", "a--b", "ä", String(repeating: "a", count: 61)])
  func `a marker name of invalid length or with unsafe characters is rejected`(name: String) {
    #expect(CommentMarker(name: name) == nil)
  }
}
