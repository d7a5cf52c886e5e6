// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text from a source that is not trusted, such as a path, a test's name, the output of a build or the message of a
/// server.
///
/// It is shown only through one of the renderings here: ``line(limit:spacing:)``, ``lines(limit:)``,
/// ``multiline(limit:maximumLines:)``, ``terminal(limit:)``, ``markdown(limit:)``, ``codeSpan(limit:)``,
/// ``codeBlock(limit:maximumLines:)`` and ``logText(isQuoted:)``. All of them replace the same scalars by escapes:
/// those that control a terminal, reorder text, or cannot be seen (``Swift/Unicode/Scalar/isHidden``).
///
/// Rendering a rendered text again changes nothing but its length, except for Markdown and the log.
package struct HostileText: Hashable, Sendable {
  /// The scalars of one line, unless a rendering is given another limit.
  package static let lineLimit = 200
  /// The scalars of one line where nothing but a terminal or an error shows it.
  package static let terminalLimit = 2000

  /// The treatment of spaces, tabs and line breaks within a line.
  package enum Spacing: Sendable {
    /// Several become one space.
    case collapsed
    /// Each becomes one space, so that indentation stays.
    case kept
  }

  /// The text as it came. No output has it.
  let text: String

  package init(_ text: some StringProtocol) {
    self.text = String(text)
  }

  /// - Parameter bytes: UTF-8. Invalid sequences, such as an encoded surrogate, become U+FFFD.
  package init(decoding bytes: some Collection<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// One line without terminal sequences, with escapes such as `\u{202E}` for hidden scalars.
  ///
  /// - Parameter limit: the scalars of the text that are shown. A longer text ends in `…`.
  package func line(limit: Int = lineLimit, spacing: Spacing = .collapsed) -> String {
    if isPlain(limit: limit, spacing: spacing) { return text }
    var result = String.UnicodeScalarView()
    var count = 0
    var isAfterSpace = false
    var rest = TerminalSequences(text).makeIterator()
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

  /// Whether the rendering as one line is the text itself, which most texts of a long report are: ASCII without control
  /// characters and with nothing to collapse.
  private func isPlain(limit: Int, spacing: Spacing) -> Bool {
    guard text.utf8.count <= limit else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard (0x20..<0x7f).contains(byte), byte != 0x20 || last != 0x20 || spacing == .kept else { return false }
      last = byte
    }
    return true
  }

  /// The lines of the text, each as ``line(limit:spacing:)`` with its indentation.
  ///
  /// - Parameter limit: the scalars of a line that are shown.
  package func lines(limit: Int = lineLimit) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      HostileText($0).line(limit: limit, spacing: .kept)
    }
  }

  /// The text for an error or another message that may have several lines.
  ///
  /// - Parameters:
  ///   - limit: the scalars of a line that are shown.
  ///   - maximumLines: a text with more lines ends in a line `…`.
  package func multiline(limit: Int = terminalLimit, maximumLines: Int = 200) -> String {
    let lines = lines(limit: limit)
    return (lines.count > maximumLines ? lines.prefix(maximumLines) + ["…"] : lines).joined(separator: "\n")
  }

  /// One line for a terminal, with its indentation.
  ///
  /// - Parameter limit: the scalars of the text that are shown.
  package func terminal(limit: Int = terminalLimit) -> String { line(limit: limit, spacing: .kept) }
}
