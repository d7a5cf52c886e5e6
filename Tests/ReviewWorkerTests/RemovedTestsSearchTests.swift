// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ReviewWorker

struct RemovedTestsSearchTests {
  private static let layout = PackageLayout(
    name: "P", targets: [.init(name: "ATests", type: "test", path: "Tests/ATests", dependencies: [])])

  private static func test(_ name: String) -> TestID { TestID(suite: "ATests.S", name: name) }

  private func tested(_ tests: [String]?, base: [String]? = nil) throws -> TestedWorkspace {
    let commit = try #require(CommitID(String(repeating: "b", count: 40)))
    return TestedWorkspace(
      run: TestRun(side: .head, outcome: .passed), stages: [], layout: Self.layout, artifacts: nil,
      listed: tests?.map(Self.test),
      listedOnBase: base.map { ListedTests(commit: commit, tests: $0.map(Self.test)) })
  }

  private func search(
    _ head: TestedWorkspace?, _ merge: TestedWorkspace? = nil, _ result: MergeResult = .sameAsHead,
    isBaseTheMergeBase: Bool = true
  ) -> RemovedTests? {
    RemovedTestsSearch(
      head: [head].compactMap(\.self), merge: [merge].compactMap(\.self), mergeResult: result,
      isBaseTheMergeBase: isBaseTheMergeBase
    ).result
  }

  @Test func `tests that the base lists and the change does not are removed tests`() throws {
    let removed = search(try tested(["kept", "new"], base: ["kept", "z", "a"]))
    #expect(removed == RemovedTests(tests: [Self.test("a"), Self.test("z")]))
    #expect(removed?.reason == "the change removes 2 tests of the base: `ATests.S/a`, `ATests.S/z`")
    #expect(search(try tested(["kept"], base: ["kept"])) == RemovedTests(tests: []))
  }

  @Test func `tests that the base added later are not removed tests`() throws {
    let head = try tested(["kept"], base: ["kept", "late"])
    let merge = try tested(["kept", "late"])
    #expect(
      search(head, merge, .conflict(paths: []), isBaseTheMergeBase: false) == RemovedTests(tests: []))
    #expect(
      search(head, nil, .conflict(paths: []), isBaseTheMergeBase: false)?.unknown
        == "the tests after the change could not be listed for comparison with the base")
  }

  @Test func `removed tests are unknown without lists of the base's and the head's tests`() throws {
    #expect(search(try tested(["kept"]))?.unknown == "there is no build of the base with a list of its tests")
    #expect(search(try tested(nil, base: ["kept"]))?.unknown != nil, "the head's tests could not be listed")
    #expect(search(nil) == nil)
  }

  @Test func `a limited number of removed tests is named, and all are counted`() throws {
    let removed = search(try tested([], base: (0..<300).map { "t\($0)" }))
    #expect(removed?.tests.count == RemovedTests.maximum && removed?.count == 300)
    #expect(removed?.reason?.hasSuffix(" and 297 more") == true)
  }
}
