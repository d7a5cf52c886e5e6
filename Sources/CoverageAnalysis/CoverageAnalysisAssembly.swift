// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ChildProcess
package import ReviewCore

/// Registers how coverage is read.
package struct CoverageAnalysisAssembly: Assembly {
  private let environment: [String: String]
  private let sandbox: any Sandbox

  /// - Parameters:
  ///   - environment: for llvm-cov and llvm-profdata, which read what the code under review wrote.
  ///   - sandbox: where they run.
  package init(environment: [String: String], sandbox: any Sandbox = OpenMachine()) {
    self.environment = environment
    self.sandbox = sandbox
  }

  package func register(in registry: inout Registry) {
    let reader = LLVMCoverageReader(environment: environment, sandbox: sandbox)
    registry.fill(.coverageReader) { _ in reader }
  }
}

extension Slot where Value == any CoverageReader {
  package static var coverageReader: Slot<any CoverageReader> { Slot("coverageReader") }
}
