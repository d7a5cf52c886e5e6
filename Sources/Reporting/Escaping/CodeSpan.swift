// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A code span, in which Markdown has no meaning: no mentions, no links, no HTML.
enum CodeSpan {
  /// - Parameter text: one line.
  static func make(_ text: String) -> String {
    guard text.contains(where: { $0 != " " }) else { return "(empty)" }
    // A table ends its cell at a bar, even inside a code span.
    let text = text.replacing("|", with: "\\u{7C}")
    let fence = String(repeating: "`", count: BacktickRun.longest(in: text) + 1)
    // One space on each side is dropped again; without them a backtick at an end would lengthen the fence.
    let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + padding + text + padding + fence
  }
}
