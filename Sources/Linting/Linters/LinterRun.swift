// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import ContainedFiles
import Findings
import Foundation
import HostileText
import Isolation
import ReviewContract
import Rules
import SystemPackage

/// One run of another linter, from its files to its report.
struct LinterRun: Sendable {
  /// The reason why there are no findings, as text after the name of the linter.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The report of a linter, and the paths under which the linter sees the repository.
  struct Output: Sendable {
    var report = LinterReport()
    let roots: [FilePath]
    let workingFolder: FilePath
    /// The files that could not be passed to the linter.
    var skipped: [String] = []
    /// Notes on the run.
    var notes: [Note] = []
  }

  /// Finds the program on the `PATH` of the sandbox.
  private static let finder: FilePath = "/usr/bin/env"
  /// With this niceness, a process gets 1.5 % of a processor that another process of the usual one needs. Its status for
  /// a missing program is that of ``finder``. Source: sched(7), the weights in the kernel's `sched_prio_to_weight`.
  private static let lowestPriority = ["nice", "-n", "19"]
  /// The exit status of ``finder`` for a program that it does not find.
  private static let isMissing: Int32 = 127
  /// The paths of one command line, in bytes: half of what the kernel accepts for one, at least.
  private static let commandLineBytes = 64 << 10
  private static let lineBytes = 64 << 10
  private static let shownOutput = 200

  let linter: ExternalLinter
  let place: LinterPlace
  /// The folder for the home of the linter, which is created.
  let folder: FilePath
  let progress: ProgressHandler

  /// - Throws: ``Failure`` if the linter cannot be started, ends without a report, or takes too long.
  func perform(_ change: ReviewedChange) async throws(Failure) -> Output {
    let directory = ContainedDirectory(making: folder, permissions: 0o755)
    defer { try? DirectoryRemoval.remove(folder) }
    let tree = LinterTree(linter: linter, configurations: place.configurations, change: change)
    let shown = folder.appending("run")
    var skipped: [String] = []
    do {
      for name in ["run", "run/home", "run/tmp", "output"] { try directory.makeDirectory(name) }
      if tree.isNeeded { skipped = try tree.write(to: directory, in: "run/\(LinterTree.name)") }
    } catch {
      throw Failure(description: "was not run: cannot create its folder \(folder): \(error)")
    }
    let toolchain = ToolchainDirectories.directories(place.environment)
    let runner = place.sandbox.runner(
      showing: toolchain.suffix(1).map { SharedDirectory($0, as: $0) } + [
        SharedDirectory(change.root.path, as: CheckoutNames.source),
        SharedDirectory(shown, as: CheckoutNames.run, isWritable: true),
      ])
    let source = runner.inside(change.root.path)
    let copies = runner.inside(shown.appending(LinterTree.name))
    let workingFolder = tree.isNeeded && linter.isBuiltIn ? copies : source
    let paths = change.changes.files.map(\.path).filter { !skipped.contains($0) }.map { path in
      tree.isNeeded && !linter.isBuiltIn ? copies.pushing(FilePath(path)).string : Self.argument(path)
    }
    var output = Output(
      roots: tree.isNeeded ? [copies, source] : [source], workingFolder: workingFolder,
      skipped: skipped)
    let environment = SandboxedEnvironment.variables(
      from: place.environment, home: runner.inside(shown.appending("home")),
      temporary: runner.inside(shown.appending("tmp")), caches: runner.inside(shown.appending("home/.cache")),
      profiles: runner.inside(shown.appending("tmp/%p.profraw")),
      programs: place.sandbox.hidesMachine
        ? toolchain.count == 2 ? [toolchain[0], toolchain[1].appending("bin")] : [] : nil)
    var command = ChildCommand(Self.finder, environment: environment, workingDirectory: workingFolder)
    let clock = ContinuousClock()
    let end = clock.now + linter.timeout.duration
    for (number, part) in parts(paths).enumerated() {
      command.arguments = arguments(part)
      command.input = linter.passesFilesAsArguments ? [] : Array(part.map { $0 + "\n" }.joined().utf8)
      let remaining = max(clock.now.duration(to: end), .milliseconds(1))
      let name = "output/\(number)"
      try await run(command, runner, limit: remaining, directory, name, &output)
    }
    return output
  }

  private func run(
    _ command: ChildCommand, _ runner: any CommandRunner, limit: Duration, _ directory: ContainedDirectory,
    _ name: String, _ output: inout Output
  ) async throws(Failure) {
    var command = command
    let lines = Locked<[UInt8]>([])
    let isDocument = linter.format.isDocument
    if isDocument { command.outputFile = folder.pushing(FilePath(name)) }
    // Both streams: swift-format writes its findings to the standard error.
    let limits = ChildLimits(
      time: limit, outputBytes: LinterReportReader.maximumBytes, lineBytes: Self.lineBytes)
    let result: ChildResult
    do {
      result = try await runner.run(command, limits: limits, reach: .nothing) { line in
        if isDocument {
          progress(.output(line: line.text))
        } else {
          lines.withLock { $0 += Array(line.text.utf8) + [UInt8(ascii: "\n")] }
        }
      }
    } catch {
      throw Failure(description: "was not run: \(Self.shown("\(error)"))")
    }
    if let problem = problem(result) { throw Failure(description: problem) }
    let report: LinterReport
    do {
      let bytes = isDocument ? try written(directory, name) : lines.withLock { $0 }
      report = try LinterReportReader.read(bytes, linter.format, regex: linter.regex)
    } catch {
      let reason = "\(error)"
      throw Failure(
        description: failure(result) ?? "wrote no report of the format \(linter.format.rawValue): \(Self.shown(reason))"
      )
    }
    // A nonzero exit status can also mean that there are findings.
    if report.findings.isEmpty, let failure = failure(result) { throw Failure(description: failure) }
    output.report.append(report)
  }

  /// The standard output; empty if the linter wrote nothing.
  private func written(
    _ directory: ContainedDirectory, _ name: String
  ) throws(ContainedDirectory.Failure) -> [UInt8] {
    do {
      return try directory.bytes(at: name, limit: LinterReportReader.maximumBytes)
    } catch .missing {
      return []
    }
  }

  /// Returns the reason why the linter was ended, or was not found.
  private func problem(_ result: ChildResult) -> String? {
    switch result.ending {
    case .exited(Self.isMissing):
      let place = place.sandbox.hidesMachine ? "where the sandbox finds it, such as /usr/local/bin" : "on PATH"
      return "was not run: \(Self.shown(result.lastOutput ?? "its program is missing")); "
        + "install \(Self.shown(linter.command[0])) \(place)"
    case .exited: return nil
    case .signalled(let signal): return "was ended by signal \(signal)"
    case .timedOut:
      return "took longer than \(linter.timeout); set lint.linters.\(linter.name).timeout, or give it fewer files"
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
      return result.ending.excess ?? "exceeded a resource limit"
    case .diskFull: return "was ended, because \(result.ending.shortage ?? "the disk is full")"
    case .cancelled: return "was cancelled"
    }
  }

  private func failure(_ result: ChildResult) -> String? {
    guard case .exited(let status) = result.ending, status != 0 else { return nil }
    return "failed with status \(status): \(Self.shown(result.lastOutput ?? "no output"))"
  }

  private func arguments(_ paths: [String]) -> [String] {
    (place.yields ? Self.lowestPriority : []) + linter.command.flatMap { $0 == ExternalLinter.files ? paths : [$0] }
  }

  /// Splits the paths into those of each command line.
  private func parts(_ paths: [String]) -> [[String]] {
    guard linter.passesFilesAsArguments else { return [paths] }
    var parts: [[String]] = [[]]
    var bytes = 0
    for path in paths {
      bytes += path.utf8.count + 1
      if bytes > Self.commandLineBytes, parts[parts.count - 1].isEmpty == false {
        parts.append([])
        bytes = path.utf8.count + 1
      }
      parts[parts.count - 1].append(path)
    }
    return parts
  }

  /// Returns a path that no program interprets as an option or a file of arguments.
  private static func argument(_ path: String) -> String {
    path.first.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } == true ? path : "./\(path)"
  }

  private static func shown(_ text: String) -> String { HostileText(text).line(limit: shownOutput) }
}
