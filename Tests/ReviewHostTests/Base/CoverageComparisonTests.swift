// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ReviewHost
@testable import ReviewWorker

struct CoverageComparisonTests {
  private func snapshot(
    _ digit: String, _ files: [String: [Int: LineState]], toolchain: String = "t", packages: [String] = [""],
    testsPassed: Bool = true
  ) throws -> CoverageSnapshot {
    CoverageSnapshot(
      commit: try #require(CommitID(String(repeating: digit, count: 40))), toolchain: toolchain, packages: packages,
      testsPassed: testsPassed, files: files)
  }

  private let patch = PatchCoverage(
    counts: LineCounts(), partials: .covered, target: "auto", gate: .informational, files: [])

  /// Line 2 becomes two lines, line 5 is removed.
  private let changes = ChangeSet(files: [
    ChangedFile(
      path: "b.swift", oldPath: "a.swift", status: .renamed,
      hunks: [
        Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 2),
        Hunk(oldStart: 5, oldCount: 1, newStart: 5, newCount: 0),
      ]),
    ChangedFile(
      path: "gone.swift", status: .deleted, hunks: [Hunk(oldStart: 1, oldCount: 3, newStart: 0, newCount: 0)]),
    ChangedFile(path: "new.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 9)]),
  ])

  private let base: [String: [Int: LineState]] = [
    "a.swift": [1: .covered, 2: .missed, 3: .covered, 4: .missed, 5: .covered, 6: .covered],
    "gone.swift": [1: .covered, 3: .partial], "other.swift": [1: .covered, 2: .covered, 3: .partial, 9: .missed],
    "new.swift": [1: .covered],
  ]
  private let head: [String: [Int: LineState]] = [
    "b.swift": [1: .covered, 2: .missed, 3: .missed, 4: .missed, 5: .covered, 6: .missed],
    "other.swift": [1: .missed, 2: .missed, 3: .missed, 9: .covered], "new.swift": [1: .missed],
  ]

  @Test func `removed lines are subtracted from the base, and other lines are mapped to the head`() throws {
    let base = try snapshot("b", base)
    let head = try snapshot("a", head)
    let comparison = try #require(
      CoverageComparison(head: head, kept: [base], changes: changes, mergeBase: base.commit))
    let compared = comparison.added(to: patch, notesLimits: true)
    #expect(compared.project?.counts == LineCounts(covered: 3, missed: 8))
    #expect(compared.project?.base == base.counts)
    #expect(compared.project?.adjustedBase == LineCounts(covered: 6, partial: 1, missed: 2))
    #expect(
      compared.indirect
        == IndirectChanges(
          lostLines: 3 + 1, gainedLines: 2,
          listed: [
            .init(path: "b.swift", lines: [4...4], kind: .lost), .init(path: "b.swift", lines: [6...6], kind: .lost),
            .init(path: "other.swift", lines: [1...2], kind: .lost),
            .init(path: "b.swift", lines: [5...5], kind: .gained),
            .init(path: "other.swift", lines: [9...9], kind: .gained),
          ]))
    #expect(compared.notes == [])
  }

  @Test func `moved lines that lost their coverage are listed as lost by moving`() throws {
    let base = try snapshot("b", ["a.swift": [5: .covered, 6: .covered, 7: .missed]])
    let head = try snapshot("a", ["c.swift": [11: .missed, 12: .covered, 13: .missed]])
    let moved = ChangedFile(
      path: "c.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 20)],
      movedLines: [11...13], movedRuns: [MovedRun(oldPath: "a.swift", oldStart: 5, newStart: 11, count: 3)])
    let comparison = try #require(
      CoverageComparison(
        head: head, kept: [base], changes: ChangeSet(files: [moved]), mergeBase: base.commit))
    #expect(
      comparison.added(to: patch, notesLimits: true).indirect
        == IndirectChanges([.init(path: "c.swift", lines: [11...11], kind: .lostByMoving)]))
  }

  @Test func `a limited number of indirect changes is listed, and all lines are counted`() throws {
    let lines = Dictionary(uniqueKeysWithValues: (1...15).map { ($0 * 2, LineState.covered) })
    let base = try snapshot("b", ["a.swift": lines])
    let head = try snapshot("a", ["a.swift": lines.mapValues { _ in .missed }])
    let indirect = try #require(
      CoverageComparison(head: head, kept: [base], changes: ChangeSet(files: []), mergeBase: base.commit)?
        .added(to: patch, notesLimits: true).indirect)
    #expect(indirect.lostLines == 15 && indirect.listed.count == IndirectChanges.maximumListed)
  }

  @Test func `a base other than the merge base yields a note and no indirect changes`() throws {
    let tip = try snapshot("c", base)
    let head = try snapshot("a", head)
    let mergeBase = try #require(CommitID(String(repeating: "b", count: 40)))
    let comparison = try #require(
      CoverageComparison(head: head, kept: [tip], changes: changes, mergeBase: mergeBase))
    let compared = comparison.added(to: patch, notesLimits: true)
    #expect(comparison.added(to: patch, notesLimits: false).notes == [], "nothing to do about it")
    #expect(compared.project?.adjustedBase == tip.counts)
    #expect(compared.indirect == nil)
    #expect(compared.notes.count == 1)
  }

  @Test func `a base whose tests did not pass yields a note and no indirect changes`() throws {
    let base = try snapshot("b", base, testsPassed: false)
    let comparison = CoverageComparison(
      head: try snapshot("a", head), kept: [base], changes: changes, mergeBase: base.commit)
    let compared = try #require(comparison).added(to: patch, notesLimits: true)
    #expect(compared.indirect == nil)
    #expect(compared.notes == ["the coverage of the base was measured by tests that did not pass"])
  }

  @Test func `packages that were not tested again keep the coverage of the base`() throws {
    let base = try snapshot(
      "b", ["A/Sources/a.swift": [1: .covered], "B/Sources/b.swift": [1: .covered, 2: .missed]], packages: ["A", "B"])
    let head = try snapshot("a", ["A/Sources/a.swift": [1: .missed]], packages: ["A"])
    let compared = try #require(
      CoverageComparison(head: head, kept: [base], changes: ChangeSet(files: []), mergeBase: base.commit)
    ).added(to: patch, notesLimits: true)
    #expect(compared.project?.counts == LineCounts(covered: 1, missed: 2))
    #expect(compared.project?.base == LineCounts(covered: 2, missed: 1))
    #expect(compared.indirect == IndirectChanges([.init(path: "A/Sources/a.swift", lines: [1...1], kind: .lost)]))
    #expect(compared.notes == [])
    let more = try snapshot("a", [:], packages: ["A", "B", "C"])
    let notes = CoverageComparison(head: more, kept: [base], changes: ChangeSet(files: []), mergeBase: base.commit)?
      .added(to: patch, notesLimits: true).notes
    #expect(notes == ["the coverage of the base lacks the packages C"])
  }

  @Test func `coverage from another compiler is not compared`() throws {
    let head = try snapshot("a", head)
    let other = try snapshot("b", base, toolchain: "u")
    #expect(CoverageComparison(head: head, kept: [other], changes: changes, mergeBase: other.commit) == nil)
  }
}
