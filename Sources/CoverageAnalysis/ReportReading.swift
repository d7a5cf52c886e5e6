// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SwiftSource

/// Joins what was counted with the text of the files.
struct ReportReading {
  let folder: ContainedFolder
  /// The folder as the compiler named it.
  let root: String
  /// The files that were asked for, from the root.
  let paths: [String]
  let rules: ClassificationRules

  /// Files over this size are not measured; the compiler makes none.
  static let maximumSourceBytes = 2 << 20

  func map(_ export: LLVMExport, notes: [String]) -> CoverageMap {
    var files: [String: [Int: LineState]] = [:]
    var idleColumns: [String: [Int: [Range<Int>]]] = [:]
    var excluded: [String: [Int: ExcludedReason]] = [:]
    var unmeasured: [String: UnmeasuredReason] = [:]
    var unlinkedCode: [String: LineSet] = [:]
    var macroUsers: Set<String> = []
    let wanted = Set(paths)
    for file in export.files {
      // llvm-cov exports every file when it finds none of those that it was asked for.
      guard let path = RelativePath.make(file.filename, from: root), wanted.contains(path) else { continue }
      // A file that the compiler could read but we cannot has been swapped since: it has no measured lines.
      guard let source = source(path), let parsed = try? source.parse(),
        let lines = LineClassifier([.segments(SegmentTable(file.segments))], rules: rules).lines(of: source)
      else {
        unmeasured[path] = .unreadable
        continue
      }
      if FileNature.isGenerated(parsed) {
        unmeasured[path] = .generated
        continue
      }
      files[path] = lines.states
      if MacroUse.isIn(parsed) { macroUsers.insert(path) }
      if !lines.idleColumns.isEmpty { idleColumns[path] = lines.idleColumns }
      if !lines.excluded.isEmpty { excluded[path] = lines.excluded }
    }
    for path in paths where files[path] == nil && unmeasured[path] == nil {
      guard let source = source(path), let parsed = try? source.parse() else {
        unmeasured[path] = .unreadable
        continue
      }
      let reason = FileNature.isGenerated(parsed) ? .generated : FileNature.reasonForAbsence(of: parsed)
      unmeasured[path] = reason
      if reason == .notLinked { unlinkedCode[path] = UnlinkedCode.lines(in: parsed) }
    }
    return CoverageMap(
      files: files, idleColumns: idleColumns, excluded: excluded, unmeasured: unmeasured, unlinkedCode: unlinkedCode,
      macroUsers: macroUsers, notes: notes)
  }

  private func source(_ path: String) -> SourceFile? {
    guard let bytes = try? folder.bytes(at: path, limit: Self.maximumSourceBytes) else { return nil }
    return SourceFile(SourceText(path: path, bytes: bytes))
  }
}
