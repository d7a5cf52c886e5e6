// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewContract
@testable import ReviewWorker

struct PackageFinderTests {
  @Test func `a root with a manifest is the only package`() async throws {
    try await withScratchDirectory { folder in
      for path in ["Package.swift", "Tools/A/Package.swift"] { try folder.write(path, "") }
      #expect(PackageFinder(root: folder.path, excluded: []).find() == .init(folders: [""]))
    }
  }

  @Test func `packages in folders are found, except nested, hidden, excluded and linked ones`() async throws {
    try await withScratchDirectory { folder in
      for path in [
        "App/Package.swift", "App/Examples/X/Package.swift", "Libraries/B/Package.swift", "Libraries/A/Package.swift",
        ".build/checkouts/Y/Package.swift", "Fixtures/Z/Package.swift", "1/2/3/4/5/6/7/Package.swift",
      ] {
        try folder.write(path, "")
      }
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("Link").string, withDestinationPath: "App")
      try folder.folder("Odd").write("x", "")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path.appending("Odd").appending("Package.swift").string,
        withDestinationPath: "../App/Package.swift")
      let excluded = try #require(Glob("Fixtures/**"))
      #expect(
        PackageFinder(root: folder.path, excluded: [excluded]).find()
          == .init(folders: ["App", "Libraries/A", "Libraries/B"]))
    }
  }

  @Test func `the search stops at a maximum number of packages and reports it`() async throws {
    try await withScratchDirectory { folder in
      for number in 0..<30 { try folder.write("P\(number)/Package.swift", "") }
      let found = PackageFinder(root: folder.path, excluded: []).find()
      #expect(found.folders.count == PackageFinder.maximumPackages && found.isCut)
    }
  }

  @Test(arguments: [
    (["A/Sources/a.swift"], ["A", "B", "C"]), (["B/Sources/b.swift"], ["B", "C"]), (["C/x"], ["C"]),
    (["README.md", "Ax/y"], []), (["Shared/x"], ["D"]), (["A/Sources/a.swift", "E/x"], ["A", "B", "C", "E"]),
  ])
  func `a package is affected by changes to its files and to paths in its manifest`(
    changed: [String], affected: [String]
  ) async throws {
    try await withScratchDirectory { folder in
      let manifests = [
        "A": "", "B": #".package(path: "../A")"#, "C": #".package(name: "B", path: "./../B/"), path: "Sources/C""#,
        "D": #".target(name: "D", path: "../Shared")"#, "E": "",
      ]
      for (name, text) in manifests { try folder.write("\(name)/Package.swift", text) }
      let changes = ChangeSet(files: changed.map { ChangedFile(path: $0, status: .modified) })
      #expect(AffectedPackages(root: folder.path, changes: changes).among(["A", "B", "C", "D", "E"]) == affected)
    }
  }

  @Test(arguments: [".package(path: root + \"/A\")", #".package(path: "\(root)/A")"#, #".package(path: "/A")"#])
  func `a package with computed or absolute paths is affected by any change`(manifest: String) async throws {
    try await withScratchDirectory { folder in
      try folder.write("A/Package.swift", "")
      try folder.write("B/Package.swift", manifest)
      let changes = ChangeSet(files: [ChangedFile(path: "README.md", status: .modified)])
      #expect(AffectedPackages(root: folder.path, changes: changes).among(["A", "B"]) == ["B"])
    }
  }
}
