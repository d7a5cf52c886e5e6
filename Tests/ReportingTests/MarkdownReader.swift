// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// A simplified parser of a forge's Markdown, which separates fenced blocks and code spans from the rest.
struct MarkdownReader {
  /// The lines outside of code.
  private(set) var prose: [String] = []
  /// The contents of code.
  private(set) var code: [String] = []
  private(set) var isFenceOpen = false

  init(_ text: String) {
    var fence: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if let open = fence {
        if line == open { fence = nil } else { code.append(line) }
      } else if line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
      } else {
        prose.append(withoutSpans(line))
      }
    }
    isFenceOpen = fence != nil
  }

  private mutating func withoutSpans(_ line: String) -> String {
    let characters = Array(line.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < characters.count {
      guard characters[index] == "`" else {
        result.append(characters[index])
        index += 1
        continue
      }
      let length = run(in: characters, at: index)
      var end = index + length
      while end < characters.count {
        if characters[end] == "`" {
          let other = run(in: characters, at: end)
          if other == length { break }
          end += other
        } else {
          end += 1
        }
      }
      guard end < characters.count else {
        // Without a closing run of the same length these backticks are text.
        result.append(contentsOf: characters[index..<(index + length)])
        index += length
        continue
      }
      code.append(String(String.UnicodeScalarView(characters[(index + length)..<end])))
      result.append("¤")
      index = end + length
    }
    return String(result)
  }

  private func run(in characters: [Unicode.Scalar], at index: Int) -> Int {
    characters[index...].prefix { $0 == "`" }.count
  }
}
