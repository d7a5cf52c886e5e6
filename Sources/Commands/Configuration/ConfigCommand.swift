// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser

import ConfigurationFiles
import Foundation
import Git
import ReviewContract
import ReviewHost
import SystemPackage

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Create, check, show or import the configuration of a repository.",
    discussion: CommandHelp(
      text: "Without a configuration, the defaults apply: no file is needed to begin.",
      examples: [
        ("config init", "write a .reviewbot.yml with comments"),
        ("config init --import .swiftlint.yml", "write one with the settings of SwiftLint"),
        ("config check", "check the file, and name line and remedy of each mistake"),
        ("config show --origin --changed", "show what the files change, and which file does"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: [CommandHelp.git]
    ).discussion,
    subcommands: [ConfigInitCommand.self, Check.self, Show.self, Import.self])

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the configuration of the working tree, including SwiftLint's.")

    @OptionGroup var files: ConfigurationOptions

    func run() async throws {
      let loaded = try await ConfigCommand.session.configurationOrDefaults(files.request)
      for note in loaded.notes { Console.complain(note) }
      Console.say(loaded.notes.isEmpty ? "the configuration is valid" : "the configuration is valid, with notes")
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the effective configuration as YAML.")

    @Flag(help: "Print the file of origin of each value.")
    var origin = false

    @Flag(help: "Leave out values that are the default.")
    var changed = false

    @OptionGroup var files: ConfigurationOptions

    func run() async throws {
      let loaded = try await ConfigCommand.session.loadedConfiguration(files.request)
      for note in loaded.notes { Console.complain(note) }
      Console.say(loaded.text(showsOrigins: origin, isComplete: !changed))
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Print a .reviewbot.yml made from another program's configuration.",
      discussion:
        "Reads .swiftlint.yml, codecov.yml and .diff-cover.toml. Settings that cannot be imported are listed in notes.")

    @Argument(help: ArgumentHelp("The other program's configuration.", valueName: "FILE"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The program; default: by the name of the file.", valueName: "PROGRAM"))
    var from: ConfigurationImport.Source?

    func run() throws {
      let imported = try ConfigurationImport(file: file, from: from, catalogue: ConfigCommand.context.catalogue)
      for note in imported.notes { Console.complain(note) }
      Console.say(imported.text)
    }
  }

  static var session: LintSession { LintSession.local(environment: ProcessInfo.processInfo.environment) }

  static var context: AppContext { AppContext(environment: ProcessInfo.processInfo.environment) }
}
