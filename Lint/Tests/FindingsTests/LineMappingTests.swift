// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Findings

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
