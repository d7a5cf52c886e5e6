// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ReviewContract

struct VerdictTests {
  @Test func `ends the program with the documented statuses`() {
    let statuses = Dictionary(grouping: Verdict.allCases, by: \.exitCode).mapValues { Set($0) }
    #expect(
      statuses == [
        0: [.passed, .noTests],
        1: [.conflict, .buildFailed, .timedOut, .crashed, .testsFailed, .findings, .coverage],
        3: [.couldNotRun], 4: [.superseded],
      ])
    #expect(Verdict.allCases.allSatisfy { $0.isPassing == ($0.exitCode == 0) })
  }
}
