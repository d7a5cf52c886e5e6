// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import BuildAndTest
import ChildProcess
import AssemblyKit
import Foundation
import ReviewCore
import ReviewTesting
import SystemPackage
import Testing

@testable import CoverageAnalysis

/// Real instrumented runs, read with the real llvm tools.
@Suite(.serialized) struct LLVMCoverageReaderTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test func `reads the coverage of a run in which a test failed, and says which profiles were damaged`() async throws {
    try await withScratchFolder { folder in
      try folder.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Sample",
          targets: [.target(name: "Sample"), .testTarget(name: "SampleTests", dependencies: ["Sample"])])
        """)
      try folder.write(
        "Sources/Sample/Sample.swift",
        """
        public func sign(_ x: Int) -> Int {
          if x < 0 {
            return -1
          }
          return x == 0 ? 0 : 1
        }
        """)
      try folder.write(
        "Tests/SampleTests/SampleTests.swift",
        """
        import Sample
        import XCTest
        final class SampleTests: XCTestCase {
          func testPositive() { XCTAssertEqual(sign(3), 1) }
          func testWrong() { XCTAssertEqual(sign(3), 7) }
        }
        """)
      let tested = try await run(folder.path, results: folder.folder("results"))
      #expect(tested.run.outcome == .testsFailed)
      let artifacts = try #require(tested.artifacts)
      let path = "Sources/Sample/Sample.swift"
      let map = try await reader.coverage(from: artifacts, of: [path])
      #expect(map == CoverageMap(files: [path: [2: .covered, 3: .missed, 5: .partial]]))

      let torn = try folder.write("torn.profraw", "no profile at all")
      let damaged = CoverageArtifacts(
        repositoryRoot: artifacts.repositoryRoot, toolchain: artifacts.toolchain,
        profiles: artifacts.profiles + [torn], binaries: artifacts.binaries, scratch: artifacts.scratch)
      let again = try await reader.coverage(from: damaged, of: [path])
      #expect(again.files == map.files)
      let count = damaged.profiles.count
      #expect(again.notes == ["1 of \(count) coverage profiles were damaged and left out"])
    }
  }

  @Test(.enabled(if: environment["REVIEWBOT_SAMPLES"] != nil, "REVIEWBOT_SAMPLES names no folder of sample packages"))
  func `counts the sample of Swift's constructs as measured by hand`() async throws {
    let samples = try #require(Self.environment["REVIEWBOT_SAMPLES"])
    try await withScratchFolder { folder in
      let package = folder.path.appending("package")
      try FileManager.default.copyItem(atPath: samples + "/coverage-vectors", toPath: package.string)
      let tested = try await run(package, results: folder.folder("results"))
      let artifacts = try #require(tested.artifacts)
      let paths = ["A", "B", "C", "Untouched"].map { "Sources/Lib/\($0).swift" }
      let map = try await reader.coverage(from: artifacts, of: paths)
      var counts = LineCounts()
      for state in paths.flatMap({ map.files[$0, default: [:]].values }) { counts.count(state) }
      // By tokens alone it is 95 covered, 11 partial, 39 missed of 145. From there, line by line:
      //   A 112  precondition(x > 0, "x must be positive")   the message never ran      partial -> covered
      //   C 5    precondition(x > 0, "bad \(x)")             the message never ran      partial -> covered
      //   C 39   func inner() -> Int {                       the head of a function   covered -> not measurable
      //   A 115  fatalError("no")                            alone on its line          missed  -> excluded
      //   B 60   fatalError("x")                             alone on its line          missed  -> excluded
      // C 4 stays partial: the free function log(_:) is not a logger's method.
      #expect(counts == LineCounts(covered: 96, partial: 9, missed: 37))
      #expect(map.unreachable == ["Sources/Lib/A.swift": [115...115], "Sources/Lib/B.swift": [60...60]])
      expectLines(map.files)
    }
  }

  /// The lines whose state is not what llvm-cov's own count of the line suggests.
  private func expectLines(_ files: [String: [Int: LineState]]) {
    let expected: [(String, LineState?, [Int])] = [
      ("A", .covered, [75, 76, 90, 102, 112, 126, 174]),
      ("A", .partial, [29, 32, 36]),
      ("A", .missed, [47, 50, 77, 78, 79, 91, 108, 156, 175]),
      ("A", nil, [46, 48, 49, 51, 54, 55, 56, 101, 115, 155]),
      ("B", .covered, [4, 12, 25, 65, 99]),
      ("B", .partial, [18, 19, 90, 105]),
      ("B", .missed, [5, 6, 7, 13, 14, 26, 27, 37, 45, 56]),
      ("B", nil, [36, 60, 63, 64, 66, 73]),
      ("C", .covered, [5, 24, 53, 63]),
      ("C", .partial, [4]),
      ("C", .missed, [26, 40, 55]),
      ("C", nil, [25, 39, 60, 62, 64]),
      ("Untouched", .missed, [4]),
    ]
    for (file, state, lines) in expected {
      for line in lines {
        #expect(files["Sources/Lib/\(file).swift"]?[line] == state, "\(file) \(line)")
      }
    }
  }

  private var reader: LLVMCoverageReader { LLVMCoverageReader(environment: Self.environment, sandbox: OpenMachine()) }

  private func run(_ package: FilePath, results: ScratchFolder) async throws -> TestedWorkspace {
    let registry = Registry([BuildAndTestAssembly(environment: Self.environment, gitConfiguration: "")])
    var resolver = registry.resolver()
    return await (try resolver(.testRunner)).test(
      TestRequest(
        side: .head, package: package, repositoryRoot: package, results: results.path, arguments: [],
        buildLimit: .seconds(300), testLimit: .seconds(120))
    ) { _ in }
  }
}
