// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Hostile contents of git's objects. None of these repositories is built.
  struct HostileTreeTests {
    private static let package: [String: HostileTree.Entry] = ["a.txt": .file("one\n")]

    private func check(_ tree: String, in hostile: HostileTree, says: String) async throws {
      try hostile.raw.openPullRequest(tree)
      let (outcome, program) = try await hostile.check(["--sandbox", "none"])
      #expect(outcome.status == 3, "\(outcome.errors)")
      #expect(outcome.complaints.count == 1)
      #expect(outcome.complaints.first?.contains(says) == true, "\(outcome.complaints)")
      #expect(program.names(in: "runs") == [])
    }

    /// `GitTests` tests more such names.
    @Test(arguments: Soak.isLong ? [".GIT", "git~1", ".git\\b", ".."] : [".GIT"])
    func `a tree with a reserved or escaping name is rejected`(name: String) async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.commit(base: Self.package, head: Self.package)
        let blob = try hostile.raw.blob("x")
        let inner = try hostile.raw.tree([.file("config", blob)])
        try await check(
          try hostile.raw.tree([.folder(name, inner)]), in: hostile, says: "the tree is not checked out")
      }
    }

    @Test func `a tree with a link and a folder of the same name is rejected`() async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.commit(base: Self.package, head: Self.package)
        let link = RawTree.Entry(
          mode: "120000", name: Array("a".utf8), id: try hostile.raw.blob(hostile.outside.string))
        let inner = try hostile.raw.tree([.file("taken", try hostile.raw.blob("x"))])
        try await check(
          try hostile.raw.tree([link, .folder("a", inner)]), in: hostile, says: "the tree is not checked out")
        #expect(hostile.outsideFiles.count == 4)
      }
    }

    /// `GitTests` tests the handling of such names.
    private static let oddNames: [String: HostileTree.Entry] = [
      "docs\\evil.md": .file("evil\n"), String(repeating: "x", count: 300): .link("/etc/passwd"),
      "odd\\<!-- @all -->/f\u{202e}": .submodule(String(repeating: "3", count: 40)),
    ]

    @Test func `a tree with more than 128 levels of folders is rejected`() async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.commit(base: Self.package, head: Self.package)
        var id = try hostile.raw.tree([.file("f", try hostile.raw.blob("x"))])
        for _ in 0..<(Soak.isLong ? 1500 : 130) { id = try hostile.raw.tree([.folder("d", id)]) }
        try await check(id, in: hostile, says: "its folders are more than 128 levels deep")
      }
    }

    @Test(.enabled(if: Soak.isLong, "a part of `make soak`"))
    func `a tree of 130,000 files is accepted`() async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.commit(base: Self.package, head: Self.package)
        let empty = try hostile.raw.blob("")
        let inner = try hostile.raw.tree((0..<1000).map { RawTree.Entry.file(String(1000 + $0), empty) })
        try hostile.raw.openPullRequest(
          try hostile.raw.tree((0..<130).map { RawTree.Entry.folder(String(1000 + $0), inner) }))
        let (outcome, program) = try await hostile.check(["--sandbox", "none"])
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("there is no Package.swift"), "\(outcome.errors)")
        #expect(program.names(in: "runs") == [])
      }
    }

    /// Ten nested trees that represent ten billion files. Over HTTP, because git's own transport for local folders
    /// enumerates all of them.
    @Test(.enabled(if: GitHTTPSServer.isAvailable, "the server of these tests needs git, openssl and python3"))
    func `a tree that expands to billions of files is rejected`() async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.commit(base: Self.package, head: Self.package)
        var id = try hostile.raw.tree((0..<10).map { .file("f\($0)", try hostile.raw.blob("x")) })
        for _ in 0..<9 { id = try hostile.raw.tree((0..<10).map { .folder("d\($0)", id) }) }
        try await check(id, in: hostile, says: "it has more than 200000 files and folders")
      }
    }

    @Test(.enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)), arguments: Reviewer.all)
    func `links, submodules and attributes neither read outside files nor run commands`(
      reviewer: Reviewer
    ) async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        let before = hostile.outsideFiles
        var files: [String: HostileTree.Entry] = [
          "Package.swift": .file(Self.manifest),
          "Sources/Sample/Sample.swift": .file("public func one() -> Int { 1 }\n"),
          ".reviewbot.yml": .link("\(hostile.outside)/reviewbot.yml"),
          "Package.resolved": .link("\(hostile.outside)/secret.txt"),
          "README.md": .link("\(hostile.outside)/secret.txt"),
          ".swift-version": .link("\(hostile.outside)/secret.txt"), ".swiftpm": .link("\(hostile.outside)/folder"),
          "Sources/Sample/Linked.swift": .link("\(hostile.outside)/folder/Secret.swift"),
          "Sources/Linked": .link("\(hostile.outside)/folder"), "Tests": .link("\(hostile.outside)/folder"),
          "root": .link("/"), "loop": .link("loop"),
          ".gitattributes": .file(
            "* filter=evil diff=evil merge=evil working-tree-encoding=UTF-16 export-subst ident text eol=crlf\n"),
          ".gitmodules": .file(
            """
            [submodule "a"]
            \tpath = a
            \turl = ext::sh -c touch% \(hostile.outside)/taken
            \tupdate = !touch \(hostile.outside)/taken
            [submodule "../../../b"]
            \tpath = b
            \turl = -u./payload

            """),
          "a": .submodule(String(repeating: "1", count: 40)), "b": .submodule(String(repeating: "2", count: 40)),
        ]
        files.merge(Self.oddNames) { $1 }
        let base = files
        files["Sources/Sample/Sample.swift"] = .file("public func one() -> Int { 2 } // $Id$ $Format:%H$\n")
        try hostile.commit(base: base, head: files)
        let (outcome, program) = try await hostile.check(["--test", "head", "--no-build-cache"], by: reviewer)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(".reviewbot.yml of the base is not a regular file and is ignored"))
        let report = try ReportFile.decode(Data(folder.text("report/report.json").utf8))
        #expect(report.findings.filter { $0.rule == "omitted_file" }.count == 3)
        let comment = try folder.text("report/report.md")
        #expect(comment.contains("`docs\\evil.md:1:1` warning: the name has a backslash"), "\(comment)")
        #expect(comment.contains("`odd\\<!-- @all -->/f\\u{202E}:1:1`"), "\(comment)")
        #expect(hostile.places(outcome, program) == [])
        #expect(hostile.outsideFiles == before)
        #expect(program.names(in: "runs") == [])
      }
    }

    @Test(
      .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)),
      arguments: Soak.isLong ? [".build", "Package.swift", ".gitmodules", ".gitattributes"] : [".build"], Reviewer.all)
    func `a link in place of a file that is read or written is not followed`(
      name: String, reviewer: Reviewer
    ) async throws {
      try await withScratchDirectory { folder in
        let hostile = try HostileTree(in: folder)
        try hostile.folder.write("outside/folder/Package.swift", Self.manifest + "// \(HostileTree.word)\n")
        let before = hostile.outsideFiles
        let base: [String: HostileTree.Entry] = [
          "Package.swift": .file(Self.manifest),
          "Sources/Sample/Sample.swift": .file("public func one() -> Int { 1 }\n"),
        ]
        let target = "\(hostile.outside)/folder" + (name == ".build" ? "" : "/Package.swift")
        try hostile.commit(base: base, head: base.merging([name: .link(target)]) { $1 })
        // In the long run, a cached build is copied to the place of the link.
        let (outcome, program) = try await hostile.check(
          ["--test", "head"] + (Soak.isLong ? [] : ["--no-build-cache"]), by: reviewer)
        #expect([0, 1, 3].contains(outcome.status), "\(outcome.errors)")
        #expect(hostile.places(outcome, program) == [])
        #expect(hostile.outsideFiles == before)
        #expect(program.names(in: "runs") == [])
      }
    }

    private static let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Sample", targets: [.target(name: "Sample")])

      """
  }
}
