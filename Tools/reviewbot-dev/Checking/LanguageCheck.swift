// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Counts phrases of a private dialect in comments, messages and pages. Readers search for the terms of the field; the
/// list is a smoke detector for the rest.
struct LanguageCheck {
  struct Hit: Hashable {
    let path: String
    let line: Int
    let phrase: PhraseList.Phrase
  }

  struct Result {
    var words = 0
    var hits: [Hit] = []

    /// Per 1,000 words.
    var rate: Double { words == 0 ? 0 : Double(hits.count) * 1000 / Double(words) }
  }

  /// The page that lists the phrases, and therefore contains all of them.
  static let page = "Documentation/language.md"

  private static let folders = [
    "Lint/Sources", "Lint/Tests", "Lint/Tools", "Sources", "Tests", "Tools", "Documentation", "Examples", "config",
  ]
  private static let suffixes = [".swift", ".c", ".h", ".md", ".yml"]
  private static let pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]

  /// - Throws: ``CheckFailure`` when the list is missing.
  func measure(in folder: SourceDirectory) throws -> Result {
    let list = try PhraseList(page: folder.text(Self.page) ?? "")
    var result = Result()
    for path in paths(in: folder) {
      guard let text = try folder.text(path) else { continue }
      let words = Prose(path: path, text: text).words
      result.words += words.count
      for index in words.indices {
        result.hits += list.phrases(at: index, of: words).map { Hit(path: path, line: words[index].line, phrase: $0) }
      }
    }
    return result
  }

  private func paths(in folder: SourceDirectory) -> [String] {
    let below = Self.folders.flatMap { name in Self.suffixes.flatMap { folder.files(below: name, suffix: $0) } }
    // Responses of servers and old reports are not our text.
    return (below + Self.pages).filter { $0 != Self.page && !$0.contains("/Fixtures/") && !$0.contains("/Golden/") }
  }
}

extension LanguageCheck.Hit: CustomStringConvertible {
  var description: String {
    "\(path):\(line): “\(phrase.words.joined(separator: " "))”; write \(phrase.instead)"
  }
}

/// Phrases to avoid in plain technical English, as listed in the page about language.
struct PhraseList {
  struct Phrase: Hashable {
    /// In lower case.
    let words: [String]
    /// The replacement.
    let instead: String
  }

  /// The phrases by their first word.
  private let phrases: [String: [Phrase]]

  /// Reads the rows of the page's tables: phrases in backticks in the first cell, the replacement in the second.
  ///
  /// - Throws: ``CheckFailure`` when there is no phrase.
  init(page: String) throws {
    var phrases: [Phrase] = []
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingSpaces }
      guard cells.count == 2 else { continue }
      let quoted = cells[0].split(separator: "`", omittingEmptySubsequences: false)
      for index in stride(from: 1, to: quoted.count, by: 2) {
        phrases.append(Phrase(words: Prose.words(of: String(quoted[index])), instead: cells[1]))
      }
    }
    guard !phrases.isEmpty else { throw CheckFailure(["the page about language lists no phrase"]) }
    self.phrases = Dictionary(grouping: phrases) { $0.words.first ?? "" }
  }

  /// Returns the phrases that begin at a word.
  func phrases(at index: Int, of words: [Prose.Word]) -> [Phrase] {
    (phrases[words[index].text] ?? []).filter { phrase in
      words[index...].prefix(phrase.words.count).map(\.text) == phrase.words
    }
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// The prose in a file of the repository: the comments and strings of code, the text of a page.
struct Prose {
  struct Word: Hashable {
    /// In lower case.
    let text: String
    /// From 1.
    let line: Int
  }

  private(set) var words: [Word] = []

  /// - Parameter path: a path whose extension is the kind of the file.
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

  /// Returns the words of a text, in lower case.
  static func words(of text: String) -> [String] {
    text.lowercased().split { !($0.isLetter || $0 == "'") }.map(String.init)
  }

  private mutating func add(_ text: String, line: Int) {
    words += Self.words(of: text).map { Word(text: $0, line: line) }
  }

  /// Adds the text without blocks and spans of code.
  private mutating func readPage(_ lines: [String]) {
    var isCode = false
    for (index, line) in lines.enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        let parts = line.split(separator: "`", omittingEmptySubsequences: false)
        // A word in place of a span keeps its neighbours apart.
        add(stride(from: 0, to: parts.count, by: 2).map { String(parts[$0]) }.joined(separator: " x "), line: index + 1)
      }
    }
  }

  /// Returns a line's comment, and its string literals of more than one word. A multi-line string counts as code.
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
