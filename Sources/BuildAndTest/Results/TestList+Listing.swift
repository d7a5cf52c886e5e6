// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension TestList {
  /// All that did not simply pass, and the slowest of the others, in the order of their names.
  func listing(limit: Int) -> (cases: [TestCase], unlisted: Int) {
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
