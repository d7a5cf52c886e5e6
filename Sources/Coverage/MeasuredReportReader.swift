// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import HostileText
import ReviewContract
import SystemPackage

/// Reads existing reports in the formats of llvm-cov and Xcode.
struct MeasuredReportReader: CoverageReportReader {
  let cache: ClassificationCache?

  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap {
    guard !reports.files.isEmpty else { throw CoverageError(.noProfiles, "no coverage report was named") }
    let root = try ResolvedDirectory.path(of: reports.root)
    let roots = [root.string] + (reports.root.string == root.string ? [] : [reports.root.string])
    let paths = ReportPaths(roots: roots, prefixes: reports.prefixes, wanted: reports.paths, followsLinks: true)
    var measured: [MeasuredFile] = []
    for file in reports.named {
      let known = paths.count
      let files = try file.files(paths)
      guard paths.count > known else {
        throw CoverageError(
          .malformed, "the coverage report \(file.file) contains no files",
          remedy: "check the output of the command that created it")
      }
      if files.isEmpty { try checkPaths(of: file, in: reports, root: root.string) }
      measured += files
    }
    var reading = ReportReading(folder: ContainedDirectory(root), rules: rules, cache: cache)
    // A report does not show what was linked, or which version of the code it is about.
    reading.absence = .notInReports
    reading.checksVersion = true
    return reading.map(measured, of: reports.paths, notes: [])
  }

  /// Throws if a report is of another folder. It has none of the requested files, which may just not be measured.
  private func checkPaths(
    of file: CoverageReportFile, in reports: CoverageReports, root: String
  ) throws(CoverageError) {
    let paths = ReportPaths(
      roots: [root, reports.root.string], prefixes: reports.prefixes, wanted: [], followsLinks: true, keepsNames: true)
    _ = try file.files(paths)
    let absolute = paths.names.map { name in paths.path(of: name).map { "\(root)/\($0)" } ?? ReportName(name).text }
    let remedy = "map the report's folder to one here (--path-equivalence FROM,TO), or measure in this folder"
    guard let wanted = reports.paths else {
      guard let foreign = absolute.first(where: { $0.hasSuffix(".swift") }) else { return }
      throw CoverageError(
        .pathMismatch, "no file of \(root) is in the coverage: it covers \(HostileText(foreign).line(limit: 300))",
        remedy: remedy)
    }
    try PathCheck(root: root, paths: wanted, remedy: remedy).check(absolute)
  }
}

extension CoverageReports {
  fileprivate var named: [CoverageReportFile] {
    files.enumerated().map { index, file in
      CoverageReportFile(file: file, name: index < names.count ? names[index] : nil)
    }
  }
}
