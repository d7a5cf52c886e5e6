// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// What is known of the Swift toolchain of this machine, for those who only want to say it.
package struct ToolchainInspection: Sendable {
  package let swift: FilePath
  /// `Swift version 6.3.1 (swift-6.3.1-RELEASE)`
  package let version: String
  /// The folder of the programs that belong to the compiler.
  package let tools: FilePath
  /// Those that measure coverage and are not there.
  package let missingTools: [String]

  /// The folders that it is read from, as far as its place tells without running it.
  package static func folders(_ environment: [String: String]) -> [FilePath] {
    guard let swift = Toolchain.program("swift", onPath: environment["PATH"] ?? "") else { return [] }
    guard let resolved = realpath(swift.string, nil) else { return [swift.removingLastComponent()] }
    defer { free(resolved) }
    let tools = FilePath(String(cString: resolved)).removingLastComponent()
    return [swift.removingLastComponent(), tools.removingLastComponent()]
  }

  /// Looks for the toolchain as a review does.
  ///
  /// - Throws: an error that says in one sentence why there is none.
  package static func make(environment: [String: String]) async throws -> ToolchainInspection {
    let toolchain = try await Toolchain.find(environment: GuestEnvironment.inherited(from: environment))
    let missing = ["llvm-cov", "llvm-profdata"].filter {
      !FileManager.default.isExecutableFile(atPath: toolchain.tools.appending($0).string)
    }
    return ToolchainInspection(
      swift: toolchain.swift, version: toolchain.version, tools: toolchain.tools, missingTools: missing)
  }
}
