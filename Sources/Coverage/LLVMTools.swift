// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ContainedFiles
import Foundation
import Isolation
import ReviewContract
import SystemPackage

/// Runs `llvm-profdata` and `llvm-cov`.
struct LLVMTools: Sendable {
  struct MergedProfile: Sendable {
    let profile: FilePath
    let notes: [String]
  }

  let folder: FilePath
  let environment: [String: String]
  let runner: any CommandRunner

  static let timeLimit = Duration.seconds(120)
  /// The maximum size of an export, in bytes. It is written to a file, not into memory.
  static let maximumExport = 1 << 30
  /// The maximum number of files on a command line, which must not grow too long; for more, the whole report is
  /// exported.
  static let maximumSources = 500

  /// Merges the raw profiles without damaged ones: a crashed test process leaves an empty or a truncated file.
  func merge(_ profiles: [FilePath], into scratch: FilePath) async throws(CoverageError) -> MergedProfile {
    let list = "profiles.txt"
    let merged = scratch.appending("merged.profdata")
    do {
      let names = profiles.map { "\(runner.inside($0))\n" }.joined()
      try ContainedDirectory(scratch).write(names.utf8, to: list)
    } catch {
      throw CoverageError(.toolFailed, "cannot write the list of profiles", underlying: String(systemError: error))
    }
    let warnings = Locked(0)
    let arguments = [
      "merge", "-sparse", "--failure-mode=all", "--input-files=\(runner.inside(scratch.appending(list)))", "-o",
      runner.inside(merged).string,
    ]
    let result = try await run("llvm-profdata", arguments) { line in
      if line.stream == .error, line.text.hasPrefix("warning: ") { warnings.withLock { $0 += 1 } }
    }
    guard result.isSuccess else { throw failure("llvm-profdata", "merge the coverage profiles", result) }
    let damaged = warnings.withLock { $0 }
    let note = "\(damaged) of \(profiles.count) coverage profiles were damaged and ignored"
    return MergedProfile(profile: merged, notes: damaged > 0 ? [note] : [])
  }

  /// Exports the segments of the given sources, which are absolute paths, into a new file; an empty list means all
  /// sources.
  func export(
    _ profile: FilePath, of binaries: [FilePath], sources: [String], into scratch: FilePath
  ) async throws(CoverageError) -> CoverageReportFile {
    let sources = sources.count <= Self.maximumSources ? sources : []
    let options = ["-skip-expansions", "-skip-functions"]
    let name = try await export(profile, of: binaries, options, sources, into: scratch)
    // A profile that exploits the tool could put another file there.
    return CoverageReportFile(name, in: ContainedDirectory(scratch))
  }

  /// Returns the number of nonzero counters of each source; `nil` when the summary cannot be read.
  func summary(
    _ profile: FilePath, of binaries: [FilePath], into scratch: FilePath
  ) async throws(CoverageError) -> SummaryExport? {
    let name = try await export(profile, of: binaries, ["-summary-only"], [], into: scratch)
    // Without it no count is doubted; the counts themselves do not change.
    let bytes = try? ContainedDirectory(scratch).bytes(at: name, limit: SummaryExport.maximumBytes)
    return bytes.flatMap { SummaryExport($0) }
  }

  /// - Returns: the name of a new file.
  private func export(
    _ profile: FilePath, of binaries: [FilePath], _ options: [String], _ sources: [String], into scratch: FilePath
  ) async throws(CoverageError) -> String {
    guard let first = binaries.first else { throw CoverageError(.noProfiles, "there is no instrumented program") }
    var arguments = ["export", "-instr-profile=\(runner.inside(profile))"] + options + [runner.inside(first).string]
    for binary in binaries.dropFirst() { arguments += ["-object", runner.inside(binary).string] }
    // A name that code that ran earlier cannot have taken.
    let name = "export-\(UUID().uuidString).json"
    let result = try await run("llvm-cov", arguments + sources, output: scratch.appending(name)) { _ in }
    guard result.isSuccess else { throw failure("llvm-cov", "export the coverage", result) }
    return name
  }

  private func run(
    _ tool: String, _ arguments: [String], output: FilePath? = nil, consume: @escaping @Sendable (OutputLine) -> Void
  ) async throws(CoverageError) -> ChildResult {
    let limits = ChildLimits(
      time: Self.timeLimit, outputBytes: Self.maximumExport)
    var command = ChildCommand(folder.appending(tool), arguments, environment: environment)
    command.outputFile = output
    do {
      return try await runner.run(
        command, limits: limits, reach: .nothing, consume: consume)
    } catch {
      throw CoverageError(
        .toolMissing, "\(tool) was not found next to the Swift compiler in \(folder)",
        remedy: "install a complete Swift toolchain", underlying: String(systemError: error))
    }
  }

  private func failure(_ tool: String, _ task: String, _ result: ChildResult) -> CoverageError {
    if case .tooMuchOutput(let bytes) = result.ending {
      return CoverageError(.tooLarge, "\(tool) wrote more than \(bytes >> 20) MiB")
    }
    // The last line reports that nothing is left, the one before it the last rejected file and the reason.
    let message = result.tail.suffix(2).joined(separator: "; ")
    return CoverageError(.toolFailed, "cannot \(task) with \(tool)", underlying: message.isEmpty ? nil : message)
  }
}
