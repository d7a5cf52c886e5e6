// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import ReviewContract
import SwiftSource

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
  /// Whether the counts may be of another version of the files.
  var checksVersion = false

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
    var unmeasuredCode: [String: [UnmeasuredReason: LineSet]] = [:]
    var macroUsers: Set<String> = []
    var marked: [String] = []
    var versions = VersionNotes()
    for (path, reports) in Dictionary(grouping: measured, by: \.path) {
      let text = bytes(path).map { SourceText(path: path, bytes: $0) }
      if let text, rules.newlyMarked.contains(path), GeneratedMark.isIn(text.bytes) { marked.append(path) }
      switch text.map({ outcome($0, reports.map(\.source), &versions) }) ?? .unmeasured(.unreadable) {
      case .unmeasured(let reason, let code):
        unmeasured[path] = reason
        if !code.isEmpty { unmeasuredCode[path] = [reason: code] }
      case .measured(let lines):
        files[path] = lines.states
        if !lines.uncoveredColumns.isEmpty { uncoveredColumns[path] = lines.uncoveredColumns }
        if !lines.excluded.isEmpty { excluded[path] = lines.excluded }
        if !lines.uncounted.isEmpty { unmeasuredCode[path] = lines.uncounted }
        if lines.usesMacros { macroUsers.insert(path) }
      }
    }
    for path in paths ?? [] where files[path] == nil && unmeasured[path] == nil {
      let (reason, code) = absence(of: path)
      unmeasured[path] = reason
      if !code.isEmpty { unmeasuredCode[path] = [reason: code] }
    }
    return CoverageMap(
      files: files, uncoveredColumns: uncoveredColumns, excluded: excluded, unmeasured: unmeasured,
      unmeasuredCode: unmeasuredCode, macroUsers: macroUsers,
      notes: notes + versions.notes + Self.notes(marked: marked))
  }

  private static func notes(marked: [String]) -> [String] {
    marked.sorted().map { path in
      "\(path) is measured, because this change adds its generated-file comment; `paths.generated` excludes it"
    }
  }

  private func outcome(_ text: SourceText, _ sources: [CountSource], _ versions: inout VersionNotes) -> ClassifiedFile {
    let key = cache.map { _ in ClassificationKey(text, sources, rules) }
    // Counts of another version are not classified, so that nothing of them is cached.
    if let key, let kept = cache?.outcome(key, lines: text.lines.count) { return kept }
    // A file that the compiler could read but this parser cannot has been replaced since: it has no measured lines.
    let read = onDeepStack { stack -> Classification? in
      let source = SourceFile(text, trees: trees, on: stack)
      return (try? source.parse()).map { classification(of: source, $0, sources) }
    }
    guard let read else { return .unmeasured(.unreadable) }
    for version in read.versions { versions.add(version, text.path) }
    if let key, read.isOfAllSources, !versions.doubts(text.path) { cache?.keep(read.outcome, key) }
    return read.outcome
  }

  private struct Classification: Sendable {
    var outcome: ClassifiedFile
    var versions: [ReportVersion] = []
    /// Whether lines are measured, by the counts of all reports.
    var isOfAllSources = false
  }

  private func classification(
    of source: SourceFile, _ parsed: ParsedFile, _ sources: [CountSource]
  ) -> Classification {
    let path = source.text.path
    let versions = checksVersion ? sources.map { ReportVersion($0, of: parsed) } : []
    let current = checksVersion ? zip(sources, versions).filter { $1 != .other }.map(\.0) : sources
    let counted = current.filter(\.hasCounts)
    guard !counted.isEmpty else {
      return Classification(outcome: uncounted(parsed, path, sources, current), versions: versions)
    }
    guard var lines = LineClassifier(sources: counted, rules: rules).lines(of: source) else {
      return Classification(outcome: .unmeasured(.unreadable), versions: versions)
    }
    lines.usesMacros = MacroUse.isIn(parsed)
    return Classification(
      outcome: isGenerated(parsed, path) ? .unmeasured(.generated) : .measured(lines), versions: versions,
      isOfAllSources: current.count == sources.count)
  }

  /// Returns the reason why nothing is measured in a file that has no usable counts.
  private func uncounted(
    _ file: ParsedFile, _ path: String, _ sources: [CountSource], _ current: [CountSource]
  ) -> ClassifiedFile {
    let (reason, code) = absence(of: file, path)
    guard reason == absence else { return .unmeasured(reason, code) }
    if current.count < sources.count { return .unmeasured(.outdated, code) }
    let areFunctions = sources.contains { if case .functions = $0 { true } else { false } }
    return .unmeasured(areFunctions ? .functionsOnly : .noCounts, code)
  }

  /// Returns the reason why nothing was counted in a file, and the lines of its code that could have been.
  private func absence(of path: String) -> (reason: UnmeasuredReason, code: LineSet) {
    guard let bytes = bytes(path) else { return (.unreadable, []) }
    let found = onDeepStack { stack -> (reason: UnmeasuredReason, code: LineSet)? in
      let source = SourceFile(SourceText(path: path, bytes: bytes), trees: trees, on: stack)
      return (try? source.parse()).map { absence(of: $0, path) }
    }
    return found ?? (.unreadable, [])
  }

  /// - Returns: `nil` as well if the function takes too long.
  private func onDeepStack<Value: Sendable>(_ function: @escaping @Sendable (DeepStack) -> Value?) -> Value? {
    DeepStack.run(function) ?? nil
  }

  private func absence(of file: ParsedFile, _ path: String) -> (reason: UnmeasuredReason, code: LineSet) {
    let reason = isGenerated(file, path) ? .generated : FileNature.reasonForAbsence(of: file)
    switch reason {
    case .notLinked: return (absence, UnlinkedCode.lines(in: file))
    case .notCounted: return (reason, InitialValues.lines(in: file))
    default: return (reason, [])
    }
  }

  private func isGenerated(_ file: ParsedFile, _ path: String) -> Bool {
    !rules.newlyMarked.contains(path) && FileNature.isGenerated(file)
  }

  private func bytes(_ path: String) -> [UInt8]? {
    // A compiler names a linked file by the path of the link.
    try? folder.bytes(at: path, limit: Self.maximumSourceBytes, links: .followedBelow)
  }
}

/// Notes about files whose counts are of another version in some reports.
private struct VersionNotes {
  private var other: Set<String> = []
  private var doubtful: Set<String> = []

  mutating func add(_ version: ReportVersion, _ path: String) {
    switch version {
    case .same: break
    case .doubtful: doubtful.insert(path)
    case .other: other.insert(path)
    }
  }

  func doubts(_ path: String) -> Bool { doubtful.contains(path) }

  var notes: [String] {
    let doubtful = doubtful.subtracting(other)
    let notes = [
      Self.note(other, "was measured with another version of the code, and is not used"),
      Self.note(
        doubtful, "has counts of lines without code: it may have been measured with another version of the code"),
    ]
    return notes.compactMap(\.self)
  }

  private static func note(_ paths: Set<String>, _ problem: String) -> String? {
    guard let first = paths.min() else { return nil }
    let more = paths.count > 1 ? " and \(paths.count - 1) other \(paths.count == 2 ? "file" : "files")" : ""
    return "the coverage of \(first)\(more) \(problem)"
  }
}
