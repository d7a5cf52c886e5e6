// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension Unicode.Scalar {
  /// Whether the scalar controls a terminal, reorders or joins text, is invisible, or has no standard meaning.
  ///
  /// These are control and format characters (bidirectional controls, zero-width characters, tags), line and paragraph
  /// separators, everything that Unicode ignores by default (fillers such as U+3164, variation selectors), blank
  /// symbols, surrogates, and code points for private use or without a character. Spaces are not hidden.
  package var isHidden: Bool {
    if value >= 0x20 && value < 0x7f { return false }
    // The variation selector for emoji presentation is common and harmless.
    if value == 0xfe0f { return false }
    if properties.isDefaultIgnorableCodePoint || Self.isBlankSymbol(self) { return true }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  /// Returns whether a symbol or letter has a width but no visible glyph.
  private static func isBlankSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // The blank Braille pattern, the object replacement character, the null notehead, and the full and half blanks of
    // hieroglyphs.
    case 0x2800, 0xfffc, 0x1d159, 0x13441, 0x13442: true
    default: false
    }
  }
}

/// The scalars of a text without the sequences that color a terminal, set its title or move its cursor.
struct TerminalSequences: IteratorProtocol {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = text.unicodeScalars[...]
  }

  mutating func next() -> Unicode.Scalar? {
    while rest.first == "\u{1b}", let length = sequenceLength() { rest = rest.dropFirst(length) }
    return rest.popFirst()
  }

  /// Returns `nil` when the escape character starts no known sequence; the rendering then shows it as an escape.
  private func sequenceLength() -> Int? {
    let second = rest.dropFirst()
    switch second.first {
    case "[":
      let parameters = second.dropFirst().prefix { (0x20...0x3f).contains($0.value) }
      guard let final = second.dropFirst(1 + parameters.count).first, (0x40...0x7e).contains(final.value) else {
        return nil
      }
      return 3 + parameters.count
    case "]":
      let body = second.dropFirst().prefix { $0 != "\u{7}" && $0 != "\u{1b}" }
      switch second.dropFirst(1 + body.count).first {
      case "\u{7}": return 3 + body.count
      case "\u{1b}": return 4 + body.count
      default: return nil
      }
    default:
      return nil
    }
  }
}
