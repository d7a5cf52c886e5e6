// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Coverage reports of other hosts that are merged into a review's own measurement. Their contents are hostile.
package struct SuppliedReports: Hashable, Codable, Sendable {
  package struct Report: Hashable, Codable, Sendable {
    package let file: FilePath
    /// The name in messages, as given by the caller.
    package let name: String

    package init(file: FilePath, name: String) {
      self.file = file
      self.name = name
    }
  }

  package let reports: [Report]
  /// The replacements of path prefixes; the first that matches a name in a report is used.
  package let prefixes: [PathPrefix]

  package init(reports: [Report] = [], prefixes: [PathPrefix] = []) {
    self.reports = reports
    self.prefixes = prefixes
  }

  package static let none = SuppliedReports()

  package var isEmpty: Bool { reports.isEmpty }
}
