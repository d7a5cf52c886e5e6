// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Isolation
import ReviewContract
import Testing

@testable import SwiftBuild

struct RetryTests {
  private func execution(
    _ results: [String: TestCase.Result], ending: ChildResult.Ending = .exited(1)
  ) -> TestExecution {
    var file = XUnitResults()
    for (name, result) in results.sorted(by: { $0.key < $1.key }) {
      file.cases.append(TestCase(suite: "T.S", name: name, framework: .swiftTesting, result: result))
      if result == .failed {
        file.counts.failed += 1
        file.failures.append(TestFailure(suite: "T.S", name: name, message: "m"))
      } else {
        file.counts.passed += 1
      }
    }
    return TestExecution(ending: ending, xctest: .missing, swiftTesting: .results(file))
  }

  private func filters(_ execution: TestExecution) -> [String]? {
    Retry.filters(after: execution, TestJudge.judge(execution))
  }

  @Test func `only failed tests run again`() {
    #expect(filters(execution(["a()": .failed, "b()": .passed])) == [#"^T[./]S[./]a\(\)(/|$)"#])
    #expect(filters(execution(["b()": .passed], ending: .exited(0))) == nil)
    #expect(filters(execution(["a()": .failed], ending: .timedOut(after: .seconds(1)))) == nil)
    #expect(filters(execution(["a()": .failed], ending: .exited(0))) == nil)
  }

  @Test func `no test runs again if there are too many or one cannot be named`() {
    let many = Dictionary(uniqueKeysWithValues: (0...Retry.maximumTests).map { ("t\($0)", TestCase.Result.failed) })
    #expect(filters(execution(many)) == nil)
    #expect(filters(execution(["a\u{7}": .failed, "b": .failed])) == nil)
    #expect(filters(execution(["": .failed])) == nil)
    #expect(filters(execution([String(repeating: "x", count: TestTexts.maximumName): .failed])) == nil)
  }

  @Test func `test names are escaped in filters`() throws {
    let filter = try #require(Retry.filter(for: TestID(suite: "T.S+", name: "`a.b|c $`()")))
    let pattern = try Regex(filter)
    #expect("T.S+/`a.b|c $`()/t.swift:3:2".contains(pattern))
    #expect("T.S+/`a.b|c $`()".contains(pattern))
    #expect(!"T.SS/`a.b|c $`()".contains(pattern))
    #expect(!"T.S+/`axb|c $`()".contains(pattern))
    #expect(!"T.S+/`a.b|c $`()x".contains(pattern))
  }

  @Test func `a test that failed first and then passed is flaky`() {
    let first = execution(["a": .failed, "b": .failed, "c": .passed])
    let second = execution(["a": .passed, "b": .failed, "c": .passed])
    let flaky = Retry.flaky(of: first.list, in: second)
    #expect(flaky == [TestID(suite: "T.S", name: "a")])
    let (list, failures) = first.list.marking(flaky: flaky)
    #expect(list.counts == TestCounts(passed: 2, failed: 1))
    #expect(list.cases.map(\.result) == [.flaky, .failed, .passed])
    #expect(list.failures.map(\.name) == ["b"])
    #expect(failures.map(\.name) == ["a"])
  }

  @Test(arguments: [
    (FlakyTests.Policy.fail, 0, TestRun.Outcome.testsFailed, "1 test is flaky: failed, then passed when run again"),
    (.pass, 0, .passed, ""),
    (.pass, 1, .testsFailed, "1 test failed, and 1 test is flaky: failed, then passed when run again"),
  ])
  func `a flaky test passes only where the configuration says so`(
    policy: FlakyTests.Policy, failed: Int, outcome: TestRun.Outcome, reason: String
  ) {
    let first = execution(failed == 0 ? ["a": .failed] : ["a": .failed, "b": .failed])
    let (list, _) = first.list.marking(flaky: [TestID(suite: "T.S", name: "a")])
    #expect(
      Retry.judge(TestJudge.judge(first), list, flaky: 1, policy: policy) == .init(outcome: outcome, reason: reason))
    #expect(Retry.judge(TestJudge.judge(first), first.list, flaky: 0, policy: policy) == TestJudge.judge(first))
  }
}
