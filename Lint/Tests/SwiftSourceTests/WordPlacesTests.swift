// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import SwiftSource

struct WordPlacesTests {
  @Test(arguments: [
    ("as", "a as b, base, as_c, \"as\"", [2, 21]), ("==", "a === b == c", [2, 3, 8]),
    ("try", "try! tryout try", [0, 12]),
    ("value", "", []), ("é1", "é1 é12 xé1", [0, 10]), ("print", "prin", []),
  ])
  func `words are found only as a whole, and operators also within others`(word: String, text: String, starts: [Int]) {
    #expect(WordPlaces(word, in: Array(text.utf8)).starts == starts)
  }

  @Test func `ranges in the order of the text are searched in one pass`() {
    let places = WordPlaces("a", in: Array("a b a (a)".utf8))
    var cursor = 0
    let ranges = [0..<9, 0..<1, 1..<4, 1..<5, 5..<9, 6..<7, 8..<9]
    #expect(ranges.map { places.occurs(in: $0, &cursor) } == [true, true, false, true, true, false, false])
  }
}
