// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Finds tests of the base that the change removes.
///
/// The base is its tip, so the merge is compared with it: a head of an older merge base lacks the base's newer tests.
package struct RemovedTestsSearch: Sendable {
  package let head: [TestedWorkspace]
  package let merge: [TestedWorkspace]
  package let mergeResult: MergeResult
  package let isBaseTheMergeBase: Bool

  /// The removed tests; `nil` if the change declares no tests and the base's tests are unknown.
  package var result: RemovedTests? {
    let tested = merge + head
    // There is no cached build of the base for a repository with several packages.
    guard let base = tested.lazy.compactMap(\.listedOnBase).first else {
      let hasTests = tested.contains { $0.layout?.declaresTests == true }
      return hasTests ? RemovedTests(unknown: "there is no build of the base with a list of its tests") : nil
    }
    guard !base.tests.isEmpty else { return RemovedTests(tests: []) }
    guard let after else {
      return RemovedTests(unknown: "the tests after the change could not be listed for comparison with the base")
    }
    return RemovedTests(base: base.tests, after: after)
  }

  /// Why the removed tests are unknown; `nil` if they are known.
  ///
  /// A change that leaves no tests can have removed all of them.
  package var unknownReason: String? {
    guard let result else {
      return (merge + head).isEmpty ? nil : Self.note("there is no build of the base with a list of its tests")
    }
    return result.unknown.map(Self.note)
  }

  private static func note(_ cause: String) -> String {
    "cannot determine which tests of the base were removed, and tests.removed is fail: \(cause)"
  }

  private var after: [TestID]? {
    if let merged = merge.first { return merged.listed }
    if case .sameAsHead = mergeResult { return head.first?.listed }
    return isBaseTheMergeBase ? head.first?.listed : nil
  }
}

extension RemovedTests {
  /// The reason for a failed review; `nil` if no removed test is known.
  package var reason: String? {
    guard count > 0 else { return nil }
    let names = tests.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
    let more = count - min(3, tests.count)
    return "the change removes \(count == 1 ? "1 test" : "\(count) tests") of the base: \(names)"
      + (more > 0 ? " and \(more) more" : "")
  }
}
