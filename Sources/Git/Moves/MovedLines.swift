// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// The added lines of many files that contain only moved code.
struct MovedLines {
  /// A line and its old place: that of its first token.
  struct Origin: Hashable {
    let line: Int
    let old: TokenSequence.Place
  }

  /// By the number of the file, ordered by line.
  private let origins: [Int: [Origin]]

  /// Creates an empty value.
  init() {
    origins = [:]
  }

  /// - Parameters:
  ///   - added: the tokens of the added lines.
  ///   - removed: the tokens of the removed lines.
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
    origins = Dictionary(grouping: lines, by: \.key.file).mapValues { lines in
      lines.map { Origin(line: $0.key.line, old: $0.value) }.sorted { $0.line < $1.line }
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

/// The tokens of many runs of lines, concatenated, as numbers: equal texts have equal numbers.
struct TokenSequence {
  /// A line of a file.
  struct Place: Hashable {
    let file: Int
    let line: Int
  }

  /// Assigns a number to each text.
  struct Numbering {
    private var numbers: [[UInt8]: Int32] = [:]

    mutating func number(of text: UnsafeRawBufferPointer.SubSequence) -> Int32 {
      let key = Array(text)
      if let number = numbers[key] { return number }
      let number = Int32(numbers.count)
      numbers[key] = number
      return number
    }
  }

  private(set) var numbers: [Int32] = []
  private(set) var places: [Place] = []
  /// The number of the next end of a run, which matches nothing: each side uses a separate range.
  private var nextEnd: Int32

  enum Side {
    case added, removed
  }

  init(_ side: Side) {
    nextEnd = side == .added ? -1 : Int32.min
  }

  /// Adds the tokens that begin on the given lines of a text; each range of lines is a run.
  mutating func append(_ text: UnsafeRawBufferPointer, file: Int, lines: LineSet, numbering: inout Numbering) {
    var scanner = TokenScanner(bytes: text)
    var ranges = lines.ranges[...]
    while let token = scanner.next() {
      while let range = ranges.first, range.upperBound < token.line {
        ranges.removeFirst()
        endRun()
      }
      guard let range = ranges.first else { return }
      guard range.contains(token.line) else { continue }
      numbers.append(numbering.number(of: text[token.range]))
      places.append(Place(file: file, line: token.line))
    }
    endRun()
  }

  private mutating func endRun() {
    numbers.append(nextEnd)
    places.append(Place(file: -1, line: 0))
    nextEnd += nextEnd < Int32.min / 2 ? 1 : -1
  }
}
