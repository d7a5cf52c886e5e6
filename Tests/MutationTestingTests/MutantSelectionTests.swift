// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import MutationTesting

struct MutantSelectionTests {
  private func mutant(_ path: String, _ line: Int, _ kind: MutationOperator = .fallback, function: Int = -1) -> Mutant {
    Mutant(
      path: path, line: line, column: 1, kind: kind, range: line * 10..<line * 10 + 1, rewrite: .removed,
      function: function, words: "")
  }

  private func lines(_ mutants: [Mutant]) -> [String] { mutants.map { "\($0.path)\($0.line)" } }

  @Test func `a line has one mutant, the most useful`() {
    let found = [mutant("a", 1, .callRemoved), mutant("a", 1, .alwaysTrue), mutant("a", 1, .fallback)]
    #expect(MutantSelection().choose(found).chosen == [found[1]])
  }

  @Test func `a function has three, and code outside of functions has no such limit`() {
    let inside = (1...5).map { mutant("a", $0, function: 7) }
    let outside = (6...10).map { mutant("a", $0) }
    var selection = MutantSelection()
    selection.total = 8
    let chosen = selection.choose(outside + inside).chosen
    #expect(lines(chosen) == ["a1", "a2", "a3", "a6", "a7", "a8", "a9", "a10"])
    // With room for more, the rest of the function follows.
    selection.total = 9
    let (more, spare) = selection.choose(outside + inside)
    #expect(lines(more).suffix(1) == ["a4"])
    #expect(lines(spare) == ["a5"])
  }

  @Test func `files take turns, and what is left is spare`() {
    var selection = MutantSelection()
    selection.total = 3
    let found = (1...9).map { mutant("a", $0) } + [mutant("b", 1)]
    let result = selection.choose(found)
    #expect(lines(result.chosen) == ["a1", "b1", "a2"])
    #expect(lines(result.spare) == ["a3", "a4", "a5", "a6", "a7", "a8"])
    #expect(selection.choose(found.reversed()).chosen == result.chosen)
  }
}
