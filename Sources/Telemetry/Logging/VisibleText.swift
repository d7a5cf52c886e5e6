// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Texts in which nothing is hidden and no line ends.
package enum VisibleText {
  /// The text with escapes of JSON for what controls terminals or the direction of writing, or cannot be seen.
  ///
  /// - Parameter isQuoted: whether quotes and backslashes are escaped too, so that the text can be read back.
  package static func make(_ text: String, isQuoted: Bool) -> String {
    guard text.unicodeScalars.contains(where: { isHidden($0) || isQuoted && ($0 == "\"" || $0 == "\\") }) else {
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
      default:
        if isHidden(scalar) {
          for unit in String(scalar).utf16 { visible += escape(unit) }
        } else {
          visible.unicodeScalars.append(scalar)
        }
      }
    }
    return visible
  }

  /// Also the scalars that change the direction of what follows them (format characters), and the two that some viewers take
  /// for the end of a line.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value >= 0x20 && scalar.value < 0x7f { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
