// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What people read in a file of the repository: the comments and strings of code, the text of a page.
struct Prose {
  struct Word: Hashable {
    /// In lower case.
    let text: String
    /// From 1.
    let line: Int
  }

  private(set) var words: [Word] = []

  /// - Parameter path: its end says what kind of file it is.
  init(path: String, text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if path.hasSuffix(".md") {
      readPage(lines)
    } else if path.hasSuffix(".swift") || path.hasSuffix(".c") || path.hasSuffix(".h") {
      for (index, line) in lines.enumerated() { add(Self.proseOfCode(line), line: index + 1) }
    } else {
      for (index, line) in lines.enumerated() where line.contains("#") {
        add(String(line[line.firstIndex(of: "#").map { line.index(after: $0) }!...]), line: index + 1)
      }
    }
  }

  /// The words of a text, in lower case.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0 == "'") }.map(String.init)
  }

  private mutating func add(_ text: String, line: Int) {
    words += Self.words(of: text).map { Word(text: $0, line: line) }
  }

  /// Without what is code: blocks and spans.
  private mutating func readPage(_ lines: [String]) {
    var isCode = false
    for (index, line) in lines.enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        // A word that stands for a span keeps its neighbours apart.
        add(stride(from: 0, to: parts.count, by: 2).map { String(parts[$0]) }.joined(separator: " x "), line: index + 1)
      }
    }
  }

  /// A line's comment, and its string literals that are more than a word. A string of several lines is code here.
  private static func proseOfCode(_ line: String) -> String {
    var prose: [Substring] = []
    var rest = line[...]
    while let index = rest.firstIndex(where: { $0 == "\"" || $0 == "/" }) {
      let after = rest.index(after: index)
      if rest[index] == "/" {
        if rest[after...].hasPrefix("/") {
          prose.append(rest[after...])
          break
        }
        rest = rest[after...]
        continue
      }
      guard let end = closingQuote(in: rest[after...]) else { break }
      if rest[after..<end].contains(" ") { prose.append(rest[after..<end]) }
      rest = rest[end...].dropFirst()
    }
    return prose.joined(separator: " x ")
  }

  private static func closingQuote(in text: Substring) -> Substring.Index? {
    var isEscaped = false
    return text.indices.first { index in
      defer { isEscaped = text[index] == "\\" && !isEscaped }
      return text[index] == "\"" && !isEscaped
    }
  }
}
