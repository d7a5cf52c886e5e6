// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// The build that one review keeps for the next.
  @Suite(.enabled(if: Bubblewrap.isUsable, "\(Bubblewrap.isMissing)"))
  struct BuildCacheTests {
    @Test func `the second review compiles only the changed files`() async throws {
      try await withScratchDirectory { folder in
        let (first, repository, program) = try await KeptBase.first(in: folder)
        #expect(first.outcome.status == 0, "\(first.outcome.errors)")
        let stages = [
          "read", "sandbox", "fetch", "rules", "toolchain", "base build", "reuse the base build", "read the manifest",
          "build", "test",
          "coverage",
        ]
        #expect(first.report?.stages.map(\.name) == stages)
        let objects = try program.mirroredObjects
        #expect(Self.compiled(first.outcome.errors).isSuperset(of: ["Zero.swift", "Two.swift", "Three.swift"]))

        let second = try await Checked(repository, by: program, ["--sandbox", "bwrap", "--verbose"])
        #expect(second.outcome.status == 0, "\(second.outcome.errors)")
        #expect(second.report?.stages.map(\.name) == stages.filter { $0 != "base build" })
        #expect(Self.compiled(second.outcome.errors) == ["Three.swift"])
        #expect(try !objects.isEmpty && program.mirroredObjects == objects, "the mirror is used again")
        #expect(second.report?.runs.map(\.tests) == first.report?.runs.map(\.tests))
        #expect(second.report?.coverage == first.report?.coverage)
        #expect(second.leftover == [])
      }
    }

    @Test(.thorough) func `a test of the cached base that the change removes is listed first`() async throws {
      try await withScratchDirectory { folder in
        let (repository, program) = try await KeptBase.change(
          ["Tests/SampleTests/SampleTests.swift": nil], in: folder)
        let checked = try await Checked(repository, by: program, ["--sandbox", "bwrap"])
        #expect(checked.report?.removedTests == RemovedTests(tests: [TestID(suite: "SampleTests", name: "isOne()")]))
        #expect(checked.report?.verdict == .passed && checked.outcome.status == 0, "\(checked.outcome.errors)")
        let section = checked.markdown?.firstRange(of: "<summary>")?.upperBound
        let first = section.flatMap { start in checked.markdown.map { $0[start...].prefix(33) } }
        #expect(first == "1 test of the base was removed</s")
      }
    }

    @Test func `a push of the manifest is built while the manifest is read`() async throws {
      try await withScratchDirectory { folder in
        let manifest = """
          // swift-tools-version: 6.0
          import PackageDescription
          // The targets in the order of their dependencies.
          let package = Package(
            name: "Sample",
            targets: [
              .target(name: "Base"), .target(name: "Sample", dependencies: ["Base"]),
              .testTarget(name: "SampleTests", dependencies: ["Sample"]),
            ])

          """
        let (repository, program) = try await KeptBase.change(["Package.swift": manifest], in: folder)
        let checked = try await Checked(repository, by: program, ["--sandbox", "bwrap", "--verbose"])
        #expect(checked.report?.verdict == .passed && checked.outcome.status == 0, "\(checked.outcome.errors)")
        #expect(
          checked.report?.stages.map(\.name).suffix(5) == [
            "reuse the base build", "read the manifest", "build", "test", "coverage",
          ])
        #expect(Self.compiled(checked.outcome.errors).isDisjoint(with: ["Zero.swift", "Two.swift"]))
        #expect(checked.leftover == [])
      }
    }

    @Test(.thorough) func `code of the pull request cannot change the cached build`() async throws {
      try await withScratchDirectory { folder in
        let poison = """
          import Foundation
          import Testing
          @Test func poison() throws {
            let files = FileManager.default.enumerator(atPath: ".build")
            while let file = files?.nextObject() as? String where file.hasSuffix(".o") || file.hasSuffix(".json") {
              try Data("poison".utf8).write(to: URL(fileURLWithPath: ".build/\\(file)"))
            }
          }

          """
        let (repository, program) = try await KeptBase.change(
          ["Tests/SampleTests/PoisonTests.swift": poison], in: folder)
        let kept = try Self.contents(of: program.home.appending("builds"))
        #expect(kept.contains { $0.key.hasSuffix(".o") })
        let checked = try await Checked(repository, by: program, ["--sandbox", "bwrap"])
        #expect(checked.report?.stages.contains { $0.name == "reuse the base build" && $0.status == .done } == true)
        #expect(try Self.contents(of: program.home.appending("builds")) == kept)
      }
    }

    /// The Swift files that the log lists as compiled after the base's build, if there was one.
    private static func compiled(_ log: String) -> Set<String> {
      Set(
        log.split(separator: "\n").filter { $0.contains("] Compiling ") }
          .compactMap { $0.split(separator: " ").last.map(String.init) })
    }

    /// The bytes of the files below a folder.
    private static func contents(of folder: FilePath) throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.string) {
        contents[path] = FileManager.default.contents(atPath: folder.pushing(FilePath(path)).string)
      }
      return contents
    }
  }
}
