// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension HostileText {
  /// Returns the text in one line with JSON's escapes for line breaks, tabs and hidden scalars; nothing is removed or
  /// truncated.
  ///
  /// - Parameter isQuoted: whether quotes and backslashes are also escaped, so that the text between quotes is a JSON
  ///   string.
  package func logText(isQuoted: Bool) -> String {
    guard text.unicodeScalars.contains(where: { $0.isHidden || isQuoted && ($0 == "\"" || $0 == "\\") }) else {
      return text
    }
    var visible = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": visible += "\\n"
      case "\r": visible += "\\r"
      case "\t": visible += "\\t"
      case "\"" where isQuoted: visible += "\\\""
      case "\\" where isQuoted: visible += "\\\\"
      case _ where scalar.isHidden: for unit in String(scalar).utf16 { visible += Self.jsonEscape(unit) }
      default: visible.unicodeScalars.append(scalar)
      }
    }
    return visible
  }

  private static func jsonEscape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
