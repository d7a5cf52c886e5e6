// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

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
      text += HostileText(code).codeSpan()
    }

    /// Sentences, which may have code between backticks.
    mutating func appendInterpolation(prose: String) {
      text += HostileText(prose).markdown()
    }

    /// A line that this target made of numbers and its own words.
    mutating func appendInterpolation(own words: String) {
      text += words
    }

    /// Printed lines, which a rendering of ``HostileText`` made.
    mutating func appendInterpolation(block lines: [String]) {
      text += HostileText.codeBlock(lines)
    }
  }
}

extension Sequence<Markdown> {
  func joined(by separator: Markdown) -> Markdown {
    Markdown(stringLiteral: map(\.text).joined(separator: separator.text))
  }
}
