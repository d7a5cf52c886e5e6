// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Fits sections into the room that a comment has.
enum CommentLayout {
  /// The sections in their order, which is also their order of importance.
  static func fit(_ sections: [CommentSection], into budget: Int) -> [Markdown] {
    let full = sections.map(\.full)
    guard full.map(\.size).reduce(0, +) > budget else { return full }
    let room = max(0, budget - leftOutNote(sections.count).size)
    var kept = sections[...]
    while kept.map(\.leastSize).reduce(0, +) > room { kept.removeLast() }
    let made = zip(kept, budgets(for: kept, in: room)).compactMap { section, budget in section.made(within: budget) }
    let leftOut = sections.count - made.count
    return leftOut == 0 ? made : made + [leftOutNote(leftOut)]
  }

  /// One item for each; then each its share; what is left after that goes to the first ones that need it.
  private static func budgets(for sections: ArraySlice<CommentSection>, in room: Int) -> [Int] {
    var budgets = sections.map(\.leastSize)
    var spare = room - budgets.reduce(0, +)
    for goal in [\CommentSection.share, nil] {
      for (index, section) in sections.enumerated() {
        let wanted = goal.map { section[keyPath: $0] * room / 100 } ?? room
        let extra = max(0, min(spare, min(wanted, section.full.size) - budgets[index]))
        budgets[index] += extra
        spare -= extra
      }
    }
    return budgets
  }

  private static func leftOutNote(_ count: Int) -> Markdown {
    "\nThe comment would be too long: \(count) more parts are in the report only.\n"
  }
}
