// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import KeyedStore
package import ReviewContract

/// The results of all tests of one run, of the base branch or of a pull request.
package struct TestRecord: Hashable, Sendable {
  private static let maximumFailures = 2_000
  private static let maximumSlowest = 20
  private static let longestText = 300
  private static let maximumQuarantine = 100

  /// What was tested, when and where.
  package struct Run: Hashable, Codable, Sendable {
    package let commit: CommitID
    /// The start of the review, in seconds since 1970.
    package let time: Int
    /// The number of the pull request; `nil` for a run of the base branch.
    package let pullRequest: Int?
    /// The name of the machine; empty for machines that exist for one review only.
    package let machine: String
    /// The label of machines that are as fast as this one; empty for none.
    package let label: String
    /// The first line of `swift --version`.
    package let toolchain: String
    /// Identifies the run, such as the job.
    package let id: String

    package init(
      commit: CommitID, time: Int, pullRequest: Int? = nil, machine: String = "", label: String = "",
      toolchain: String, id: String
    ) {
      self.commit = commit
      self.time = time
      self.pullRequest = pullRequest
      self.machine = machine
      self.label = label
      self.toolchain = toolchain
      self.id = id
    }
  }

  /// A test with its name, which is cut if it is long.
  package struct NamedTest: Hashable, Codable, Sendable {
    package let package: String
    package let test: TestID
    /// The digest of the whole name.
    private let bits: UInt64

    package init(package: String, test: TestID) {
      bits = TestDigest(test, package: package).bits
      self.package = String(package.prefix(TestRecord.longestText))
      self.test = TestID(
        suite: String(test.suite.prefix(TestRecord.longestText)),
        name: String(test.name.prefix(TestRecord.longestText)))
    }

    package var digest: TestDigest { TestDigest(bits: bits) }
    /// The name, with the package unless that is the root.
    package var shown: String { TestID.shown("\(test)", package: package) }
  }

  /// A test that failed, with what its failure says.
  package struct Failure: Hashable, Codable, Sendable {
    package let test: NamedTest
    package let message: String

    package init(package: String, test: TestID, message: String) {
      self.test = NamedTest(package: package, test: test)
      self.message = String(message.prefix(TestRecord.longestText))
    }
  }

  private struct Head: Codable {
    let run: Run
    let failures: [Failure]
    let slowest: [NamedTest]
    let omitted: Int
    /// Missing in records of earlier versions.
    let quarantine: [QuarantinedTest]?
  }

  package let run: Run
  package let results: TestResultTable
  /// The failed and flaky tests, without those over a limit.
  package let failures: [Failure]
  /// The slowest of the tests that passed.
  package let slowest: [NamedTest]
  /// The tests in quarantine in the configuration of the run.
  package let quarantine: [QuarantinedTest]

  package init(
    _ run: Run, results: TestResultTable, failures: [Failure], slowest: [NamedTest] = [],
    quarantine: [QuarantinedTest] = []
  ) {
    self.run = run
    self.results = results
    self.failures = Array(failures.prefix(Self.maximumFailures))
    self.slowest = Array(slowest.prefix(Self.maximumSlowest))
    self.quarantine = Array(quarantine.prefix(Self.maximumQuarantine))
  }
}

extension TestRecord: StoredValue {
  package init?(stored bytes: [UInt8]) {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONDecoder().decode(Head.self, from: Data(bytes[..<end])),
      let results = TestResultTable(bytes: Array(bytes[(end + 1)...]), omittedTests: head.omitted)
    else { return nil }
    self.init(
      head.run, results: results, failures: head.failures, slowest: head.slowest, quarantine: head.quarantine ?? [])
  }

  package func stored() throws -> [UInt8] {
    let head = try JSONEncoder().encode(
      Head(
        run: run, failures: failures, slowest: slowest, omitted: results.omittedTests,
        quarantine: quarantine.isEmpty ? nil : quarantine))
    return Array(head) + [UInt8(ascii: "\n")] + results.bytes
  }
}
