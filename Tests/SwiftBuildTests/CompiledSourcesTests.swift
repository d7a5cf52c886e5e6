// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct CompiledSourcesTests {
  private func read(_ folder: ScratchDirectory, in package: String = "") -> [String]? {
    let directory = PackageDirectory(folder.path.pushing(.init(package)), in: folder.path)
    return CompiledSources(package: directory, insideRoot: "/source").read()
  }

  @Test func `the lists of all modules are joined, without files of build folders and of other places`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        ".build/debug/A.build/sources",
        "/source/Sources/A/b.swift\n'/source/Sources/A/a dir/it'\\''s.swift'\n/source/.build/plugins/out/c.swift\n")
      try folder.write(".build/debug/B-tool.build/sources", "/source/Sources/B/b.swift\n/elsewhere/c.swift\n")
      try folder.write(".build/debug/C.build/c.o", "")
      #expect(
        read(folder) == ["Sources/A/a dir/it's.swift", "Sources/A/b.swift", "Sources/B/b.swift"])
    }
  }

  @Test func `the list of a module that the build no longer has is ignored`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("in/.build/debug/New.build/sources", "/source/in/new.swift\n")
      try folder.write("in/.build/debug/Old.build/sources", "/source/in/old.swift\n")
      try folder.write("in/.build/debug.yaml", "    outputs: [\"/source/in/.build/debug/New.build/sources\"]\n")
      #expect(read(folder, in: "in") == ["in/new.swift"])
    }
  }

  @Test func `the folders of a plan are those before the names of lists`() {
    let plan = """
      "inputs: ["@/b/debug/A.build/sources","/b/debug/B C.build/sources","D.build/sources","/b/E.build/sources.swift",
      "/sources", "/b/F.build/sources
      """
    #expect(CompiledSources.folders(in: Array(plan.utf8)) == ["A.build", "B C.build"])
    #expect(CompiledSources.folders(in: []) == [] && CompiledSources.folders(in: Array("\"".utf8)) == [])
  }

  @Test func `without lists, nothing is known`() async throws {
    try await withScratchDirectory { folder in
      #expect(read(folder) == nil)
      try folder.write(".build/debug/C.build/c.o", "")
      #expect(read(folder) == nil)
    }
  }
}
