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

  /// Those of them that measure a whole file or type.
  private static let whole: Set = [BuiltInRules.fileLength, BuiltInRules.typeBodyLength]

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
    let comparison = NewFindings(measuring: Self.measuring, whole: Self.whole)
    for file in files {
      let head = headByPath[file.path] ?? []
      let positions = comparison.positions(head: head, base: baseByPath[file.path] ?? [], hunks: file.hunks)
      new.formUnion(positions.map { head[$0].finding })
    }
    return new
  }

  /// Moves a new finding about a whole file or type to a line that the change added in it: to the last one of a file,
  /// and to the first one of a type, where a reader of the change sees it.
  package static func move(_ finding: inout Finding, toChangedLineOf file: ChangedFile) {
    let first = finding.range.startLine
    guard whole.contains(finding.rule), !file.addedLines.contains(first) else { return }
    let added = file.addedLines
    let isFile = finding.rule == BuiltInRules.fileLength
    guard let line = isFile ? added.ranges.last?.upperBound : added.lines.first(where: { $0 > first }) else { return }
    finding.range = SourceRange(line: line, column: 1)
  }
}
