// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CLinux
import ConfigurationFiles
import Foundation
import Git
import Reporting
import ReviewContract
import ReviewHost
import ReviewWorker
import SystemPackage

/// One `reviewbot lint`: applies the rules of `check` to the working tree.
struct LintRun: Sendable {
  let scope: LocalScope
  let paths: [String]
  let format: LintFormat
  let configuration: String?
  let environment: [String: String]
  let currentFolder: FilePath

  func perform() async throws -> ExitStatus {
    reviewbot_keep_freed_memory()
    let parts = AppContext(environment: environment)
    let local = try await parts.localChanges.localChange(around: currentFolder, scope: scope)
    let source = ConfigurationSource(catalogue: parts.catalogue)
    let configuration = try self.configuration.map { try source.read(file: $0) } ?? source.read(workingTree: local.root)
    let changes = try LintPaths(paths, currentFolder: currentFolder, root: local.root).select(from: local.changes)
    let linter = try parts.linter(configuration.ruleSettings)
    let reviewed = await linter.findings(
      in: ReviewedChange(root: local.root, changes: changes, isEverythingInChange: scope == .everything))
    let shown = reviewed.findings.filter(\.isInChange)
    try show(shown, reviewed, local, changes, parts)
    return shown.contains { $0.severity == .error } ? .gateFailed : .passed
  }

  private func show(
    _ findings: [Finding], _ reviewed: ReviewedFindings, _ local: LocalChange, _ changes: ChangeSet, _ parts: AppContext
  ) throws {
    switch format {
    case .json:
      let output = LintOutput(
        schema: Report.schemaVersion, tool: Reviewbot.tool, mergeBase: local.mergeBase, findings: findings,
        notes: reviewed.notes)
      Console.say(String(decoding: try ReportFile.encoder.encode(output), as: UTF8.self))
    case .text:
      let hasColor = Console.hasColour(STDOUT_FILENO, environment: environment)
      let text = parts.renderers.findings.render(findings, hasColor: hasColor)
      if !text.isEmpty { Console.say(text) }
      for note in reviewed.notes { Console.complain(note) }
      Console.complain(summary(findings, local, changes))
    }
  }

  private func summary(_ findings: [Finding], _ local: LocalChange, _ changes: ChangeSet) -> String {
    let files = changes.files.count == 1 ? "1 file" : "\(changes.files.count) files"
    let base = local.baseName.map { "changed since \($0)" } ?? "checked"
    let errors = findings.count { $0.severity == .error }
    let count =
      findings.isEmpty
      ? "no findings"
      : "\(findings.count == 1 ? "1 finding" : "\(findings.count) findings"), \(errors) of them errors"
    return "\(count) in \(files) \(base)"
  }
}

/// The output of `lint --format json`, with findings as in `report.json`.
private struct LintOutput: Encodable {
  let schema: Int
  let tool: String
  let mergeBase: CommitID?
  let findings: [Finding]
  let notes: [String]
}
