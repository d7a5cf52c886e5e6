// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import ConfigurationFiles
import Foundation
import ReviewContract
import SwiftBuild
import SystemPackage

struct MutateCommand: CompleteCommand {
  static let hasArguments = true
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Find changed code that no test would miss.",
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      Changes the changed lines that the tests run, one place at a time (a condition is always true, a call is removed), \
      and reports the changes that no test notices. It works on a copy of the working tree, in a sandbox: the tests first \
      run unchanged, then one build contains all changes, and each is active in a run of the test suites that reach it. \
      Changes, base and configuration are those of reviewbot coverage. The result is information: there is no score and no \
      gate.
      """,
    examples: [
      ("mutate", "try 20 places in the changes of the branch"),
      ("mutate --since origin/main --file Sources/Core", "try the changes in one folder"),
      ("mutate --limit 100 --time 20m --format json", "try more, with output for other programs"),
    ],
    statuses: [(0, "the changes were tried, or there is no place to try")] + CommandHelp.failures,
    variables: [CommandHelp.home, CommandHelp.path, CommandHelp.git] + CommandHelp.bases)

  /// The output format.
  enum Format: String, CaseIterable, ExpressibleByArgument, Sendable {
    case text, json
  }

  @Option(help: ArgumentHelp("Compare with this revision.", valueName: "REF"), completion: .gitReferences)
  var since: String?

  @Flag(help: "Try every line that the tests run, not only changed ones.")
  var all = false

  @Option(
    help: ArgumentHelp("Try the changes of this file or folder only. Repeatable.", valueName: "PATH"),
    completion: .file())
  var file: [String] = []

  @Option(help: ArgumentHelp("The number of places to try.", valueName: "N"))
  var limit = 20

  @Option(
    help: ArgumentHelp(
      "The time for the tests of changed programs together, such as 90s or 20m; default: 2m.", valueName: "TIME"))
  var time: TimeSpan = "2m"

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = Format.text

  @Option(
    help: ArgumentHelp("A configuration file that replaces the working tree's.", valueName: "FILE"), completion: .file()
  )
  var config: String?

  @Flag(help: "Build from the beginning in a temporary folder and run the changed programs without a sandbox.")
  var noSandbox = false

  @Flag(help: "Show the output of the builds and the tests.")
  var verbose = false

  func validate() throws {
    if all, since != nil { throw ValidationError("--all and --since REF exclude each other") }
    guard (1...1000).contains(limit) else { throw ValidationError("--limit N is a number from 1 to 1000") }
    guard (.seconds(1)...(.seconds(24 * 3600))).contains(time.duration) else {
      throw ValidationError("--time TIME is a time from 1s to 1d")
    }
  }

  func run() async throws {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let environment = await ToolchainSelection.environment(
      selecting: ProcessInfo.processInfo.environment, in: folder)
    try await MutateRun(command: self, environment: environment, currentFolder: folder).perform()
  }

  var scope: LocalScope { all ? .everything : since.map { .since($0) } ?? .proposed }
}

extension TimeSpan: ExpressibleByArgument {
  public init?(argument: String) {
    guard let value = TimeSpan(argument) else { return nil }
    self = value
  }
}
