// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

package enum HTMLLanguage {}

/// HTML: `\(text: message)` for one line, `\(lines: output)` for several, `\(url: address)` for an attribute.
package typealias HTML = Markup<HTMLLanguage>

extension HTML {
  /// Whether a browser opens the address as a web page.
  package static func isLink(_ address: String) -> Bool {
    address.hasPrefix("https://") || address.hasPrefix("http://")
  }
}

extension HTML.StringInterpolation {
  package mutating func appendInterpolation(_ html: [HTML]) {
    for part in html { appendInterpolation(part) }
  }

  /// Appends one line of text, also in an attribute between quotes.
  package mutating func appendInterpolation(text string: String) {
    appendInterpolation(trusted: XMLText.marked(HostileText(string).line(limit: 400)))
  }

  /// Appends a sentence of one line, with the text between backticks as code.
  package mutating func appendInterpolation(prose string: String) {
    var rest = HostileText(string).line(limit: 400)[...]
    while let start = rest.firstIndex(of: "`"), let end = rest[rest.index(after: start)...].firstIndex(of: "`") {
      let code = rest[rest.index(after: start)..<end]
      appendInterpolation(trusted: XMLText.marked(String(rest[..<start])))
      appendInterpolation(trusted: code.isEmpty ? "``" : "<code>\(XMLText.marked(String(code)))</code>")
      rest = rest[rest.index(after: end)...]
    }
    appendInterpolation(trusted: XMLText.marked(String(rest)))
  }

  /// Appends text that is copied from the page, and so keeps its spaces, tabs and line ends. Hidden scalars, with which
  /// a copy would not be what a reader sees, become visible escapes.
  package mutating func appendInterpolation(exact string: String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\n": appendInterpolation(trusted: "\n")
      // A browser reads a carriage return itself as a line feed.
      case "\t", "\r": appendInterpolation(trusted: "&#\(scalar.value);")
      default: appendInterpolation(trusted: XMLText.marked(HostileText(String(scalar)).line(spacing: .kept)))
      }
    }
  }

  /// Appends the last 20 lines of a program's output.
  package mutating func appendInterpolation(lines output: String) {
    let lines = HostileText(output).lines().suffix(20)
    appendInterpolation(trusted: XMLText.marked(lines.joined(separator: "\n")))
  }

  /// Appends an address between quotes, or `#` for anything but a web address.
  package mutating func appendInterpolation(url address: String) {
    appendInterpolation(trusted: HTML.isLink(address) ? XMLText.marked(HostileText(address).line(limit: 1000)) : "#")
  }
}
