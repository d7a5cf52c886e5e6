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
