// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// One of several invocations of `swift test` that run all tests of a package together.
struct TestPart: Hashable, Sendable {
  /// The tests that the invocation has to run.
  let tests: [TestID]
  /// The options of `swift test` and of Swift Testing that select them.
  let arguments: [String]
  /// For the output, such as `3 tests of changed files, or that failed lately`.
  let description: String
}

/// Divides the tests of a package into the parts of an order. Each test is in one part, which has to run it, and a test
/// that two parts run counts with its worse result: the order cannot hide one.
struct TestParts: Sendable {
  /// The maximum number of single tests in the options of an invocation.
  static let maximumTests = 50

  let order: TestOrder
  /// The package's folder from the repository's root; empty for the root.
  let package: String
  let layout: PackageLayout
  /// The modules of the test targets that the change reaches.
  let reached: Set<String>

  /// - Parameters:
  ///   - listed: all tests that are run.
  ///   - choice: the targets that are run.
  /// - Returns: two or more parts in their order; none if the order does not divide the tests.
  func parts(of listed: [TestID], _ choice: TargetChoice = TargetChoice()) -> [TestPart] {
    let listed = listed.filter(choice.runs)
    var skips: [String] = []
    var rest = listed
    var parts: [TestPart] = []
    func add(_ description: (String) -> String, filters: [String], where isSelected: (TestID) -> Bool) {
      let tests = rest.filter(isSelected)
      guard !tests.isEmpty, tests.count < rest.count else { return }
      parts.append(
        TestPart(
          tests: tests, arguments: Self.options(filters, skips: skips),
          description: description(counted(tests.count, "test"))))
      skips += filters
      rest.removeAll(where: isSelected)
    }
    let first = first(of: listed)
    add({ "\($0) of changed files, or that failed lately" }, filters: first.map(\.filter)) { test in
      first.contains { $0.id == test }
    }
    let modules = Set(rest.map(\.module)).intersection(reached).sorted()
    add({ "\($0) of the other targets that the change reaches" }, filters: modules.map(TargetChoice.pattern)) { test in
      modules.contains(test.module)
    }
    guard !parts.isEmpty else { return [] }
    parts.append(
      TestPart(
        tests: rest, arguments: Self.options([], skips: skips),
        description: "the other \(counted(rest.count, "test"))"))
    return parts
  }

  private static func options(_ filters: [String], skips: [String]) -> [String] {
    filters.flatMap { ["--filter", $0] } + skips.flatMap { ["--skip", $0] }
  }

  private func first(of listed: [TestID]) -> [(id: TestID, filter: String)] {
    let changed = Set(NewTests.named(order.changed, layout: layout).keys)
    let failed = Set(order.failedLately)
    let isChanged = { changed.contains(NewTests.normalized($0)) }
    let candidates =
      listed.filter(isChanged) + listed.filter { !isChanged($0) && failed.contains(TestDigest($0, package: package)) }
    return Array(candidates.lazy.compactMap { id in Retry.filter(for: id).map { (id, $0) } }.prefix(Self.maximumTests))
  }
}
