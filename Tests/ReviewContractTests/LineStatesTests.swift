// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import ReviewContract

struct LineStatesTests {
  private static let states: [Int: LineState] = [
    2: .covered, 3: .covered, 4: .missed, 9: .partial, 10: .covered, 11: .covered,
  ]

  @Test func `line states are stored as runs and returned for each line`() {
    let lines = LineStates(Self.states)
    #expect(lines.text == "1-2c1m4-1p2c")
    #expect(lines.counts == LineCounts(covered: 4, partial: 1, missed: 1))
    for line in 0...20 { #expect(lines[line] == Self.states[line]) }
    #expect(LineStates([:]).text == "" && LineStates([:]).isEmpty)
  }

  @Test func `encoded line states are decoded unchanged`() throws {
    for states in [Self.states, [:], [1: .missed], [LineStates.maximumLine: .covered]] {
      let lines = LineStates(states)
      #expect(LineStates(text: lines.text) == lines)
      #expect(try JSONDecoder().decode([LineStates].self, from: JSONEncoder().encode([lines])) == [lines])
    }
  }

  @Test(arguments: [
    "c", "1", "1x", "0c", "1c2", "-1c", "1c-", "10000001c", "9999999-2c", "99999999999999999999999c", "1 c", "1C", "1é",
  ])
  func `malformed line states are rejected`(text: String) {
    #expect(LineStates(text: text) == nil)
  }

  @Test func `adjacent runs in the same state are merged`() {
    #expect(LineStates(text: "2c3c")?.runs == LineStates(text: "5c")?.runs)
  }
}
