// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SwiftBuild

/// A checkout whose packages are built with mutants, and whose tests are run by suite.
package protocol TrialCheckout: Sendable {
  /// The suites of all packages.
  var suites: [TrialSuite] { get }

  /// Replaces files of the checkout, or adds them.
  ///
  /// - Parameter files: the contents by paths from the root.
  func write(_ files: [String: [UInt8]]) throws

  /// Builds all packages with their tests, until one fails.
  func build() async throws -> RebuiltPackage.Build

  /// Records the checkout and the programs as each run of a suite finds them from now on.
  func seal() throws

  /// Runs a suite, and restores the checkout.
  ///
  /// - Parameters:
  ///   - active: the number of the active mutant; 0 for none, -1 to end the process at the first reached mutant.
  ///   - count: the highest number of a mutant.
  ///   - limit: the time limit.
  /// - Throws: an error if the suite cannot be run, or the programs of the build were replaced.
  func run(_ suite: TrialSuite, active: Int, count: Int, limit: Duration) async throws -> TrialRun
}

/// A suite of a package.
package struct TrialSuite: Hashable, Sendable {
  /// The number of the package.
  package let package: Int
  package let suite: TestSuite
  /// Distinguishes it from all other suites of the trial.
  package let name: String

  /// - Parameter folder: the folder of the package; empty for the repository's root.
  package init(_ suite: TestSuite, package: Int, in folder: String) {
    self.package = package
    self.suite = suite
    let name = suite.name.isEmpty ? "all tests of \(suite.framework.rawValue)" : suite.name
    self.name = folder.isEmpty ? name : "\(folder): \(name)"
  }
}

/// The result of a suite, and what its processes reached.
package struct TrialRun: Hashable, Sendable {
  package let run: SuiteRun
  /// The numbers of mutants: without an active one every reached one, else at most that one.
  package let reached: Set<Int>

  package init(_ run: SuiteRun, reached: Set<Int>) {
    self.run = run
    self.reached = reached
  }
}
