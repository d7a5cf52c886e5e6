// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Reads coverage that another tool measured.
package protocol CoverageReportReader: Sendable {
  /// What the reports say of the lines of a repository's files.
  ///
  /// - Throws: ``CoverageError`` that names the report, the place in it and a remedy; with `pathMismatch` when the reports speak of
  ///   files, and of none of the repository.
  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap
}

/// Reports of one run or of several, together: a line ran when it ran in one of them.
package struct CoverageReports: Hashable, Sendable {
  /// JSON of `llvm-cov export`, or LCOV; which of them a file's content says.
  package let files: [FilePath]
  /// The repository's folder.
  package let root: FilePath
  /// The first that fits a name in a report is used.
  package let prefixes: [PathPrefix]
  /// The requested files, from the root; `nil` for all Swift files that the reports speak of.
  package let paths: [String]?

  package init(files: [FilePath], root: FilePath, prefixes: [PathPrefix] = [], paths: [String]? = nil) {
    self.files = files
    self.root = root
    self.prefixes = prefixes
    self.paths = paths
  }
}
