// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewTesting
import SystemPackage
import Testing

@testable import ConfigurationFiles
@testable import ReviewContract
@testable import ReviewWorker

struct ProjectSourcesTests {
  private let layout = PackageLayout(
    name: "P",
    targets: [
      .init(name: "A", type: "library", path: "Sources/A"), .init(name: "Inner", type: "test", path: "Sources/A/Tests"),
      .init(name: "App", type: "executable", path: "Sources/App"), .init(name: "Plug", type: "plugin", path: "Plugins"),
    ])

  @Test func `Swift files that tests could run are found without following links`() async throws {
    try await withScratchDirectory { folder in
      for name in [
        "Sources/A/a.swift", "Sources/A/Deep/er/b.swift", "Sources/A/notes.md", "Sources/A/Tests/t.swift",
        "Sources/A/.hidden/h.swift", "Sources/App/main.swift", "Sources/Other/o.swift", "Plugins/p.swift",
        "Sources/A/Gen/g.swift", "Sources/A/Vendor/v.swift", "Outside/x.swift",
      ] {
        _ = try folder.write(name, "")
      }
      let links = [("Sources/A/link.swift", "a.swift"), ("Sources/A/Linked", "../../Outside")]
      for (name, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path.pushing(FilePath(name)).string, withDestinationPath: target)
      }
      let policy = PatchPolicy(excluded: [try #require(Glob("Sources/A/Gen"))])
      let paths = PathsSection(exclude: [try #require(Glob("**/Vendor/**"))])
      let found = ProjectSources(
        root: folder.path, files: MeasuredFiles(layout: layout, policy: policy, paths: paths)
      ).find()
      #expect(found.paths == ["Sources/A/Deep/er/b.swift", "Sources/A/a.swift", "Sources/App/main.swift"])
      #expect(!found.isCut)
    }
  }

  /// The paths of targets come from SwiftPM's output, which the manifest can forge.
  @Test func `a target outside of the checkout has no files`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("outside/secret.swift", "")
      try folder.write("checkout/Sources/own.swift", "")
      try folder.link("checkout/Linked", to: "../outside")
      let paths = ["Sources", "../outside", "Sources/../../outside", "\(folder.path)/outside", "Linked"]
      let layout = PackageLayout(
        name: "P", targets: paths.map { PackageLayout.Target(name: $0, type: "library", path: $0) })
      let found = ProjectSources(
        root: folder.path.appending("checkout"),
        files: MeasuredFiles(layout: layout, policy: PatchPolicy(), paths: PathsSection())
      ).find()
      #expect(found.paths == ["Sources/own.swift"])
    }
  }
}
