// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// A reader with prepared coverage.
package struct StubCoverageReader: CoverageReader {
  private let prepared: [[String]: Result<CoverageMap, CoverageError>]

  /// - Parameter prepared: the results by the requested paths.
  package init(_ prepared: [[String]: Result<CoverageMap, CoverageError>]) {
    self.prepared = prepared
  }

  package func coverage(
    from artifacts: CoverageArtifacts, of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap {
    guard let result = prepared[paths] else {
      throw CoverageError(.toolFailed, "the stub reader was not prepared for \(paths)")
    }
    return try result.get()
  }
}
