// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import Testing

@testable import Isolation

struct IDPoolTests {
  @Test func `each review has its own id, which is free again after the review`() async throws {
    try await withScratchDirectory { folder in
      let range = try #require(IDRange(3_000_000_000, 3_000_000_001))
      let pool = IDPool(range: range, locks: folder.path)
      var first: IDLease? = try pool.lease()
      let second = try pool.lease()
      #expect(first?.id == 3_000_000_000)
      #expect(second.id == 3_000_000_001)
      #expect {
        try pool.lease()
      } throws: {
        "\($0)"
          == "all ids of sandbox.ids: 3000000000-3000000001 are in use; give it a larger range, or run fewer reviews at once"
      }
      first = nil
      #expect(try pool.lease().id == 3_000_000_000)
    }
  }

  @Test func `an id of an existing account is not given out`() async throws {
    try await withScratchDirectory { folder in
      // 65534 is the account `nobody` of every system.
      let range = try #require(IDRange(65_534, 65_534))
      #expect(throws: SandboxError.self) { try IDPool(range: range, locks: folder.path).lease() }
    }
  }

  @Test(arguments: [
    ("0 0 4294967295\n", "200000-200063"), ("0 100000 65536\n", "60600-60663"),
    ("         0       1000          1\n         1     100000      65536\n", "60600-60663"), ("0 1000 1\n", "none"),
    ("", "none"), ("nonsense\n", "none"),
  ])
  func `the first built-in id range that the user map contains is chosen`(map: String, range: String) {
    let map = IDMap(map)
    #expect(IDRange.builtIn.first(where: map.holds)?.description ?? "none" == range)
  }
}
