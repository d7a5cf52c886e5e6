// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

struct FlipMemoryTests {
  private let old = "func a() {\n  if rare {\n    log()\n  }\n  log()\n}\n"
  private let patch = PatchCoverage(
    counts: LineCounts(), partials: .covered, target: "auto", gate: .informational, files: [])

  private func id(_ digit: String) throws -> CommitID { try #require(CommitID(String(repeating: digit, count: 40))) }

  private func memory(in folder: FilePath, branch: String = "main", at time: Double = 7) -> FlipMemory {
    FlipMemory(
      folder, repository: Repository(forge: .local, name: "p", cloneURL: "/p"), branch: branch,
      retention: .seconds(100), now: { Date(timeIntervalSince1970: time) })
  }

  private func snapshot(
    _ digit: String, _ states: [Int: LineState], path: String = "a.swift", packages: [String] = [""],
    testsPassed: Bool = true, toolchain: String = "t"
  ) throws -> CoverageSnapshot {
    CoverageSnapshot(
      commit: try id(digit), toolchain: toolchain, packages: packages, testsPassed: testsPassed, files: [path: states])
  }

  /// A workspace whose head has the file `a.swift` with a text.
  private func workspace(
    in folder: ScratchDirectory, _ text: String, head: String = "a", base: String = "b", mergeBase: String = "b",
    baseText: String? = nil, _ changes: [ChangedFile] = []
  ) throws -> Workspace {
    let name = UUID().uuidString
    try folder.write("\(name)/a.swift", text)
    if let baseText { try folder.write("\(name).base/a.swift", baseText) }
    return Workspace(
      root: folder.path.appending(name), head: try id(head), base: try id(base), mergeBase: try id(mergeBase),
      changes: ChangeSet(files: changes), baseConfiguration: nil, headConfiguration: nil,
      baseRoot: baseText == nil ? nil : folder.path.appending("\(name).base"))
  }

  private func remember(_ memory: FlipMemory, in folder: ScratchDirectory) throws {
    let texts = CommitTexts(try workspace(in: folder, old))
    let more = try memory.compare(
      try snapshot("b", [1: .covered, 2: .partial, 3: .covered, 5: .covered]),
      try snapshot("b", [1: .covered, 2: .covered, 3: .missed, 5: .covered]), texts)
    #expect(more == nil)
  }

  @Test func `lines that flip are recognized in a later commit, where they have moved`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      try remember(memory, in: folder)
      let later = "import A\n\n" + old
      let base = try snapshot("c", [3: .covered, 4: .partial, 5: .covered, 7: .covered])
      let head = try snapshot("a", [3: .covered, 4: .covered, 5: .missed, 7: .missed])
      let workspace = try workspace(in: folder, later, base: "c", mergeBase: "c")
      let flipped = memory.lines(of: base, and: head, in: workspace)
      #expect(flipped.base == ["a.swift": [4...5]])

      var comparison = try #require(
        CoverageComparison(head: head, kept: [base], changes: workspace.changes, mergeBase: base.commit))
      let without = comparison.added(to: patch, notesLimits: false)
      #expect(without.indirect?.lostLines == 2)
      #expect(without.project?.adjustedBase == LineCounts(covered: 3, partial: 1))
      comparison.flipped = flipped
      let with = comparison.added(to: patch, notesLimits: false)
      #expect(with.indirect == IndirectChanges([.init(path: "a.swift", lines: [7...7], kind: .lost)]))
      #expect(with.project?.counts == without.project?.counts)
      #expect(with.project?.adjustedBase == LineCounts(covered: 3, missed: 1), "only line 7 has lost its coverage")
      #expect(
        with.notes == [
          "2 lines whose coverage differs between runs of the same commit were not compared: a.swift:4-5"
        ])
    }
  }

  @Test func `a line that the change edits is compared, and those beside it are mapped`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      try remember(memory, in: folder)
      let edited = ChangedFile(
        path: "b.swift", oldPath: "a.swift", status: .renamed,
        hunks: [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 2)])
      var workspace = try workspace(in: folder, "", [edited])
      let oldFiles = OldFiles(folder: folder.path.appending("old"))
      try folder.write("old/\(OldFiles.name(of: "b.swift"))", old)
      workspace = Workspace(
        root: workspace.root, head: workspace.head, base: workspace.base, mergeBase: workspace.mergeBase,
        changes: workspace.changes, oldFiles: oldFiles, baseConfiguration: nil, headConfiguration: nil)
      let base = try snapshot("b", [2: .covered, 3: .covered])
      let head = try snapshot("a", [2: .missed, 3: .missed, 4: .missed], path: "b.swift")
      let flipped = memory.lines(of: base, and: head, in: workspace)
      #expect(
        flipped.pairs.map { "\($0.base.path):\($0.base.line) \($0.head.path):\($0.head.line)" } == [
          "a.swift:3 b.swift:4"
        ])
    }
  }

  @Test func `an edit beside a line forgets it, and so does time`() async throws {
    try await withScratchDirectory { folder in
      try remember(memory(in: folder.path), in: folder)
      let base = try snapshot("b", [2: .covered, 3: .covered])
      let edited = try workspace(in: folder, old.replacing("func a", with: "func b"))
      #expect(memory(in: folder.path).lines(of: base, and: base, in: edited).base == ["a.swift": [3...3]])
      let same = try workspace(in: folder, old)
      #expect(memory(in: folder.path, at: 106).lines(of: base, and: base, in: same).base == ["a.swift": [2...3]])
      #expect(memory(in: folder.path, at: 108).lines(of: base, and: base, in: same).base == [:])
      #expect(memory(in: folder.path, branch: "other").lines(of: base, and: base, in: same).base == [:])
    }
  }

  @Test func `the tip of the base is compared by the text of its own checkout`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      try remember(memory, in: folder)
      let tip = try snapshot("c", [3: .partial, 4: .covered])
      let head = try snapshot("a", [2: .covered, 3: .missed])
      let unknown = try workspace(in: folder, old, base: "c")
      #expect(memory.lines(of: tip, and: head, in: unknown).pairs.isEmpty)
      let workspace = try workspace(in: folder, old, base: "c", baseText: "\n" + old)
      let flipped = memory.lines(of: tip, and: head, in: workspace)
      #expect(Set(flipped.pairs.map { [$0.base.line, $0.head.line] }) == [[3, 2], [4, 3]])
      var comparison = try #require(
        CoverageComparison(head: head, kept: [tip], changes: workspace.changes, mergeBase: try id("b")))
      comparison.flipped = flipped
      #expect(comparison.added(to: patch, notesLimits: false).project?.base == LineCounts(covered: 1, missed: 1))
    }
  }

  @Test func `measurements that are not of the same tests are not compared`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      let texts = CommitTexts(try workspace(in: folder, old))
      let one = try snapshot("b", [2: .covered])
      for other in [
        try snapshot("c", [2: .missed]), try snapshot("b", [2: .missed], packages: ["", "B"]),
        try snapshot("b", [2: .missed], testsPassed: false), try snapshot("b", [2: .missed], toolchain: "u"),
        try snapshot("b", [3: .missed]), one,
      ] {
        #expect(try memory.compare(one, other, texts) == nil)
        #expect(try memory.compare(other, one, texts) == nil)
      }
      #expect(memory.known.isEmpty)
    }
  }

  @Test func `the remembered and the listed lines are limited, and all are counted`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      let text = (1...2_000).map { "line \($0)\n" }.joined()
      let workspace = try workspace(in: folder, text)
      let lines = Dictionary(uniqueKeysWithValues: (1...1_000).map { ($0 * 2, LineState.covered) })
      let (one, other) = (try snapshot("b", lines), try snapshot("b", lines.mapValues { _ in .missed }))
      let more = try memory.compare(one, other, CommitTexts(workspace))
      #expect(more == "the coverage of 1000 lines differs between two runs of bbbbbbbbbb; 500 are remembered")
      #expect(memory.known["a.swift"]?.count == 500)
      var comparison = try #require(
        CoverageComparison(
          head: try snapshot("a", lines.mapValues { _ in .missed }), kept: [one], changes: workspace.changes,
          mergeBase: one.commit))
      comparison.flipped = memory.lines(of: one, and: other, in: workspace)
      #expect(
        comparison.added(to: patch, notesLimits: false).notes == [
          "500 lines whose coverage differs between runs of the same commit were not compared: a.swift:2, a.swift:4, "
            + "a.swift:6, a.swift:8, a.swift:10 and 495 more places"
        ])
    }
  }

  @Test func `a snapshot with files outside the checkout and endless lines is harmless`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      try folder.write("secret.swift", old)
      let texts = CommitTexts(try workspace(in: folder, old))
      func hostile(_ letter: String) throws -> CoverageSnapshot {
        let commit = try id("b").hex
        let file = { (path: String) in #"{"lines":"9999999\#(letter)","path":"\#(path)"}"# }
        let files = ["../secret.swift", "/etc/passwd", "a.swift"].map(file).joined(separator: ",")
        let json =
          #"{"commit":"\#(commit)","files":[\#(files)],"packages":[""],"schema":1,"testsPassed":true,"toolchain":"t","#
          + #""unlinkedFiles":0}"#
        return try #require(CoverageSnapshot(decoding: Data(json.utf8)))
      }
      _ = try memory.compare(try hostile("c"), try hostile("m"), texts)
      #expect(Set(memory.known.keys) == ["a.swift"])
      #expect(memory.known["a.swift"]?.count == 6)
    }
  }

  @Test func `a moved line that flips has not lost its coverage by moving`() async throws {
    try await withScratchDirectory { folder in
      let memory = memory(in: folder.path)
      try remember(memory, in: folder)
      let moved = ChangedFile(
        path: "c.swift", status: .added, hunks: [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 9)],
        movedLines: [6...7], movedRuns: [MovedRun(oldPath: "a.swift", oldStart: 2, newStart: 6, count: 2)])
      let workspace = try workspace(in: folder, old, [moved])
      let base = try snapshot("b", [2: .covered, 3: .covered])
      let head = try snapshot("a", [6: .missed, 7: .missed], path: "c.swift")
      var comparison = try #require(
        CoverageComparison(head: head, kept: [base], changes: workspace.changes, mergeBase: base.commit))
      #expect(comparison.added(to: patch, notesLimits: false).indirect?.lostLines == 2)
      comparison.flipped = memory.lines(of: base, and: head, in: workspace)
      let coverage = comparison.added(to: patch, notesLimits: false)
      #expect(coverage.indirect == nil)
      #expect(
        coverage.notes == [
          "2 lines whose coverage differs between runs of the same commit were not compared: c.swift:6-7"
        ])
    }
  }
}
