// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import HostileText
import ReviewContract
import SwiftSource
import SystemPackage

/// Combines the counts of reports with the text of the files.
struct ReportReading {
  let folder: ContainedDirectory
  let rules: ClassificationRules
  /// The classifications of earlier readings.
  let cache: ClassificationCache?
  /// The syntax trees of files that were parsed before.
  var trees: ParsedTrees?
  /// The reason for a file with code that was not measured.
  var absence = UnmeasuredReason.notLinked

  /// The maximum size of a measured file, in bytes; the compiler creates none above it.
  static let maximumSourceBytes = 2 << 20

  /// - Parameters:
  ///   - measured: the coverage in reports; several may contain the same file.
  ///   - paths: the requested files, relative to the root; `nil` for all measured ones.
  func map(_ measured: [MeasuredFile], of paths: [String]?, notes: [String]) -> CoverageMap {
    var files: [String: [Int: LineState]] = [:]
    var uncoveredColumns: [String: [Int: [Range<Int>]]] = [:]
    var excluded: [String: [Int: ExcludedReason]] = [:]
    var unmeasured: [String: UnmeasuredReason] = [:]
    var unlinkedCode: [String: LineSet] = [:]
    var macroUsers: Set<String> = []
    var outdated: [String] = []
    var marked: [String] = []
    for (path, reports) in Dictionary(grouping: measured, by: \.path) {
      let sources = reports.map(\.source)
      let text = bytes(path).map { SourceText(path: path, bytes: $0) }
      if let text, sources.contains(where: { $0.lastLine > text.lines.count + 1 }) { outdated.append(path) }
      if let text, rules.newlyMarked.contains(path), GeneratedMark.isIn(text.bytes) { marked.append(path) }
      switch text.map({ outcome($0, sources) }) ?? .unmeasured(.unreadable) {
      case .unmeasured(let reason): unmeasured[path] = reason
      case .measured(let lines):
        files[path] = lines.states
        if !lines.uncoveredColumns.isEmpty { uncoveredColumns[path] = lines.uncoveredColumns }
        if !lines.excluded.isEmpty { excluded[path] = lines.excluded }
        if lines.usesMacros { macroUsers.insert(path) }
      }
    }
    for path in paths ?? [] where files[path] == nil && unmeasured[path] == nil {
      let (reason, code) = absence(of: path)
      unmeasured[path] = reason
      if !code.isEmpty { unlinkedCode[path] = code }
    }
    cache?.prune()
    return CoverageMap(
      files: files, uncoveredColumns: uncoveredColumns, excluded: excluded, unmeasured: unmeasured,
      unlinkedCode: unlinkedCode,
      macroUsers: macroUsers, notes: notes + Self.notes(outdated) + Self.notes(marked: marked))
  }

  private static func notes(_ outdated: [String]) -> [String] {
    guard let first = outdated.min() else { return [] }
    let more = outdated.count > 1 ? " and \(outdated.count - 1) other files" : ""
    return [
      "the coverage has lines that \(first)\(more) does not have: it was measured with another version of the code"
    ]
  }

  private static func notes(marked: [String]) -> [String] {
    marked.sorted().map { path in
      "\(path) is measured, because this change adds its generated-file comment; `paths.generated` excludes it"
    }
  }

  private func outcome(_ text: SourceText, _ sources: [CountSource]) -> ClassifiedFile {
    let key = cache.map { _ in ClassificationKey(text, sources, rules) }
    if let key, let kept = cache?.outcome(key, lines: text.lines.count) { return kept }
    // A file that the compiler could read but this parser cannot has no measured lines.
    let outcome = onDeepStack { (stack) -> ClassifiedFile? in
      let source = SourceFile(text, trees: trees, on: stack)
      guard let parsed = try? source.parse(), var lines = LineClassifier(sources, rules: rules).lines(of: source) else {
        return nil
      }
      lines.usesMacros = MacroUse.isIn(parsed)
      return isGenerated(parsed, text.path) ? .unmeasured(.generated) : .measured(lines)
    }
    guard let outcome else { return .unmeasured(.unreadable) }
    if let key { cache?.keep(outcome, key) }
    return outcome
  }

  /// Returns the reason why nothing was counted in a file, and the lines of its code that was not linked.
  private func absence(of path: String) -> (reason: UnmeasuredReason, code: LineSet) {
    guard let bytes = bytes(path) else { return (.unreadable, []) }
    let found = onDeepStack { (stack) -> (reason: UnmeasuredReason, code: LineSet)? in
      let source = SourceFile(SourceText(path: path, bytes: bytes), trees: trees, on: stack)
      guard let parsed = try? source.parse() else { return nil }
      let reason = isGenerated(parsed, path) ? .generated : FileNature.reasonForAbsence(of: parsed)
      return reason == .notLinked ? (absence, UnlinkedCode.lines(in: parsed)) : (reason, [])
    }
    return found ?? (.unreadable, [])
  }

  /// - Returns: `nil` as well if the function takes too long.
  private func onDeepStack<Value: Sendable>(_ function: @escaping @Sendable (DeepStack) -> Value?) -> Value? {
    DeepStack.run(function) ?? nil
  }

  private func isGenerated(_ file: ParsedFile, _ path: String) -> Bool {
    !rules.newlyMarked.contains(path) && FileNature.isGenerated(file)
  }

  private func bytes(_ path: String) -> [UInt8]? {
    // A compiler names a linked file by the path of the link.
    try? folder.bytes(at: path, limit: Self.maximumSourceBytes, links: .followedBelow)
  }
}

/// Reads existing reports in the formats of llvm-cov.
struct MeasuredReportReader: CoverageReportReader {
  let cache: ClassificationCache?

  func coverage(of reports: CoverageReports, rules: ClassificationRules) throws(CoverageError) -> CoverageMap {
    guard !reports.files.isEmpty else { throw CoverageError(.noProfiles, "no coverage report was named") }
    let root = try ResolvedDirectory.path(of: reports.root)
    let roots = [root.string] + (reports.root.string == root.string ? [] : [reports.root.string])
    let paths = ReportPaths(roots: roots, prefixes: reports.prefixes, wanted: reports.paths, followsLinks: true)
    var measured: [MeasuredFile] = []
    for file in reports.named { measured += try file.files(paths) }
    if measured.isEmpty { try checkPaths(reports, root: root.string) }
    var reading = ReportReading(folder: ContainedDirectory(root), rules: rules, cache: cache)
    // A report does not show what was linked.
    reading.absence = .notInReports
    return reading.map(measured, of: reports.paths, notes: [])
  }

  /// Throws if the reports are of other folders. They have none of the requested files, which may just not be measured.
  private func checkPaths(_ reports: CoverageReports, root: String) throws(CoverageError) {
    let paths = ReportPaths(
      roots: [root, reports.root.string], prefixes: reports.prefixes, wanted: [], followsLinks: true, keepsNames: true)
    for file in reports.named { _ = try file.files(paths) }
    let absolute = paths.names.map { name in paths.path(of: name).map { "\(root)/\($0)" } ?? name }
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
