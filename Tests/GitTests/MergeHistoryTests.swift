// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

struct MergeHistoryTests {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `merges like git`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let names = (0..<6).map { "folder\($0 % 2)/file\($0)" } + ["top1", "top2"]
    try await withMovedBase(
      base: { fixture in
        for name in names { try fixture.write(name, Self.text(of: name)) }
      },
      head: { try Self.change(names, of: $0, &random) },
      tip: { try Self.change(names, of: $0, &random) }
    ) { repository, workspace in
      let expected = try repository.gitsMerge()
      switch workspace.merge {
      case .conflict(let paths):
        #expect(expected == nil)
        #expect(!paths.isEmpty)
      case .sameAsHead:
        #expect(try expected == repository.tree(of: workspace.root))
      case .differs(let overlay):
        #expect(overlay.tree == expected)
        try overlay.apply(to: workspace.root)
        #expect(try repository.tree(of: workspace.root) == expected)
      }
    }
  }

  /// Returns twenty lines that no other file has.
  private static func text(of name: String) -> String {
    (1...20).map { "\(name) has the line \($0)\n" }.joined()
  }

  /// Changes, removes or moves a few of the files at random.
  private static func change(_ names: [String], of fixture: GitFixture, _ random: inout SeededRandom) throws {
    for name in names.shuffled(using: &random).prefix(3) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try fixture.git("rm", "--quiet", name)
      case 1: try fixture.git("mv", name, "moved-\(Int.random(in: 0..<1000, using: &random))")
      case 2: try fixture.makeExecutable(name)
      case 3:
        try fixture.remove(name)
        try fixture.makeLink(name, to: "somewhere-\(Int.random(in: 0..<2, using: &random))")
      case 4: try fixture.write("new/\(Int.random(in: 0..<1000, using: &random))", "\(random.next())\n")
      default:
        let line = " line \(Int.random(in: 1...20, using: &random))\n"
        try fixture.write(name, text(of: name).replacing(line, with: " number \(random.next())\n"))
      }
    }
  }

  /// Each of the two merge bases alone would give a conflict.
  @Test func `a criss-cross merge has the same result as in git`() async throws {
    let lines = (1...12).map { "line \($0)\n" }.joined()
    try await withReviewedRepository(
      base: { try $0.write("f", lines) },
      head: { try $0.write("f", lines.replacing("line 10\n", with: "ten\n")) }
    ) { repository in
      let fixture = repository.fixture
      try fixture.write("f", lines.replacing("line 2\n", with: "two\n"))
      try fixture.commit("main")
      try fixture.git("branch", "before")
      try fixture.git("merge", "--quiet", "change")
      try fixture.write("f", fixture.folder.text("f").replacing("two\n", with: "zwei\n"))
      try fixture.commit("main again")
      try fixture.git("checkout", "--quiet", "change")
      try fixture.git("merge", "--quiet", "before")
      try fixture.write("f", fixture.folder.text("f").replacing("ten\n", with: "zehn\n"))
      try fixture.commit("head again")
      try fixture.openPullRequest(7)

      let workspace = try await repository.review()
      #expect(workspace.notes.count == 1 && workspace.notes[0].hasPrefix("head and base have 2 merge bases"))
      let overlay = try #require(workspace.merge.overlay)
      #expect(overlay.written == ["f"])
      #expect(
        try ScratchDirectory(path: overlay.folder).text("f")
          == lines.replacing("line 2\n", with: "zwei\n").replacing("line 10\n", with: "zehn\n"))
      #expect(try overlay.tree == repository.gitsMerge())
    }
  }
}
