// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A terminal sequence that sets the color or the weight of text, and can neither hide text nor do anything else: it sets
/// no background, and no black.
///
/// Source: ECMA-48, 8.3.117, SGR.
package struct TerminalStyle: Hashable, Sendable {
  /// In scalars; longer sequences are no styles.
  package static let longest = 24

  /// The parameters, such as 1 for bold and 31 for red; 0 ends all styles.
  package let codes: [Int]

  /// The sequence, which starts with the escape character.
  package var sequence: String { "\u{1b}[\(codes.map(String.init).joined(separator: ";"))m" }

  package static let reset = TerminalStyle(codes: [0])

  private init(codes: [Int]) { self.codes = codes }

  /// Reads the sequence at the beginning of a text. Parameters that are not allowed are left out.
  ///
  /// - Returns: `nil` for a text that does not begin with a sequence of this kind; and its length in scalars.
  package static func first(of text: Substring.UnicodeScalarView) -> (style: TerminalStyle, count: Int)? {
    guard text.first == "\u{1b}", text.dropFirst().first == "[" else { return nil }
    let parameters = text.dropFirst(2).prefix(longest).prefix { $0 == ";" || ("0"..."9").contains($0) }
    guard text.dropFirst(2 + parameters.count).first == "m" else { return nil }
    let numbers = String(parameters).split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    // The numbers after 38 and 48 are parts of a color.
    let isSimple = !numbers.contains(38) && !numbers.contains(48)
    return (TerminalStyle(codes: isSimple ? numbers.filter(isAllowed) : []), parameters.count + 3)
  }

  private static func isAllowed(_ code: Int) -> Bool {
    switch code {
    case 0, 1, 3, 4, 22, 23, 24, 31...37, 39, 90...97: true
    default: false
    }
  }
}

extension HostileText {
  /// Returns one line for a log, like ``terminal(limit:)``, which keeps the colors of text.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of scalars, without changes of the style.
  ///   - styles: the maximum number of changes of the style; later ones are left out.
  package func styled(limit: Int = terminalLimit, styles: Int = 200) -> String {
    guard text.utf8.contains(0x1b) else { return terminal(limit: limit) }
    var result = ""
    var isStyled = false
    var (rest, changes) = (limit, 0)
    for (style, part) in StyledText(text) {
      if let style, !style.codes.isEmpty, changes < styles || style == .reset && isStyled {
        result += style.sequence
        isStyled = style != .reset
        changes += 1
      }
      let line = HostileText(part).terminal(limit: rest)
      result += line
      rest = max(0, rest - line.unicodeScalars.count)
      if rest == 0, line.last == "…" { break }
    }
    return isStyled ? result + TerminalStyle.reset.sequence : result
  }
}

/// The parts of a text between changes of its style, each with the change before it.
package struct StyledText: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView
  private var isFirst = true

  package init(_ text: some StringProtocol) { rest = Substring(text).unicodeScalars }

  package mutating func next() -> (style: TerminalStyle?, text: Substring)? {
    guard isFirst || !rest.isEmpty else { return nil }
    isFirst = false
    var style: TerminalStyle?
    if let (first, count) = TerminalStyle.first(of: rest) {
      style = first
      rest = rest.dropFirst(count)
    }
    var end = rest.startIndex
    while let escape = rest[end...].firstIndex(of: "\u{1b}") {
      if TerminalStyle.first(of: rest[escape...]) != nil {
        end = escape
        let part = rest[..<escape]
        rest = rest[escape...]
        return (style, Substring(part))
      }
      end = rest.index(after: escape)
    }
    let part = rest
    rest = rest[rest.endIndex...]
    return (style, Substring(part))
  }
}

extension StringProtocol {
  /// The text without changes of its style.
  package var withoutStyles: String {
    guard utf8.contains(0x1b) else { return String(self) }
    return StyledText(self).map { String($0.text) }.joined()
  }
}
