// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Text in a markup language that is safe to publish.
///
/// Text of a pull request enters only through an interpolation with a label, which makes it harmless in the language. A
/// plain string does not compile; `\(own: text)` is for trusted text.
package struct Markup<Language>: Hashable, ExpressibleByStringInterpolation {
  package let text: String

  package init(stringLiteral text: String) {
    self.text = text
  }

  package init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  package static func + (left: Markup, right: Markup) -> Markup { "\(left)\(right)" }

  package struct StringInterpolation: StringInterpolationProtocol {
    package var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    package mutating func appendInterpolation(_ number: Int) {
      text += String(number)
    }

    package mutating func appendInterpolation(_ markup: Markup) {
      text += markup.text
    }

    /// Appends a trusted text, which the program composed of numbers and constant text.
    package mutating func appendInterpolation(trusted text: String) {
      self.text += text
    }
  }
}
