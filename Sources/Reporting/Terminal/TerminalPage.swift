// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import HostileText

/// Makes lines for a terminal, without hidden characters.
struct TerminalPage {
  enum Style: String {
    case bold = "1"
    case red = "31"
    case yellow = "33"
    case green = "32"
    case dim = "2"
  }

  typealias Lead = (text: String, style: Style)

  /// The maximum length of a line, which consists of several texts, each with the usual limit.
  private static let lineLimit = 3 * HostileText.lineLimit
  private static let codeMargin = "    "
  let settings: TerminalSettings

  /// Returns the lines of a text without an indentation.
  func title(_ content: String, _ style: Style = .bold) -> [String] {
    wrapped(content, indentation: 0).map { styled($0, style) }
  }

  /// Returns a line, wrapped at the terminal's width between words and with a deeper indentation.
  ///
  /// - Parameters:
  ///   - lead: a trusted text before the line, padded for alignment.
  ///   - link: the first words as a link, and its target: an address of ``LineLinks``.
  func line(
    _ content: String, indentation: Int = 2, lead: Lead? = nil, link: (text: String, address: String)? = nil
  ) -> [String] {
    var lines = wrapped(content, indentation: indentation, lead: lead)
    guard let link else { return lines }
    let text = HostileText(link.text).line(limit: Self.lineLimit)
    // Words that were wrapped are not linked.
    for index in lines.indices.prefix(2) {
      guard let range = lines[index].firstRange(of: text) else { continue }
      lines[index].replaceSubrange(range, with: "\u{1b}]8;;\(link.address)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\")
      break
    }
    return lines
  }

  private func wrapped(_ content: String, indentation: Int, lead: Lead? = nil) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    var line = margin
    var column = indentation
    var gap = ""
    if let lead {
      line += styled(lead.text, lead.style)
      column += lead.text.columns
      // A list's mark is not a column.
      gap = lead.text.columns < 3 ? " " : "  "
    }
    for word in HostileText(content).line(limit: Self.lineLimit).split(separator: " ") {
      if column > indentation, column + gap.count + word.columns > settings.width {
        lines.append(line)
        line = margin + "    "
        column = indentation + 4
        gap = ""
      }
      line += gap + word
      column += gap.count + word.columns
      gap = " "
    }
    lines.append(line)
    return lines
  }

  /// Returns lines that keep their spaces; what is wider than the terminal is cut.
  ///
  /// - Parameter lines: renderings of ``HostileText`` without styles.
  func code(_ lines: [String]) -> [String] {
    lines.map { Self.codeMargin + $0.prefix(columns: codeWidth) }
  }

  /// The number of columns for code.
  var codeWidth: Int { settings.width - Self.codeMargin.count }

  func styled(_ content: String, _ style: Style) -> String {
    settings.styled(content, style.rawValue)
  }

  /// Returns the start of a line about a finding or an error of a severity.
  static func lead(_ severity: Severity) -> Lead {
    switch severity {
    case .error: ("error  ", .red)
    case .warning: ("warning", .yellow)
    case .note: ("note   ", .dim)
    }
  }
}

extension StringProtocol {
  /// The number of columns in a terminal: two for a symbol with emoji presentation or an East Asian wide character.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the first characters that fit into some columns.
  func prefix(columns limit: Int) -> SubSequence {
    var column = 0
    return prefix { character in
      column += character.columns
      return column <= limit
    }
  }
}

extension Character {
  fileprivate var columns: Int {
    if let ascii = asciiValue { return ascii < 0x20 ? 0 : 1 }
    let scalars = unicodeScalars
    let isWide = scalars.contains { scalar in
      // U+FE0F asks for a symbol's emoji presentation.
      scalar.value == 0xfe0f || scalar.properties.isEmojiPresentation || scalar.isEastAsianWide
    }
    return isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// Source: Unicode Standard Annex #11, the blocks whose characters are wide or fullwidth.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
    0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x17000...0x18cff, 0x1b000...0x1b2ff, 0x20000...0x3fffd,
  ]

  fileprivate var isEastAsianWide: Bool { Self.wideBlocks.contains { $0.contains(value) } }
}
