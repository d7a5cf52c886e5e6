// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import SystemPackage

extension TestInvocation {
  /// Runs all parts, also after a failure in one of them, unless a part is ended.
  ///
  /// If one lacks tests, such as one with an unusual name that the options do not select, all are run together, and the
  /// results of the parts are dropped; not after a failure, which would be dropped as well.
  ///
  /// - Parameter all: all tests of the package.
  func run(_ parts: [TestPart], of all: [TestID]) async throws -> Outcome {
    let time = ContinuousClock()
    let end = time.now + limit
    var outcomes: [Outcome] = []
    var profiles: [FilePath] = []
    for (number, part) in parts.enumerated() {
      progress(.output(line: "\(number == 0 ? "first" : "then"): \(part.description)"))
      var invocation = self
      invocation.name = number == 0 ? name : "\(name)-part-\(number)"
      invocation.limit = max(time.now.duration(to: end), .seconds(1))
      let outcome = try await invocation.run(all, part: part)
      if outcome.execution.lacksTestsOnly, outcomes.allSatisfy({ TestJudge.judge($0.execution).outcome == .passed }) {
        progress(.output(line: "not all of these tests were selected: all tests are run together"))
        var together = self
        together.limit = max(time.now.duration(to: end), .seconds(1))
        return try await together.run(all)
      }
      outcomes.append(outcome)
      guard case .exited = outcome.execution.ending, number + 1 < parts.count else { break }
      // The next part empties the folder.
      profiles += context.collectProfiles("\(name)-\(number)")
    }
    // The output of the first part that failed; the last one's without a failure.
    let shown = outcomes.first { TestJudge.judge($0.execution).outcome != .passed } ?? outcomes.last
    return Outcome(
      execution: TestExecution(parts: outcomes.map(\.execution), limit: limit), listed: all, tail: shown?.tail ?? [],
      milliseconds: outcomes.reduce(0) { $0 + $1.milliseconds }, profiles: profiles)
  }
}
