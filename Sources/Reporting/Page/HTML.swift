// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

enum HTMLLanguage {}

/// HTML: `\(text: message)` for one line, `\(lines: output)` for several, `\(url: address)` for an attribute.
typealias HTML = Markup<HTMLLanguage>

extension HTML.StringInterpolation {
  mutating func appendInterpolation(_ html: [HTML]) {
    for part in html { appendInterpolation(part) }
  }

  /// Appends one line of text, also in an attribute between quotes.
  mutating func appendInterpolation(text string: String) {
    appendInterpolation(trusted: XMLText.marked(HostileText(string).line(limit: 400)))
  }

  /// Appends the last 20 lines of a program's output.
  mutating func appendInterpolation(lines output: String) {
    let lines = HostileText(output).lines().suffix(20)
    appendInterpolation(trusted: XMLText.marked(lines.joined(separator: "\n")))
  }

  /// Appends an address between quotes, or `#` for anything but a web address.
  mutating func appendInterpolation(url address: String) {
    let isWeb = address.hasPrefix("https://") || address.hasPrefix("http://")
    appendInterpolation(trusted: isWeb ? XMLText.marked(HostileText(address).line(limit: 1000)) : "#")
  }
}
