// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract
package import Rules
package import SystemPackage

/// A finding with the text of its first line, if the text is known.
package struct LocatedFinding: Hashable, Sendable {
  package var finding: Finding
  package let lineText: String?

  package init(finding: Finding, lineText: String?) {
    self.finding = finding
    self.lineText = lineText
  }
}

/// Finds out which findings the old versions of files do not have, by running the rules on them.
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

  /// The new ones among the findings of some files.
  ///
  /// - Parameter old: the old versions; in files without one everything is new.
  package func new(
    among found: [LocatedFinding], in files: [ChangedFile], old texts: [String: [UInt8]]
  ) async -> Set<Finding> {
    let change = ReviewedChange(
      root: root, changes: ChangeSet(files: files.filter { texts[$0.path] != nil }), isEverythingInChange: true,
      texts: texts)
    let base = await linter.findings(in: change).findings
    let lines = LineTexts(root: root, texts: texts)
    let baseByPath = Dictionary(grouping: base, by: \.path)
    let headByPath = Dictionary(grouping: found, by: \.finding.path)
    var new: Set<Finding> = []
    let comparison = NewFindings(measuring: Self.measuring)
    for file in files {
      let head = (headByPath[file.path] ?? []).map { NewFindings.Located($0.finding, lineText: $0.lineText ?? "") }
      let old = (baseByPath[file.path] ?? []).map { NewFindings.Located($0, lineText: lines.line($0) ?? "") }
      let positions = comparison.positions(head: head, base: old, hunks: file.hunks)
      new.formUnion(positions.map { head[$0].finding })
    }
    return new
  }
}

/// The texts of lines of the files that were checked.
package final class LineTexts {
  private let checkout: ContainedDirectory
  private let texts: [String: [UInt8]]?
  private var path: String?
  private var lines: [Range<Int>] = []
  private var bytes: [UInt8] = []

  package init(root: FilePath, texts: [String: [UInt8]]?) {
    checkout = ContainedDirectory(root)
    self.texts = texts
  }

  /// The first line of a finding without its line break; `nil` if the file cannot be read. Findings are looked up in
  /// the order of their files, because only the last file is kept.
  package func line(_ finding: Finding) -> String? {
    if path != finding.path { load(finding.path) }
    let index = finding.range.startLine - 1
    guard lines.indices.contains(index) else { return nil }
    return String(decoding: bytes[lines[index]], as: UTF8.self)
  }

  private func load(_ path: String) {
    self.path = path
    // A file that changed while it was read has no excerpt.
    bytes = texts.map { $0[path] ?? [] } ?? (try? checkout.bytes(at: path, limit: RuleLinter.maximumBytes)) ?? []
    lines = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let end = index > start && bytes[index - 1] == UInt8(ascii: "\r") ? index - 1 : index
      lines.append(start..<end)
      start = index + 1
    }
    if start < bytes.count || lines.isEmpty { lines.append(start..<bytes.count) }
  }
}
