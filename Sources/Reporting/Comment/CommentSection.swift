// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A part of the comment that folds, and that is shortened when the comment gets too long.
struct CommentSection {
  enum Form {
    case list
    /// Lines as they were printed, of which the last ones matter most.
    case log([String])
  }

  /// The line that is always seen. In HTML: holds no text of the pull request.
  let summary: Markdown
  /// What a list holds; empty for a log.
  let items: [Markdown]
  let form: Form
  /// Items that exist and are not in `items`.
  let unlisted: Int
  /// Its part of the room, in percent, when there is not enough for all.
  let share: Int

  init(_ summary: Markdown, items: [Markdown], unlisted: Int = 0, share: Int) {
    self.summary = summary
    self.items = items
    self.unlisted = unlisted
    self.share = share
    form = .list
  }

  init(_ summary: Markdown, log: [String], share: Int) {
    self.summary = summary
    self.share = share
    items = []
    unlisted = 0
    form = .log(log)
  }

  /// The whole section.
  var full: Markdown { made(count: count) }

  /// The size with one item, which is the least there can be of it.
  var leastSize: Int { made(count: min(1, count)).size }

  private var count: Int {
    if case .log(let lines) = form { return lines.count }
    return items.count
  }

  /// As much of the section as fits; `nil` when not even one item does.
  func made(within budget: Int) -> Markdown? {
    if full.size <= budget { return full }
    // The size grows with the count, so that halving finds the most that fits.
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high + 1) / 2
      if made(count: middle).size <= budget { low = middle } else { high = middle - 1 }
    }
    return low == 0 ? nil : made(count: low)
  }

  private func made(count shown: Int) -> Markdown {
    let head: Markdown = "<details><summary>\(summary)</summary>\n\n"
    let tail: Markdown = "\n\n</details>\n"
    let left = count - shown + unlisted
    switch form {
    case .list:
      let lines = items.prefix(shown).map { "- \($0)" as Markdown }
      let more: [Markdown] = left > 0 ? ["- and \(left) more"] : []
      return head + (lines + more).joined(by: "\n") + tail
    case .log(let lines):
      let more: Markdown = left > 0 ? "\(left) lines before these are left out:\n\n" : ""
      return head + more + "\(block: Array(lines.suffix(shown)))" + tail
    }
  }
}
