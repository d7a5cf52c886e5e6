// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

@testable import ReviewWorker

/// The targets of packages whose manifests are not evaluated.
struct ManifestLayoutTests {
  private func layout(_ manifest: String?, _ files: [String], of folders: [String] = [""]) async throws -> PackageLayout
  {
    try await withScratchDirectory { folder in
      for file in files { try folder.write(file, "") }
      if let manifest { try folder.write("Package.swift", "// swift-tools-version: 6.0\n" + manifest) }
      return ManifestLayout(root: folder.path).layout(of: folders)
    }
  }

  private func types(_ layout: PackageLayout) -> [String: String] {
    Dictionary(layout.targets.map { ($0.path, $0.type) }) { first, _ in first }
  }

  @Test func `targets are found in the standard directories and at their declared paths`() async throws {
    let manifest = """
      let package = Package(name: "P", targets: [
        .target(name: "A"), .executableTarget(name: "Tool", dependencies: [.target(name: "A")], path: "Other/Tool"),
        .macro(name: "M", path: "./Macros"), .plugin(name: "G", capability: .buildTool()),
        Target.testTarget(name: "ATests", dependencies: ["A"]),
      ])
      """
    let files = ["Sources/A/a.swift", "Tests/ATests/t.swift", "Plugins/G/g.swift", "Other/Tool/main.swift"]
    let layout = try await layout(manifest, files)
    #expect(
      types(layout) == [
        "Sources/A": "library", "Other/Tool": "executable", "Macros": "macro", "Plugins/G": "plugin",
        "Tests/ATests": "test",
      ])
    #expect(layout.target(of: "Package.swift") == nil)
    #expect(layout.reachedByTests == nil)
  }

  @Test func `the only target can be the Sources directory itself`() async throws {
    let manifest = #"let package = Package(name: "P", targets: [.target(name: "P"), .testTarget(name: "T")])"#
    let layout = try await layout(manifest, ["Sources/a.swift", "Tests/T/t.swift"])
    #expect(types(layout) == ["Sources": "library", "Tests/T": "test"])
  }

  @Test(arguments: [
    nil, "let package = Package(name: \"P\", targets: names.map { .target(name: $0) })", "let package = (",
    "let package = Package(name: \"P\", targets: [.target(name: \"A\"), .target(name: prefix + \"B\")])",
  ])
  func `without readable target names, directories determine the target types`(manifest: String?) async throws {
    let files = ["Sources/A/a.swift", "Code/b.swift", "Tests/T/t.swift", "Plugins/P/p.swift", "Snippets/s.swift"]
    let layout = try await layout(manifest, files)
    #expect(["Sources/B/b.swift", "Code/b.swift"].map { layout.target(of: $0)?.type } == ["regular", "regular"])
    #expect(
      ["Tests/T/t.swift", "Plugins/P/p.swift", "Snippets/s.swift"].map { layout.target(of: $0)?.type } == [
        "test", "plugin", "snippet",
      ])
  }

  @Test func `target paths of packages in folders are relative to the root`() async throws {
    let layout = try await layout(
      nil, ["Tools/Gen/Sources/Gen/a.swift", "Tools/Gen/Tests/T/t.swift"], of: ["Tools/Gen"])
    #expect(
      types(layout) == ["Tools/Gen": "regular", "Tools/Gen/Sources": "regular", "Tools/Gen/Tests": "test"])
  }

  @Test func `without a manifest, code can be in any directory that is not named after tests`() async throws {
    let layout = try await layout(nil, ["Main.swift", "App/a.swift", "AppTests/t.swift", "AppUITests/u.swift"])
    #expect(
      ["Main.swift", "App/a.swift", "AppTests/t.swift", "AppUITests/u.swift"].map { layout.target(of: $0)?.type }
        == ["regular", "regular", "test", "test"])
  }
}
