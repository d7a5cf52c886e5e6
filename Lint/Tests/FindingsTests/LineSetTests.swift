// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Findings

struct LineSetTests {
  @Test func `adjacent and overlapping lines and ranges are joined`() {
    #expect(LineSet([5, 1, 2, 3, 9]).ranges == [1...3, 5...5, 9...9])
    #expect(LineSet(ranges: [7...9, 1...4, 3...6]).ranges == [1...9])
  }

  @Test(arguments: [(1...1, false), (2...2, true), (4...5, false), (4...6, true), (1...100, true), (8...9, false)])
  func `a range overlaps a set if they have a common line`(lines: ClosedRange<Int>, overlaps: Bool) {
    let set: LineSet = [2...3, 6...7]
    #expect(set.overlaps(lines) == overlaps)
  }

  @Test func `a line set has the same lines as a plain set`() {
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

  @Test func `an encoded line set is decoded unchanged, and invalid ranges are rejected`() throws {
    let set: LineSet = [2...3, 6...6]
    let data = try JSONEncoder().encode(set)
    #expect(String(decoding: data, as: UTF8.self) == "[[2,3],[6,6]]")
    #expect(try JSONDecoder().decode(LineSet.self, from: data) == set)
    for text in ["[[3,2]]", "[[0,2]]", "[[1]]", "[1,2]"] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(LineSet.self, from: Data(text.utf8)) }
    }
  }

  @Test func `a line set is described by its ranges`() {
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
  func `another set is subtracted`(lines: [ClosedRange<Int>], others: [ClosedRange<Int>], rest: [ClosedRange<Int>]) {
    #expect(LineSet(ranges: lines).subtracting(LineSet(ranges: others)).ranges == rest)
  }
}

struct LineMappingTests {
  /// Adds a line after old line 2, replaces lines 5 and 6 with three, and removes line 9.
  private let mapping = LineMapping([
    Hunk(oldStart: 2, oldCount: 0, newStart: 3, newCount: 1),
    Hunk(oldStart: 5, oldCount: 2, newStart: 6, newCount: 3),
    Hunk(oldStart: 9, oldCount: 1, newStart: 10, newCount: 0),
  ])

  @Test(arguments: [
    (1, 1), (2, 2), (3, 4), (4, 5), (5, nil), (6, nil), (7, 9), (8, 10), (9, nil), (10, 11), (1000, 1001),
  ])
  func `unchanged lines map to their new numbers, and removed lines to none`(old: Int, new: Int?) {
    #expect(mapping.newLine(of: old) == new)
  }

  @Test func `lines map to themselves without changes, and move below lines added at the top`() {
    #expect(LineMapping([]).isIdentity && LineMapping([]).newLine(of: 7) == 7)
    let head = LineMapping([Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 4)])
    #expect(head.newLine(of: 1) == 5 && !head.isIdentity)
  }
}
