// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import Testing

extension EndToEnd {
  struct PackagesTests {
    /// No package at the root; `App` needs `Lib`, which has the tests; `Other` does not build.
    private static let packages: SampleRepository.Files = [
      "Package.swift": nil, "Tests/SampleTests/SampleTests.swift": nil,
      "Lib/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Lib", products: [.library(name: "Lib", targets: ["Lib"])],
        targets: [.target(name: "Lib"), .testTarget(name: "LibTests", dependencies: ["Lib"])])

      """,
      "Lib/Sources/Lib/Lib.swift": "public func one() -> Int {\n  let old = 1\n  return 1\n}\n",
      "Lib/Tests/LibTests/LibTests.swift":
        "import Lib\nimport Testing\n@Test func isTwo() { #expect(two() == 2) }\n",
      "App/Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", dependencies: [.package(path: "../Lib")],
        targets: [.target(name: "App", dependencies: ["Lib"])])

      """,
      "App/Sources/App/App.swift": "import Lib\npublic func three() -> Int { two() + 1 }\n",
      "Other/Package.swift": "nonsense\n",
      ".reviewbot.yml": "version: 1\nbuild: {affected_only: true}\n",
    ]

    @Test(.thorough) func `packages in subfolders are found, and only affected packages are tested`()
      async throws
    {
      let checked = try await Checked.sample(
        base: Self.packages,
        head: ["Lib/Sources/Lib/Two.swift": "public func two() -> Int {\n  let new = 2\n  return 2\n}\n"])
      let report = try #require(checked.report)
      #expect(report.runs.map(\.package) == ["App", "Lib"])
      #expect(report.runs.map(\.outcome) == [.noTests, .passed])
      #expect(report.verdict == .passed && checked.outcome.status == 0)
      #expect(report.notes == ["packages not affected by the change were not tested: Other"])
      #expect(report.coverage?.files.map(\.path) == ["Lib/Sources/Lib/Two.swift"])
      #expect(report.coverage?.percent == "100")
      let warnings = report.findings.filter(\.isFromCompiler)
      #expect(warnings.map { "\($0.path):\($0.range.startLine)" } == ["Lib/Sources/Lib/Two.swift:2"])
      #expect(warnings.first?.message.contains("'new' was never used") == true)
      let markdown = try #require(checked.markdown)
      #expect(markdown.contains("| ⚠️ Build and tests | 1 test passed, 1 compiler warning |"))
      #expect(markdown.contains("`Lib/Sources/Lib/Two.swift:2:7` warning: "))
    }
  }
}
