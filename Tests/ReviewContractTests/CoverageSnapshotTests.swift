// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import Findings
@testable import ReviewContract

struct CoverageSnapshotTests {
  private func snapshot() throws -> CoverageSnapshot {
    CoverageSnapshot(
      commit: try #require(CommitID(String(repeating: "a", count: 40))), toolchain: "Swift 6.3",
      packages: ["B", ""], testsPassed: true,
      files: ["Sources/B.swift": [1: .covered, 2: .missed], "Sources/A.swift": [3: .partial], "Sources/E.swift": [:]],
      unlinkedFiles: 2)
  }

  @Test func `a snapshot counts lines, omits empty files and is decoded unchanged`() throws {
    let snapshot = try snapshot()
    #expect(snapshot.counts == LineCounts(covered: 1, partial: 1, missed: 1))
    #expect(snapshot.files.map(\.path) == ["Sources/A.swift", "Sources/B.swift"])
    #expect(CoverageSnapshot(decoding: try snapshot.encoded()) == snapshot)
  }

  @Test func `a snapshot that is damaged, too large or of another version is rejected`() throws {
    let text = String(decoding: try snapshot().encoded(), as: UTF8.self)
    for (one, other) in [
      ("\"schema\":1", "\"schema\":2"), ("2-1p", "2-1q"), ("{", "["), ("\"unlinkedFiles\":2", "\"unlinkedFiles\":-2"),
    ] {
      #expect(text.contains(one))
      #expect(CoverageSnapshot(decoding: Data(text.replacing(one, with: other).utf8)) == nil)
    }
    let padded = text + String(repeating: " ", count: CoverageSnapshot.maximumBytes)
    #expect(CoverageSnapshot(decoding: Data(padded.utf8)) == nil)
  }
}
