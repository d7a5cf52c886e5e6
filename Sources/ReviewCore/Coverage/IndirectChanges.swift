// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Lines that the change does not edit and that the tests run differently all the same.
package struct IndirectChanges: Hashable, Codable, Sendable {
  /// So many places are listed.
  package static let maximumListed = 10

  package enum Kind: String, Codable, Sendable {
    /// Was covered on the base, is missed now.
    case lost
    /// Was missed on the base, is covered now.
    case gained
    /// The change moves the line away from the tests that ran it.
    case lostByMoving
  }

  /// Neighbouring lines of one file.
  package struct Place: Hashable, Codable, Sendable {
    package let path: String
    /// In the head.
    package let lines: LineSet
    package let kind: Kind

    package init(path: String, lines: LineSet, kind: Kind) {
      self.path = path
      self.lines = lines
      self.kind = kind
    }
  }

  package let lostLines: Int
  package let gainedLines: Int
  /// What was lost first, then by path and line.
  package let listed: [Place]

  package init(lostLines: Int, gainedLines: Int, listed: [Place]) {
    self.lostLines = lostLines
    self.gainedLines = gainedLines
    self.listed = listed
  }

  package init(_ places: [Place]) {
    func lines(_ isWanted: (Kind) -> Bool) -> Int {
      places.filter { isWanted($0.kind) }.reduce(0) { $0 + $1.lines.count }
    }
    let sorted = places.sorted { left, right in
      (left.kind == .gained ? 1 : 0, left.path, left.lines.ranges.first?.lowerBound ?? 0)
        < (right.kind == .gained ? 1 : 0, right.path, right.lines.ranges.first?.lowerBound ?? 0)
    }
    self.init(
      lostLines: lines { $0 != .gained }, gainedLines: lines { $0 == .gained },
      listed: Array(sorted.prefix(Self.maximumListed)))
  }
}
