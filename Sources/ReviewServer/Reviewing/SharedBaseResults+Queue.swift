// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import JobQueue
import KeyedStore
package import ReviewHost
import TestHistory

extension SharedBaseResults {
  /// A pull request that is open for longer is compared with a base that is tested again.
  private static let lifetime = Duration.seconds(30 * 86_400)
  private static let lifetimeOfHistory = Duration.seconds(730 * 86_400)

  /// Shares results of base branches' commits, and their histories, beside the queue.
  ///
  /// - Parameter retention: how long the results of tests, and lines whose coverage differs between runs, are kept.
  package init(_ values: any SharedValues, retention: Duration = .seconds(90 * 86_400)) {
    self.init(
      tests: SharedStore(values, .baseTests, version: 1, lifetime: Self.lifetime),
      coverage: SharedStore(values, .baseCoverage, version: 1, lifetime: Self.lifetime),
      history: SharedStore(values, .coverageHistory, version: 1, lifetime: Self.lifetimeOfHistory),
      branches: SharedStore(values, .branches, version: 1, lifetime: Self.lifetimeOfHistory),
      records: SharedStore(values, .testRecords, version: TestHistory.format.version, lifetime: retention),
      flips: SharedStore(values, .coverageFlips, version: FlipMemory.format.version, lifetime: retention))
  }
}
