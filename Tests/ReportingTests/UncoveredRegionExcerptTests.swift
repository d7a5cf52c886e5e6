// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import Reporting

struct UncoveredRegionExcerptTests {
  private func shown(_ text: String, _ columns: [[Int]]) -> [String]? {
    UncoveredRegionExcerpt(UncoveredRegions(line: 1, text: text, columns: columns)).map { [$0.text, $0.carets] }
  }

  @Test func `uncovered columns are underlined, without the indentation`() {
    #expect(shown("  f(a) && g", [[11, 12]]) == ["f(a) && g", "        ^"])
    #expect(shown("a ? b : c", [[5, 6], [9, 10]]) == ["a ? b : c", "    ^   ^"])
    #expect(shown("\té ?? \"ö\"", [[8, 12]]) == ["é ?? \"ö\"", "     ^^^"])
  }

  @Test func `hidden characters are shown escaped, and the carets stay aligned`() {
    let shown = shown("a(\u{1b}[31m) && \u{202e}b", [[13, 17]])
    #expect(shown?.first?.contains("\u{1b}") == false && shown?.first?.contains("\u{202e}") == false)
    #expect(shown?.first?.hasSuffix("\\u{202E}b") == true)
    #expect(shown?.last?.filter { $0 == "^" }.count == 9)
    #expect(shown?.last?.count == shown?.first?.count)
  }

  @Test(arguments: [[], [[0, 2]], [[2, 2]], [[1, 9]], [[3, 4], [1, 2]], [[1]], [[1, 3], [2, 4]]] as [[[Int]]])
  func `invalid columns are not shown`(columns: [[Int]]) {
    #expect(shown("abcdef", columns) == nil)
  }
}
