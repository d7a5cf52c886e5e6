// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import ReviewTesting
import Testing

@testable import SwiftBuild

struct RepositoryReadsTests {
  private let search = RepositoryReads(folders: ["Sources/Core", "Tests/CoreTests", "lib"])

  @Test(
    arguments: [
      ("let a = FileManager.default", "FileManager"), ("URL(fileURLWithPath: p)", "fileURLWithPath"),
      ("URL( filePath: p)", "URL(filePath:)"), ("let u: URL = .init(filePath: p)", "URL(filePath:)"),
      ("let p = Process()", "Process"), ("Bundle.main.url", "Bundle"), ("let f = #file", "#file"),
      ("f(#filePath)", "#filePath"), ("func f(file: String = #filePath)", "#filePath"), ("# fileID", "#fileID"),
      ("open(path, O_RDONLY)", "open"), ("fopen(p, \"r\")", "fopen"), ("#include \"../b.h\"", "../"),
      ("#embed \"a.bin\"", "#embed"), ("read(\"Sources/Core/a.txt\")", "Sources/"), ("walk(\"lib\")", "\"lib\""),
      ("scan(\".\")", "\".\""), ("a.split(separator: \".\"); scan(\".\")", "\".\""),
      ("String(contentsOfFile: p)", "contentsOfFile"),
      ("@_silgen_name(\"open\") func f()", "_silgen_name"), ("printf(\"%s\", __FILE__)", "__FILE__"),
    ]) func `code that can read a file of the repository is found`(code: String, word: String)
  {
    #expect(search.first(in: code) == word)
  }

  @Test(
    arguments: [
      "func check(_ x: Int, file: StaticString = #filePath, line: UInt = #line) {}", "file: StaticString=#file",
      "open class A { func reopen() {} }", "a.append(contentsOf: b)",
      "Bundle.module.url(forResource: \"a\", withExtension: nil)",
      "SourceLocation(fileID: a, filePath: b, line: 1, column: 1)", "ProcessInfo.processInfo.environment",
      "name.split(separator: \".\")", "import Foundation",
    ]) func `ordinary code of tests is not`(code: String)
  {
    #expect(search.first(in: code) == nil)
  }

  @Test(
    arguments: [
      ("let p = Process()", "Process"), ("// A process.\nsystem(\"ls\")", "system"), ("dlopen(p, 0)", "dlopen"),
      ("/* One.\n// Two. */ let p = Process()", "Process"),
      ("let s = \"\"\"\n// \\(Process().arguments)\n\"\"\"", "Process"),
      ("let s = \"\"\"\na\n  // \"\"\"; Process()", "Process"), ("let a = 1 // Process", "Process"),
      ("// One.\r\nlet p = Process()", "Process"), ("// One.\rlet p = Process()", "Process"),
      ("let r = #/\n// a/#; Process()", "Process"),
    ]) func `code that starts programs is found`(code: String, word: String)
  {
    #expect(RepositoryReads.program(in: code) == word)
  }

  @Test(
    arguments: [
      "/// - Parameter process: Process to run before the server.\nlet a = FileManager.default", "\t// Process\n",
      "ProcessInfo.processInfo.environment", "let fork = 1",
    ]) func `comments and code that only opens files do not`(code: String)
  {
    #expect(RepositoryReads.program(in: code) == nil)
  }

  @Test(
    arguments: [
      (".plugin(name: \"A\", targets: [\"B\"])", true), ("let make = Product.plugin", true),
      (".`plugin`(name: a)", true), ("// .plugin()", true),
      ("switch target.type { case .macro, .plugin, .system: break }", false),
      (".package(url: \"https://github.com/swiftlang/swift-docc-plugin\", from: \"1.0.0\")", false),
      ("plugins: []", false),
    ]) func `a manifest that declares a plugin is found`(manifest: String, isFound: Bool)
  {
    #expect(RepositoryReads.namesPlugin(in: manifest) == isFound)
  }

  @Test func `dependencies without plugins are known by the manifests of their checkouts`() async throws {
    try await withScratchDirectory { folder in
      let plugins = "// swift-tools-version: 6.0\nlet a = [Target.Plugin]() // plugins\n"
      try folder.write("Package.swift", plugins)
      let read = { (local: Bool) in
        let graph = TargetGraph(folder: "", targets: [], hasLocalPackages: local)
        return TargetContents(checkout: ContainedDirectory(folder.path), graph: graph).read().manifest
      }
      #expect(read(false) == TestReach.Manifest(usesPlugins: true), "no checkouts are known")
      try folder.write(".build/checkouts/a/Package.swift", "let package = Package(name: \"a\")\n")
      #expect(read(false) == TestReach.Manifest(usesPlugins: true, othersHavePlugins: false))
      #expect(read(true).othersHavePlugins)
      try folder.write(".build/checkouts/a/Package@swift-6.0.swift", "let a = Target.plugin(name: \"b\")\n")
      #expect(read(false).othersHavePlugins)
      try folder.write(".build/checkouts/a/Package@swift-6.0.swift", "")
      try folder.write(".build/checkouts/b/README.md", "")
      #expect(read(false).othersHavePlugins, "a checkout without a manifest")
      try folder.write(".build/checkouts/b/Package.swift", "")
      #expect(!read(false).othersHavePlugins)
      try folder.write(".build/registry/downloads/c", "")
      #expect(read(false).othersHavePlugins, "a package of a registry")
    }
  }

  @Test func `all files of a target are searched for programs and imports`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", "// swift-tools-version: 6.0\n")
      try folder.write("Sources/A/a.swift", "import Foundation\nlet a = FileManager.default\n")
      try folder.write("Sources/A/b.swift", "import B\nlet p = Process()\n")
      let target = TargetGraph.Target(
        layout: .init(
          name: "A", type: "library", path: "Sources/A", sources: ["Sources/A/a.swift", "Sources/A/b.swift"]))
      let graph = TargetGraph(folder: "", targets: [target])
      let read = { TargetContents(checkout: ContainedDirectory(folder.path), graph: graph).read().contents["A"] }
      #expect(
        read()
          == TestReach.Contents(
            reads: "Sources/A/a.swift has FileManager", startsPrograms: "Sources/A/b.swift has Process",
            imports: ["B", "Foundation"]))
      try folder.write("Sources/A/b.swift", Array(repeating: "// A long text.\n", count: 1 << 19).joined())
      #expect(read()?.unknownFiles == "Sources/A/b.swift cannot be searched")
    }
  }

  @Test func `imports of all forms are found`() {
    let code = """
      import XCTest
      @testable import Core
      @_exported public import struct Shapes.Circle
      import `Odd`
      import func Other.run
      // ---- proposals/0444-member-import-visibility.md ----
      import AfterDashes
      let important = 1
      """
    #expect(RepositoryReads.imports(in: code) == ["XCTest", "Core", "Shapes", "Odd", "Other", "AfterDashes"])
  }

  @Test func `links, headers and unreadable folders of a target are found`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Package.swift", "// swift-tools-version: 6.0\n")
      try folder.write("Sources/Plain/a.swift", "import C\n")
      try folder.write("Sources/C/include/c.h", "#include \"../../shared.h\"\n")
      try folder.write("Sources/C/c.c", "int c;\n")
      try folder.write("Sources/Linked/a.swift", "")
      try folder.link("Sources/Linked/b.swift", to: "../../b.swift")
      let targets = ["Plain", "C", "Linked", "Missing"].map { name in
        TargetGraph.Target(
          layout: .init(
            name: name, type: "library", path: "Sources/\(name)",
            sources: name == "C" ? ["Sources/C/c.c"] : name == "Missing" ? [] : ["Sources/\(name)/a.swift"]),
          isClang: name == "C")
      }
      let reach = TargetContents(
        checkout: ContainedDirectory(folder.path), graph: TargetGraph(folder: "", targets: targets)
      ).read()
      #expect(reach.manifest == TestReach.Manifest())
      #expect(reach.contents["Plain"] == TestReach.Contents(imports: ["C"]))
      #expect(reach.contents["C"]?.reads == "Sources/C/include/c.h has ../")
      #expect(reach.contents["Linked"]?.unknownFiles == "Sources/Linked/b.swift is a symbolic link")
      #expect(reach.contents["Missing"]?.unknownFiles == "Sources/Missing cannot be listed")
    }
  }
}
