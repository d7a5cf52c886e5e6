// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Shows what of a line did not run: the line, and below it carets. Made harmless, because the line is hostile text.
struct IdleWords {
  let line: Int
  let text: String
  let carets: String

  /// Fails for columns that are not in the line.
  init?(_ idle: IdleExpressions) {
    let bytes = Array(idle.text.utf8)
    guard bytes.count <= IdleExpressions.maximumBytes, !idle.columns.isEmpty else { return nil }
    var position = bytes.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    var (text, carets) = ("", "")
    func add(upTo end: Int, _ mark: String) {
      let part = VisibleText.make(String(decoding: bytes[position..<end], as: UTF8.self), limit: bytes.count)
      text += part
      carets += String(repeating: mark, count: part.count)
      position = end
    }
    for columns in idle.columns {
      guard columns.count == 2, columns[0] > position, columns[0] < columns[1], columns[1] <= bytes.count + 1 else {
        return nil
      }
      add(upTo: columns[0] - 1, " ")
      add(upTo: columns[1] - 1, "^")
    }
    add(upTo: bytes.count, " ")
    while carets.last == " " { carets.removeLast() }
    line = idle.line
    self.text = text
    self.carets = carets
  }

  /// The lines of one file, with its path before each.
  static func lines(of file: PatchCoverage.File) -> [String] {
    let shown = (file.idle ?? []).prefix(IdleExpressions.maximumLines).compactMap(IdleWords.init)
    return shown.flatMap { words in
      ["\(VisibleText.make(file.path)):\(words.line)", "  " + words.text, "  " + words.carets]
    }
  }
}
