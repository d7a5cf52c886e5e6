// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SwiftBuild
import Testing

@testable import Coverage

/// The counts of the compiler in result builders.
struct ResultBuilderCoverageTests {
  @Test(.thorough) func `code that ran after an if in a result builder is not missed`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Page", targets: [.target(name: "Page"), .testTarget(name: "PageTests", dependencies: ["Page"])])
        """)
      try folder.write(
        "Sources/Page/Page.swift",
        """
        @resultBuilder public enum Lines {
          public static func buildExpression(_ line: String) -> String { line }
          public static func buildBlock(_ lines: String...) -> String { lines.joined() }
          public static func buildOptional(_ lines: String?) -> String { lines ?? "" }
          public static func buildEither(first lines: String) -> String { lines }
          public static func buildEither(second lines: String) -> String { lines }
        }
        @Lines public func page(_ title: String?, numbered: Bool) -> String {
          if let title {
            title
          }
          "body"
          if numbered {
            "1"
          } else {
            "-"
          }
          "end"
        }
        """)
      try folder.write(
        "Tests/PageTests/PageTests.swift",
        """
        import Page
        import Testing
        @Test func `makes a page`() { #expect(page(nil, numbered: false) == "body-end") }
        """)
      let environment = SharedModules.environment()
      let build = SwiftBuildAssembly(environment: environment, gitConfiguration: "")
      let request = TestRequest(
        side: .head, package: folder.path, repositoryRoot: folder.path, results: try folder.folder("results").path,
        arguments: TestRequest.withoutToolchainIndex, buildLimit: .seconds(1_800), testLimit: .seconds(1_800))
      let tested = await build.runner.test(request) { _ in }
      let reader = LLVMCoverageReader(environment: environment, sandbox: Unsandboxed(), cache: nil)
      let path = "Sources/Page/Page.swift"
      let artifacts = try #require(tested.artifacts)
      let map = try await reader.coverage(from: artifacts, of: [path], rules: .standard)
      let lines = try #require(map.files[path])
      #expect([10, 14].map { lines[$0] } == [.missed, .missed])
      // Another compiler may count them correctly; they must never be reported as missed.
      for line in [9, 12, 13, 16, 18] { #expect(lines[line] != .missed, "line \(line)") }
    }
  }
}
