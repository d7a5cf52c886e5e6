// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// What makes a build or its tests depend on the documents of a repository.
struct BuildObstacleTests {
  private func target(_ name: String, _ type: String = "library", path: String? = nil) -> TargetGraph.Target {
    TargetGraph.Target(
      layout: PackageLayout.Target(
        name: name, type: type, path: path ?? "Sources/\(name)", dependencies: [], sources: []))
  }

  private func obstacle(
    _ targets: [TargetGraph.Target], local: Bool = false, reads: [String: String] = [:],
    manifest: TestReach.Manifest = TestReach.Manifest()
  ) -> String? {
    let contents = Dictionary(targets.map { ($0.name, TestReach.Contents(reads: reads[$0.name])) }) { first, _ in first
    }
    let graph = TargetGraph(folder: "", targets: targets, hasLocalPackages: local)
    return TestReach(graph: graph, contents: contents, manifest: manifest).buildObstacle
  }

  @Test func `a build of plain targets reads no document, even if their code opens files when it runs`() {
    #expect(obstacle([target("A"), target("T", "test", path: "Tests/T")], reads: ["A": "a", "T": "t"]) == nil)
  }

  @Test func `a build that can read any file is an obstacle`() {
    #expect(obstacle([target("A"), target("P", "plugin")]) == nil)
    #expect(obstacle([target("A"), target("P", "plugin")], manifest: TestReach.Manifest(usesPlugins: true)) != nil)
    var user = target("A")
    user.usesProducts = true
    #expect(obstacle([user]) == nil)
    #expect(obstacle([user], manifest: TestReach.Manifest(usesPlugins: true)) == "targets use plugins")
    let others = TestReach.Manifest(usesPlugins: true, othersHavePlugins: false)
    #expect(obstacle([user], manifest: others) == nil)
    #expect(obstacle([user, target("P", "plugin")], manifest: others) == "targets use plugins")
    #expect(obstacle([target("A")], local: true) == "the package depends on another package of the repository")
    #expect(obstacle([target("A")], manifest: TestReach.Manifest(reads: "Package.swift has Process")) != nil)
    #expect(obstacle([target("M", "macro")], reads: ["M": "Sources/M/m.swift has FileManager"]) != nil)
    var c = target("C")
    c.isClang = true
    #expect(obstacle([c]) == nil)
    #expect(obstacle([c], reads: ["C": "Sources/C/c.c has ../"]) == "Sources/C/c.c has ../")
    #expect(obstacle([c], manifest: TestReach.Manifest(hasHeaderPaths: true)) != nil)
    c.outsideResource = "notes.md"
    #expect(obstacle([c]) == "notes.md is a resource of target C")
  }

  @Test func `a link in the folder of a target is an obstacle, because a build can read a document through it`() {
    let contents = TestReach.Contents(unknownFiles: "Sources/A/guide.md is a symbolic link")
    let reach = TestReach(
      graph: TargetGraph(folder: "", targets: [target("A")]), contents: ["A": contents],
      manifest: TestReach.Manifest())
    #expect(reach.buildObstacle == "Sources/A/guide.md is a symbolic link")
  }

  @Test func `a target with the folder of the package is an obstacle`() {
    #expect(obstacle([target("A", path: "")]) == "documents can be in the folder of target A")
    #expect(obstacle([target("A", path: "Examples/A")]) == nil)
  }

  @Test(
    arguments: [
      "b", "libb.so", "P_B.resources/table.json", "B.build/b.swift.o", "Modules/B.swiftmodule",
    ]) func `files that differ are unread if no test opened them or what was built from them`(product: String)
    async throws
  {
    try await withScratchDirectory { folder in
      let tests = ".build/debug/PTests.xctest"
      let others = ["P_A.resources/table.json", "A.build/a.swift.o", "Modules/A.swiftmodule", "b.product/list"]
      for name in ["Sources/A/a.swift", "Sources/B/b.swift", tests] + (others + [product]).map({ ".build/debug/\($0)" })
      {
        try folder.write(name, "text")
      }
      for name in [tests, ".build/debug/\(product)"] { #expect(chmod(folder.path.appending(name).string, 0o755) == 0) }
      try folder.link("Sources/link.swift", to: "B/b.swift")
      let package = PackageDirectory(folder.path, in: folder.path)
      let graph = TargetGraph(folder: "", targets: [target("A"), target("B")])
      let paths = ["Sources/B/b.swift", "Sources/link.swift", "Sources/new.swift", "README.md"]
      try folder.write("README.md", "text")
      let watch = try DifferenceWatch(package, graph, differences: paths)
      // What SwiftPM opens before it starts the tests.
      watch.commandBegins()
      for name in ["Sources/B/b.swift", ".build/debug/\(product)", "README.md"] { _ = try folder.text(name) }
      for name in others { _ = try folder.text(".build/debug/\(name)") }
      _ = try folder.text(tests)
      watch.commandEnded()
      #expect(watch.end() == ["README.md", "Sources/B/b.swift"])
      _ = try folder.text("Sources/link.swift")
      #expect(watch.end() == ["README.md"])
      _ = try folder.text(".build/debug/\(product)")
      #expect(watch.end() == [])
    }
  }

  @Test func `tests that open a document are an obstacle, and lists and statuses of files are none`() async throws {
    try await withScratchDirectory { folder in
      for name in ["README.md", "Guide.build/a.md", "Sources/A/Notes.md", ".build/README.md"] {
        try folder.write(name, "text")
      }
      let checkout = ContainedDirectory(folder.path)
      let watch = DocumentWatch(checkout, obstacle: nil)
      _ = try folder.text("Sources/A/Notes.md")
      _ = try folder.text(".build/README.md")
      _ = checkout.status(of: "README.md")
      #expect(watch.end() == DocumentWatch.Outcome(obstacle: nil, unread: ["README.md", "Guide.build/a.md"]))
      _ = try folder.text("README.md")
      #expect(watch.end() == .init(obstacle: "the tests opened README.md", unread: ["Guide.build/a.md"]))
      _ = try folder.text("Guide.build/a.md")
      #expect(watch.end().obstacle == "the tests opened Guide.build/a.md")
      #expect(DocumentWatch(checkout, obstacle: "known").end() == .init(obstacle: "known", unread: []))
    }
  }
}
