// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import SystemPackage

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

  /// Returns the prepared coverage, or else the files as not linked.
  package func unmeasured(_ paths: [String], in root: FilePath, rules: ClassificationRules) -> CoverageMap {
    let none = CoverageMap(files: [:], unmeasured: Dictionary(uniqueKeysWithValues: paths.map { ($0, .notLinked) }))
    return (try? prepared[paths]?.get()) ?? none
  }
}
