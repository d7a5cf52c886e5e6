// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Coverage of all code that the tests could run, and its comparison with the base.
package struct ProjectCoverage: Hashable, Codable, Sendable {
  package let counts: LineCounts
  /// The base's counts, with those lines as in the head whose coverage differs between runs of one commit; `nil` if they
  /// are unknown.
  package let base: LineCounts?
  /// The base's counts without the lines that the change removes, with which the head is compared. The same as `base`
  /// where these lines are unknown.
  package let adjustedBase: LineCounts?
  /// The configured target: a percentage or `auto`.
  package internal(set) var target: String
  package internal(set) var gate: PatchCoverage.Gate
  package internal(set) var gateReason: GateReason?
  /// The number of files with code that no test bundle links.
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
  /// The path patterns in the configuration.
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

/// Lines that the change does not edit and whose coverage changed.
package struct IndirectChanges: Hashable, Codable, Sendable {
  /// The maximum number of listed places.
  package static let maximumListed = 10

  package enum Kind: String, Codable, Sendable {
    /// Covered on the base, missed now.
    case lost
    /// Missed on the base, covered now.
    case gained
    /// Covered on the base, moved by the change, and missed now.
    case lostByMoving
  }

  /// Neighbouring lines of one file.
  package struct Place: Hashable, Codable, Sendable {
    package let path: String
    /// The lines in the head.
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

  package init(_ changes: [Place]) {
    func lines(_ isWanted: (Kind) -> Bool) -> Int {
      changes.filter { isWanted($0.kind) }.reduce(0) { $0 + $1.lines.count }
    }
    let sorted = changes.sorted { left, right in
      (left.kind == .gained ? 1 : 0, left.path, left.lines.ranges.first?.lowerBound ?? 0)
        < (right.kind == .gained ? 1 : 0, right.path, right.lines.ranges.first?.lowerBound ?? 0)
    }
    self.init(
      lostLines: lines { $0 != .gained }, gainedLines: lines { $0 == .gained },
      listed: Array(sorted.prefix(Self.maximumListed)))
  }
}
