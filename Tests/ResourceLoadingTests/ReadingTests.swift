// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HTTPTypes
import ResourceLoading
import SystemPackage
import Testing

struct ReadingTests {
  private struct Text: TextResource {}

  @Test func `text in UTF-8 is read, and invalid UTF-8 is rejected`() throws {
    #expect(try Text().model(from: Data("größer".utf8)) == "größer")
    #expect(throws: (any Error).self) { try Text().model(from: Data([0x61, 0xff])) }
  }

  @Test func `skips and counts the elements that cannot be read`() throws {
    let json = Data(#"[{"name": "a", "sides": 3}, 7, {"name": "b"}, null, [], {"name": "c", "sides": 5}]"#.utf8)
    let list = try JSONDecoder().decode(LossyList<Shape>.self, from: json)
    #expect(list.elements == [Shape(name: "a", sides: 3), Shape(name: "c", sides: 5)])
    #expect(list.skipped == 4)
  }

  @Test func `a value that is not a list is an error`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LossyList<Shape>.self, from: Data(#"{"message": "no"}"#.utf8))
    }
  }
}
