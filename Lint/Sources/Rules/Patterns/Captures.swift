// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import SwiftSyntax

/// The values of a pattern's metavariables in one match.
struct Captures {
  struct Capture: Hashable {
    let name: String
    /// In bytes of the file; empty if it captures no elements.
    let range: Range<Int>
  }

  private(set) var all: [Capture] = []

  subscript(name: String) -> Capture? { all.first { $0.name == name } }

  mutating func append(_ capture: Capture) { all.append(capture) }

  /// Removes the captures after the first `count`.
  mutating func restore(_ count: Int) { all.removeLast(all.count - count) }
}

extension ParsedFile {
  /// Returns the texts of the tokens in a range, by which captures are compared.
  func tokenTexts(in range: Range<Int>) -> [String] {
    let first = tokens.partitioningIndex { $0.start >= range.lowerBound }
    // The end of the file is a token without a text.
    return tokens[first...].prefix { $0.end <= range.upperBound && $0.start < range.upperBound }.map(\.text)
  }
}

/// The remaining number of comparisons of a rule in a file.
struct StepBudget {
  private(set) var rest: Int

  var isExhausted: Bool { rest <= 0 }

  mutating func spend(_ steps: Int = 1) { rest -= steps }
}
