// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import Git

/// Sources at the paths of symbolic links.
struct LinkedSourcesTests {
  private static let text = "let a = 1\nlet b = 2\n"
  private static let whole = [Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 2)]

  private func review(
    base: (GitFixture) throws -> Void = { try $0.write("S/a.swift", text) }, head: (GitFixture) throws -> Void
  ) async throws -> [ChangedFile] {
    try await withReviewedRepository(base: base, head: head) { try await $0.review().changes.files }
  }

  private static func linked(
    _ path: String, to place: String, _ status: ChangedFile.Status = .added, _ hunks: [Hunk] = whole
  ) -> ChangedFile {
    ChangedFile(path: path, status: status, hunks: hunks, linkedPath: place)
  }

  @Test func `a link to a tracked file has the text of that file`() async throws {
    let files = try await review(head: { git in
      try git.write("Data/notes.txt", Self.text)
      try git.folder.link("S/b.swift", to: "../Data/notes.txt")
      try git.folder.link("Data/middle", to: "./notes.txt")
      try git.folder.link("S/c.swift", to: "..//Data/middle")
    })
    #expect(
      files.filter { $0.linkedPath != nil } == [
        Self.linked("S/b.swift", to: "Data/notes.txt"), Self.linked("S/c.swift", to: "Data/notes.txt"),
      ])
  }

  @Test func `a link in place of a source is compared with the source`() async throws {
    let files = try await review(head: { git in
      try git.write("Data/notes.txt", Self.text + "let c = 3\n")
      try FileManager.default.removeItem(atPath: git.folder.path.appending("S/a.swift").string)
      try git.folder.link("S/a.swift", to: "../Data/notes.txt")
    })
    let hunk = Hunk(oldStart: 2, oldCount: 0, newStart: 3, newCount: 1)
    #expect(files.last == Self.linked("S/a.swift", to: "Data/notes.txt", .modified, [hunk]))
  }

  @Test func `a source in place of a link or a submodule is new as a whole`() async throws {
    let files = try await review(
      base: { git in
        try git.write("a.txt", Self.text)
        try git.commit("first")
        try git.folder.link("S/dead.swift", to: "missing")
        try git.folder.link("S/live.swift", to: "../a.txt")
        try git.git("clone", "--quiet", ".", "S/module.swift")
      },
      head: { git in
        for name in ["dead", "live", "module"] {
          try FileManager.default.removeItem(atPath: git.folder.path.appending("S/\(name).swift").string)
          try git.write("S/\(name).swift", Self.text)
        }
      })
    #expect(
      files
        == ["dead", "live", "module"].map { name in
          ChangedFile(path: "S/\(name).swift", status: .typeChanged, hunks: Self.whole)
        })
  }

  @Test func `all sources below a link to a folder are in the change, in any folder and through other links`()
    async throws
  {
    let files = try await review(head: { git in
      try git.write("Other/.hidden/in/b.swift", Self.text)
      try git.write("Other/c.h", Self.text)
      try git.write("Other/readme.md", Self.text)
      try git.folder.link("Other/more", to: "../Other/.hidden")
      try git.folder.link("S/linked.docs", to: "../Other/")
    })
    #expect(
      files.filter { $0.linkedPath != nil } == [
        Self.linked("Other/more/in/b.swift", to: "Other/.hidden/in/b.swift"),
        Self.linked("S/linked.docs/.hidden/in/b.swift", to: "Other/.hidden/in/b.swift"),
        Self.linked("S/linked.docs/c.h", to: "Other/c.h"),
        Self.linked("S/linked.docs/more/in/b.swift", to: "Other/.hidden/in/b.swift"),
      ])
    #expect(files.allSatisfy { $0.uncheckedReason == nil })
  }

  @Test func `a link in place of a folder of sources is compared with these sources`() async throws {
    let files = try await review(head: { git in
      try git.git("mv", "S", "T")
      try git.write("T/a.swift", "let a = 1\n")
      try git.folder.link("S", to: "T")
    })
    let hunk = Hunk(oldStart: 2, oldCount: 1, newStart: 1, newCount: 0)
    #expect(files.first { $0.path == "S/a.swift" } == Self.linked("S/a.swift", to: "T/a.swift", .modified, [hunk]))
  }

  @Test func `a change of the target alone is a change at the path of the link`() async throws {
    let files = try await review(
      base: { git in
        try git.write("Data/notes.txt", Self.text)
        try git.folder.link("S/b.swift", to: "../Data/notes.txt")
      }, head: { try $0.write("Data/notes.txt", "let z = 0\n" + Self.text) })
    let hunk = Hunk(oldStart: 0, oldCount: 0, newStart: 1, newCount: 1)
    #expect(files.last == Self.linked("S/b.swift", to: "Data/notes.txt", .modified, [hunk]))
  }

  @Test func `a link that leads to the same text as before has no lines`() async throws {
    let files = try await review(
      base: { git in
        for name in ["one.txt", "two.txt"] { try git.write(name, Self.text) }
        try git.folder.link("b.swift", to: "one.txt")
      },
      head: { git in
        try FileManager.default.removeItem(atPath: git.folder.path.appending("b.swift").string)
        try git.folder.link("b.swift", to: "two.txt")
      })
    #expect(files.map(\.path) == ["b.swift"])
    #expect(files.allSatisfy { !$0.hasText && $0.uncheckedReason == nil })
  }

  struct Dead: Sendable, CustomTestStringConvertible {
    let target: String
    let obstacle: LinkResolver.Obstacle

    var testDescription: String { target }
  }

  private static let dead = [
    Dead(target: "/etc/hosts", obstacle: .outside), Dead(target: "../../x.swift", obstacle: .outside),
    Dead(target: "../S/../../up/S/a.swift", obstacle: .outside), Dead(target: "missing.swift", obstacle: .missing),
    Dead(target: "a.swift/", obstacle: .missing), Dead(target: "a.swift/x.swift", obstacle: .missing),
    Dead(target: "link.swift", obstacle: .loop), Dead(target: "../.build/x.swift", obstacle: .buildFolder),
    Dead(target: "../.git/config", obstacle: .buildFolder), Dead(target: "../module/x.swift", obstacle: .submodule),
  ]

  @Test(arguments: dead)
  func `a link that leads to no tracked file has a reason, unless it was there before`(dead: Dead) async throws {
    let prepare = { (git: GitFixture) throws in
      try git.write("S/a.swift", Self.text)
      try git.commit("first")
      try git.git("clone", "--quiet", ".", "module")
    }
    let files = try await review(base: prepare, head: { try $0.folder.link("S/link.swift", to: dead.target) })
    #expect(files.map(\.uncheckedReason) == [dead.obstacle.message])
    #expect(files.map(\.kind) == [.symbolicLink])
    let later = try await review(
      base: { git in
        try prepare(git)
        try git.folder.link("S/link.swift", to: dead.target)
      }, head: { try $0.write("S/b.swift", Self.text) })
    #expect(later.map(\.path) == ["S/b.swift"])
  }

  @Test func `a link whose target is removed has a reason`() async throws {
    let files = try await review(
      base: { git in
        try git.write("Data/notes.txt", Self.text)
        try git.folder.link("S/b.swift", to: "../Data/notes.txt")
      }, head: { try $0.git("rm", "--quiet", "Data/notes.txt") })
    #expect(files.map(\.path) == ["Data/notes.txt", "S/b.swift"])
    #expect(files.map(\.uncheckedReason) == [nil, LinkResolver.Obstacle.missing.message])
  }

  @Test func `an unchanged link has a reason if what it leads to changes and is not compared`() async throws {
    let files = try await review(
      base: { git in
        try git.write("a.swift", Self.text)
        try git.commit("first")
        try git.git("clone", "--quiet", ".", "module")
        try git.folder.link("S/built.swift", to: "../.build/x.swift")
        try git.folder.link("S/other.swift", to: "../module/a.swift")
      },
      head: { git in
        try git.write(".build/x.swift", Self.text)
        try git.git("-C", "module", "commit", "--quiet", "--allow-empty", "--message", "next")
      })
    let reasons = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.uncheckedReason) })
    #expect(reasons["S/built.swift"] == LinkResolver.Obstacle.buildFolder.message)
    #expect(reasons["S/other.swift"] == LinkResolver.Obstacle.submodule.message)
  }

  @Test func `a circle of links to folders ends`() async throws {
    let files = try await review(head: { git in
      try git.folder.link("S/up", to: "..")
      try git.folder.link("S/self", to: ".")
    })
    #expect(Set(files.compactMap(\.linkedPath)) == ["S/a.swift"])
    #expect(files.contains { $0.path == "S/up/S/a.swift" })
    #expect(files.allSatisfy { $0.uncheckedReason == nil })
  }

  @Test func `links to folders that stand for too many files have a reason`() async throws {
    let files = try await review(head: { git in
      for number in 1...40 { try git.write("F/\(number).swift", "\n") }
      for number in 1...1000 { try git.folder.link("L/\(number)", to: "../F") }
    })
    #expect(files.contains { $0.uncheckedReason == LinkResolver.Obstacle.tooManyFiles.message })
    #expect(files.count < 30_000)
  }

  @Test func `links of the working tree and of the index are followed`() async throws {
    try await withScratchDirectory { folder in
      let git = try GitFixture(in: folder)
      try git.write("Data/notes.txt", Self.text)
      try git.commit("base")
      try git.folder.link("S/b.swift", to: "../Data/notes.txt")
      try git.folder.link("S/c.swift", to: "../../c.swift")
      let source = LocalChangeSource()
      var changes = [try await source.localChange(around: folder.path, scope: .worktree)]
      try git.git("add", "--all")
      changes.append(try await source.localChange(around: folder.path, scope: .staged))
      for change in changes {
        let files = change.changes.files
        #expect(files.first == Self.linked("S/b.swift", to: "Data/notes.txt"))
        #expect(files.last?.uncheckedReason == LinkResolver.Obstacle.outside.message)
      }
      #expect(changes.last?.newBlobs?["S/b.swift"] == (try git.id("HEAD:Data/notes.txt")))
      try git.commit("links")
      try git.write("Data/notes.txt", "let z = 0\n")
      let edited = try await source.localChange(around: folder.path, scope: .worktree).changes.files
      #expect(edited.map(\.path) == ["Data/notes.txt", "S/b.swift"])
      #expect(edited.last?.addedLines == [1...1])
    }
  }
}
