// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct LayerCheckTests {
  private let layers = Layers(
    levels: ["Core": 1, "Kit": 2, "Rules": 2, "app": 3], exceptions: [["Rules", "Kit"]], testSupport: ["Fakes"])

  @Test func `accepts edges to lower levels, exceptions and what tests import`() async throws {
    let problems = try await problems(
      """
      .target(name: "Core"), .target(name: "Kit", dependencies: ["Core"]),
      .target(name: "Rules", dependencies: ["Kit", "Core"]), .target(name: "app", dependencies: ["Rules"]),
      .target(name: "Fakes", dependencies: ["Core", "app"]),
      .testTarget(name: "CoreTests", dependencies: ["app", "Fakes"]),
      """, ["Core", "Kit", "Rules", "app", "Fakes"], tests: ["CoreTests"])
    #expect(problems == [])
  }

  @Test func `names every edge that is not allowed`() async throws {
    let problems = try await problems(
      """
      .target(name: "Core", dependencies: ["Fakes"]), .target(name: "Rules"),
      .target(name: "Kit", dependencies: ["Core", "Rules"]), .target(name: "Fakes"), .target(name: "New"),
      """, ["Core", "Kit", "Rules", "Fakes", "New"])
    #expect(
      problems == [
        "Core imports Fakes, which is for tests only",
        "Kit (level 2) imports Rules (level 2), which is not of a lower level",
        "New has no level; give it one in Layers.swift",
      ])
  }

  /// Describes a real package with these targets.
  private func problems(_ targets: String, _ names: [String], tests: [String] = []) async throws -> [String] {
    try await withScratchDirectory { folder in
      try folder.write(
        "Package.swift",
        """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "Made", targets: [\(targets)])
        """)
      for name in names { try folder.write("Sources/\(name)/A.swift", "") }
      for name in tests { try folder.write("Tests/\(name)/A.swift", "") }
      let data = try CheckLayersCommand.describe(package: folder.path.string)
      return LayerCheck(layers).problems(in: try PackageGraph(describedBy: data))
    }
  }
}
