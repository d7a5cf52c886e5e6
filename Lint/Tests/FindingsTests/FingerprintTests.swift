// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import Findings

struct FingerprintTests {
  private func make(
    rule: String = "r", path: String = "a.swift", line: String = "let a = b!", occurrence: Int = 0
  ) -> String {
    Fingerprint.make(rule: rule, path: path, lineText: Substring(line), occurrence: occurrence)
  }

  @Test func `a fingerprint stays the same when the line is indented`() {
    #expect(make() == make(line: "    let a = b!"))
    #expect(make().count == 16)
  }

  @Test func `fingerprints differ by rule, path, text and occurrence`() {
    let all = [make(), make(rule: "s"), make(path: "b.swift"), make(line: "let a = c!"), make(occurrence: 1)]
    #expect(Set(all).count == all.count)
  }
}
