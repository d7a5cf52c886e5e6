// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// Lines for a terminal, without hidden characters.
struct TerminalPage {
  enum Style: String {
    case bold = "1"
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"
  }

  /// The maximum length of a line, which consists of several texts, each with the usual limit.
  private static let lineLimit = 3 * HostileText.lineLimit
  let settings: TerminalSettings
  private(set) var text = ""

  mutating func title(_ content: String, _ style: Style = .bold) {
    if !text.isEmpty { text += "\n" }
    text += styled(HostileText(content).line(), style) + "\n"
  }

  /// A title with a line for each item, and the number of the others; nothing without items.
  mutating func list<Item>(_ content: String, _ items: [Item], total: Int? = nil, _ line: (Item) -> String) {
    guard !items.isEmpty else { return }
    title(content)
    for item in items { self.line(line(item)) }
    let remaining = (total ?? items.count) - items.count
    if remaining > 0 { self.line("and \(remaining) more") }
  }

  /// A line that wraps at the terminal's width, between words and with a deeper indentation.
  ///
  /// - Parameters:
  ///   - lead: a trusted text before the line, padded for alignment.
  ///   - link: the first words as a link, and its target: an address of ``LineLinks``.
  mutating func line(
    _ content: String, indentation: Int = 2, lead: (text: String, style: Style)? = nil,
    link: (text: String, address: String)? = nil
  ) {
    let start = text.endIndex
    defer {
      // Words that were wrapped are not linked.
      if let link, let range = text[start...].firstRange(of: HostileText(link.text).line(limit: Self.lineLimit)) {
        text.replaceSubrange(range, with: "\u{1b}]8;;\(link.address)\u{1b}\\\(text[range])\u{1b}]8;;\u{1b}\\")
      }
    }
    let margin = String(repeating: " ", count: indentation)
    var line = margin
    var column = indentation
    if let lead {
      // A list's dash is not a column.
      let gap = lead.text == "-" ? " " : "  "
      line += styled(lead.text, lead.style) + gap
      column += lead.text.count + gap.count
    }
    var isFirst = true
    for word in HostileText(content).line(limit: Self.lineLimit).split(separator: " ") {
      if !isFirst && column + word.count + 1 > settings.width {
        text += line + "\n"
        line = margin + "    "
        column = indentation + 4
        isFirst = true
      }
      line += (isFirst ? "" : " ") + word
      column += word.count + (isFirst ? 0 : 1)
      isFirst = false
    }
    while line.last == " " { line.removeLast() }
    text += line + "\n"
  }

  /// Adds lines that keep their spaces and do not wrap.
  ///
  /// - Parameter lines: renderings of ``HostileText``.
  mutating func code(_ lines: [String]) {
    for line in lines { text += "    \(line)\n" }
  }

  private func styled(_ content: String, _ style: Style) -> String {
    settings.styled(content, style.rawValue)
  }

  /// Returns the start of a line about a finding or an error of a severity.
  static func lead(_ severity: Severity) -> (text: String, style: Style) {
    switch severity {
    case .error: ("error  ", .red)
    case .warning: ("warning", .yellow)
    case .note: ("note   ", .dim)
    }
  }
}
