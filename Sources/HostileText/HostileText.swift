// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text from an untrusted source, such as a path, a test's name, the output of a build or the message of a server.
///
/// It is output only by one of these renderings: ``line(limit:spacing:)``, ``lines(limit:)``,
/// ``multiline(limit:maximumLines:)``, ``terminal(limit:)``, ``markdown(limit:)``, ``codeSpan(limit:)``,
/// ``codeBlock(limit:maximumLines:)`` and ``logText(isQuoted:)``. All of them escape the same scalars: those that
/// control a terminal, reorder text, or are invisible (``Swift/Unicode/Scalar/isHidden``).
///
/// Except for Markdown and the log, rendering a rendered text again changes only its length.
package struct HostileText: Hashable, Sendable {
  /// The default limit of the scalars of one line.
  package static let lineLimit = 200
  /// The limit of the scalars of one line in a terminal or an error.
  package static let terminalLimit = 2000

  /// The treatment of spaces, tabs and line breaks within a line.
  package enum Spacing: Sendable {
    /// A run of them becomes one space.
    case collapsed
    /// Each becomes one space, so that indentation is preserved.
    case kept
  }

  /// The original text, which is never output.
  let text: String

  package init(_ text: some StringProtocol) {
    self.text = String(text)
  }

  /// The same without the cost of a generic function of another module, for reports with hundreds of thousands of texts.
  package init(_ text: String) {
    self.text = text
  }

  /// - Parameter bytes: UTF-8. Invalid sequences, such as an encoded surrogate, become U+FFFD.
  package init(decoding bytes: some Collection<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Returns one line without terminal sequences, with escapes such as `\u{202E}` for hidden scalars.
  ///
  /// - Parameter limit: the maximum number of scalars. A longer text is truncated and ends in `…`.
  package func line(limit: Int = lineLimit, spacing: Spacing = .collapsed) -> String {
    if isPlain(limit: limit, spacing: spacing) { return text }
    var result = String.UnicodeScalarView()
    var count = 0
    var isAfterSpace = false
    var rest = TerminalSequences(text)
    while let scalar = rest.next() {
      guard count < limit else { return String(result) + "…" }
      count += 1
      if scalar == "\n" || scalar == "\r" || scalar == "\t" || scalar == " " {
        if !isAfterSpace || spacing == .kept { result.append(" ") }
        isAfterSpace = true
        continue
      }
      isAfterSpace = false
      if scalar.isHidden {
        result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns whether the rendering as one line equals the text, like for most texts of a long report: ASCII without
  /// control characters and without spaces to collapse.
  private func isPlain(limit: Int, spacing: Spacing) -> Bool {
    // A copy, because `withUTF8` first makes a bridged string contiguous.
    var text = text
    return text.withUTF8 { $0.count <= limit && Self.isPlain(TextTraits(of: $0), spacing: spacing) }
  }

  /// The same for the traits of a text with no more bytes than the limit, which a caller need not put into a value of this type.
  package static func isPlain(_ traits: TextTraits, spacing: Spacing = .collapsed) -> Bool {
    traits.isDisjoint(with: spacing == .kept ? .special : [.special, .repeatedSpaces])
  }

  /// Returns the lines of the text, each rendered by ``line(limit:spacing:)`` with its indentation.
  ///
  /// - Parameter limit: the maximum number of scalars of a line.
  package func lines(limit: Int = lineLimit) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      HostileText($0).line(limit: limit, spacing: .kept)
    }
  }

  /// Returns the text for an error or another message that may have several lines.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of scalars of a line.
  ///   - maximumLines: a text with more lines ends in a line `…`.
  package func multiline(limit: Int = terminalLimit, maximumLines: Int = 200) -> String {
    let lines = lines(limit: limit)
    return (lines.count > maximumLines ? lines.prefix(maximumLines) + ["…"] : lines).joined(separator: "\n")
  }

  /// Returns one line for a terminal, with its indentation.
  ///
  /// - Parameter limit: the maximum number of scalars.
  package func terminal(limit: Int = terminalLimit) -> String { line(limit: limit, spacing: .kept) }
}
