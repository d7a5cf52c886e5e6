// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct FuzzRunTests {
  @Test(arguments: [
    (CoverageMap(files: ["a.swift": [99: .covered]]), "line 99, which the file does not have"),
    (
      CoverageMap(files: ["a.swift": [6: .covered]], excluded: ["a.swift": [6: .unreachable]]),
      "both excluded and measured"
    ),
    (CoverageMap(files: ["a.swift": [6: .missed]]), "line 6 is missed with idle columns []"),
    (
      CoverageMap(files: ["a.swift": [6: .missed]], uncoveredColumns: ["a.swift": [6: [9..<12, 5..<6]]]),
      "are not in order"
    ),
    (CoverageMap(files: ["a.swift": [6: .missed]], uncoveredColumns: ["a.swift": [6: [9..<900]]]), "are not in line 6"),
    (CoverageMap(files: ["b.swift": [:]]), "a file that was not requested"),
  ])
  func `an invalid coverage map is a failure, and the input is saved`(map: CoverageMap, problem: String) async throws {
    try await expectFailures(PreparedReader { _ throws(CoverageError) in map }, problem)
  }

  @Test func `a map that changes when merged with itself or loses coverage by merging is a failure`() async throws {
    let covered = CoverageMap(files: ["a.swift": [6: .covered]])
    let missed = CoverageMap(files: ["a.swift": [6: .missed]], uncoveredColumns: ["a.swift": [6: [9..<12]]])
    try await expectFailures(
      PreparedReader { files throws(CoverageError) in files.count == 1 ? covered : missed },
      "merging it with itself changes it")
    try await expectFailures(
      PreparedReader { files throws(CoverageError) in files.count == 2 && files[0] != files[1] ? missed : covered },
      "line 6 is covered, and missed with another report")
  }

  @Test(arguments: [
    CoverageError(.malformed, "INPUT: no"), CoverageError(.malformed, "no", remedy: "r"),
    CoverageError(.malformed, "INPUT\nno", remedy: "r"),
  ])
  func `an unclear error is a failure`(error: CoverageError) async throws {
    try await expectFailures(
      PreparedReader { files throws(CoverageError) in
        throw CoverageError(
          error.code, error.message.replacing("INPUT", with: files[0].string), remedy: error.remedy)
      }, "the error is not clear")
  }

  @Test func `the same seed produces the same inputs`() {
    func inputs(_ seed: UInt64) -> [[UInt8]] {
      var mutator = Mutator(random: RandomNumbers(seed: seed))
      return (0..<50).map { _ in mutator.mutate(Array(FuzzCorpus.json.utf8), with: Array(FuzzCorpus.lcov.utf8)) }
    }
    #expect(inputs(1) == inputs(1))
    #expect(inputs(1) != inputs(2))
    #expect(Set(inputs(1)).count > 45)
  }

  private func expectFailures(_ reader: PreparedReader, _ problem: String) async throws {
    try await withScratchDirectory { folder in
      let failures = folder.path.appending("failures")
      let place = try folder.folder("work").path
      let run = FuzzRun(
        "lcov", try CoverageSubject(.lcov, reader: reader, folder: place), folder: place, failures: failures, seed: 1)
      let outcome = try await run.run(for: .seconds(600))
      #expect(outcome.failures.count == 10)
      #expect(outcome.failures.allSatisfy { $0.contains(problem) }, "\(outcome.failures.first ?? "")")
      #expect(try FileManager.default.contentsOfDirectory(atPath: failures.string).count == 10)
    }
  }
}

private struct PreparedReader: CoverageReportReader {
  let answer: @Sendable ([FilePath]) throws(CoverageError) -> CoverageMap

  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap {
    try answer(reports.files)
  }
}
