// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ConfigurationFiles
import Coverage
import Findings
import Foundation
import HostileText
import Isolation
import MutationTesting
import Reporting
import ReviewContract
import ReviewHost
import ReviewWorker
import SwiftBuild
import SystemPackage

/// One `reviewbot mutate`.
struct MutateRun: Sendable {
  let command: MutateCommand
  let environment: [String: String]
  let currentFolder: FilePath

  func perform() async throws {
    let parts = AppContext(environment: environment)
    var local = try await parts.localChange(around: currentFolder, scope: command.scope)
    let paths = try LintPaths(command.file, currentFolder: currentFolder, root: local.root)
    local = local.replacing(paths.select(from: local.changes).files)
    let source = ConfigurationSource(catalogue: parts.catalogue)
    let configuration = try command.config.map { try source.read(file: $0) } ?? source.read(workingTree: local.root)
    if let base = local.baseDescription { Console.complain("compared with \(base)") }
    let home = try HomeDirectory(environment: environment)
    home.removeOldRuns()
    // A later run removes the folder of a run that is killed.
    let run = try RunDirectory(in: home.runs)
    defer { run.remove() }
    let progress = ProgressPrinter(
      isLive: Console.isTerminal(STDERR_FILENO), isVerbose: command.verbose, width: Console.width(STDERR_FILENO))
    let result: MutationResult
    do {
      result = try await perform(local, configuration, home.of(run), run) { progress($0) }
    } catch let error as LocalMutationError {
      throw RunError("nothing is known about the changes: \(error)", remedy: error.remedy)
    } catch let error as MissingSandbox {
      throw RunError("\(error)")
    } catch let error as CoverageError {
      throw error
    } catch let error as RunError {
      throw error
    } catch {
      throw RunError("nothing is known about the changes: \(String(systemError: error))")
    }
    show(result, local)
  }

  private func perform(
    _ local: LocalChange, _ configuration: ReviewConfiguration, _ home: HomeDirectory, _ run: RunDirectory,
    progress: @escaping ProgressHandler
  ) async throws -> MutationResult {
    let sandbox: any Sandbox =
      command.noSandbox
      ? Unsandboxed()
      : try await LocalSandbox.make(
        for: "the changed programs", unless: "--no-sandbox", home, environment, in: run.path)
    let copy = try await WorkingCopy(
      of: local.root, at: run.path.appending("checkout"), hasBuilds: sandbox.hidesMachine)
    let variables = run.environment(environment)
    let git = SandboxedGitConfiguration.files(environment: environment, withMachine: false)
      .map { "[include]\n\tpath = \"\($0.string)\"\n" }.joined()
    let build = SwiftBuildAssembly(
      environment: variables, gitConfiguration: sandbox.hidesMachine ? "" : git, sandbox: sandbox)
    let coverage = CoverageAssembly(environment: variables, sandbox: sandbox, cache: home.classifications)
    var selection = MutantSelection()
    selection.total = command.limit
    var limits = MutationTrial.Limits()
    limits.time = command.time.duration
    let job = LocalMutationJob(
      local: local, configuration: configuration, copy: copy, folder: run.path.appending("results"),
      selection: selection, limits: limits)
    return try await LocalMutation(build: build, coverage: coverage.reader).perform(job, progress: progress)
  }

  private func show(_ result: MutationResult, _ local: LocalChange) {
    switch command.format {
    case .text:
      let displayed = DisplayedPaths(in: currentFolder, root: local.root)
      Console.write(MutationText(result) { displayed($0) }.text, to: .standardOutput)
    case .json:
      let report = MutationReport(result, program: (name: "reviewbot", version: ProgramVersion.number))
      Console.say(report.text)
    }
  }
}
