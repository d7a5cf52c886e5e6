// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

extension TestList {
  /// How many tests of a run a report lists: it stays far below what is read of one.
  static let listed = 1000

  /// All that did not simply pass, and the slowest of the others, in the order of their names.
  func listing(limit: Int = listed) -> (cases: [TestCase], unlisted: Int) {
    let ranked = cases.sorted { left, right in
      let passed = (left.result == .passed, right.result == .passed)
      return passed.0 == passed.1 ? left.milliseconds > right.milliseconds : !passed.0
    }
    let kept = ranked.prefix(limit).sorted { left, right in
      (left.suite, left.name) < (right.suite, right.name)
    }
    return (kept, cases.count - kept.count)
  }

  /// The same with tests marked that passed when they were run again.
  func marking(flaky: Set<TestID>) -> (list: TestList, flaky: [TestFailure]) {
    var list = self
    let first = failures.filter { flaky.contains($0.id) }
    list.settle(flaky)
    return (list, first)
  }
}
