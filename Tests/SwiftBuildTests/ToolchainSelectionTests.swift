// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

struct ToolchainSelectionTests {
  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

  /// Creates a replacement for swiftly: it runs the host's toolchain if its settings are in the home and the working
  /// directory.
  private func swiftly(in folder: ScratchDirectory) throws -> (environment: [String: String], tools: FilePath) {
    let swift = try #require(ToolchainDirectories.program("swift", onPath: Self.path))
    let real = URL(fileURLWithPath: swift.string).resolvingSymlinksInPath().deletingLastPathComponent().path
    let program = try folder.program(
      "bin/swiftly",
      """
      #!/bin/sh
      [ -f "$HOME/settings" ] && [ -f .swift-version ] && exec '\(real)/swift' "$@"
      echo 'there are no settings' >&2
      exit 1

      """)
    try FileManager.default.createSymbolicLink(
      atPath: program.removingLastComponent().appending("swift").string, withDestinationPath: "swiftly")
    try folder.write("settings", "")
    let environment = ["PATH": "\(program.removingLastComponent()):\(Self.path)", "HOME": folder.path.string]
    return (environment, FilePath(real))
  }

  @Test func `the toolchain that swiftly selects comes first in PATH`() async throws {
    try await withScratchDirectory { folder in
      let (own, tools) = try swiftly(in: folder)
      try folder.write("package/.swift-version", "6.0")
      let environment = await ToolchainSelection.environment(
        selecting: own.merging(["TOKEN": "secret"]) { $1 }, in: folder.path.appending("package"),
        timeLimit: .seconds(3_600))
      let path = try #require(environment["PATH"])
      #expect(path == "\(tools):\(own["PATH"] ?? "")")
      #expect(environment["TOKEN"] == "secret")
      // A program of a toolchain is not replaced.
      #expect(await ToolchainSelection.environment(selecting: environment) == environment)
    }
  }

  @Test func `the environment is unchanged if swiftly fails or is not installed`() async throws {
    try await withScratchDirectory { folder in
      let own = try swiftly(in: folder).environment
      #expect(await ToolchainSelection.environment(selecting: own, in: folder.path) == own)
      let empty = ["PATH": folder.path.string]
      #expect(await ToolchainSelection.environment(selecting: empty) == empty)
    }
  }
}
