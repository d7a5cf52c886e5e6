// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A set of 1-based line numbers, stored as sorted ranges that neither overlap nor touch.
public struct LineSet: Hashable, Sendable {
  public private(set) var ranges: [ClosedRange<Int>] = []

  public init() {}

  public init(_ lines: some Sequence<Int>) {
    for line in lines.sorted() { append(line) }
  }

  public init(ranges: some Sequence<ClosedRange<Int>>) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  public var isEmpty: Bool { ranges.isEmpty }
  public var count: Int { ranges.reduce(0) { $0 + $1.count } }

  public func contains(_ line: Int) -> Bool {
    overlaps(line...line)
  }

  /// Returns whether any of the lines is in the set. Complexity: logarithmic in the number of ranges.
  public func overlaps(_ lines: ClosedRange<Int>) -> Bool {
    // Searches for the first range that ends at or after the start, the first that can overlap.
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < lines.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= lines.upperBound
  }

  /// Returns the lines that are not in `other`.
  public func subtracting(_ other: LineSet) -> LineSet {
    var rest = LineSet()
    var holes = other.ranges[...]
    for range in ranges {
      var start = range.lowerBound
      while let hole = holes.first, hole.lowerBound <= range.upperBound {
        if hole.lowerBound > start { rest.append(start...(hole.lowerBound - 1)) }
        // A hole that continues after this range may also cut the next one.
        guard hole.upperBound < range.upperBound else { break }
        start = max(start, hole.upperBound + 1)
        holes.removeFirst()
      }
      if let hole = holes.first, hole.contains(range.upperBound) { continue }
      rest.append(start...range.upperBound)
    }
    return rest
  }

  /// The lines one by one, in order.
  public var lines: some Sequence<Int> { ranges.lazy.flatMap { $0 } }

  private mutating func append(_ line: Int) { append(line...line) }

  private mutating func append(_ range: ClosedRange<Int>) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound + 1 else { return ranges.append(range) }
    ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
  }
}

extension LineSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral ranges: ClosedRange<Int>...) {
    self.init(ranges: ranges)
  }
}

/// The wire format is `[[first, last], …]`.
extension LineSet: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let pairs = try container.decode([[Int]].self)
    self.init(
      ranges: try pairs.map { pair in
        guard pair.count == 2, pair[0] >= 1, pair[0] <= pair[1] else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a range of lines: \(pair)")
        }
        return pair[0]...pair[1]
      })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ranges.map { [$0.lowerBound, $0.upperBound] })
  }
}

/// The ranges, such as `3-7, 12`.
extension LineSet: CustomStringConvertible {
  public var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ", ")
  }
}

/// Maps lines of a file's old version to the new one.
public struct LineMapping: Sendable {
  private struct Step {
    /// The first old line of the step, which ends before the next one.
    let start: Int
    /// The difference between new and old line numbers; `nil` for removed lines.
    let shift: Int?
  }

  private var steps = [Step(start: 1, shift: 0)]

  public init(_ hunks: [Hunk]) {
    var shift = 0
    for hunk in hunks.sorted(by: { ($0.oldStart, $0.newStart) < ($1.oldStart, $1.newStart) }) {
      shift += hunk.newCount - hunk.oldCount
      if hunk.oldCount > 0 {
        steps.append(Step(start: hunk.oldStart, shift: nil))
        steps.append(Step(start: hunk.oldStart + hunk.oldCount, shift: shift))
      } else {
        // No line was removed: the lines were added after this one.
        steps.append(Step(start: hunk.oldStart + 1, shift: shift))
      }
    }
  }

  /// Whether every line keeps its number.
  public var isIdentity: Bool { steps.count == 1 }

  /// Returns the line of the new version for a 1-based line of the old one; `nil` when it was removed or changed.
  public func newLine(of line: Int) -> Int? {
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].start <= line { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let shift = steps[low - 1].shift else { return nil }
    return line + shift
  }
}

/// Adjacent lines that a change moved, with their old position.
public struct MovedRun: Hashable, Codable, Sendable {
  /// The path of the file in the old version.
  public let oldPath: String
  /// The first line in the old version, 1-based.
  public let oldStart: Int
  /// The first line in the new version, 1-based.
  public let newStart: Int
  public let count: Int

  public init(oldPath: String, oldStart: Int, newStart: Int, count: Int) {
    self.oldPath = oldPath
    self.oldStart = oldStart
    self.newStart = newStart
    self.count = count
  }
}
