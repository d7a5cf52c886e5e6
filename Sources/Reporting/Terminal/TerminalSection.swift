// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A part of the report for a terminal: a title and blocks of lines, of which some can be left out.
struct TerminalSection {
  /// Lines that are shown together.
  struct Block {
    var lines: [String]
    /// The pieces of code below the lines, which are left out first.
    var code: [[String]] = []
    /// What it counts as, such as a rule; empty where all blocks are of one kind.
    var kind = ""
    /// The number of items it stands for.
    var count = 1
    /// Whether it is a cause of a failed review, which is always shown.
    var isCause = false

    var all: [String] { lines + code.flatMap(\.self) }
  }

  let page: TerminalPage
  let title: String
  /// How much room it gets compared with others.
  var weight = 1
  var blocks: [Block]
  /// The number of all items by kind, with those that no block shows.
  let totals: [(kind: String, count: Int)]
  /// Returns lines about what is not shown, given the numbers that are not zero.
  let remaining: ([(kind: String, count: Int)]) -> [String]

  /// The lines of the section; none without items.
  var lines: [String] {
    let total = totals.reduce(0) { $0 + $1.count }
    if total == 0 { return [] }
    if blocks.isEmpty { return page.title("\(title) (\(total) not shown)") }
    return page.title(title) + blocks.flatMap(\.all) + rest
  }

  private var rest: [String] {
    let shown = Dictionary(grouping: blocks, by: \.kind).mapValues { $0.reduce(0) { $0 + $1.count } }
    let hidden = totals.map { (kind: $0.kind, count: $0.count - (shown[$0.kind] ?? 0)) }.filter { $0.count > 0 }
    return hidden.isEmpty ? [] : remaining(hidden)
  }

  /// What can be left out, in this order.
  enum Spare: CaseIterable {
    case code
    /// The blocks besides the first.
    case others
    case all
  }

  /// The number of lines that can be left out.
  func lines(of spare: Spare) -> Int {
    let blocks = blocks.filter { !$0.isCause }
    return switch spare {
    case .code: blocks.reduce(0) { $0 + $1.code.reduce(0) { $0 + $1.count } }
    case .others: blocks.count == self.blocks.count && blocks.count == 1 ? 0 : blocks.reduce(0) { $0 + $1.lines.count }
    case .all: blocks.reduce(0) { $0 + $1.lines.count }
    }
  }

  /// Leaves out the last piece of code or the last block.
  mutating func leaveOut(_ spare: Spare) {
    if spare == .code {
      if let index = blocks.lastIndex(where: { !$0.isCause && !$0.code.isEmpty }) { blocks[index].code.removeLast() }
    } else if let index = blocks.lastIndex(where: { !$0.isCause }) {
      blocks.remove(at: index)
    }
  }
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
    return TerminalSection(page: self, title: title, blocks: blocks, totals: [("", count)]) { hidden in
      self.line("and \(hidden[0].count) more")
    }
  }
}

extension [TerminalSection] {
  /// Returns the sections with at most a number of lines besides the causes of a failed review: code is left out
  /// first, every section keeps a block as long as that is possible, and the longest for its weight is shortened first.
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
      let causes = sections.flatMap(\.blocks).filter(\.isCause).reduce(0) { $0 + $1.all.count }
      guard all - causes > budget else { return sections }
      let spare = TerminalSection.Spare.allCases.first { spare in sections.contains { $0.lines(of: spare) > 0 } }
      guard let spare,
        let longest = sections.indices.max(by: {
          sections[$0].lines(of: spare) * sections[$1].weight < sections[$1].lines(of: spare) * sections[$0].weight
        })
      else { return sections }
      sections[longest].leaveOut(spare)
    }
  }
}
