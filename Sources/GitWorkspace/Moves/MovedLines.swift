// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The added lines of many files that hold nothing but moved code.
struct MovedLines {
  /// A line and where it was: the place of its first token.
  struct Origin: Hashable {
    let line: Int
    let old: TokenSequence.Place
  }

  /// By the number of the file, ordered by line.
  private let origins: [Int: [Origin]]

  /// None.
  init() {
    origins = [:]
  }

  /// - Parameters:
  ///   - added: the tokens of the added lines.
  ///   - removed: those of the removed lines.
  init(added: TokenSequence, removed: TokenSequence) {
    let found = MoveMatcher(added: added, removed: removed).origins()
    var moved: [TokenSequence.Place: TokenSequence.Place] = [:]
    var new: Set<TokenSequence.Place> = []
    for (index, place) in added.places.enumerated() where added.numbers[index] >= 0 {
      guard let origin = found[index] else {
        new.insert(place)
        continue
      }
      if moved[place] == nil { moved[place] = removed.places[origin] }
    }
    let lines = moved.filter { !new.contains($0.key) }
    origins = Dictionary(grouping: lines, by: \.key.file).mapValues { places in
      places.map { Origin(line: $0.key.line, old: $0.value) }.sorted { $0.line < $1.line }
    }
  }

  func lines(of file: Int) -> LineSet { LineSet(origins[file, default: []].map(\.line)) }

  /// - Parameter oldPath: the old path of a file, by its number.
  func runs(of file: Int, oldPath: (Int) -> String) -> [MovedRun] {
    var runs: [MovedRun] = []
    for origin in origins[file, default: []] {
      let path = oldPath(origin.old.file)
      if let last = runs.last, last.oldPath == path, last.newStart + last.count == origin.line,
        last.oldStart + last.count == origin.old.line
      {
        runs[runs.count - 1] = MovedRun(
          oldPath: path, oldStart: last.oldStart, newStart: last.newStart, count: last.count + 1)
      } else {
        runs.append(MovedRun(oldPath: path, oldStart: origin.old.line, newStart: origin.line, count: 1))
      }
    }
    return runs
  }
}
