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

  /// Files over this size are not measured; the compiler makes none.
  static let maximumSourceBytes = 2 << 20

  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String]
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
    let folder = ContainedFolder(artifacts.repositoryRoot)
    var files: [String: [Int: LineState]] = [:]
    var unreachable: [String: LineSet] = [:]
    for file in export.files {
      guard let path = RelativePath.make(file.filename, from: insideRoot.string), !path.isEmpty else { continue }
      // A file that the compiler could read but we cannot has been swapped since: it has no measured lines.
      guard let bytes = try? folder.bytes(at: path, limit: Self.maximumSourceBytes) else { continue }
      guard let lines = LineClassifier(file).lines(of: SourceText(path: path, bytes: bytes)) else { continue }
      files[path] = lines.states
      if !lines.unreachable.isEmpty { unreachable[path] = lines.unreachable }
    }
    return CoverageMap(files: files, unreachable: unreachable, notes: merged.notes)
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
