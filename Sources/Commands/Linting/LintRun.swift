// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CommandSupport
import Findings
import Foundation
import Linting
import Reporting
import ReviewContract
import ReviewHost
import Rules
import SystemPackage

/// One `reviewbot lint`: runs the request and prints its result.
struct LintRun: Sendable {
  let request: LintRequest
  let results: LintResultOptions
  let session: LintSession
  private let environment: [String: String]
  /// The result of the last run, which is kept when the process ends: to release hundreds of thousands of texts, one after the other,
  /// takes a fifteenth of the time of a run that finds all of them in the cache.
  private static let lastResult = Locked<LintResult?>(nil)

  init(request: LintRequest, results: LintResultOptions, environment: [String: String]) {
    self.request = request
    self.results = results
    self.environment = environment
    // Without a home folder there is no cache, but lint works.
    let home = try? HomeDirectory(environment: environment)
    // The findings of other linters are neither corrected nor timed.
    let linters = results.diff || results.timings ? nil : LinterDirectories(home, environment: environment)
    session = LintSession.local(environment: environment, home: home, linterDirectories: linters)
  }

  func perform() async throws -> ExitStatus {
    // With --watch, the memory of one is enough.
    Self.lastResult.withLock { $0 = nil }
    if results.timings { return try await showTimings() }
    if results.diff {
      return try await UsageError.explaining {
        let (corrections, remaining) = try await session.correct(request)
        return try showDiff(corrections, try await session.diff(of: corrections), remaining)
      }
    }
    let bar =
      Console.isTerminal(STDERR_FILENO) && !results.quiet
      ? LintProgressBar(width: Console.width(STDERR_FILENO)) : nil
    var observed = request
    if let bar { observed.progress = { bar($0) } }
    let observing = observed
    let result = try await UsageError.explaining {
      defer { bar?.end() }
      return try await results.fix ? correct(observing) : session.run(observing)
    }
    Self.lastResult.withLock { $0 = result }
    if let file = results.writeBaseline { return try writeBaseline(result, to: file) }
    try show(result)
    showNotes(result)
    let failsByBaseline = try settleBaseline(result)
    if !results.quiet, let summary = summary(result) { Console.complain(summary) }
    let isOver = results.maxFindings.map { result.found.count > $0 } ?? false
    if isOver, let most = results.maxFindings {
      Console.complain("\(result.found.count) findings, more than --max-findings \(most)")
    }
    if result.exceedsThreshold { Console.complain("more warnings than the configuration's warning_threshold") }
    let hasErrors = result.found.contains { $0.finding.severity == .error }
    return hasErrors || isOver || result.exceedsThreshold || failsByBaseline || !result.notes.failures.isEmpty
      ? .gateFailed : .passed
  }

  /// Writes the baseline without its stale entries, or names them.
  ///
  /// - Returns: whether stale entries fail the run.
  private func settleBaseline(_ result: LintResult) throws -> Bool {
    if let pruned = result.pruned {
      let count = result.stale.reduce(0) { $0 + $1.count }
      let entries = count == 1 ? "1 entry" : "\(count) entries"
      if count > 0 { try write(try pruned.baseline.encoded(), to: pruned.file, flag: "the baseline") }
      if !results.quiet { Console.complain("removed \(entries) from the baseline \(pruned.file)") }
      return false
    }
    guard !result.stale.isEmpty else { return false }
    if result.isBaselineStrict || !results.quiet { Console.complain(StaleEntries.text(result.stale)) }
    return result.isBaselineStrict
  }

  /// Prints the notes; with `--quiet` those that fail the run.
  private func showNotes(_ result: LintResult) {
    let notes = (results.quiet ? result.notes.failures : result.notes).displayed(displayed(result))
    for note in notes.sentences { Console.complain(note) }
    let failed = Set(result.notes.flatMap(\.unfinished).filter { $0.severity == .error }.map(\.name)).sorted()
    if !failed.isEmpty {
      Console.complain("cannot pass: \(failed.joined(separator: ", ")) did not finish, and could have found errors")
    }
  }

  private func displayed(_ result: LintResult) -> DisplayedPaths {
    DisplayedPaths(in: request.currentFolder, root: result.root)
  }

  private func showTimings() async throws -> ExitStatus {
    let times = try await UsageError.explaining { try await session.timings(request) }
    let rows = times.map { time in
      [
        time.id, String(format: "%.1f ms", time.duration / .milliseconds(1)),
        String(format: "%.1f %%", time.share * 100),
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = row.indices.map { column in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 ? row[column] + padding : padding + row[column]
      }
      Console.say(cells.joined(separator: "  "))
    }
    return .passed
  }

  private func correct(_ request: LintRequest) async throws -> LintResult {
    var (corrections, result) = try await session.correct(request)
    let failures = corrections.write()
    result.notes += corrections.notes + failures
    let count = corrections.files.values.reduce(0) { $0 + $1.count }
    if !results.quiet, count > 0 {
      Console.complain(
        "corrected \(counted(count, "finding")) in \(counted(corrections.files.count - failures.count, "file"))")
    }
    return result
  }

  /// - Parameter remaining: the findings without corrections, for the base and the notes of the run.
  private func showDiff(_ corrections: Corrections, _ diff: String, _ remaining: LintResult) throws -> ExitStatus {
    for note in (remaining.notes + corrections.notes).displayed(displayed(remaining)).sentences {
      Console.complain(note)
    }
    if !results.quiet, let base = remaining.baseDescription { Console.complain("compared with \(base)") }
    if let file = results.output {
      try write(Data(diff.utf8), to: file, flag: "--output")
    } else if !diff.isEmpty {
      Console.say(diff)
    }
    return .passed
  }

  private func show(_ result: LintResult) throws {
    let stale = result.stale.isEmpty || result.pruned != nil ? [] : [StaleEntries.text(result.stale)]
    let notes = result.notes.sentences + stale
    let list = FindingList(
      tool: ProgramVersion.tool, root: result.root.string, mergeBase: result.mergeBase, base: result.baseName,
      baseReason: result.baseReason, entries: result.found, old: result.old, notes: notes,
      rules: RuleMetadata.builtIn + RuleMetadata.of(result.customRules), displayed: displayed(result))
    if let file = results.output {
      var data = Data()
      try results.format.render(list) { data += $0 }
      try write(data, to: file, flag: "--output")
    } else if results.format == .text, Console.isTerminal(STDOUT_FILENO) {
      let settings = TerminalSettings(
        hasColor: Console.hasColour(STDOUT_FILENO, environment: environment), width: Console.width(STDOUT_FILENO))
      Console.write(TerminalFindings(settings).render(list, isSummarized: !results.quiet), to: .standardOutput)
    } else {
      try results.format.render(list) { Console.write($0, to: .standardOutput) }
    }
  }

  private func writeBaseline(_ result: LintResult, to file: String) throws -> ExitStatus {
    try write(try Baseline(result.found).encoded(), to: file, flag: "--write-baseline")
    showNotes(result)
    if !results.quiet { Console.complain("wrote \(counted(result.found.count, "finding")) to the baseline \(file)") }
    return result.notes.failures.isEmpty ? .passed : .gateFailed
  }

  private func write(_ data: Data, to file: String, flag: String) throws {
    do {
      try OutputDirectory.write(data, to: FilePath(file))
    } catch let error as OutputDirectory.Failure where error.isLink {
      throw RunError("cannot write \(file): \(error)", remedy: "name another file with \(flag)")
    } catch {
      throw RunError("cannot write \(file)", remedy: "check \(flag), the folder and its permissions")
    }
  }

  /// One line about the run; in formats for programs only about its base, and `nil` without one.
  private func summary(_ result: LintResult) -> String? {
    let name = result.baseDescription
    guard results.format == .text else { return name.map { "compared with \($0)" } }
    // A finding can be about the change, and a file that was not looked at has none.
    if result.fileCount == 0, result.found.isEmpty {
      guard let name else { return "nothing was checked: there is no file that a rule checks" }
      return "nothing was checked: no file that a rule checks has changed since \(name); --all checks every file"
    }
    let errors = result.found.count { $0.finding.severity == .error }
    let count =
      result.found.isEmpty
      ? "no findings" : "\(counted(result.found.count, "finding")) (\(counted(errors, "error")))"
    let files = name.map { "\(counted(result.fileCount, "changed file")) since \($0)" }
    let known = result.knownCount > 0 ? "; the baseline has \(result.knownCount) more" : ""
    let old = result.old.isEmpty ? "" : "; \(counted(result.old.count, "old finding")), not counted"
    if result.fileCount == 0 { return "\(count); no file was checked\(known)\(old)" }
    let correctable = result.correctableCount ?? 0
    let remedy = correctable == 0 ? "" : "; \(correctable) can be corrected: reviewbot lint --fix"
    return "\(count) in \(files ?? "\(counted(result.fileCount, "file")) checked")\(known)\(old)\(remedy)"
  }

}
