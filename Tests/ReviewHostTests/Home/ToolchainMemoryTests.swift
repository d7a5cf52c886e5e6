// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewHost

/// The answers of toolchains that are scripts, which count how often they run.
struct ToolchainMemoryTests {
  /// Creates a toolchain in a folder, and returns the environment that finds it.
  ///
  /// - Parameter resources: where it says that its compiler is, relative to the scratch folder.
  private func toolchain(
    in folder: ScratchDirectory, version: String, resources: String = "usr/lib/swift"
  ) throws -> [String: String] {
    let info = """
      {"compilerVersion": "\(version)", "paths": {"runtimeResourcePath": "\(folder.path)/\(resources)"}}
      """
    try folder.write(
      "usr/bin/swift",
      "#!/bin/sh\necho run >>\(folder.path)/runs\nif [ \"$1\" = -print-target-info ]; then echo '\(info)'; fi\n")
    chmod(folder.path.appending("usr/bin/swift").string, 0o755)
    return ["PATH": "\(folder.path)/usr/bin:/usr/bin:/bin"]
  }

  private func runs(in folder: ScratchDirectory) -> Int {
    ((try? folder.text("runs")) ?? "").split(separator: "\n").count
  }

  private func ask(_ environment: [String: String], in folder: ScratchDirectory) async -> ToolchainAnswers? {
    let home = HomeDirectory(path: folder.path.appending("home"))
    return await ToolchainMemory(home).answers(environment, temporary: folder.path.appending("temporary"))
  }

  @Test func `a toolchain runs once, and again when it was replaced`() async throws {
    try await withScratchDirectory { folder in
      let environment = try toolchain(in: folder, version: "Swift version 6.3")
      let first = try #require(await ask(environment, in: folder))
      #expect(first.compiler.version == "Swift version 6.3")
      #expect(first.compiler.tools == folder.path.appending("usr").appending("bin"))
      #expect(runs(in: folder) == 2)
      #expect(await ask(environment, in: folder) == first)
      #expect(runs(in: folder) == 2)
      _ = try toolchain(in: folder, version: "Swift version 6.4.1")
      #expect(await ask(environment, in: folder)?.compiler.version == "Swift version 6.4.1")
      #expect(runs(in: folder) == 4)
      #expect(!folder.exists("temporary"))
    }
  }

  @Test func `a program that selects a toolchain elsewhere runs each time`() async throws {
    try await withScratchDirectory { folder in
      let environment = try toolchain(in: folder, version: "Swift version 6.3", resources: "selected/lib/swift")
      #expect(await ask(environment, in: folder) != nil)
      #expect(await ask(environment, in: folder) != nil)
      #expect(runs(in: folder) == 4)
    }
  }

  @Test func `no toolchain, and one that fails, have no answers`() async throws {
    try await withScratchDirectory { folder in
      #expect(await ask(["PATH": folder.path.string], in: folder) == nil)
      try folder.write("usr/bin/swift", "#!/bin/sh\nexit 1\n")
      chmod(folder.path.appending("usr/bin/swift").string, 0o755)
      #expect(await ask(["PATH": "\(folder.path)/usr/bin"], in: folder) == nil)
    }
  }
}
