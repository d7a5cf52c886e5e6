// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

extension CoverageReader {
  /// What the runs of several packages covered together.
  func coverage(
    from runs: [CoverageArtifacts], of paths: [String], rules: ClassificationRules
  ) async throws(CoverageError) -> CoverageMap {
    var joined = CoverageMap(files: [:])
    for run in runs { joined = joined.joined(with: try await coverage(from: run, of: paths, rules: rules)) }
    return joined
  }
}
