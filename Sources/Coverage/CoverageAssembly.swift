// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import Isolation
package import ReviewContract
package import SwiftSource
package import SystemPackage

/// Registers how coverage is read.
package struct CoverageAssembly: Assembly {
  private let environment: [String: String]
  private let sandbox: any Sandbox
  private let cache: FilePath?
  private let left: FilePath?
  private let trees: ParsedTrees?

  /// - Parameters:
  ///   - environment: for llvm-cov and llvm-profdata, which read what the code under review wrote.
  ///   - sandbox: where they run.
  ///   - cache: the folder of cached line classifications, not accessible to code under review; created on first use.
  ///   - left: where new entries go, for a ``ClassificationDirectory``; `nil` when this process keeps them itself.
  ///   - trees: of files that were parsed before.
  package init(
    environment: [String: String], sandbox: any Sandbox = Unsandboxed(), cache: FilePath? = nil,
    left: FilePath? = nil, trees: ParsedTrees? = nil
  ) {
    self.left = left
    self.cache = cache
    self.trees = trees
    self.environment = environment
    self.sandbox = sandbox
  }

  package func register(in registry: inout Registry) {
    let cache = cache.map { ClassificationCache(folder: $0, left: left) }
    let reader = LLVMCoverageReader(environment: environment, sandbox: sandbox, cache: cache, trees: trees)
    registry.fill(.coverageReader) { _ in reader }
    registry.fill(.coverageReportReader) { _ in MeasuredReportReader(cache: cache) }
  }
}

extension Slot where Value == any CoverageReader {
  package static var coverageReader: Slot<any CoverageReader> { Slot("coverageReader") }
}

extension Slot where Value == any CoverageReportReader {
  package static var coverageReportReader: Slot<any CoverageReportReader> { Slot("coverageReportReader") }
}

/// Reads coverage with the llvm tools that belong to the compiler.
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
      SharedDirectory(artifacts.toolchain.removingLastComponent(), as: artifacts.toolchain.removingLastComponent()),
      SharedDirectory(root, as: CheckoutNames.source),
      SharedDirectory(artifacts.scratch, as: CheckoutNames.coverage, isWritable: true),
    ])
    let insideRoot = runner.inside(root)
    let tools = LLVMTools(folder: artifacts.toolchain, environment: environment, runner: runner)
    let merged = try await tools.merge(artifacts.profiles, into: artifacts.scratch)
    let report = try await tools.export(
      merged.profile, of: artifacts.binaries, sources: paths.map { insideRoot.string + "/" + $0 },
      into: artifacts.scratch)
    // llvm-cov exports every file when it finds none of the requested ones.
    let measured = try report.files(ReportPaths(roots: [insideRoot.string], wanted: paths))
    let reading = ReportReading(
      folder: ContainedDirectory(artifacts.repositoryRoot), rules: rules, cache: cache, trees: trees)
    let map = reading.map(measured, of: paths, notes: merged.notes)
    let absent = paths.filter { map.unmeasured[$0] == .notLinked }
    if map.files.isEmpty, !absent.isEmpty {
      // Only now is it worth reading everything that was measured.
      let everything = try await tools.export(
        merged.profile, of: artifacts.binaries, sources: [], into: artifacts.scratch)
      let names = ReportPaths(roots: [insideRoot.string], wanted: [], keepsNames: true)
      _ = try everything.files(names)
      try PathCheck(root: insideRoot.string, paths: absent).check(names.names)
    }
    let summary = try await tools.summary(merged.profile, of: artifacts.binaries, into: artifacts.scratch)
    return map.adding(totals: summary?.totals(below: insideRoot.string) ?? [:])
  }
}
