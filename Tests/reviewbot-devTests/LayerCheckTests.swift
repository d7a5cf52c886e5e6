// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct LayerCheckTests {
  private let layers = Layers(
    rows: [Layers.Row(1, ["Core"], ""), Layers.Row(2, ["Kit", "Rules"], ""), Layers.Row(3, ["app"], ""), Self.fakes],
    exceptions: [["Rules", "Kit"]])
  private static let fakes = Layers.Row(nil, ["Fakes"], "")

  @Test func `imports of lower levels, exceptions and imports by tests are accepted`() async throws {
    let problems = try await problems(
      """
      .target(name: "Core"), .target(name: "Kit", dependencies: ["Core"]),
      .target(name: "Rules", dependencies: ["Kit", "Core"]), .target(name: "app", dependencies: ["Rules"]),
      .target(name: "Fakes", dependencies: ["Core", "app"]),
      .testTarget(name: "CoreTests", dependencies: ["app", "Fakes"]),
      """, ["Core", "Kit", "Rules", "app", "Fakes"], tests: ["CoreTests"])
    #expect(problems == [])
  }

  @Test func `every import that is not allowed is reported`() async throws {
    let problems = try await problems(
      """
      .target(name: "Core", dependencies: ["Fakes"]), .target(name: "Rules"),
      .target(name: "Kit", dependencies: ["Core", "Rules"]), .target(name: "Fakes"), .target(name: "New"),
      """, ["Core", "Kit", "Rules", "Fakes", "New"])
    #expect(
      problems == [
        "Core imports Fakes, which is for tests only",
        "Kit (level 2) imports Rules (level 2), which is not on a lower level",
        "New has no level; give it one in Layers.swift",
      ])
  }

  @Test func `a chain of imports to a forbidden target is reported`() async throws {
    let layers = Layers(
      rows: ["Core", "Kit", "Rules", "app"].enumerated().map { Layers.Row($0, [$1], "") },
      walls: ["Rules": ["Core", "app"]])
    let problems = try await problems(
      """
      .target(name: "Core"), .target(name: "Kit", dependencies: ["Core"]),
      .target(name: "Rules", dependencies: ["Kit"]), .target(name: "app", dependencies: ["Rules"]),
      """, ["Core", "Kit", "Rules", "app"], by: layers)
    #expect(problems == ["Rules must not reach Core: Rules imports Kit imports Core"])
  }

  /// The targets separate the half with the token from the half that runs code under review.
  @Test func `an import of Forges by ReviewWorker is reported`() async throws {
    let problems = try await problems(
      """
      .target(name: "ReviewContract"), .target(name: "ResourceLoading"),
      .target(name: "Forges", dependencies: ["ReviewContract", "ResourceLoading"]),
      .target(name: "ReviewWorker", dependencies: ["ReviewContract", "Forges"]),
      """, ["ReviewContract", "ResourceLoading", "Forges", "ReviewWorker"], by: .reviewbot)
    #expect(
      problems == [
        "ReviewWorker must not reach Forges: ReviewWorker imports Forges",
        "ReviewWorker must not reach ResourceLoading: ReviewWorker imports Forges imports ResourceLoading",
      ])
  }

  @Test func `an import of Rules by ResourceLoading, through any target, is reported`() throws {
    let graph = try Self.graph(
      """
      {"name": "bot", "targets": [
        {"name": "CInterop", "type": "library", "path": "Sources/CInterop", "product_dependencies": ["Findings"]},
        {"name": "ResourceLoading", "type": "library", "path": "Sources/ResourceLoading",
          "target_dependencies": ["CInterop"], "product_dependencies": ["HTTPTypes"]}]}
      """)
    #expect(
      LayerCheck(.reviewbot).problems(in: graph) == [
        "CInterop (level 0) imports Findings (level 0), which is not on a lower level",
        "ResourceLoading must not reach Findings: ResourceLoading imports CInterop imports Findings",
      ])
  }

  @Test func `a dependency of the package Lint on anything of this repository is reported`() async throws {
    let bot = try Self.graph(
      """
      {"name": "bot", "targets": [
        {"name": "Git", "type": "library", "path": "Sources/Git"},
        {"name": "Rules", "type": "library", "path": "Lint/Sources/Rules"}]}
      """)
    let lint = try Self.graph(
      """
      {"name": "Lint", "dependencies": [
        {"identity": "bot", "type": "fileSystem"}, {"identity": "swift-syntax", "type": "sourceControl"}],
       "targets": [
        {"name": "Findings", "type": "library", "path": "Sources/Findings", "target_dependencies": ["Rules"]},
        {"name": "Rules", "type": "library", "path": "Sources/Rules", "product_dependencies": ["SwiftSyntax"]}]}
      """)
    try await withScratchDirectory { folder in
      try folder.write("Sources/Rules/A.swift", "import Foundation\npackage import Git\nimport SwiftSyntax\n")
      try folder.write("Sources/Findings/B.swift", "import Rules\n")
      let imports = try SourceDirectory(folder.path.string).imports(of: lint)
      #expect(
        LayerCheck.escapes(from: lint, to: bot, imports: imports) == [
          "the package Lint depends on bot by path; it must stand alone",
          "Sources/Rules/A.swift imports Git, which is not a target of the package Lint",
        ])
      #expect(
        LayerCheck(.lint).problems(in: lint, imports: imports) == [
          "Findings (level 1) imports Rules (level 3), which is not on a lower level"
        ])
    }
  }

  /// The walls of this package: each of these imports would be found.
  @Test(arguments: [
    ("ReviewHost", "ReviewWorker", [7, 7], true), ("ReviewWorker", "ReviewHost", [7, 7], true),
    ("Linting", "ReviewHost", [6, 7], true), ("Linting", "ReviewWorker", [6, 7], true), ("Linting", "Git", [], true),
    ("ReviewServer", "ReviewWorker", [], true), ("ReviewHost", "Rules", [], true),
    ("ReviewServer", "Commands", [8, 11], false),
    ("ReviewHost", "Commands", [7, 11], false), ("ReviewWorker", "Commands", [7, 11], false),
    ("Linting", "Commands", [6, 11], false), ("Commands", "ReviewHost", [], false),
    ("Commands", "ReviewWorker", [], false), ("reviewbot", "Commands", [], false),
  ])
  func `an import through a wall or of a higher level is reported`(
    target: String, dependency: String, levels: [Int], isWall: Bool
  ) throws {
    var expected: [String] = []
    if levels.count == 2 {
      expected.append(
        "\(target) (level \(levels[0])) imports \(dependency) (level \(levels[1])), which is not on a lower level")
    }
    if isWall { expected.append("\(target) must not reach \(dependency): \(target) imports \(dependency)") }
    #expect(LayerCheck(.reviewbot).problems(in: try graph([target: [dependency], dependency: []])) == expected)
  }

  @Test func `only the commands and what is above them reach both halves`() throws {
    var edges = [
      "ReviewHost": [], "ReviewWorker": [], "Reporting": ["ReviewHost"], "ReviewServer": ["Reporting", "ReviewWorker"],
      "Commands": ["ReviewHost", "ReviewWorker"], "reviewbot": ["Commands"], "many-machines": ["Commands"],
    ]
    let rows = Layers.reviewbot.rows.filter { $0.targets != ["Reporting"] } + [Layers.Row(8, ["Reporting"], "")]
    let layers = Layers(
      rows: rows, exceptions: [["ReviewServer", "Reporting"]], assembly: Layers.reviewbot.assembly)
    #expect(
      LayerCheck(layers).problems(in: try graph(edges)) == [
        "ReviewServer must not reach ReviewHost and ReviewWorker together, which is for Commands and higher levels: ReviewServer imports Reporting imports ReviewHost, ReviewServer imports ReviewWorker"
      ])
    edges["ReviewServer"] = ["Reporting"]
    #expect(LayerCheck(layers).problems(in: try graph(edges)) == [])
  }

  @Test func `an import that the package does not declare is reported`() async throws {
    try await withScratchDirectory { folder in
      try folder.write(
        "Tools/Kit/A.swift", "import Foundation\n@testable import Core\npackage import struct Rules.Rule\n")
      try folder.write("Sources/Rules/B.swift", "import Core\n// import Kit\n")
      let graph = try Self.graph(
        """
        {"name": "Made", "targets": [{"name": "Core", "type": "library", "path": "Sources/Core"},
          {"name": "Kit", "type": "library", "path": "Tools/Kit"},
          {"name": "Rules", "type": "library", "path": "Sources/Rules", "target_dependencies": ["Core"]}]}
        """)
      let imports = try SourceDirectory(folder.path.string).imports(of: graph)
      let problems = LayerCheck(layers).problems(in: graph, imports: imports)
      #expect(
        problems == [
          "Tools/Kit/A.swift imports Core, which Package.swift does not declare for Kit",
          "Tools/Kit/A.swift imports Rules, which Package.swift does not declare for Kit",
        ])
    }
  }

  private static func graph(_ description: String) throws -> PackageGraph {
    try PackageGraph(describedBy: Data(description.utf8))
  }

  /// Returns the graph of libraries with these dependencies.
  private func graph(_ edges: [String: [String]]) throws -> PackageGraph {
    let targets = edges.map { name, dependencies in
      ["name": name, "type": "library", "path": "Sources/\(name)", "target_dependencies": dependencies] as [String: Any]
    }
    return try PackageGraph(describedBy: JSONSerialization.data(withJSONObject: ["name": "Made", "targets": targets]))
  }

  /// Returns the problems of a package with these targets, as described by SwiftPM.
  private func problems(
    _ targets: String, _ names: [String], tests: [String] = [], by layers: Layers? = nil
  ) async throws -> [String] {
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
      return LayerCheck(layers ?? self.layers).problems(in: try PackageGraph(describedBy: data))
    }
  }
}
