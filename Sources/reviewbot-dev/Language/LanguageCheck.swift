// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Counts phrases of a private dialect in comments, messages and pages. Readers search for the terms of the field; the list is a smoke
/// detector for the rest.
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

  /// The page that lists the phrases, and so has all of them.
  static let page = "Documentation/language.md"

  private static let folders = ["Sources", "Tests", "Documentation", "Examples", "config"]
  private static let suffixes = [".swift", ".c", ".h", ".md", ".yml"]
  private static let pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]

  /// - Throws: ``CheckFailure`` when the list is missing.
  func measure(in folder: SourceFolder) throws -> Result {
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

  private func paths(in folder: SourceFolder) -> [String] {
    let below = Self.folders.flatMap { name in Self.suffixes.flatMap { folder.files(below: name, suffix: $0) } }
    // What servers send and old reports hold is not ours to word.
    return (below + Self.pages).filter { $0 != Self.page && !$0.contains("/Fixtures/") && !$0.contains("/Golden/") }
  }
}

extension LanguageCheck.Hit: CustomStringConvertible {
  var description: String {
    "\(path):\(line): “\(phrase.words.joined(separator: " "))”; write \(phrase.instead)"
  }
}
