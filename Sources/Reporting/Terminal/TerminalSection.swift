// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A part of the report for a terminal: a title and blocks of lines, of which some can be left out.
struct TerminalSection {
  /// Lines that are shown together.
  struct Block {
    var lines: [String]
    /// The code below the lines, which is left out first.
    var code: [String] = []
    /// What it counts as, such as a rule; empty where all blocks are of one kind.
    var kind = ""
    /// The number of items it stands for.
    var count = 1
    /// Whether it is a cause of a failed review, which is always shown.
    var isCause = false
  }

  /// The lines of the title.
  let title: [String]
  var blocks: [Block]
  /// The number of all items by kind, with those that no block shows.
  let totals: [(kind: String, count: Int)]
  /// Returns lines about what is not shown, given the numbers that are not zero.
  let remaining: ([(kind: String, count: Int)]) -> [String]

  /// The lines of the section; none without items.
  var lines: [String] {
    guard totals.contains(where: { $0.count > 0 }) else { return [] }
    return title + blocks.flatMap { $0.lines + $0.code } + rest
  }

  private var rest: [String] {
    let shown = Dictionary(grouping: blocks, by: \.kind).mapValues { $0.reduce(0) { $0 + $1.count } }
    let hidden = totals.map { (kind: $0.kind, count: $0.count - (shown[$0.kind] ?? 0)) }.filter { $0.count > 0 }
    return hidden.isEmpty ? [] : remaining(hidden)
  }

  /// The number of lines that can be left out.
  var spareLines: Int { blocks.reduce(0) { $0 + ($1.isCause ? 0 : $1.lines.count + $1.code.count) } }

  /// Leaves out the last code, or the last block once there is no code.
  mutating func shorten() {
    if let index = blocks.lastIndex(where: { !$0.isCause && !$0.code.isEmpty }) {
      blocks[index].code = []
    } else if let index = blocks.lastIndex(where: { !$0.isCause }) {
      blocks.remove(at: index)
    }
  }

  var hasSpareCode: Bool { blocks.contains { !$0.isCause && !$0.code.isEmpty } }
}

extension TerminalPage {
  /// A section with the number of the items that are not shown.
  ///
  /// - Parameters:
  ///   - total: the number of all items, if there are more than the blocks.
  ///   - isCause: whether the blocks are a cause of a failed review.
  func section(
    _ title: String, _ blocks: [TerminalSection.Block], total: Int? = nil, isCause: Bool = false
  ) -> TerminalSection {
    let blocks = blocks.map { block in
      var block = block
      block.isCause = block.isCause || isCause
      return block
    }
    let count = max(total ?? 0, blocks.reduce(0) { $0 + $1.count })
    return TerminalSection(title: self.title(title), blocks: blocks, totals: [("", count)]) { hidden in
      self.line("and \(hidden[0].count) more")
    }
  }
}

extension [TerminalSection] {
  /// Returns the sections with at most a number of lines besides the causes of a failed review: code is left out
  /// before findings or files, and the longest section is shortened first.
  func fitted(into budget: Int) -> [TerminalSection] {
    var sections = self
    for index in indices {
      // No more blocks than lines can be shown.
      let spare = sections[index].blocks.indices.filter { !sections[index].blocks[$0].isCause }
      let dropped = Set(spare.dropFirst(budget))
      sections[index].blocks = sections[index].blocks.enumerated().filter { !dropped.contains($0.offset) }
        .map(\.element)
    }
    // A shortened section gets a line about the rest, so that the lines are counted in each step.
    while true {
      let all = sections.reduce(0) { $0 + ($1.lines.isEmpty ? 0 : $1.lines.count + 1) }
      let causes = sections.flatMap(\.blocks).filter(\.isCause).reduce(0) { $0 + $1.lines.count + $1.code.count }
      guard all - causes > budget else { return sections }
      let hasCode = sections.contains(where: \.hasSpareCode)
      let candidates = sections.indices.filter { hasCode ? sections[$0].hasSpareCode : sections[$0].spareLines > 0 }
      guard let longest = candidates.max(by: { sections[$0].spareLines < sections[$1].spareLines }) else {
        return sections
      }
      sections[longest].shorten()
    }
  }
}
