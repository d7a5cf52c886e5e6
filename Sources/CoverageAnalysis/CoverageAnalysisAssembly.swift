// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ChildProcess
package import ReviewContract
package import SwiftSource
package import SystemPackage

/// Registers how coverage is read.
package struct CoverageAnalysisAssembly: Assembly {
  private let environment: [String: String]
  private let sandbox: any Sandbox
  private let cache: FilePath?
  private let left: FilePath?
  private let trees: ParsedTrees?

  /// - Parameters:
  ///   - environment: for llvm-cov and llvm-profdata, which read what the code under review wrote.
  ///   - sandbox: where they run.
  ///   - cache: a folder for what files came to, out of reach of code under review; it is made on first use.
  ///   - left: where new entries go, for a ``ClassificationHandover``; `nil` when this process keeps them itself.
  ///   - trees: of files that were parsed before.
  package init(
    environment: [String: String], sandbox: any Sandbox = OpenMachine(), cache: FilePath? = nil,
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
