// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HostileText

/// Text of attributes and elements. XML cannot represent most control characters, so they become visible escapes.
package enum XMLText {
  package static func escaped(_ text: String) -> String {
    marked(HostileText(text).line(limit: 1000), apostrophe: "&apos;")
  }

  /// Escapes the characters with a meaning in markup only.
  ///
  /// - Parameter apostrophe: the escape of an apostrophe, which HTML 4 knows only as a number.
  package static func marked(_ text: String, apostrophe: String = "&#39;") -> String {
    guard text.utf8.contains(where: { [0x22, 0x26, 0x27, 0x3c, 0x3e].contains($0) }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += apostrophe
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
