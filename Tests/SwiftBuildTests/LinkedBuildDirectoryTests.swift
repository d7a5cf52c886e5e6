// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Packages whose code replaces the build directory, or a part of it.
struct LinkedBuildDirectoryTests {
  /// The result of a build in a package: SwiftPM's link, a warning about `a.swift`, a profile and a test program.
  private static let built = ".build/x86/debug"
  private static let target = PackageLayout(
    name: "P", targets: [.init(name: "Sample", type: "library", path: "Sources")])

  private struct Found: Equatable {
    var diagnostics: [BuildDiagnostic] = []
    var programs: [FilePath] = []

    init() {}

    init(_ package: PackageDirectory) {
      diagnostics =
        DiagnosticFiles(package: package, insideRoot: "/tmp/repo").read(LinkedBuildDirectoryTests.target).diagnostics
      programs = package.testPrograms
    }
  }

  private func build(_ package: ScratchDirectory) throws {
    let bytes = try #require(Data(base64Encoded: SerializedDiagnosticsTests.sample, options: .ignoreUnknownCharacters))
    let file = try package.write("\(Self.built)/Sample.build/a.dia", "")
    try bytes.write(to: URL(fileURLWithPath: file.string))
    try package.write("\(Self.built)/Sample.xctest", "")
    try package.link(".build/debug", to: "x86/debug")
  }

  @Test func `build products are found through SwiftPM's own link`() async throws {
    try await withScratchDirectory { folder in
      try build(folder)
      try folder.write("a.swift", "")
      let found = Found(PackageDirectory(folder.path, in: folder.path))
      #expect(found.diagnostics.map(\.path) == ["a.swift", "a.swift"])
      let products = folder.path.appending(".build").appending("debug")
      #expect(found.programs == [products.appending("Sample.xctest")])
    }
  }

  /// The path in the package, and the path in the other package's build that it links to.
  private static let replaced = [
    (".build", ".build"), (".build/debug", ".build/debug"), (".build/debug", built), (".build/x86", ".build/x86"),
    (".build/x86/debug", built),
  ]

  @Test(arguments: replaced, ["../", "../../", "../../../", "PATH/", "/proc/self/rootPATH/", "/proc/self/cwd/"])
  func `nothing is read through a link to another build`(_ place: (String, String), _ way: String) async throws {
    try await withScratchDirectory { folder in
      let victim = try folder.folder("victim")
      try build(victim)
      let checkout = try folder.folder("checkout")
      try checkout.write("a.swift", "")
      let prefix = way.replacing("PATH", with: folder.path.string)
      if place.0 == ".build/x86" || place.0 == ".build/x86/debug" { try checkout.link(".build/debug", to: "x86/debug") }
      try checkout.link(place.0, to: "\(prefix)victim/\(place.1)")
      #expect(Found(PackageDirectory(checkout.path, in: checkout.path)) == Found())
    }
  }

  @Test func `nothing is read through links below the products or a linked package`() async throws {
    try await withScratchDirectory { folder in
      let victim = try folder.folder("victim")
      try build(victim)
      let checkout = try folder.folder("checkout")
      try checkout.write("a.swift", "")
      try checkout.link(".build/debug", to: "x86/debug")
      for name in ["Sample.build", "Sample.xctest"] {
        try checkout.link("\(Self.built)/\(name)", to: "\(victim.path)/\(Self.built)/\(name)")
      }
      #expect(Found(PackageDirectory(checkout.path, in: checkout.path)) == Found())
      let files = ContainedDirectory(checkout.path)
      try files.remove("\(Self.built)/Sample.build")
      try checkout.link("\(Self.built)/Sample.build/a.dia", to: "\(victim.path)/\(Self.built)/Sample.build/a.dia")
      #expect(Found(PackageDirectory(checkout.path, in: checkout.path)) == Found())
      try checkout.link("Inner", to: victim.path.string)
      #expect(Found(PackageDirectory(checkout.path.appending("Inner"), in: checkout.path)) == Found())
    }
  }

  @Test func `test results are not read through links`() async throws {
    try await withScratchDirectory { folder in
      let text = #"<testsuites><testsuite><testcase classname="A" name="secret"/></testsuite></testsuites>"#
      try folder.write("victim/test.xml", text)
      let results = try folder.folder("results")
      let reader = XUnitReader(framework: .xctest, repositoryRoot: "/")
      #expect({ if case .results = reader.parse(Array(text.utf8)) { true } else { false } }(), "it can be read")
      try results.link("results", to: "\(folder.path)/victim")
      try results.link("others/test.xml", to: "../../victim/test.xml")
      for name in ["results/test.xml", "others/test.xml"] {
        if case .results = reader.read(ContainedDirectory(results.path), name) { Issue.record("\(name) was read") }
        #expect(EventStreamReader(repositoryRoot: "/").read(ContainedDirectory(results.path), name) == nil)
      }
    }
  }

  @Test func `a cached build has no links that lead out of it, and no special bits`() async throws {
    try await withScratchDirectory { folder in
      let commit = try #require(CommitID(String(repeating: "a", count: 40)))
      let base = try folder.folder("base")
      try build(base)
      try base.write("a.swift", "")
      try base.link(".build/caches", to: "\(folder.path)/victim")
      #expect(chmod("\(base.path)/\(Self.built)/Sample.xctest", 0o6755) == 0)
      let (builds, left) = (folder.path.appending("builds"), folder.path.appending("left"))
      let cache = BuildCache(in: builds, leaving: left, settings: ["test"])
      try cache.leave(PackageDirectory(base.path, in: base.path), base: commit, resolution: nil, tests: nil)
      try await BuildHandover(to: builds).takeOver(from: left)
      try DirectoryRemoval.remove(left)

      let head = try folder.folder("head")
      try head.write("a.swift", "")
      let package = PackageDirectory(head.path, in: head.path)
      #expect(try await cache.current()?.lay(under: package) == 1)
      #expect(Found(package).diagnostics.count == 2)
      #expect(package.checkout.status(of: ".build/caches") == nil)
      var status = stat()
      #expect(lstat("\(head.path)/\(Self.built)/Sample.xctest", &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o755)
    }
  }

  @Test func `a build directory that is a link is not cached`() async throws {
    try await withScratchDirectory { folder in
      let commit = try #require(CommitID(String(repeating: "a", count: 40)))
      let base = try folder.folder("base")
      try build(folder.folder("victim"))
      try base.link(".build", to: "../victim/.build")
      let (builds, left) = (folder.path.appending("builds"), folder.path.appending("left"))
      let cache = BuildCache(in: builds, leaving: left, settings: ["test"])
      try cache.leave(PackageDirectory(base.path, in: base.path), base: commit, resolution: nil, tests: nil)
      #expect(cache.current() == nil)
      try await BuildHandover(to: builds).takeOver(from: left)
      try DirectoryRemoval.remove(left)
      #expect(cache.current() == nil)
      #expect(folder.exists("victim/\(Self.built)/Sample.xctest"))
    }
  }
}
