// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct SealedProductsTests {
  private func withBuild(_ body: (ScratchDirectory, PackageDirectory) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      try folder.write("checkout/.build/x/debug/P.xctest", "program")
      chmod(folder.path.appending("checkout/.build/x/debug/P.xctest").string, 0o755)
      try folder.write("checkout/.build/x/debug/libP.so", "library")
      try folder.write("checkout/.build/x/debug/description.json", "{}")
      try folder.write("checkout/.build/x/debug/P.build/P.swift.o", "object")
      try folder.write("checkout/.build/build.db", "database")
      try folder.write("checkout/.build/checkouts/d/d.swift", "dependency")
      symlink("x/debug", folder.path.appending("checkout/.build/debug").string)
      let root = folder.path.appending("checkout")
      try body(folder, PackageDirectory(root, in: root))
    }
  }

  @Test func `programs and libraries that are replaced after the build are found`() async throws {
    try await withBuild { folder, package in
      let programs = try SealedPrograms(of: package)
      #expect(try programs.differences() == [])
      try folder.write("checkout/.build/x/debug/description.json", "{ }")
      #expect(try programs.differences() == [])
      try folder.write("checkout/.build/x/debug/libP.so", "LIBRARY")
      try folder.write("checkout/.build/x/debug/libNew.so", "library")
      #expect(try programs.differences() == ["libNew.so", "libP.so"])
    }
  }

  @Test func `a program that is replaced and put back is found`() async throws {
    try await withBuild { folder, package in
      let programs = try SealedPrograms(of: package)
      let path = folder.path.appending("checkout/.build/x/debug/P.xctest").string
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try Data("other".utf8).write(to: URL(fileURLWithPath: path))
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
      #expect(try programs.differences() == ["P.xctest"])
    }
  }

  @Test func `a build is what it was after SwiftPM's own files are put back`() async throws {
    try await withBuild { folder, package in
      let build = try SealedBuild(of: package, archive: folder.path.appending("archive"))
      try folder.write("checkout/.build/build.db", "other")
      try folder.write("checkout/.build/x/debug/description.json", "other")
      try folder.write("checkout/.build/x/debug/left.txt", "other")
      try folder.write("checkout/.build/checkouts/d/d.swift", "other")
      #expect(try build.restore())
      #expect(try folder.text("checkout/.build/build.db") == "database")
      #expect(try folder.text("checkout/.build/x/debug/description.json") == "{}")
      #expect(!folder.exists("checkout/.build/x/debug/left.txt"))
      #expect(folder.exists("checkout/.build/debug/P.xctest"))
      #expect(try build.restore())
    }
  }

  @Test(arguments: [
    "echo x >x/debug/P.build/P.swift.o", "rm x/debug/P.xctest", "rm debug; ln -s /tmp debug",
    "touch -d tomorrow x/debug/P.xctest",
  ])
  func `a build whose products were changed is emptied, apart from the dependencies`(script: String) async throws {
    try await withBuild { folder, package in
      let build = try SealedBuild(of: package, archive: folder.path.appending("archive"))
      try FinishedCommand.output(of: ["sh", "-ec", "cd '\(folder.path)/checkout/.build'; \(script)"])
      #expect(try !build.restore())
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/checkout/.build") == ["checkouts"])
    }
  }

  @Test func `a build folder that was there before the first build is removed`() async throws {
    try await withScratchDirectory { folder in
      let manifest = "not Swift"
      try folder.write("checkout/Package.swift", manifest)
      try folder.write("checkout/.build/debug/planted.o", "object")
      let listing = folder.path.appending("commit/files")
      let file = CommittedFile(path: "Package.swift", kind: .file, blob: BlobDigest.id(of: Array(manifest.utf8)))
      try CommitListing.write([file], to: listing)
      let root = folder.path.appending("checkout")
      let sources = try CommittedSources(root, listing: listing, archive: folder.path.appending("archive"))
      let runner = SwiftPackageTestRunner(
        environment: ProcessInfo.processInfo.environment, gitConfiguration: "", sandbox: Unsandboxed())
      func test(_ sources: CommittedSources?) async throws -> TestRun.Outcome {
        let request = TestRequest(
          side: .head, package: root, repositoryRoot: root, results: try folder.folder("results").path, arguments: [],
          buildLimit: .seconds(1800), testLimit: .seconds(1800), sources: sources)
        return await runner.test(request) { _ in }.run.outcome
      }
      // A working tree keeps its own.
      #expect(try await test(nil) == .buildFailed)
      #expect(folder.exists("checkout/.build/debug/planted.o"))
      #expect(try await test(sources) == .buildFailed)
      #expect(!folder.exists("checkout/.build/debug/planted.o"))
    }
  }
}
