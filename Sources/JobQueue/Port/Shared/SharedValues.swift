// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Values that daemons on several machines share beside the queue, such as the report of a job that is not published
/// yet.
package protocol SharedValues: Sendable {
  /// Returns the values of a subject by name, without expired ones.
  func values(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String: [UInt8]]

  /// Returns the names of a subject's values, without expired ones, the newest first, up to 1,000.
  func names(of kind: SharedValueKey.Kind, _ subject: String) async throws(QueueError) -> [String]

  /// Returns a value; `nil` if there is none, or if it has expired.
  func value(for key: SharedValueKey) async throws(QueueError) -> [UInt8]?

  /// Stores a value, replacing an earlier one.
  ///
  /// - Parameter lifetime: how long it is kept.
  /// - Throws: ``QueueError/Code/invalid`` for a value or a key that is larger than its limit.
  func set(_ value: [UInt8], for key: SharedValueKey, lifetime: Duration) async throws(QueueError)
}

/// The key of a shared value.
package struct SharedValueKey: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The report of a job, until it is published. The subject is the job.
    case report
    /// The last report of a job, for its operator. The subject is the job.
    case lastReport = "last_report"
    /// The results of the tests, and the coverage, of a base branch's commit. The subject is the commit.
    case baseTests = "base_tests"
    case baseCoverage = "base_coverage"
    /// The coverage of the commits of a branch. The subject is the branch, the name the commit.
    case coverageHistory = "coverage_history"
    /// The branches that have a history.
    case branches
    /// The results of tests. The subject is the branch, or the pull requests of a repository; the name the run.
    case testRecords = "test_records"
    /// Lines whose coverage differs between runs of one commit. The subject is the branch, the name the comparison.
    case coverageFlips = "coverage_flips"
    /// The session of a visitor of the web pages. The subject is the digest of its token.
    case session
    /// The links that show a review to readers without an account. The subject is the job, the name the digest of a
    /// token.
    case pageLink = "page_link"

    /// The maximum number of values of one subject that are read, the newest first.
    package var mostValues: Int {
      switch self {
      case .report, .lastReport, .baseTests, .baseCoverage, .testRecords, .coverageFlips, .session, .pageLink: 64
      case .coverageHistory, .branches: 1_000
      }
    }
  }

  /// The maximum number of names of one subject that are read.
  package static let mostNames = 1_000
  /// The maximum size of a value, in bytes.
  package static let largestValue = 32 << 20
  private static let longestName = 200

  package let kind: Kind
  package let subject: String
  package let name: String

  package init(_ kind: Kind, _ subject: String, name: String = "value") {
    self.kind = kind
    self.subject = subject
    self.name = name
  }

  /// - Throws: ``QueueError/Code/invalid`` for a key or a value that exceeds its limit.
  package func check(_ value: [UInt8]) throws(QueueError) {
    try QueueError.check(subject, "the subject of a shared value", Self.longestName)
    try QueueError.check(name, "the name of a shared value", Self.longestName)
    guard value.count <= Self.largestValue else {
      throw QueueError(
        .invalid, "the \(kind.rawValue) of \(subject) has \(value.count) bytes, more than \(Self.largestValue)")
    }
  }
}

/// A queue of an engine that several machines use.
package typealias SharedQueue = ReviewQueue & SharedValues & SharedLogs & SharedPolicy & SharedPacing & ConvertibleQueue
