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

  @Test func `imports of all forms are found`() {
    let code = """
      import XCTest
      @testable import Core
      @_exported public import struct Shapes.Circle
      import `Odd`
      import func Other.run
      let important = 1
      """
    #expect(RepositoryReads.imports(in: code) == ["XCTest", "Core", "Shapes", "Odd", "Other"])
  }

  @Test func `links, headers and unreadable folders of a target make it a reader`() async throws {
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
      #expect(reach.contents["Linked"]?.reads == "Sources/Linked/b.swift is a symbolic link")
      #expect(reach.contents["Linked"]?.unknownFiles == "Sources/Linked/b.swift is a symbolic link")
      #expect(reach.contents["Missing"]?.reads == "Sources/Missing cannot be listed")
    }
  }
}
