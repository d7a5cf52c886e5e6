// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTMLTemplates
import HostileText

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
