// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// The states of one file's measurable lines, stored as runs of neighbours in the same state.
package struct LineStates: Hashable, Sendable {
  /// The maximum number of lines in a file.
  package static let maximumLine = 10_000_000

  package struct Run: Hashable, Sendable {
    package let lines: ClosedRange<Int>
    package let state: LineState
  }

  /// The runs in the order of the lines; they do not overlap.
  package private(set) var runs: [Run] = []

  /// - Parameter states: by 1-based line.
  package init(_ states: [Int: LineState]) {
    for (line, state) in states.sorted(by: { $0.key < $1.key }) { append(Run(lines: line...line, state: state)) }
  }

  package var counts: LineCounts {
    runs.reduce(into: LineCounts()) { counts, run in counts.count(run.state, times: run.lines.count) }
  }

  package var isEmpty: Bool { runs.isEmpty }

  /// The state of a 1-based line; `nil` if it is not measurable.
  package subscript(line: Int) -> LineState? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].lines.upperBound < line { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].lines.contains(line) ? runs[low].state : nil
  }

  /// The lines that have a state in both, but different ones. Complexity: linear in the number of runs.
  package func differences(from other: LineStates) -> LineSet {
    var found: [ClosedRange<Int>] = []
    var others = other.runs[...]
    for run in runs {
      while let first = others.first, first.lines.upperBound < run.lines.lowerBound { others.removeFirst() }
      for next in others {
        guard next.lines.lowerBound <= run.lines.upperBound else { break }
        if next.state != run.state { found.append(next.lines.clamped(to: run.lines)) }
      }
    }
    return LineSet(ranges: found)
  }

  private mutating func append(_ run: Run) {
    if let last = runs.last, last.state == run.state, last.lines.upperBound + 1 == run.lines.lowerBound {
      runs[runs.count - 1] = Run(lines: last.lines.lowerBound...run.lines.upperBound, state: run.state)
    } else {
      runs.append(run)
    }
  }
}

/// The wire format is `4-3c1-2m`: four lines that are not measurable, three covered, one not measurable, two missed;
/// `p` is partial.
extension LineStates: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let states = LineStates(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the states of lines")
    }
    self = states
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The wire format.
  package var text: String {
    var text = ""
    var next = 1
    for run in runs {
      if run.lines.lowerBound > next { text += "\(run.lines.lowerBound - next)-" }
      text += "\(run.lines.count)\(Self.letter(run.state))"
      next = run.lines.upperBound + 1
    }
    return text
  }

  init?(text: String) {
    var number = 0
    var line = 1
    for byte in text.utf8 {
      if (0x30...0x39).contains(byte) {
        number = number * 10 + Int(byte - 0x30)
        guard number <= Self.maximumLine else { return nil }
        continue
      }
      guard number > 0, line + number - 1 <= Self.maximumLine else { return nil }
      if byte != UInt8(ascii: "-") {
        guard let state = Self.state(byte) else { return nil }
        append(Run(lines: line...(line + number - 1), state: state))
      }
      line += number
      number = 0
    }
    guard number == 0 else { return nil }
  }

  private static func letter(_ state: LineState) -> String {
    switch state {
    case .covered: "c"
    case .partial: "p"
    case .missed: "m"
    }
  }

  private static func state(_ letter: UInt8) -> LineState? {
    switch letter {
    case UInt8(ascii: "c"): .covered
    case UInt8(ascii: "p"): .partial
    case UInt8(ascii: "m"): .missed
    default: nil
    }
  }
}
