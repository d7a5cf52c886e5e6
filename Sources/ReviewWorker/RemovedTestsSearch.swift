// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Compares the tests of the base with those after the change.
///
/// The base's are those of its tip, and so are the merge's: a head that began earlier lacks what the base got since.
package struct RemovedTestsSearch: Sendable {
  package let head: [TestedWorkspace]
  package let merge: [TestedWorkspace]
  package let mergeResult: MergeResult
  package let isBaseTheMergeBase: Bool

  package init(head: [TestedWorkspace], merge: [TestedWorkspace], mergeResult: MergeResult, isBaseTheMergeBase: Bool) {
    self.head = head
    self.merge = merge
    self.mergeResult = mergeResult
    self.isBaseTheMergeBase = isBaseTheMergeBase
  }

  /// `nil` where the change has no tests and nothing is known of the base's, so that there is nothing to speak of.
  package var result: RemovedTests? {
    let tested = merge + head
    // Several packages have no build of the base that is kept.
    guard let base = tested.lazy.compactMap(\.listedOnBase).first else {
      let hasTests = tested.contains { $0.layout?.declaresTests == true }
      return hasTests ? RemovedTests(unknown: "no build of the base lists its tests") : nil
    }
    guard !base.tests.isEmpty else { return RemovedTests(tests: []) }
    guard let after else {
      return RemovedTests(unknown: "the tests after the change could not be listed beside those of the base")
    }
    return RemovedTests(base: base.tests, after: after)
  }

  private var after: [TestID]? {
    if let merged = merge.first { return merged.listed }
    if case .sameAsHead = mergeResult { return head.first?.listed }
    return isBaseTheMergeBase ? head.first?.listed : nil
  }
}

extension RemovedTests {
  /// Why the review fails because of them; `nil` when none is known to be gone.
  package var reason: String? {
    guard count > 0 else { return nil }
    let names = tests.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let more = count - min(3, tests.count)
    return "the change removes \(count == 1 ? "1 test" : "\(count) tests") of the base: \(names)"
      + (more > 0 ? " and \(more) more" : "")
  }
}
