// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The tokens of many runs of lines, one after the other, as numbers: the same number for the same text.
struct TokenSequence {
  /// A line of a file.
  struct Place: Hashable {
    let file: Int
    let line: Int
  }

  /// Gives each text its number.
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
  /// What ends a run matches nothing: each side counts in numbers of its own.
  private var nextEnd: Int32

  enum Side {
    case added, removed
  }

  init(_ side: Side) {
    nextEnd = side == .added ? -1 : Int32.min
  }

  /// Adds the tokens that begin on the given lines of a text; each range of lines is a run.
  mutating func append(_ text: UnsafeRawBufferPointer, file: Int, lines: LineSet, numbering: inout Numbering) {
    var scanner = TokenScanner(text)
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
