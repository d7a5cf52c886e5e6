// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import HostileText
package import ReviewContract
package import SystemPackage

/// The files of `--coverage-report`. This process does not parse them: the worker gets copies.
package struct CoverageReportFiles: Sendable {
  package static let maximumCount = 20
  /// The maximum size of one file, in bytes.
  package static let maximumBytes = 1 << 30
  /// The directory of the copies, in the worker's results. The code under review has no access to it.
  private static let folder = "coverage-reports"

  private let names: [String]
  private let prefixes: [PathPrefix]
  private let currentFolder: FilePath

  package static let none = CoverageReportFiles(names: [], prefixes: [], currentFolder: "/")

  private init(names: [String], prefixes: [PathPrefix], currentFolder: FilePath) {
    self.names = names
    self.prefixes = prefixes
    self.currentFolder = currentFolder
  }

  /// Checks that the files can be read, before anything else is done.
  ///
  /// - Parameters:
  ///   - names: paths, relative to the current folder.
  ///   - prefixes: replacements for paths in the reports. Paths below the current folder, which is a checkout of the
  ///     repository, need none.
  /// - Throws: ``UsageError`` for a file that is missing, not regular or too large, or for too many files.
  package init(_ names: [String], prefixes: [PathPrefix], in currentFolder: FilePath) throws(UsageError) {
    let fromCurrentFolder = PathPrefix(from: currentFolder.string, to: ".")
    self.init(names: names, prefixes: prefixes + [fromCurrentFolder], currentFolder: currentFolder)
    guard names.count <= Self.maximumCount else {
      throw UsageError(
        "there are \(names.count) files of --coverage-report, more than \(Self.maximumCount)",
        remedy: "merge some of them")
    }
    for name in names { _ = try opened(name) }
  }

  package var isEmpty: Bool { names.isEmpty }

  /// Copies the files into a directory.
  ///
  /// - Parameter results: the worker's results.
  /// - Throws: ``UsageError`` for a file that cannot be read any more, or ``RunError`` if it cannot be copied.
  package func copy(to results: FilePath) throws -> SuppliedReports {
    guard !names.isEmpty else { return .none }
    let directory = ContainedDirectory(results)
    var reports: [SuppliedReports.Report] = []
    for (number, name) in names.enumerated() {
      let copy = "\(Self.folder)/\(number)"
      let file = try opened(name)
      do {
        try directory.makeDirectory(Self.folder, permissions: 0o755)
        try directory.copy(file, to: copy)
      } catch {
        throw RunError("cannot copy the coverage report \(shown(name)): \(error)")
      }
      reports.append(SuppliedReports.Report(file: results.pushing(FilePath(copy)), name: name))
    }
    return SuppliedReports(reports: reports, prefixes: prefixes)
  }

  private func opened(_ name: String) throws(UsageError) -> OpenFile {
    let file: OpenFile
    do {
      file = try OpenFile(named: currentFolder.pushing(FilePath(name)), followsLink: false)
    } catch {
      throw UsageError(
        "cannot read the file \(shown(name)) of --coverage-report: \(error)",
        remedy: "name an LCOV file, or a JSON file of llvm-cov export")
    }
    guard file.size <= Self.maximumBytes else {
      throw UsageError(
        "the file \(shown(name)) of --coverage-report has more than \(Self.maximumBytes >> 20) MiB",
        remedy: "export fewer files")
    }
    return file
  }

  private func shown(_ name: String) -> String { "\"\(HostileText(name).line(limit: 300))\"" }
}
