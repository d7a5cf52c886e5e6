// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ChildProcess
import Foundation
import ReviewCore
import SwiftSource
import SystemPackage

/// Reads coverage with the llvm tools that belong to the compiler.
struct LLVMCoverageReader: CoverageReader {
  let environment: [String: String]
  let sandbox: any Sandbox

  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap {
    guard !artifacts.profiles.isEmpty else {
      throw CoverageError(.noProfiles, "the tests left no coverage profile")
    }
    let root = try resolved(artifacts.repositoryRoot)
    let runner = sandbox.runner(showing: [
      SharedFolder(artifacts.toolchain.removingLastComponent(), as: artifacts.toolchain.removingLastComponent()),
      SharedFolder(root, as: CheckoutNames.source),
      SharedFolder(artifacts.scratch, as: CheckoutNames.coverage, isWritable: true),
    ])
    let insideRoot = runner.inside(root)
    let tools = LLVMTools(folder: artifacts.toolchain, environment: environment, runner: runner)
    let merged = try await tools.merge(artifacts.profiles, into: artifacts.scratch)
    let export = try await tools.export(
      merged.profile, of: artifacts.binaries, sources: paths.map { insideRoot.string + "/" + $0 })
    let reading = ReportReading(
      folder: ContainedFolder(artifacts.repositoryRoot), root: insideRoot.string, paths: paths, rules: rules)
    let map = reading.map(export, notes: merged.notes)
    let absent = paths.filter { map.unmeasured[$0] == .notLinked }
    if map.files.isEmpty, !absent.isEmpty {
      // Only now it is worth to look at all that was measured.
      let everything = try await tools.export(merged.profile, of: artifacts.binaries, sources: [])
      try PathCheck(root: insideRoot.string, paths: absent).check(everything.files.map(\.filename))
    }
    return map
  }

  /// The compiler writes resolved paths.
  private func resolved(_ folder: FilePath) throws(CoverageError) -> FilePath {
    guard let path = realpath(folder.string, nil) else {
      throw CoverageError(.pathMismatch, "the workspace \(folder) is gone")
    }
    defer { free(path) }
    return FilePath(String(cString: path))
  }
}
