// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
import ReviewContract
import Rules
package import SystemPackage

/// Determines the findings that the old versions of files do not have, by running the rules on them.
package struct FindingComparison: Sendable {
  /// The rules that measure a whole file, type or function.
  package static let measuring = Set(
    BuiltInRules.all.map { $0.description }.filter { $0.kind == .metrics }.map(\.id))

  private let linter: any Linter
  private let root: FilePath

  package init(linter: any Linter, root: FilePath) {
    self.linter = linter
    self.root = root
  }

  /// Returns the new findings of some files.
  ///
  /// - Parameter old: the old versions; in files without one everything is new.
  package func new(
    among found: [LocatedFinding], in files: [ChangedFile], old texts: [String: [UInt8]]
  ) async -> Set<Finding> {
    new(among: found, in: files, base: await findings(in: files, old: texts).found)
  }

  /// Returns the findings of the old versions of some files.
  func findings(in files: [ChangedFile], old texts: [String: [UInt8]]) async -> ReviewedFindings {
    await linter.findings(
      in: ReviewedChange(
        root: root, changes: ChangeSet(files: files.filter { texts[$0.path] != nil }), isEverythingInChange: true,
        texts: texts))
  }

  /// Returns the findings that are not among those of the old versions of some files.
  func new(among found: [LocatedFinding], in files: [ChangedFile], base: [LocatedFinding]) -> Set<Finding> {
    let baseByPath = Dictionary(grouping: base, by: \.finding.path)
    let headByPath = Dictionary(grouping: found, by: \.finding.path)
    var new: Set<Finding> = []
    let comparison = NewFindings(measuring: Self.measuring)
    for file in files {
      let head = headByPath[file.path] ?? []
      let positions = comparison.positions(head: head, base: baseByPath[file.path] ?? [], hunks: file.hunks)
      new.formUnion(positions.map { head[$0].finding })
    }
    return new
  }
}
