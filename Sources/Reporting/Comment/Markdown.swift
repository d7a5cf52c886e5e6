// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Markdown that is safe to publish.
///
/// Text of a pull request enters only through an interpolation with a label: `\(code: path)` or `\(prose: message)`. A
/// plain string does not compile; `\(own: text)` is for trusted lines such as those of ``ReportSummary``.
struct Markdown: Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  /// The size in UTF-16 units, the unit of forges.
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

    /// Appends a name, a path or other text that is not a sentence.
    mutating func appendInterpolation(code: String) {
      text += HostileText(code).codeSpan()
    }

    /// Appends a sentence, which may have code between backticks.
    mutating func appendInterpolation(prose: String) {
      text += HostileText(prose).markdown()
    }

    /// Appends a trusted line, which this target composed of numbers and constant text.
    mutating func appendInterpolation(own line: String) {
      text += line
    }

    /// Appends lines of output, rendered by ``HostileText``.
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
