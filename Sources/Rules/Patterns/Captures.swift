// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// What the metavariables of a pattern stand for in one match.
struct Captures {
  struct Capture: Hashable {
    let name: String
    /// In bytes of the file; empty for no elements.
    let range: Range<Int>
  }

  private(set) var all: [Capture] = []

  subscript(name: String) -> Capture? { all.first { $0.name == name } }

  mutating func append(_ capture: Capture) { all.append(capture) }

  /// Forgets what was captured after a state with so many captures.
  mutating func restore(_ count: Int) { all.removeLast(all.count - count) }
}

extension ParsedFile {
  /// The texts of the tokens in a range, which tell whether two captures are the same.
  func tokenTexts(in range: Range<Int>) -> [String] {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].start < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    // The end of the file is a token without a text.
    return tokens[low...].prefix { $0.end <= range.upperBound && $0.start < range.upperBound }.map(\.text)
  }
}

/// How many comparisons a rule can still make in a file.
struct StepBudget {
  private(set) var rest: Int

  var isExhausted: Bool { rest <= 0 }

  mutating func spend(_ steps: Int = 1) { rest -= steps }
}
