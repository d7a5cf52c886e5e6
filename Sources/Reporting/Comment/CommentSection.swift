// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
package import ReviewContract

/// A collapsible section of the comment, shortened when the comment would be too long.
struct CommentSection {
  enum Form {
    case list
    /// A table with this header.
    case table(Markdown)
    /// Output, of which the last lines are kept.
    case log
  }

  /// What is folded together.
  enum Group: Hashable {
    case tests, findings, coverage, output, notes
  }

  let group: Group
  /// The line that is always visible. It has no text of the pull request, because it is inside of HTML.
  let summary: Markdown
  /// The items of a list, the rows of a table, or lines of output as they are.
  let items: [Markdown]
  var form = Form.list
  /// The number of further items, which are not in `items`.
  var unlisted = 0
  /// How many each item stands for; empty if each stands for itself.
  var weights: [Int] = []
  /// Whether it is shown unfolded.
  var isOpen = false
  /// The section's share of a comment that is too short for all sections, in percent.
  let share: Int

  /// Whether it is one of several in its group, with a heading in place of an own fold.
  var isNested = false
  /// Whether it has that heading, which the first section of a fold does not need if the fold is named after it.
  var hasHeading = true

  /// The whole section.
  var full: Markdown { made(count: items.count) }

  /// Returns the first items without a fold, for what failed a review.
  ///
  /// - Parameter budget: the maximum size in UTF-16 units.
  /// - Returns: `nil` when not even one item fits.
  func open(within budget: Int) -> Markdown? {
    var section = CommentSection(
      group: group, summary: summary, items: Array(items.prefix(Self.openItems)), form: form,
      unlisted: remaining(after: Self.openItems), weights: Array(weights.prefix(Self.openItems)), share: share)
    section.isNested = true
    return section.made(within: budget)
  }

  /// Whether nothing is left out without a fold.
  var isWholeWhenOpen: Bool { items.count <= Self.openItems && unlisted == 0 && weights.allSatisfy { $0 == 1 } }

  /// The maximum number of items without a fold.
  static let openItems = 10

  /// The size with one item, in UTF-16 units.
  var leastSize: Int { made(count: min(1, items.count)).size }

  /// Returns the section with as many items as fit.
  ///
  /// - Parameter budget: the maximum size in UTF-16 units.
  /// - Returns: `nil` when not even one item fits.
  func made(within budget: Int) -> Markdown? {
    if full.size <= budget { return full }
    // The size grows with the count: a binary search finds the largest.
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high + 1) / 2
      if made(count: middle).size <= budget { low = middle } else { high = middle - 1 }
    }
    return low == 0 ? nil : made(count: low)
  }

  private func remaining(after shown: Int) -> Int {
    unlisted + (weights.isEmpty ? max(0, items.count - shown) : weights.dropFirst(shown).reduce(0, +))
  }

  private func made(count shown: Int) -> Markdown {
    let heading: Markdown = hasHeading ? "**\(summary)**\n\n" : ""
    let head = isNested ? heading : Self.fold(summary, isOpen: isOpen)
    let tail: Markdown = isNested ? "\n\n" : "\n\n\(Self.end)"
    let remaining = remaining(after: shown)
    switch form {
    case .list:
      let lines = items.prefix(shown).map { "- \($0)" as Markdown }
      let more: [Markdown] = remaining > 0 ? ["- and \(remaining) more"] : []
      return head + (lines + more).joined(by: "\n") + tail
    case .table(let tableHead):
      let more: Markdown = remaining > 0 ? "\n\nand \(remaining) more" : ""
      return head + ([tableHead] + items.prefix(shown)).joined(by: "\n") + more + tail
    case .log:
      let more: Markdown = remaining > 0 ? "\(remaining) earlier lines omitted:\n\n" : ""
      return head + more + "\(block: items.suffix(shown).map(\.text))" + tail
    }
  }
}

extension CommentSection {
  fileprivate static let end: Markdown = "</details>\n"

  fileprivate static func fold(_ summary: Markdown, isOpen: Bool) -> Markdown {
    "<details\(isOpen ? " open" : "")><summary>\(summary)</summary>\n\n"
  }
}

/// Fits sections into a comment of limited length.
enum CommentLayout {
  /// The size of a fold around several sections, in UTF-16 units: the markup and the summary of the first.
  private static let foldSize = 400

  /// Returns the sections in order, those of a group in one fold; the last ones are left out when there is no room.
  ///
  /// - Parameter budget: the maximum size in UTF-16 units.
  static func fit(_ sections: [CommentSection], into budget: Int) -> [Markdown] {
    let folds = Set(sections.filter(\.isNested).map(\.group)).count * foldSize
    let sections = withoutRepeatedHeadings(sections)
    let full = sections.map { (section: $0, text: $0.full) }
    guard full.reduce(folds, { $0 + $1.text.size }) > budget else { return grouped(full) }
    let room = max(0, budget - folds - omissionNote(sections.count).size)
    var kept = sections[...]
    while kept.map(\.leastSize).reduce(0, +) > room { kept.removeLast() }
    let made = zip(kept, budgets(for: kept, in: room)).compactMap { section, budget in
      section.made(within: budget).map { (section: section, text: $0) }
    }
    let omitted = sections.count - made.count
    return grouped(made) + (omitted == 0 ? [] : [omissionNote(omitted)])
  }

  /// One name is enough for the coverage; other groups are named after all of their sections.
  private static func withoutRepeatedHeadings(_ sections: [CommentSection]) -> [CommentSection] {
    var sections = sections
    for index in sections.indices where sections[index].group == .coverage {
      sections[index].hasHeading = index > 0 && sections[index - 1].group == .coverage
    }
    return sections
  }

  private static func grouped(_ made: [(section: CommentSection, text: Markdown)]) -> [Markdown] {
    let chunks = made.reduce(into: [[(section: CommentSection, text: Markdown)]]()) { chunks, part in
      if chunks.last?.last?.section.group == part.section.group {
        chunks[chunks.count - 1].append(part)
      } else {
        chunks.append([part])
      }
    }
    return chunks.map { chunk in
      let texts = chunk.map(\.text).joined(by: "")
      guard let first = chunk.first?.section, first.isNested else { return texts }
      let titles = first.group == .coverage ? [first.summary] : chunk.map(\.section.summary)
      return CommentSection.fold(titles.joined(by: " · "), isOpen: first.isOpen) + texts + CommentSection.end
    }
  }

  /// Returns budgets of one item for each section, then each its share, then the rest to the first sections that need
  /// it.
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

  private static func omissionNote(_ count: Int) -> Markdown {
    "\nThe comment would be too long: \(count) more sections are only in the report.\n"
  }
}

/// Settings of the comment.
package struct CommentSettings: Sendable {
  /// GitHub refuses a longer comment ("Body is too long (maximum is 65536 characters)").
  package static let forgeLimit = 65_536
  /// Leaves room for additions of the publisher, a forge or a proxy, such as the line of the review's memory and
  /// notices.
  package static let defaultBudget = 60_000

  package let marker: CommentMarker
  package let choice: CommentChoice
  /// The longest comment, in UTF-16 units.
  package let budget: Int
  /// Whether the author of the pull request could have written the report.
  package let isForeign: Bool
  /// Whether commands in comments have an effect, so that the identifiers of findings are of use.
  package let readsCommands: Bool
  /// The address of a rule's page; `nil` for a rule without one.
  package let rulePage: @Sendable (String) -> String?

  package init(
    marker: CommentMarker, choice: CommentChoice = CommentChoice(), budget: Int = CommentSettings.defaultBudget,
    isForeign: Bool = false, readsCommands: Bool = false,
    rulePage: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.rulePage = rulePage
    self.isForeign = isForeign
    self.readsCommands = readsCommands
    self.marker = marker
    self.choice = choice
    self.budget = min(budget, Self.forgeLimit)
  }
}
