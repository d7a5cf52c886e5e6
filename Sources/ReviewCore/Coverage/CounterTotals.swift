// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// How many of a file's counters are not zero.
package struct CounterTotals: Hashable, Sendable {
  package var functions: Int
  package var coveredFunctions: Int
  /// A function has several.
  package var regions: Int
  package var coveredRegions: Int

  package init(functions: Int = 0, coveredFunctions: Int = 0, regions: Int = 0, coveredRegions: Int = 0) {
    self.functions = functions
    self.coveredFunctions = coveredFunctions
    self.regions = regions
    self.coveredRegions = coveredRegions
  }

  package static func + (left: CounterTotals, right: CounterTotals) -> CounterTotals {
    CounterTotals(
      functions: left.functions + right.functions, coveredFunctions: left.coveredFunctions + right.coveredFunctions,
      regions: left.regions + right.regions, coveredRegions: left.coveredRegions + right.coveredRegions)
  }
}
