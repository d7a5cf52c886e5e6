// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Reporting

struct NaturalPathTests {
  private static let orders = [
    ["File1", "File2", "file3", "File9", "File10", "File100"],
    ["File", "File01", "File1", "File1a"],
    [
      "README.md", "Sources/A.swift", "Sources/B.swift", "Sources/A/C.swift", "Sources/A/D/E.swift",
      "Sources/B/A.swift",
    ],
    ["b/1", "b/a/1", "b/a/2", "b/a/10/1", "b/a-c/1", "b/c/1"],
    ["", "a", "a/b", "a//b"],
    ["v1.2/a", "v1.10/a", "v9/a", "v10/a"],
    ["Test9999999999999999999998", "Test9999999999999999999999", "Test10000000000000000000000"],
  ]

  @Test(arguments: orders)
  func `paths are in natural order, with the files of a folder together`(order: [String]) {
    #expect(order.reversed().map(NaturalPath.init).sorted().map(\.path) == order)
  }

  @Test func `any two paths have an order`() {
    let all = Self.orders.flatMap(\.self).map(NaturalPath.init)
    for one in all {
      for other in all { #expect([one < other, other < one, one == other].count { $0 } == 1, "\(one) \(other)") }
    }
  }
}
