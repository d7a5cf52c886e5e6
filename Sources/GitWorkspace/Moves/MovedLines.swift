// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

/// The added lines of many files that hold nothing but moved code.
struct MovedLines {
  /// By the number of the file.
  let lines: [Int: LineSet]

  /// - Parameters:
  ///   - added: the tokens of the added lines.
  ///   - removed: those of the removed lines.
  init(added: TokenSequence, removed: TokenSequence) {
    let isMoved = MoveMatcher(added: added, removed: removed).movedTokens()
    var moved: Set<TokenSequence.Place> = []
    var new: Set<TokenSequence.Place> = []
    for (index, place) in added.places.enumerated() where added.numbers[index] >= 0 {
      if isMoved[index] { moved.insert(place) } else { new.insert(place) }
    }
    lines = Dictionary(grouping: moved.subtracting(new), by: \.file).mapValues { LineSet($0.map(\.line)) }
  }
}
