// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import ContainedFiles
import Coverage
import Findings
import Foundation
import Git
import HostileText
import Reporting
import ReviewContract
import ReviewHost
import ReviewWorker
import SwiftBuild
import SystemPackage

/// One `reviewbot coverage`: measures the working tree like `check` measures a pull request.
struct CoverageRun: Sendable {
  /// The output format of the measurement.
  enum Format: String, CaseIterable, Sendable {
    case text, json, lcov, cobertura
  }

  let command: CoverageCommand
  let environment: [String: String]
  let currentFolder: FilePath

  func perform() async throws -> ExitStatus {
    let parts = AppContext(environment: environment)
    var local = try await parts.localChange(around: currentFolder, scope: command.scope)
    let paths = try LintPaths(command.paths, currentFolder: currentFolder, root: local.root)
    local = local.replacing(paths.select(from: local.changes).files)
    // The text has a line about it.
    if command.format != .text, let base = local.baseDescription { Console.complain("compared with \(base)") }
    let source = ConfigurationSource(catalogue: parts.catalogue)
    var configuration = try command.config.map { try source.read(file: $0) } ?? source.read(workingTree: local.root)
    let home = try HomeDirectory(environment: environment)
    let folder = home.runs.appending("coverage-\(UUID().uuidString)")
    do {
      try DirectoryCreation.make(folder)
    } catch {
      throw RunError(
        "cannot create the folder \"\(folder)\": \(String(systemError: error))",
        remedy: "set REVIEWBOT_HOME to a writable folder with free space")
    }
    // A later run removes the remaining files.
    defer { try? DirectoryRemoval.remove(folder) }
    if local.mergeBase == nil {
      // Without a base, all lines count as changed, so the target of the project applies.
      configuration.coverage.goal = configuration.coverage.project
      configuration.coverage.paths = []
    }
    let job = LocalCoverageJob(
      local: local, configuration: configuration, source: try jobSource(), folder: folder)
    let progress = ProgressPrinter(
      isLive: Console.isTerminal(STDERR_FILENO), isVerbose: command.verbose, width: Console.width(STDERR_FILENO))
    let outcome: LocalCoverage.Outcome
    do {
      outcome = try await makeMeasurement(home).measure(job) { progress($0) }
    } catch let error as CoverageError
      where !(command.profdata.isEmpty && command.reports.isEmpty)
      && [.unreadable, .malformed, .unknownFormat].contains(error.code)
    {
      throw UsageError(error)
    } catch let error as CoverageError {
      throw error
    } catch let error as LocalCoverageError {
      throw RunError("cannot measure coverage: \(error)", remedy: error.remedy)
    } catch {
      throw RunError("cannot measure coverage: \(String(systemError: error))")
    }
    try show(outcome, local, parts)
    let gates = [outcome.coverage.gate] + (outcome.coverage.paths ?? []).map(\.gate)
    let isUnchecked = outcome.unchecked.contains { $0.severity == .error }
    return gates.contains(.failed) || isUnchecked ? .gateFailed : .passed
  }

  private func jobSource() throws(UsageError) -> LocalCoverageJob.Source {
    let paths = try (command.profdata + command.program + command.reports).map(existing)
    if !command.reports.isEmpty {
      return .reports(
        paths, prefixes: try command.pathEquivalence.map { text throws(UsageError) in try PathPrefix(argument: text) })
    }
    if command.profdata.isEmpty { return .tests }
    let (profiles, programs) = (
      Array(paths.prefix(command.profdata.count)), Array(paths.dropFirst(command.profdata.count))
    )
    do throws(CoverageError) {
      for profile in profiles { try MeasurementInput.validate(profile: profile) }
      for program in programs { try MeasurementInput.validate(program: program) }
    } catch {
      throw UsageError(error)
    }
    return .profiles(profiles, programs: programs)
  }

  private func existing(_ name: String) throws(UsageError) -> FilePath {
    let path = currentFolder.pushing(FilePath(name)).lexicallyNormalized()
    guard FileManager.default.isReadableFile(atPath: path.string) else {
      throw UsageError("cannot read the file \"\(name)\"", remedy: "name an existing profile, program or report")
    }
    return path
  }

  /// The code is the user's own, so dependencies are fetched with the user's git configuration.
  private func makeMeasurement(_ home: HomeDirectory) -> LocalCoverage {
    let git = SandboxedGitConfiguration.files(environment: environment, withMachine: false)
      .map { "[include]\n\tpath = \"\($0.string)\"\n" }.joined()
    let build = SwiftBuildAssembly(environment: environment, gitConfiguration: git)
    let coverage = CoverageAssembly(environment: environment, cache: home.classifications)
    return LocalCoverage(
      runner: build.runner, inspector: build.inspector, profiles: coverage.reader, reports: coverage.reportReader)
  }

  private func show(_ outcome: LocalCoverage.Outcome, _ local: LocalChange, _ parts: AppContext) throws {
    switch command.format {
    case .json:
      let output = CoverageOutput(
        schema: Report.schemaVersion, tool: ProgramVersion.tool, base: local.baseName, baseReason: local.baseReason,
        mergeBase: local.mergeBase, target: outcome.coverage.target,
        gate: outcome.coverage.gate, unchecked: outcome.unchecked.isEmpty ? nil : outcome.unchecked,
        result: outcome.lines)
      Console.say(String(decoding: try ReportFile.encoder.encode(output), as: UTF8.self))
    case .lcov:
      Console.write(parts.renderers.lines.lcov(outcome.lines), to: .standardOutput)
      complainAboutMissing(outcome)
    case .cobertura:
      Console.write(
        parts.renderers.lines.cobertura(outcome.lines, tool: ProgramVersion.tool), to: .standardOutput)
      complainAboutMissing(outcome)
    case .text:
      let settings = TerminalSettings(
        hasColor: Console.hasColour(STDOUT_FILENO, environment: environment), width: Console.width(STDOUT_FILENO))
      Console.write(
        parts.renderers.lines.text(
          outcome.coverage, since: local.baseDescription,
          displayed: DisplayedPaths(in: currentFolder, root: local.root), settings: settings),
        to: .standardOutput)
    }
    for finding in outcome.unchecked {
      let place = finding.path.isEmpty ? "" : "\(HostileText(finding.path).line(limit: 300)): "
      Console.complain("\(finding.severity.rawValue): \(place)\(finding.message)")
    }
    for run in outcome.runs where run.outcome != .passed { Console.complain("\(run.outcome.rawValue): \(run.reason)") }
  }

  /// Names the files that were not measured, for formats without a place for them.
  private func complainAboutMissing(_ outcome: LocalCoverage.Outcome) {
    for file in outcome.coverage.missing { Console.complain("\(file.path): not measured: \(file.reason)") }
  }
}

/// The output of `coverage --format json`.
private struct CoverageOutput: Encodable {
  let schema: Int
  let tool: String
  let base: String?
  /// What chose the base.
  let baseReason: String?
  let mergeBase: CommitID?
  let target: String
  let gate: PatchCoverage.Gate
  let unchecked: [Finding]?
  let result: LineReport
}

extension PathPrefix {
  /// - Parameter argument: the argument of `--path-equivalence`, as `FROM,TO`.
  init(argument: String) throws(UsageError) {
    let parts = argument.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw UsageError(
        "--path-equivalence takes FROM,TO, not \"\(argument)\"", remedy: "write two folders separated by a comma")
    }
    self.init(from: parts[0], to: parts[1])
  }
}
