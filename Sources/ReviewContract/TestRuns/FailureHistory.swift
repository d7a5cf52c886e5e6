// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation

/// What the history of a base branch says about a test that failed.
package struct FailureHistory: Hashable, Codable, Sendable {
  /// A claim that is made only if the chance that it is wrong is small, unlike the counts.
  package enum Claim: Hashable, Codable, Sendable {
    /// No run of the base branch has the test.
    case new
    /// It fails on the base branch.
    ///
    /// - Parameters:
    ///   - since: the first commit that fails; `nil` if all known commits do.
    ///   - commits: the number of commits that fail.
    case broken(since: CommitID?, commits: Int)
    /// It passes and fails without a change.
    case flaky
    /// It fails on one machine only.
    case machine(String)
    /// It does not fail on the base branch.
    case thisChange
  }

  package var claim: Claim?
  /// The runs of the base branch that ran the test, up to a limit, and how many of them failed.
  package let runs: Int
  package let failures: Int
  /// The day of the last run of the base branch in which it failed, in UTC, such as `2026-11-02`.
  package let lastFailure: String?
  /// The number of other pull requests in which it failed within a day.
  package var otherPullRequests = 0

  package init(claim: Claim?, runs: Int, failures: Int, lastFailure: String?, otherPullRequests: Int = 0) {
    self.claim = claim
    self.runs = runs
    self.failures = failures
    self.lastFailure = lastFailure
    self.otherPullRequests = otherPullRequests
  }
}

extension FailureHistory {
  /// The day of a time in seconds since 1970, in UTC, such as `2026-11-02`.
  package static func day(_ time: Int) -> String {
    String(Date(timeIntervalSince1970: TimeInterval(time)).ISO8601Format().prefix(10))
  }
}
