// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract
import SystemPackage

/// Reads reports that are there, in the formats of llvm-cov.
struct MeasuredReportReader: CoverageReportReader {
  let cache: ClassificationCache?

  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap {
    guard !reports.files.isEmpty else { throw CoverageError(.noProfiles, "no coverage report was named") }
    let root = try ResolvedFolder.path(of: reports.root)
    let roots = [root.string] + (reports.root.string == root.string ? [] : [reports.root.string])
    let paths = ReportPaths(roots: roots, prefixes: reports.prefixes, wanted: reports.paths, followsLinks: true)
    var measured: [MeasuredFile] = []
    for file in reports.files { measured += try ReportFile(file: file).files(paths) }
    if measured.isEmpty { try checkPaths(reports, root: root.string) }
    let reading = ReportReading(folder: ContainedDirectory(root), rules: rules, cache: cache)
    return reading.map(measured, of: reports.paths, notes: [])
  }

  /// The reports have nothing that was asked for: because it was not measured, or because of other folders.
  private func checkPaths(_ reports: CoverageReports, root: String) throws(CoverageError) {
    let paths = ReportPaths(
      roots: [root, reports.root.string], prefixes: reports.prefixes, wanted: [], followsLinks: true, keepsNames: true)
    for file in reports.files { _ = try ReportFile(file: file).files(paths) }
    let absolute = paths.names.map { name in paths.path(of: name).map { "\(root)/\($0)" } ?? name }
    let remedy = "say which folder of the report is which here (--path-equivalence FROM,TO), or measure in this folder"
    guard let wanted = reports.paths else {
      guard let foreign = absolute.first(where: { $0.hasSuffix(".swift") }) else { return }
      throw CoverageError(
        .pathMismatch, "no file of \(root) is in the coverage: it speaks of \(foreign.printable(300))", remedy: remedy)
    }
    try PathCheck(root: root, paths: wanted, remedy: remedy).check(absolute)
  }
}
