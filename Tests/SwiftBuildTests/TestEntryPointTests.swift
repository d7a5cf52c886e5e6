// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import ReviewTesting
import Testing

@testable import SwiftBuild

struct TestEntryPointTests {
  @Test(arguments: [
    ("Tests/LinuxMain.swift", "", true), ("XCTMain.swift", "", true), ("Tests/ATests/LinuxMain.swift", "", false),
    ("Sources/LinuxMain.swift", "", false), ("Tests/Main.swift", "", false), ("pkg/Tests/LinuxMain.swift", "", false),
    ("pkg/Tests/LinuxMain.swift", "pkg", true), ("LinuxMain.swift", "pkg", false),
  ])
  func `an entry point is found where SwiftPM looks for it`(file: String, package: String, exists: Bool) async throws {
    try await withScratchDirectory { folder in
      try folder.write(file, "")
      let root = package.isEmpty ? "" : package + "/"
      let layout = PackageLayout(
        name: "a",
        targets: [
          .init(name: "A", type: "library", path: "\(root)Sources/A"),
          .init(name: "ATests", type: "test", path: "\(root)Tests/ATests"),
        ])
      #expect(TestEntryPoint.exists(in: package, layout, ContainedDirectory(folder.path)) == exists)
    }
  }
}
