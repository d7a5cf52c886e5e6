// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import SecretMasking

/// A secret that is split into pieces.
struct MaskedLinesTests {
  private static let mask = SecretMask(["SECRET-TOKEN", "xyz-other-secret"])

  /// Returns the lines that are shown after each line, and at the end.
  private func shown(_ lines: [String]) -> [[String]] {
    var masked = MaskedLines()
    return lines.map { masked.next($0, Self.mask) } + [masked.rest(Self.mask)]
  }

  @Test(arguments: [
    (["plain", "lines"], [["plain"], ["lines"], []]),
    (["a SECRET-TOKEN b"], [["a *** b"], []]),
    // In two lines, in three, in twelve.
    (["a SECRET", "-TOKEN b"], [[], ["a ***", "*** b"], []]),
    (["SEC", "RET-TO", "KEN"], [[], [], ["***", "***", "***"], []]),
    // Text that only begins like a secret is shown as soon as that is known.
    (["a SECRET", "ARY"], [[], ["a SECRET", "ARY"], []]), (["a SEC"], [[], ["a SEC"]]),
    // The rest of one secret and the beginning of another in the same line.
    (["SECRET-", "TOKEN xyz-", "other-secret"], [[], [], ["***", "*** ***", "***"], []]),
    // Complete lines do not wait for incomplete ones.
    (["done.", "SECRET-", "other!"], [["done."], [], ["SECRET-", "other!"], []]),
  ]) func `a secret in several lines is masked`(lines: [String], expected: [[String]]) {
    #expect(shown(lines) == expected)
  }

  @Test(arguments: 1...11)
  func `a secret split at any position is masked`(length: Int) {
    let secret = "SECRET-TOKEN"
    let pieces = ["before \(secret.prefix(length))", "\(secret.dropFirst(length)) after"]
    #expect(shown(pieces).flatMap(\.self) == ["before ***", "*** after"])
  }

  /// The numbers of lines that are shown after each line, and at the end.
  @Test(arguments: [
    (["S", String(repeating: "\n", count: 20)], [0, 0, 2]),
    (["S", String(repeating: "\n", count: 200_000)], [0, 2, 0]),
    ([String(repeating: ".", count: 60_000) + "SECRET", "."], [0, 2, 0]),
    ([String(repeating: ".", count: 200_000) + "SECRET", "."], [1, 1, 0]),
  ])
  func `text is held back for the beginning of a secret up to a limit, and then shown`(lines: [String], counts: [Int]) {
    let shown = shown(lines)
    #expect(shown.map(\.count) == counts)
    // A failure would print all of the text.
    let isWhole = shown.flatMap(\.self) == lines
    #expect(isWhole)
  }

  @Test func `lines are neither lost nor reordered`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let lines = (0..<20).map { _ in
        String(
          (0..<Int.random(in: 0...6, using: &random)).map { _ in "SECRxyz-\n".randomElement(using: &random) ?? "S" })
      }
      #expect(shown(lines).flatMap(\.self) == lines)
    }
  }
}
