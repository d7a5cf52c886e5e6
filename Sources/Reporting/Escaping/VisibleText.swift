// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text that somebody else wrote, made harmless to look at: one line, nothing hidden, nothing reordered, not too long.
enum VisibleText {
  /// Longer text is cut.
  static let limit = 200

  static func make(_ text: String, limit: Int = limit) -> String {
    var result = String.UnicodeScalarView()
    var count = 0
    var isAfterSpace = false
    var rest = TerminalSequences(text).makeIterator()
    while let scalar = rest.next() {
      guard count < limit else { return String(result) + "…" }
      count += 1
      if scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar == " " {
        if !isAfterSpace { result.append(" ") }
        isAfterSpace = true
        continue
      }
      isAfterSpace = false
      if isVisible(scalar) {
        result.append(scalar)
      } else {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
    return String(result)
  }

  /// The lines of a text, each made harmless. Indentation stays.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      let indentation = line.prefix { $0 == " " }
      return String(indentation.prefix(limit)) + make(String(line.dropFirst(indentation.count)))
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    // The selector that makes a sign an emoji is everywhere and harmless.
    if scalar.value == 0xfe0f { return true }
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}
