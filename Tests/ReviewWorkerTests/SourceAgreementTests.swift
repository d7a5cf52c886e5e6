// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewWorker

/// The sources that SwiftPM describes, and those that it passed to the compiler.
struct SourceAgreementTests {
  @Test(arguments: [
    (["Sources/A/a.swift"], nil), (["Sources/A/a.swift", "Lib/Sources/x.swift"], nil),
    (
      ["Sources/A/a.swift", "Hidden/h.swift"],
      "cannot determine the sources of the package: Hidden/h.swift is compiled, but swift package describe does not list it"
    ),
    (
      ["Sources/A/b.swift"],
      "cannot determine the sources of the package: Sources/A/b.swift is compiled, but swift package describe does not list it"
    ),
    ([], nil),
  ])
  func `a file that is compiled and not described is a problem, except in another package`(
    compiled: [String], problem: String?
  ) async throws {
    try await withScratchDirectory { folder in
      try folder.write("Lib/Package.swift", "")
      let target = PackageLayout.Target(
        name: "A", type: "library", path: "Sources/A", sources: ["Sources/A/a.swift"])
      let layout = PackageLayout(name: "p", targets: [target], compiled: compiled)
      #expect(SourceAgreement(root: folder.path).problem(of: layout, in: "") == problem)
    }
  }

  @Test(arguments: [("Tests/LinuxMain.swift", true), ("LinuxMain.swift", true), ("Sources/A/LinuxMain.swift", false)])
  func `an entry point of the tests is compiled and not described`(path: String, isEntryPoint: Bool) {
    let target = PackageLayout.Target(name: "ATests", type: "test", path: "Tests/ATests", sources: [])
    let problem = SourceAgreement(root: "/").problem(
      of: PackageLayout(name: "p", targets: [target], compiled: [path]), in: "")
    #expect((problem == nil) == isEntryPoint)
  }

  @Test func `a described file that is not compiled is a problem, if others of its target are`() {
    let targets = ["A", "Plugin"].map { name in
      PackageLayout.Target(name: name, type: "library", path: name, sources: ["\(name)/a.swift", "\(name)/b.swift"])
    }
    let problem = SourceAgreement(root: "/").problem(
      of: PackageLayout(name: "p", targets: targets, compiled: ["A/a.swift"]), in: "")
    #expect(
      problem
        == "cannot determine the sources of the package: A/b.swift is listed by swift package describe, but not compiled"
    )
  }
}
