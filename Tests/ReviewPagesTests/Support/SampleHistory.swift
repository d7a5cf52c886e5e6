// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewHost
import SystemPackage
import TestHistory

@testable import ReviewPages

/// What reviews of a base branch have stored: the results of a hundred runs, and the coverage of thirty commits.
struct SampleHistory {
  static let start = 1_800_000_000
  static let runs = 100

  let world: PagesWorld
  var repository = Repository(
    forge: .github, name: "acme/shapes", cloneURL: "https://github.com/acme/shapes.git")
  var branch = "main"
  /// The number of a run's job.
  var job: @Sendable (Int) -> String = { "\($0 + 1)" }
  var flaky = TestID(suite: "ShapeTests", name: "testNetwork")
  var path = "Sources/Shapes/Circle.swift"

  var tests: TestHistory {
    TestHistory(world.home.tests, repository: repository, branch: branch, retention: .seconds(90 * 86_400))
  }

  func store() throws {
    for run in 0..<Self.runs { try tests.add(record(run)) }
    let coverage = CoverageHistory(world.home.results, repository: repository, branch: branch)
    for number in 0..<30 {
      let time = Date(timeIntervalSince1970: TimeInterval(Self.start + number * 86_400))
      try coverage.append(
        CoverageHistory.Entry(
          commit: PagesWorld.commit(number), time: time, project: LineCounts(covered: 70 + number, missed: 30 - number),
          testsPassed: number != 12))
    }
    try CoverageCache(world.home.results).keep(snapshot, settings: "settings")
  }

  /// Of the latest commit.
  private var snapshot: CoverageSnapshot {
    CoverageSnapshot(
      commit: PagesWorld.commit(29), toolchain: "Swift 6.3", packages: [""], testsPassed: true,
      files: [
        path: [3: .covered, 4: .covered, 7: .missed, 8: .missed, 9: .missed, 12: .partial],
        "Sources/Shapes/Square.swift": [1: .covered, 2: .covered],
        "Sources/Colors/Color.swift": [1: .covered, 2: .missed],
        "Plugins/Draw.swift": [1: .missed],
      ], unlinkedFiles: 2)
  }

  func record(_ run: Int) -> TestRecord {
    let slow = TestID(suite: "ShapeTests", name: "testLargeShapes")
    func row(_ test: TestID, _ result: TestCase.Result, _ milliseconds: Double) -> TestResultTable.Row {
      .init(TestDigest(test, package: ""), result, milliseconds: milliseconds)
    }
    let hasFailed = run.isMultiple(of: 9)
    var quarantined = QuarantinedTest()
    (quarantined.test, quarantined.until, quarantined.reason) = ("\(flaky)", "2020-01-31", "needs a network")
    quarantined.issue = "https://github.com/acme/shapes/issues/5"
    return TestRecord(
      .init(
        commit: PagesWorld.commit(run / 2), time: Self.start + run * 43_200, machine: "m", toolchain: "Swift 6.3",
        id: job(run)),
      results: TestResultTable(
        (0..<40).map { row(TestID(suite: "ShapeTests", name: "test\($0)"), .passed, 10) } + [
          row(slow, .passed, run < 90 ? 1_200 : 1_800), row(flaky, hasFailed ? .failed : .passed, 300),
        ]),
      failures: hasFailed ? [.init(package: "", test: flaky, message: "timed out")] : [],
      slowest: [TestRecord.NamedTest(package: "", test: slow)], quarantine: [quarantined])
  }
}
