// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
package import Isolation
package import ReviewContract
package import SwiftSource
package import SystemPackage

/// The readers of coverage.
package struct CoverageAssembly: Sendable {
  /// Reads the profiles of instrumented tests.
  package let reader: any CoverageReader
  /// Reads coverage that another tool measured.
  package let reportReader: any CoverageReportReader

  /// - Parameters:
  ///   - environment: the environment of llvm-cov and llvm-profdata, which read the output of the code under review.
  ///   - sandbox: the sandbox of these tools.
  ///   - cache: the folder of cached line classifications, not accessible to code under review; created on first use.
  ///   - leftovers: the folder of new entries for a ``ClassificationStore``; `nil` when this process stores them.
  ///   - trees: the syntax trees of files that were parsed before.
  package init(
    environment: [String: String], sandbox: any Sandbox = Unsandboxed(), cache: FilePath? = nil,
    leftovers: FilePath? = nil, trees: ParsedTrees? = nil
  ) {
    let cache = cache.map { ClassificationCache(folder: $0, leftovers: leftovers) }
    reader = LLVMCoverageReader(environment: environment, sandbox: sandbox, cache: cache, trees: trees)
    reportReader = MeasuredReportReader(cache: cache)
  }
}

/// Reads coverage with the LLVM tools of the compiler.
struct LLVMCoverageReader: CoverageReader {
  let environment: [String: String]
  let sandbox: any Sandbox
  let cache: ClassificationCache?
  var trees: ParsedTrees?

  func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap {
    guard !artifacts.profiles.isEmpty else {
      throw CoverageError(.noProfiles, "the tests left no coverage profile")
    }
    let root = try ResolvedDirectory.path(of: artifacts.repositoryRoot)
    let runner = sandbox.runner(showing: [
      SharedDirectory(artifacts.toolchain.parent, as: artifacts.toolchain.parent),
      SharedDirectory(root, as: artifacts.mountPath),
      SharedDirectory(artifacts.scratch, as: CheckoutNames.coverage, isWritable: true),
    ])
    let insideRoot = runner.inside(root)
    let tools = LLVMTools(folder: artifacts.toolchain, environment: environment, runner: runner)
    let merged = try await tools.merge(artifacts.profiles, into: artifacts.scratch)
    let report = try await tools.export(
      merged.profile, of: artifacts.binaries, sources: paths.map { insideRoot.string + "/" + $0 },
      into: artifacts.scratch)
    // llvm-cov exports all files if it finds none of the requested ones.
    let measured = try report.files(ReportPaths(roots: [insideRoot.string], wanted: paths))
    let reading = ReportReading(
      folder: ContainedDirectory(artifacts.repositoryRoot), rules: rules, cache: cache, trees: trees)
    let map = reading.map(measured, of: paths, notes: merged.notes)
    let absent = paths.filter { map.unmeasured[$0] == .notLinked }
    if map.files.isEmpty, !absent.isEmpty {
      // Reading all measured files is only necessary in this case.
      let everything = try await tools.export(
        merged.profile, of: artifacts.binaries, sources: [], into: artifacts.scratch)
      let names = ReportPaths(roots: [insideRoot.string], wanted: [], keepsNames: true)
      _ = try everything.files(names)
      try PathCheck(root: insideRoot.string, paths: absent).check(names.names)
    }
    let summary = try await tools.summary(merged.profile, of: artifacts.binaries, into: artifacts.scratch)
    return map.adding(totals: summary?.totals(below: insideRoot.string) ?? [:])
  }

  func unmeasured(_ paths: [String], in root: FilePath, rules: ClassificationRules) -> CoverageMap {
    ReportReading(folder: ContainedDirectory(root), rules: rules, cache: nil, trees: trees)
      .map([], of: paths, notes: [])
  }
}
