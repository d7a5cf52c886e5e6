// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import ReviewContract

struct LineSetTests {
  @Test func `joins lines and ranges that touch`() {
    #expect(LineSet([5, 1, 2, 3, 9]).ranges == [1...3, 5...5, 9...9])
    #expect(LineSet(ranges: [7...9, 1...4, 3...6]).ranges == [1...9])
  }

  @Test(arguments: [(1...1, false), (2...2, true), (4...5, false), (4...6, true), (1...100, true), (8...9, false)])
  func `knows what it overlaps`(lines: ClosedRange<Int>, overlaps: Bool) {
    let set: LineSet = [2...3, 6...7]
    #expect(set.overlaps(lines) == overlaps)
  }

  @Test func `agrees with a plain set`() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let lines = Set(
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in Int.random(in: 1...30, using: &generator) })
      let set = LineSet(lines)
      #expect(set.count == lines.count)
      #expect((1...30).allSatisfy { set.contains($0) == lines.contains($0) })
      #expect(Array(set.lines) == lines.sorted())
    }
  }

  @Test func `reads back what it writes, and nothing else`() throws {
    let set: LineSet = [2...3, 6...6]
    let data = try JSONEncoder().encode(set)
    #expect(String(decoding: data, as: UTF8.self) == "[[2,3],[6,6]]")
    #expect(try JSONDecoder().decode(LineSet.self, from: data) == set)
    for text in ["[[3,2]]", "[[0,2]]", "[[1]]", "[1,2]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(LineSet.self, from: Data(text.utf8)) }
    }
  }

  @Test func `shows ranges as people write them`() {
    #expect("\(LineSet([1, 2, 3, 5]))" == "1-3, 5")
  }

  @Test(
    arguments: [
      ([1...5], [2...3], [1...1, 4...5]), ([1...5], [], [1...5]), ([], [1...5], []), ([2...4], [1...9], []),
      ([1...3, 5...7, 9...12], [3...5, 7...9, 20...20], [1...2, 6...6, 10...12]),
      ([1...2, 4...5, 7...8], [2...7], [1...1, 8...8]), ([5...9], [1...2, 3...5, 9...30], [6...8]),
      ([1...4], [4...4], [1...3]), ([1...4], [1...1], [2...4]),
      ([1...Int.max], [3...Int.max], [1...2]), ([1...Int.max], [1...2], [3...Int.max]),
    ] as [([ClosedRange<Int>], [ClosedRange<Int>], [ClosedRange<Int>])])
  func `takes lines away`(lines: [ClosedRange<Int>], others: [ClosedRange<Int>], rest: [ClosedRange<Int>]) {
    #expect(LineSet(ranges: lines).subtracting(LineSet(ranges: others)).ranges == rest)
  }
}
