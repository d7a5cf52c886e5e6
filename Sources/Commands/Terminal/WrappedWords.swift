// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension String {
  /// Returns the text for a terminal of a width: lines of prose are broken between words, below their indentation.
  ///
  /// Code has four spaces before it, and is kept.
  func prose(in columns: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let margin = line.prefix { $0 == " " }.count
      guard line.count > columns, margin != 4 else { return String(line) }
      return line.wordsWrapped(
        to: columns, after: String(repeating: " ", count: margin), indentation: margin == 2 ? 4 : margin)
    }.joined(separator: "\n")
  }
}

extension StringProtocol {
  /// Returns the words in lines of at most some columns; a longer word has a line of its own.
  ///
  /// - Parameter indentation: the start of each line after the first, in spaces.
  func wordsWrapped(to columns: Int, after start: String = "", indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation)
    var (result, line, isEmpty) = ("", start, true)
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > columns {
        result += line + "\n"
        line = margin + word
      } else {
        line += (isEmpty ? "" : " ") + word
      }
      isEmpty = false
    }
    return result + line
  }
}
