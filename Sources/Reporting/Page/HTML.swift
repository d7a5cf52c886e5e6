// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// HTML that is safe to open.
///
/// Text enters only through an interpolation with a label, which escapes it: `\(text: message)` for one line,
/// `\(lines: output)` for several, `\(url: address)` for an attribute. A plain string does not compile.
struct HTML: Hashable, ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral text: String) {
    self.text = text
  }

  init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
  }

  static func + (left: HTML, right: HTML) -> HTML { "\(left)\(right)" }

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

    mutating func appendInterpolation(_ html: HTML) {
      text += html.text
    }

    mutating func appendInterpolation(_ html: [HTML]) {
      for part in html { text += part.text }
    }

    /// Appends one line of text, also in an attribute between quotes.
    mutating func appendInterpolation(text words: String) {
      text += XMLText.marked(HostileText(words).line(limit: 400))
    }

    /// Appends the last 20 lines of a program's output.
    mutating func appendInterpolation(lines output: String) {
      let lines = HostileText(output).lines().suffix(20)
      text += XMLText.marked(lines.joined(separator: "\n"))
    }

    /// Appends an address between quotes, or `#` for anything but a web address.
    mutating func appendInterpolation(url address: String) {
      let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
      text += isWeb ? XMLText.marked(HostileText(address).line(limit: 1000)) : "#"
    }

    /// Appends a part of the page itself, such as its script.
    mutating func appendInterpolation(own part: String) {
      text += part
    }
  }
}

extension XMLText {
  /// Escapes the characters with a meaning in markup only.
  static func marked(_ text: String) -> String {
    guard text.utf8.contains(where: { [0x22, 0x26, 0x27, 0x3c, 0x3e].contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
