// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension HostileText {
  /// Returns a sentence, which may have code between backticks, as Markdown.
  ///
  /// A word stays plain if none of its characters has a meaning in Markdown and no part of it would become a link; all
  /// other words become code spans.
  ///
  /// - Parameter limit: the maximum number of scalars.
  package func markdown(limit: Int = lineLimit) -> String { MarkdownProse.escaped(line(limit: limit)) }

  /// Returns a name, a path or other text that is not a sentence as a Markdown code span: no mentions, no links, no
  /// HTML.
  ///
  /// - Parameter limit: the maximum number of scalars.
  package func codeSpan(limit: Int = lineLimit) -> String { MarkdownProse.codeSpan(line(limit: limit)) }

  /// Returns the lines of the text as an indented Markdown code block, which needs an empty line before it.
  ///
  /// No line begins with a character of the text, so that no program interprets it as a command such as `/merge`.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of scalars of a line.
  ///   - maximumLines: a text with more lines ends in a line `…`.
  package func codeBlock(limit: Int = lineLimit, maximumLines: Int) -> String {
    let lines = lines(limit: limit)
    let shown = lines.count > maximumLines ? lines.prefix(maximumLines) + ["…"] : lines
    return shown.map { "    " + $0 }.joined(separator: "\n")
  }

  /// Returns a fenced Markdown code block whose fence is longer than every run of backticks in it.
  ///
  /// - Parameter lines: results of ``line(limit:spacing:)`` or ``lines(limit:)``.
  package static func codeBlock(_ lines: [String]) -> String {
    let longest = lines.map(BacktickRun.longest).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
  }
}

/// Markdown of one line without hidden scalars.
private enum MarkdownProse {
  static func escaped(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1, parts.enumerated().allSatisfy({ $0.offset % 2 == 0 || !$0.element.isEmpty }) else {
      return codeSpan(text)
    }
    let made = parts.enumerated().map { offset, part in
      offset % 2 == 1 ? codeSpan(String(part)) : words(String(part), isFirst: offset == 0)
    }
    // Two adjacent code spans would be parsed as one.
    guard !zip(made, made.dropFirst()).contains(where: { $0.0.hasSuffix("`") && $0.1.hasPrefix("`") }) else {
      return codeSpan(text)
    }
    return text.isEmpty ? "(empty)" : made.joined()
  }

  /// Returns a text without backticks in which only the words with a meaning in Markdown are code spans.
  private static func words(_ text: String, isFirst: Bool) -> String {
    if isPlain(text), !(isFirst && beginsBlock(text)) { return text }
    var made: [String] = []
    var code: [String] = []
    func end() {
      guard !code.isEmpty else { return }
      let span = code.joined(separator: " ")
      let text = span.prefix(span.count - span.reversed().prefix { ",.;:)".contains($0) }.count)
      // The punctuation of a sentence is not code.
      made.append(text.isEmpty ? codeSpan(span) : codeSpan(String(text)) + span.dropFirst(text.count))
      code = []
    }
    for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let word = String(word)
      if word.isEmpty || (isPlain(word) && !(isFirst && index == 0 && beginsBlock(word))) {
        end()
        made.append(word)
      } else {
        code.append(word)
      }
    }
    end()
    return made.joined(separator: " ")
  }

  /// Returns whether a line that begins with the text would be a list item or a thematic break: `1. x`, `- x`, `---`.
  private static func beginsBlock(_ text: String) -> Bool {
    let start = text.drop { $0 == " " }
    let rest = start.drop { ("0"..."9").contains($0) }
    guard let mark = rest.first else { return false }
    let next = rest.dropFirst().first
    guard rest.count == start.count else { return (mark == "." || mark == ")") && (next == nil || next == " ") }
    return (mark == "-" || mark == "+") && (next == nil || next == " " || next == mark)
  }

  static func codeSpan(_ text: String) -> String {
    guard text.contains(where: { $0 != " " }) else { return "(empty)" }
    // A vertical bar ends a table cell, even inside a code span.
    let text = text.replacing("|", with: "\\u{7C}")
    let fence = String(repeating: "`", count: BacktickRun.longest(in: text) + 1)
    // Renderers remove one space on each side; without them a backtick at an end would extend the fence.
    let padding = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + padding + text + padding + fence
  }

  private static let marks = Set(" .,;'\"()?%+=/:-–—·…→".unicodeScalars)

  private static func isPlain(_ text: String) -> Bool {
    var hexadecimalRun = 0
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      guard marks.contains(scalar) || scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        return false
      }
      // `https://…`, `:tada:`
      if previous == ":" && scalar != " " { return false }
      // Seven or more hexadecimal digits can be a commit id, which forges link.
      hexadecimalRun = scalar.properties.isASCIIHexDigit ? hexadecimalRun + 1 : 0
      if hexadecimalRun >= 7 { return false }
      previous = scalar
    }
    return ["www.", "gh-", "ghsa-", "cve-"].allSatisfy { !text.lowercased().contains($0) }
  }
}

private enum BacktickRun {
  /// Returns the length of the longest run of backticks in the text.
  static func longest(in text: String) -> Int {
    var longest = 0
    var current = 0
    for byte in text.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
