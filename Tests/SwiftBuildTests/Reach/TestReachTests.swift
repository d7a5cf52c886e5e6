// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import SwiftBuild

/// Each row of the table in `Documentation/reached-tests.md`.
struct TestReachTests {
  private static func target(
    _ name: String, _ type: String = "library", path: String? = nil, on dependencies: [String] = [],
    sources: [String]? = nil
  ) -> TargetGraph.Target {
    let folder = path ?? (type == "test" ? "Tests/\(name)" : type == "plugin" ? "Plugins/\(name)" : "Sources/\(name)")
    return TargetGraph.Target(
      layout: PackageLayout.Target(
        name: name, type: type, path: folder, dependencies: dependencies, sources: sources ?? ["\(folder)/a.swift"]))
  }

  /// `UpperTests` → `Upper` → `Lower` ← `LowerTests`, and `OtherTests` → `Other`.
  private static let targets = [
    target("Lower"), target("Upper", on: ["Lower"]), target("Other"), target("LowerTests", "test", on: ["Lower"]),
    target("UpperTests", "test", on: ["Upper"]), target("OtherTests", "test", on: ["Other"]),
  ]
  private static let all = ["LowerTests", "OtherTests", "UpperTests"]

  /// The test targets that a path reaches.
  private func reached(
    _ paths: [String], _ targets: [TargetGraph.Target] = targets, folder: String = "", local: Bool = false,
    contents: [String: TestReach.Contents] = [:], manifest: TestReach.Manifest = TestReach.Manifest(),
    unread: Set<String> = []
  ) -> [String] {
    let known = Dictionary(targets.map { ($0.name, TestReach.Contents()) }) { first, _ in first }
    let graph = TargetGraph(folder: folder, targets: targets, hasLocalPackages: local)
    return TestReach(graph: graph, contents: known.merging(contents) { $1 }, manifest: manifest)
      .reasons(for: paths, unread: unread).keys.sorted()
  }

  @Test func `nothing is reached if nothing differs`() { #expect(reached([]) == []) }

  @Test(
    arguments: [
      ("Sources/Lower/a.swift", ["LowerTests", "UpperTests"]), ("Sources/Upper/b.swift", ["UpperTests"]),
      ("Sources/Upper/Resources/table.json", ["UpperTests"]), ("Sources/Upper/Guide.docc/Guide.md", ["UpperTests"]),
      ("Tests/OtherTests/__Snapshots__/a.1.txt", ["OtherTests"]),
    ]) func `a file of a target reaches the tests that depend on it`(path: String, tests: [String])
  {
    #expect(reached([path]) == tests)
  }

  @Test(
    arguments: [
      "Package.swift", "Package@swift-6.1.swift", "Package.resolved", ".swift-version",
      ".swiftpm/configuration/mirrors.json",
      "Sources/Shared.swift", "VERSION", "Makefile", "data/table.json", "LowerTests/a.swift",
      "Tests/Fixtures/README.md",
    ]) func `a file of no target reaches all tests unless it is plainly a document`(path: String)
  {
    #expect(reached([path]) == Self.all)
  }

  @Test(
    arguments: ["README.md", "Documentation/guide.md", "LICENSE", ".github/workflows/ci.yml", ".reviewbot.yml"])
  func `a document outside of the targets reaches no test`(path: String) {
    #expect(reached([path]) == [])
  }

  @Test(arguments: ["Sources/Lower/a.swift", "Sources/Other/a.swift", "README.md"])
  func `tests that can read the repository are reached by every file`(path: String) {
    let reader = ["Upper": TestReach.Contents(reads: "Sources/Upper/a.swift has FileManager")]
    #expect(reached([path], contents: reader).contains("UpperTests"))
  }

  @Test func `tests that can read the repository are not reached by files that they ran without opening`() {
    let reader = ["Upper": TestReach.Contents(reads: "Sources/Upper/a.swift has FileManager")]
    let paths = ["Sources/Other/a.swift", "README.md"]
    #expect(reached(paths, contents: reader, unread: Set(paths)) == ["OtherTests"])
    #expect(reached(paths, contents: reader, unread: [paths[0]]) == ["OtherTests", "UpperTests"])
    #expect(reached(["Makefile"], contents: reader, unread: ["Makefile"]) == Self.all)
    #expect(reached(["Sources/Lower/a.swift"], contents: reader, unread: ["Sources/Lower/a.swift"]).count == 2)
  }

  @Test func `a program, a link, a macro and C are reached by files that the tests did not open`() {
    let path = "Sources/Other/a.swift"
    let reads = "Sources/Upper/a.swift has Process"
    let starter = ["Upper": TestReach.Contents(reads: reads, startsPrograms: reads)]
    #expect(reached([path], contents: starter, unread: [path]) == ["OtherTests", "UpperTests"])
    let link = ["Upper": TestReach.Contents(unknownFiles: "Sources/Upper/a.swift is a symbolic link")]
    #expect(reached([path], contents: link, unread: [path]) == ["OtherTests", "UpperTests"])
    let reader = ["Upper": TestReach.Contents(reads: "Sources/Upper/a.c has ../")]
    var targets = Self.targets
    targets[1].isClang = true
    #expect(reached([path], targets, contents: reader, unread: [path]) == ["OtherTests", "UpperTests"])
    targets[1] = Self.target("Upper", "macro", on: ["Lower"])
    #expect(reached([path], targets, contents: reader, unread: [path]) == ["OtherTests", "UpperTests"])
  }

  @Test func `an import without a dependency counts as one`() {
    let imports = ["OtherTests": TestReach.Contents(imports: ["XCTest", "Upper"])]
    #expect(reached(["Sources/Lower/a.swift"], contents: imports) == Self.all)
  }

  @Test func `a target that was not searched is reached by every file`() {
    let graph = TargetGraph(folder: "", targets: Self.targets)
    let contents = Dictionary(
      Self.targets.filter { $0.name != "Other" }.map { ($0.name, TestReach.Contents()) }
    ) { first, _ in first }
    let reach = TestReach(graph: graph, contents: contents, manifest: TestReach.Manifest())
    #expect(reach.reasons(for: ["README.md"]).keys.sorted() == ["OtherTests"])
  }

  @Test func `a plugin in the closure is reached by every file`() {
    let targets =
      Self.targets.filter { $0.name != "Other" } + [
        Self.target("Generate", "plugin"), Self.target("Other", on: ["Generate"]),
      ]
    #expect(reached(["Sources/Upper/a.swift"], targets) == ["OtherTests", "UpperTests"])
  }

  @Test func `products of other packages matter with plugins and with packages in the repository`() {
    var targets = Self.targets
    targets[2].usesProducts = true
    let path = ["Sources/Upper/a.swift"]
    #expect(reached(path, targets) == ["UpperTests"])
    #expect(reached(path, targets, manifest: TestReach.Manifest(usesPlugins: true)) == ["OtherTests", "UpperTests"])
    let others = TestReach.Manifest(usesPlugins: true, othersHavePlugins: false)
    #expect(reached(path, targets, manifest: others) == ["UpperTests"])
    #expect(reached(path, targets, local: true) == ["OtherTests", "UpperTests"])
  }

  @Test func `a C target matters with search paths for headers`() {
    var targets = Self.targets
    targets[2].isClang = true
    let path = ["Sources/Upper/a.swift"]
    #expect(reached(path, targets) == ["UpperTests"])
    #expect(reached(path, targets, manifest: TestReach.Manifest(hasHeaderPaths: true)) == ["OtherTests", "UpperTests"])
  }

  @Test func `a resource outside of its target is reached by every file`() {
    var targets = Self.targets
    targets[2].outsideResource = "/box/source/table.json"
    #expect(reached(["Sources/Upper/a.swift"], targets) == ["OtherTests", "UpperTests"])
  }

  @Test func `a manifest that reads files or has unsafe flags is reached by every file`() {
    #expect(reached(["README.md"], manifest: TestReach.Manifest(reads: "Package.swift has unsafeFlags")) == Self.all)
    var manifest = TestReach.Manifest()
    manifest.add("import PackageDescription // \(#function)", of: "Package.swift")
    #expect(manifest == TestReach.Manifest())
    manifest.add("swiftSettings: [.unsafeFlags([])]", of: "Package.swift")
    #expect(manifest.reads == "Package.swift has unsafeFlags")
    var other = TestReach.Manifest()
    other.add(
      "cSettings: [.headerSearchPath(\"../x\")], plugins: [], try String(contentsOfFile: \"VERSION\")",
      of: "Package.swift")
    #expect(
      other
        == TestReach.Manifest(
          reads: "Package.swift has contentsOfFile", usesPlugins: true, hasHeaderPaths: true))
  }

  @Test func `targets whose dependencies or names are unclear are reached`() {
    let unknown =
      Self.targets + [
        TargetGraph.Target(layout: PackageLayout.Target(name: "X", type: "library", path: "Sources/X"))
      ]
    #expect(reached(["Sources/Upper/a.swift"], unknown) == Self.all)
    #expect(reached(["Sources/Upper/a.swift"], Self.targets + [Self.target("Upper")]) == Self.all)
  }

  @Test func `in a target with the folder of the package, only its sources are its own`() {
    let targets = [
      Self.target("App", path: "", sources: ["main.swift", "lib/a.swift"]), Self.target("Lower"),
      Self.target("AppTests", "test", on: ["App"]), Self.target("LowerTests", "test", on: ["Lower"]),
    ]
    #expect(reached(["lib/a.swift"], targets) == ["AppTests"])
    #expect(reached(["table.json"], targets) == ["AppTests", "LowerTests"])
    #expect(reached(["README.md"], targets) == ["AppTests"])
    // The outer target can have it as a resource.
    #expect(reached(["Sources/Lower/a.swift"], targets) == ["AppTests", "LowerTests"])
  }

  @Test func `files outside of the package of a folder reach its tests`() {
    let targets = [
      Self.target("Lower", path: "lib/Sources/Lower"),
      Self.target("LowerTests", "test", path: "lib/Tests/LowerTests", on: ["Lower"]),
      Self.target("OtherTests", "test", path: "lib/Tests/OtherTests"),
    ]
    #expect(reached(["Sources/a.swift"], targets, folder: "lib") == ["LowerTests", "OtherTests"])
    #expect(reached(["lib/Package.resolved"], targets, folder: "lib") == ["LowerTests", "OtherTests"])
    #expect(reached(["lib/Sources/Lower/a.swift"], targets, folder: "lib") == ["LowerTests"])
  }
}

/// The choice of the test targets of one tree, given those of an earlier one.
struct TargetChoiceTests {
  private static let targets = ["A", "B"].flatMap { name in
    [
      PackageLayout.Target(name: name, type: "library", path: "Sources/\(name)", dependencies: []),
      PackageLayout.Target(name: "\(name)Tests", type: "test", path: "Tests/\(name)Tests", dependencies: [name]),
    ]
  }

  private func choice(
    _ paths: [String], earlier: [PackageLayout.Target] = targets, unsteady: Set<String> = [], obstacle: String? = nil
  ) throws -> TargetChoice {
    let graph = TargetGraph(folder: "", targets: Self.targets.map { TargetGraph.Target(layout: $0) })
    let contents = Dictionary(Self.targets.map { ($0.name, TestReach.Contents()) }) { first, _ in first }
    let run = EarlierRun(
      source: .head, commit: try #require(CommitID(String(repeating: "a", count: 40))),
      layout: PackageLayout(name: "P", targets: earlier),
      differences: paths, listed: [], unsteadyModules: unsteady, obstacle: obstacle)
    return TargetChoice(run, TestReach(graph: graph, contents: contents, manifest: TestReach.Manifest()))
  }

  @Test func `targets that no difference reaches keep their results and are left out by their modules`() throws {
    let choice = try choice(["Sources/A/a.swift"])
    #expect(choice.reasons == ["ATests": "Sources/A/a.swift differs"])
    #expect(choice.reused?.targets == ["BTests"] && choice.reused?.total == 2)
    #expect(choice.arguments == ["--skip", "^BTests\\."])
    #expect(choice.runs(TestID(suite: "ATests.Suite", name: "a()")))
    #expect(!choice.runs(TestID(suite: "BTests", name: "b()")))
    #expect(!choice.isNothing)
    #expect(try self.choice(["README.md"]).isNothing)
  }

  @Test func `a result of the base needs no layout, and lists no tests`() throws {
    let graph = TargetGraph(folder: "", targets: Self.targets.map { TargetGraph.Target(layout: $0) })
    let contents = Dictionary(Self.targets.map { ($0.name, TestReach.Contents()) }) { first, _ in first }
    let run = EarlierRun(
      source: .base, commit: try #require(CommitID(String(repeating: "b", count: 40))), layout: nil,
      differences: ["Sources/A/a.swift"], listed: nil, toolchains: ["Swift version 6.3"])
    let reach = TestReach(graph: graph, contents: contents, manifest: TestReach.Manifest())
    #expect(TargetChoice(run, reach).reused?.targets == ["BTests"])
    #expect(TargetChoice(run, reach, obstacle: "another toolchain").reused == nil)
  }

  @Test func `all targets are run with an obstacle, another layout, or tests that did not pass`() throws {
    #expect(try choice([], obstacle: "a setup").reused == nil)
    #expect(try choice([], earlier: Array(Self.targets.dropLast())).reused == nil)
    let unsteady = try choice([], unsteady: ["BTests"])
    #expect(unsteady.reused?.targets == ["ATests"])
    #expect(unsteady.reasons == ["BTests": "not all of its tests passed before"])
  }
}
