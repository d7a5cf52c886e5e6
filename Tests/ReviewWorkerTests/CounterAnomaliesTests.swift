// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker

struct CounterAnomaliesTests {
  private let layout = PackageLayout(
    name: "P",
    targets: [
      .init(name: "Lib", type: "library", path: "Sources/Lib", dependencies: ["Deep"]),
      .init(name: "Deep", type: "library", path: "Sources/Deep", dependencies: []),
      .init(name: "Backdoor", type: "library", path: "Sources/Backdoor", dependencies: ["Deep"]),
      .init(name: "LibTests", type: "test", path: "Tests/LibTests", dependencies: ["Lib"]),
    ])

  private func anomalies(_ totals: [String: CounterTotals]) -> [String] {
    CounterAnomalies(layout: layout).find(in: totals)
  }

  @Test func `nonzero counters of a target that no test reaches are an anomaly`() {
    let untouched = CounterTotals(functions: 3, coveredFunctions: 0, regions: 5, coveredRegions: 0)
    #expect(anomalies(["Sources/Backdoor/a.swift": untouched]) == [])
    var touched = untouched
    touched.coveredRegions = 1
    #expect(
      anomalies(["Sources/Backdoor/a.swift": untouched, "Sources/Backdoor/b.swift": touched])
        == ["no test target depends on the target `Backdoor`, but some of its counters are not zero"])
    #expect(anomalies(["Sources/Deep/a.swift": touched, "Tests/LibTests/t.swift": touched, "x.swift": touched]) == [])
  }

  @Test(arguments: [(200, 0, true), (200, 1, false), (199, 0, false)])
  func `a large target without a zero counter is an anomaly`(functions: Int, zeros: Int, isDoubted: Bool) {
    // Two files of one target.
    let half = CounterTotals(
      functions: functions - 100, coveredFunctions: functions - 100, regions: 150, coveredRegions: 150)
    let other = CounterTotals(functions: 100, coveredFunctions: 100, regions: 150, coveredRegions: 150 - zeros)
    let anomalies = anomalies(["Sources/Lib/a.swift": half, "Sources/Lib/b.swift": other])
    #expect(
      anomalies
        == (isDoubted ? ["none of the counters of the target `Lib`, which has \(functions) functions, is zero"] : []))
  }

  @Test func `without known dependencies, no target is considered unreachable by tests`() {
    let bare = PackageLayout(
      name: "P",
      targets: [
        .init(name: "Lib", type: "library", path: "Sources/Lib"), .init(name: "T", type: "test", path: "Tests/T"),
      ])
    let counters = CounterTotals(functions: 1, coveredFunctions: 1, regions: 1, coveredRegions: 1)
    #expect(CounterAnomalies(layout: bare).find(in: ["Sources/Lib/a.swift": counters]) == [])
  }

  @Test func `anomalies are part of the coverage and make it doubtful`() {
    let map = CoverageMap(
      files: [:],
      totals: [
        "Sources/Backdoor/a.swift": CounterTotals(functions: 1, coveredFunctions: 1, regions: 1, coveredRegions: 1)
      ])
    let coverage = PatchMeasurement(
      changes: ChangeSet(files: []), layout: layout, policy: PatchPolicy(), paths: PathsSection()
    )
    .measure(map, testsPassed: true)
    #expect(coverage.isDoubtful && coverage.anomalies?.count == 1)
  }
}
