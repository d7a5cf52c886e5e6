// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Phrases that plain technical English does without, as the page about language lists them.
struct PhraseList {
  struct Phrase: Hashable {
    /// In lower case.
    let words: [String]
    /// What to write instead.
    let instead: String
  }

  /// By their first word.
  private let phrases: [String: [Phrase]]

  /// Reads the rows of the page's tables: phrases in backticks in the first cell, what to write instead in the second.
  ///
  /// - Throws: ``CheckFailure`` when there is none.
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

  /// The phrases that begin at a word.
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
