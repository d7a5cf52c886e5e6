// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import Foundation
import ReviewContract
import ReviewHost
import SystemPackage

struct RulesCommand: CompleteCommand {
  static let hasArguments = false
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules and how the working tree's configuration sets them.",
    discussion: CommandHelp(
      text: """
        The rules about code, those about pull requests (pull_request.NAME) and those that the configuration defines.
        """,
      examples: [
        ("rules --enabled", "list the rules that are on"), ("explain line_length", "explain one of them"),
        ("rules test", "run the examples of your own rules"),
      ],
      statuses: [(0, "done"), (1, "an example of rules test failed")] + CommandHelp.failures,
      variables: [CommandHelp.git]
    ).discussion,
    subcommands: [Test.self])

  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Run the examples of the rules that the configuration defines in lint.custom.")

    @OptionGroup var files: ConfigurationOptions

    func run() async throws {
      let session = LintSession.local(environment: ProcessInfo.processInfo.environment)
      let report = CustomRuleReport(try await session.configurationOrDefaults(files.request).configuration)
      Console.say(report.text)
      if !report.isPassing { throw ExitCode(ExitStatus.gateFailed.code) }
    }
  }

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = RuleListing.Format.table

  @Flag(help: "List only rules that are on.")
  var enabled = false

  @OptionGroup var files: ConfigurationOptions

  func run() async throws {
    let session = LintSession.local(environment: ProcessInfo.processInfo.environment)
    let loaded = try await session.configurationOrDefaults(files.request)
    for note in loaded.notes { Console.complain(note) }
    // Another program reads whole lines.
    let width = Console.isTerminal(STDOUT_FILENO) ? Console.width(STDOUT_FILENO) : nil
    let text = try RuleListing(loaded.configuration, onlyEnabled: enabled).text(format, width: width)
    if !text.isEmpty { Console.say(text) }
  }
}

/// The flags that select a configuration.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("A configuration file that replaces the working tree's.", valueName: "FILE"), completion: .file()
  )
  var config: String?

  @Option(
    name: .customLong("swiftlint-config"),
    help: ArgumentHelp("A configuration of SwiftLint that replaces all other configuration.", valueName: "FILE"),
    completion: .file())
  var swiftlintConfig: String?

  @Option(
    help: ArgumentHelp(
      "The operator's file of a server, or a file with its defaults, which the configuration can tighten but not loosen.",
      valueName: "FILE"), completion: .file())
  var defaults: String?

  func validate() throws {
    if swiftlintConfig != nil, config != nil || defaults != nil {
      let other = config != nil ? "--config" : "--defaults"
      throw ValidationError("\(other) FILE and --swiftlint-config FILE exclude each other")
    }
  }

  var request: LintRequest {
    var request = LintRequest(.local(.everything), in: FilePath(FileManager.default.currentDirectoryPath))
    request.configuration = config
    request.swiftLintConfiguration = swiftlintConfig
    request.defaults = defaults
    return request
  }
}

extension RuleListing.Format: ExpressibleByArgument {}
