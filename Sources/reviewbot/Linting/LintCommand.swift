// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import ReviewContract
import SystemPackage

struct LintCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Run the style rules on the working tree's changes before they are pushed.",
    discussion: """
      Checks the lines that differ from the merge base with the upstream branch: committed, staged, unstaged and in \
      files that are neither tracked nor ignored. Works offline.
      """)

  @Argument(help: ArgumentHelp("The files and folders to check; default: all.", valueName: "PATH"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("Compare with this revision instead of the upstream branch.", valueName: "REF"))
  var since: String?

  @Flag(help: "Check every line of every file.")
  var all = false

  @Option(help: "The output format: text, json.")
  var format = LintFormat.text

  @Option(help: ArgumentHelp("A configuration file that replaces the working tree's.", valueName: "FILE"))
  var config: String?

  func validate() throws {
    if all, since != nil { throw ValidationError("--all and --since REF exclude each other") }
  }

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    let run = LintRun(
      scope: all ? .everything : since.map { .since($0) } ?? .upstream, paths: paths, format: format,
      configuration: config, environment: environment,
      currentFolder: FilePath(FileManager.default.currentDirectoryPath))
    let status = try await run.perform()
    if status != .passed { throw ExitCode(status.code) }
  }
}

enum LintFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}
