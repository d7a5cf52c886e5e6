// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewCore

/// Registers how coverage is read.
package struct CoverageAnalysisAssembly: Assembly {
  private let environment: [String: String]

  /// - Parameter environment: for llvm-cov and llvm-profdata, which read what the code under review wrote.
  package init(environment: [String: String]) {
    self.environment = environment
  }

  package func register(in registry: inout Registry) {
    let reader = LLVMCoverageReader(environment: environment)
    registry.fill(.coverageReader) { _ in reader }
  }
}

extension Slot where Value == any CoverageReader {
  package static var coverageReader: Slot<any CoverageReader> { Slot("coverageReader") }
}
