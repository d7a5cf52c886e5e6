// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import ReviewContract
import SwiftBuild
import SystemPackage

struct CoverageCommand: CompleteCommand {
  static let hasArguments = true
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Measure the coverage of the working tree's changes, as check does.",
    discussion: help.discussion,
    subcommands: [CoverageHistoryCommand.self])

  private static let help = CommandHelp(
    text: """
      Builds the packages of the working tree with coverage, runs their tests and prints the coverage of each changed \
      line. The code runs without a sandbox. With --profdata, --lcov or --export nothing is built: existing measurements \
      are read. Several are merged: a line is covered if any of them covers it. The changes and the paths are those of \
      reviewbot lint.
      """,
    examples: [
      ("coverage", "build and test, and measure the changes of the branch"),
      ("coverage Sources", "measure the changes in one folder"),
      ("coverage --since origin/main --lcov coverage.info", "read a report instead"),
      ("coverage --all --format lcov", "measure every file, with output for other programs"),
    ],
    statuses: CommandHelp.statuses(gate: "a coverage target was missed"),
    variables: [CommandHelp.home, CommandHelp.path, CommandHelp.git] + CommandHelp.bases + [CommandHelp.color])

  @Argument(
    help: ArgumentHelp("The files and folders to measure; default: all.", valueName: "PATH"), completion: .file())
  var paths: [String] = []

  @Option(help: ArgumentHelp("Compare with this revision.", valueName: "REF"), completion: .gitReferences)
  var since: String?

  @Flag(help: "Compare with the upstream branch, also if it is the branch's own: measure what is not pushed.")
  var unpushed = false

  @Flag(help: "Measure every line of every file.")
  var all = false

  @Option(
    help: ArgumentHelp("Read this profile, .profdata or .profraw. Repeatable.", valueName: "FILE"), completion: .file())
  var profdata: [String] = []

  @Option(
    help: ArgumentHelp(
      "A test program of --profdata; default: those in .build/debug. Repeatable.", valueName: "FILE"),
    completion: .file())
  var program: [String] = []

  @Option(help: ArgumentHelp("Read this LCOV report. Repeatable.", valueName: "FILE"), completion: .file())
  var lcov: [String] = []

  @Option(
    help: ArgumentHelp("Read this JSON of llvm-cov export or xccov view --archive. Repeatable.", valueName: "FILE"),
    completion: .file())
  var export: [String] = []

  @Option(
    help: ArgumentHelp(
      "Replace the prefix FROM of paths in reports with TO. Repeatable.", valueName: "FROM,TO"))
  var pathEquivalence: [String] = []

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = CoverageRun.Format.text

  @Option(
    help: ArgumentHelp("A configuration file that replaces the working tree's.", valueName: "FILE"), completion: .file()
  )
  var config: String?

  @Flag(help: "Show the output of the build and the tests.")
  var verbose = false

  func validate() throws {
    let chosen = [all ? "--all" : nil, since != nil ? "--since REF" : nil, unpushed ? "--unpushed" : nil]
      .compactMap(\.self)
    if chosen.count > 1 { throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other") }
    if !profdata.isEmpty, !reports.isEmpty {
      throw ValidationError("--profdata FILE and reports (--lcov FILE, --export FILE) exclude each other")
    }
    if !pathEquivalence.isEmpty, reports.isEmpty {
      throw ValidationError("--path-equivalence FROM,TO requires a report: --lcov FILE or --export FILE")
    }
    if !program.isEmpty, profdata.isEmpty { throw ValidationError("--program FILE requires --profdata FILE") }
  }

  func run() async throws {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let inherited = ProcessInfo.processInfo.environment
    // Reports need no toolchain, and looking for it starts programs.
    let environment =
      reports.isEmpty ? await ToolchainSelection.environment(selecting: inherited, in: folder) : inherited
    let status = try await CoverageRun(command: self, environment: environment, currentFolder: folder).perform()
    if status != .passed { throw ExitCode(status.code) }
  }

  var scope: LocalScope {
    all ? .everything : since.map { .since($0) } ?? (unpushed ? .unpushed : .proposed)
  }

  /// The reports to read; without them and profiles, the tests are run.
  var reports: [String] { lcov + export }
}

extension CoverageRun.Format: ExpressibleByArgument {}
