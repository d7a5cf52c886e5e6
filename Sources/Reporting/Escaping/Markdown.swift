// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Markdown that is safe to publish.
///
/// The only way to get text of a pull request into it is an interpolation that says how: `\(code: path)` or `\(prose:
/// message)`. A plain string does not compile; `\(own: words)` is for lines of ``ReportSummary`` and the like.
struct Markdown: Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// What a forge counts.
  var size: Int { text.utf16.count }

  static func + (left: Markdown, right: Markdown) -> Markdown { "\(left)\(right)" }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    mutating func appendInterpolation(_ number: Int) {
      text += String(number)
    }

    mutating func appendInterpolation(_ markdown: Markdown) {
      text += markdown.text
    }

    /// Names, paths, anything that is not a sentence.
    mutating func appendInterpolation(code: String) {
      text += CodeSpan.make(VisibleText.make(code))
    }

    /// Sentences, which may have code between backticks.
    mutating func appendInterpolation(prose: String) {
      text += Prose.make(VisibleText.make(prose))
    }

    /// A line that this target made of numbers and its own words.
    mutating func appendInterpolation(own words: String) {
      text += words
    }

    /// Many lines as they were printed.
    mutating func appendInterpolation(block lines: [String]) {
      text += CodeBlock.make(lines)
    }
  }
}

extension Sequence<Markdown> {
  func joined(by separator: Markdown) -> Markdown {
    Markdown(stringLiteral: map(\.text).joined(separator: separator.text))
  }
}

enum BacktickRun {
  /// The length of the longest run of backticks in the text.
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

/// A fenced code block.
enum CodeBlock {
  /// - Parameter lines: one line each, made visible.
  static func make(_ lines: [String]) -> String {
    let longest = lines.map(BacktickRun.longest).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + "text"] + lines + [fence]).joined(separator: "\n")
  }
}

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
