// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import SystemPackage

/// Reads coverage reports of other machines, one after the other.
struct SuppliedCoverage: Sendable {
  let reader: any CoverageReportReader
  let reports: SuppliedReports
  /// The root of the checkout.
  let root: FilePath

  struct Merged: Sendable {
    var map: CoverageMap
    /// A sentence for each report that cannot be used.
    var problems: [String] = []
  }

  /// Merges the reports into a measurement: a line is covered if it is in any of them.
  func merge(into measured: CoverageMap, of paths: [String], rules: ClassificationRules) -> Merged {
    var merged = Merged(map: measured)
    for report in reports.reports {
      let wanted = CoverageReports(
        files: [report.file], names: [report.name], root: root, prefixes: reports.prefixes, paths: paths)
      do {
        merged.map = merged.map.joined(with: try reader.coverage(of: wanted, rules: rules))
      } catch {
        merged.problems.append("\(error)")
      }
    }
    return merged
  }
}
