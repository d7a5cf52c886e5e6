// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Text in a markup language that is safe to publish.
///
/// Text of a pull request enters only through an interpolation with a label, which makes it harmless in the language. A
/// plain string does not compile; `\(own: text)` is for trusted text.
struct Markup<Language>: Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  static func + (left: Markup, right: Markup) -> Markup { "\(left)\(right)" }

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

    mutating func appendInterpolation(_ markup: Markup) {
      text += markup.text
    }

    /// Appends a trusted text, which this target composed of numbers and constant text.
    mutating func appendInterpolation(trusted text: String) {
      self.text += text
    }
  }
}

enum MarkdownLanguage {}

/// Markdown: `\(code: path)` for a name, `\(prose: message)` for a sentence, `\(block: lines)` for output.
typealias Markdown = Markup<MarkdownLanguage>

extension Markdown {
  /// The size in UTF-16 units, the unit of forges.
  var size: Int { text.utf16.count }
}

extension Markdown.StringInterpolation {
  /// Appends a name, a path or other text that is not a sentence.
  mutating func appendInterpolation(code: String) {
    text += HostileText(code).codeSpan()
  }

  /// Appends a sentence, which may have code between backticks.
  mutating func appendInterpolation(prose: String) {
    text += HostileText(prose).markdown()
  }

  /// Appends lines of output, rendered by ``HostileText``.
  mutating func appendInterpolation(block lines: [String]) {
    text += HostileText.codeBlock(lines)
  }
}

extension Sequence<Markdown> {
  func joined(by separator: Markdown) -> Markdown {
    Markdown(stringLiteral: map(\.text).joined(separator: separator.text))
  }
}
