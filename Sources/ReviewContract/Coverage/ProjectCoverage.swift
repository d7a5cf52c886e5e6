// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Coverage of everything that the tests could run, and how it compares with the base.
package struct ProjectCoverage: Hashable, Codable, Sendable {
  package let counts: LineCounts
  /// The base's, where it is known.
  package let base: LineCounts?
  /// The base's without the lines that the change removes: what the head is compared with. The same as `base` where
  /// they cannot be told.
  package let adjustedBase: LineCounts?
  /// The target as it was configured: a percentage or `auto`.
  package let target: String
  package let gate: PatchCoverage.Gate
  package let gateReason: GateReason?
  /// How many files have code that no test bundle links.
  package let unlinkedFiles: Int

  package init(
    counts: LineCounts, base: LineCounts? = nil, adjustedBase: LineCounts? = nil, target: String = "auto",
    gate: PatchCoverage.Gate = .informational, gateReason: GateReason? = nil, unlinkedFiles: Int = 0
  ) {
    self.counts = counts
    self.base = base
    self.adjustedBase = adjustedBase
    self.target = target
    self.gate = gate
    self.gateReason = gateReason
    self.unlinkedFiles = unlinkedFiles
  }
}

/// Coverage of the changed lines of some files, with a target of its own.
package struct PathCoverage: Hashable, Codable, Sendable {
  /// As they are configured.
  package let patterns: [String]
  package let counts: LineCounts
  package let target: String
  package let gate: PatchCoverage.Gate
  package let gateReason: GateReason?

  package init(
    patterns: [String], counts: LineCounts, target: String, gate: PatchCoverage.Gate, gateReason: GateReason? = nil
  ) {
    self.patterns = patterns
    self.counts = counts
    self.target = target
    self.gate = gate
    self.gateReason = gateReason
  }
}

/// Lines that the change does not edit and whose coverage it changes.
package struct IndirectChanges: Hashable, Codable, Sendable {
  /// The most places that are listed.
  package static let maximumListed = 10

  package enum Kind: String, Codable, Sendable {
    /// Covered on the base, missed now.
    case lost
    /// Missed on the base, covered now.
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
  /// Lost lines first, then by path and line.
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
