// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
import ArgumentParser
import CInterop
import ConfigurationFiles
import Foundation
import Git
import ReviewContract
import SystemPackage

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Create, check, show or import the configuration of a repository.",
    subcommands: [Init.self, Check.self, Show.self, Import.self])

  struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Write a .reviewbot.yml to the top of the working tree, unless there is one.")

    func run() async throws {
      let folder = FilePath(FileManager.default.currentDirectoryPath)
      let root = try await UsageError.explaining {
        try await ConfigCommand.context.localChanges.root(around: folder)
      }
      let path = root.appending(ConfigurationReader.fileName)
      guard !FileManager.default.fileExists(atPath: path.string) else {
        throw UsageError("\(path) already exists", remedy: "edit it, or check it with reviewbot config check")
      }
      do {
        try Data(ConfigurationReference.starterFile.utf8)
          .write(to: URL(fileURLWithPath: path.string), options: .withoutOverwriting)
      } catch {
        throw RunError("cannot write \(path)", remedy: "check the permissions of the folder")
      }
      Console.say("wrote \(path)")
    }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the configuration of the working tree, including SwiftLint's.")

    @OptionGroup var files: ConfigurationOptions

    func run() async throws {
      let loaded = try await ConfigCommand.context.lintSession().configurationOrDefaults(files.request)
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
      let loaded = try await ConfigCommand.context.lintSession().loadedConfiguration(files.request)
      for note in loaded.notes { Console.complain(note) }
      Console.say(loaded.text(showsOrigins: origin, isComplete: !changed))
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Print a .reviewbot.yml made from another program's configuration.",
      discussion:
        "Reads .swiftlint.yml, codecov.yml and .diff-cover.toml. Settings that cannot be imported are listed in notes.")

    @Argument(help: ArgumentHelp("The other program's configuration.", valueName: "FILE"))
    var file: String

    @Option(help: "The program: swiftlint, codecov, diff-cover. Default: by the name of the file.")
    var from: ConfigurationImport.Source?

    func run() throws {
      guard !file.isEmpty else { throw UsageError("the file has no name", remedy: "name the other program's file") }
      let name = FilePath(file).name
      guard let source = from ?? ConfigurationImport.Source(fileName: name) else {
        throw UsageError(
          "cannot determine which program \(file) configures",
          remedy: "name it with --from swiftlint, codecov or diff-cover"
        )
      }
      guard let data = FileManager.default.contents(atPath: file) else {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
          throw UsageError("cannot read \(file): there is no such file", remedy: "check the name")
        }
        throw UsageError(
          "cannot read \(file)\(isFolder.boolValue ? ": it is a folder" : "")",
          remedy: isFolder.boolValue ? "name the file in it" : "check the file's permissions")
      }
      let imported = try ConfigurationImport(
        String(decoding: data, as: UTF8.self), of: file, from: source, catalogue: ConfigCommand.context.catalogue)
      for note in imported.notes { Console.complain(note) }
      Console.say(imported.text)
    }
  }

  private static var context: AppContext { AppContext(environment: ProcessInfo.processInfo.environment) }
}

struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule: its purpose, its options, their origin, and examples.")

  @Argument(help: ArgumentHelp("The identifier of the rule.", valueName: "RULE"))
  var rule: String

  @OptionGroup var files: ConfigurationOptions

  func run() async throws {
    let session = AppContext(environment: ProcessInfo.processInfo.environment).lintSession()
    let loaded = try await session.loadedConfiguration(files.request)
    if let custom = CustomRuleExplanation(of: rule, in: loaded) { return Console.say(custom.text) }
    Console.say(try RuleExplanation(of: rule, in: loaded).text)
  }
}

extension ConfigurationImport.Source: ExpressibleByArgument {}
