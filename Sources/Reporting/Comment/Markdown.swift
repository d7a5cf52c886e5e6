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

  /// In UTF-16 units, as forges count.
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

    /// A name, a path or anything else that is not a sentence.
    mutating func appendInterpolation(code: String) {
      text += HostileText(code).codeSpan()
    }

    /// A sentence, which may have code between backticks.
    mutating func appendInterpolation(prose: String) {
      text += HostileText(prose).markdown()
    }

    /// A trusted line, which this target made of numbers and constant text.
    mutating func appendInterpolation(own line: String) {
      text += line
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
