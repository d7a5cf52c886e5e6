// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

extension CoverageMap {
  /// The counts of each measured file, by path.
  package var counts: [String: LineCounts] {
    files.mapValues { states in states.values.reduce(into: LineCounts()) { $0.count($1) } }
  }

  /// The counts of all measured files together.
  package var total: LineCounts { counts.values.reduce(LineCounts(), +) }
}
