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

/// A sentence that somebody else wrote.
///
/// It stays plain where every character is known to mean nothing in Markdown and nothing in it would become a link; all
/// else becomes a code span. What is between two backticks was meant as code.
enum Prose {
  /// - Parameter text: one line.
  static func make(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1, parts.enumerated().allSatisfy({ $0.offset % 2 == 0 || !$0.element.isEmpty }) else {
      return CodeSpan.make(text)
    }
    let made = parts.enumerated().map { offset, part in
      let part = String(part)
      if offset % 2 == 1 { return CodeSpan.make(part) }
      return isPlain(part) ? part : CodeSpan.make(part)
    }
    // Two spans that touch would be read as one.
    guard !zip(made, made.dropFirst()).contains(where: { $0.0.hasSuffix("`") && $0.1.hasPrefix("`") }) else {
      return CodeSpan.make(text)
    }
    return text.isEmpty ? "(empty)" : made.joined()
  }

  private static let marks = Set(" .,;'\"()?%+=/:-–…".unicodeScalars)

  private static func isPlain(_ text: String) -> Bool {
    var hexadecimalRun = 0
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      guard marks.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        return false
      }
      // `https://…`, `:tada:`
      if previous == ":" && scalar != " " { return false }
      // Seven and more digits can be a commit, and become a link to it.
      hexadecimalRun = scalar.properties.isASCIIHexDigit ? hexadecimalRun + 1 : 0
      if hexadecimalRun >= 7 { return false }
      previous = scalar
    }
    return ["www.", "gh-", "ghsa-", "cve-"].allSatisfy { !text.lowercased().contains($0) }
  }
}

/// The scalars of a text without the sequences that colour a terminal, set its title or move its cursor.
struct TerminalSequences: Sequence {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func makeIterator() -> Iterator {
    Iterator(rest: text.unicodeScalars[...])
  }

  struct Iterator: IteratorProtocol {
    fileprivate var rest: Substring.UnicodeScalarView

    mutating func next() -> Unicode.Scalar? {
      while rest.first == "\u{1b}", let length = sequenceLength() { rest = rest.dropFirst(length) }
      return rest.popFirst()
    }

    /// `nil` when the escape starts no sequence that is known; it is then shown as what it is.
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
}
