// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import ConfigurationFiles
import Foundation
import Git
import ReviewContract
import SystemPackage

struct QuarantineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quarantine",
    abstract: "List, add or remove tests whose failures do not count until a day.",
    discussion: CommandHelp(
      text: """
        Changes tests.quarantine in the .reviewbot.yml of the working tree. It has an effect when it is merged: reviews \
        use the configuration of the base branch.
        """,
      examples: [
        ("tests quarantine list", "list the tests in quarantine"),
        ("tests quarantine add ShapeTests/testArea --until 2026-12-31 --reason \"fails without a network\"", "add one"),
        ("tests quarantine remove ShapeTests/testArea", "remove one"),
      ],
      statuses: [(0, "done")] + CommandHelp.failures, variables: []
    ).discussion,
    subcommands: [QuarantineListCommand.self, QuarantineAddCommand.self, QuarantineRemoveCommand.self])
}

/// The `.reviewbot.yml` of the working tree.
private struct WorkingConfiguration {
  let path: FilePath
  /// Empty without a file.
  let text: String

  private static let largestFile = 64 << 10

  static func find() async throws -> WorkingConfiguration {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let root = try await UsageError.explaining { try await ConfigCommand.context.localChanges.root(around: folder) }
    let path = root.appending(ConfigurationReader.fileName)
    do {
      let bytes = try NamedFile.bytes(of: path.string, limit: largestFile)
      // A file that is not read as a whole would be written as a part.
      guard bytes.count <= largestFile, let text = String(validating: bytes, as: UTF8.self) else {
        throw UsageError(
          "\(ConfigurationReader.fileName) is not UTF-8, or has more than \(largestFile) bytes",
          remedy: "check it with reviewbot config check")
      }
      return WorkingConfiguration(path: path, text: text)
    } catch Errno.noSuchFileOrDirectory {
      return WorkingConfiguration(path: path, text: "")
    } catch let error as Errno {
      throw UsageError(
        "cannot read \(ConfigurationReader.fileName): \(error)", remedy: "check the permissions of the file")
    }
  }

  static func entries(_ text: String) throws -> [QuarantinedTest] {
    guard !text.isEmpty else { return [] }
    return try ConfigurationReader(catalogue: ConfigCommand.context.catalogue)
      .read(text: text, file: ConfigurationReader.fileName).tests.quarantine
  }

  var edit: QuarantineEdit { QuarantineEdit(text) { try Self.entries($0) } }

  func write(_ changed: String) throws {
    do {
      try Data(changed.utf8).write(to: URL(fileURLWithPath: path.string), options: .atomic)
    } catch {
      throw RunError(
        "cannot write \(ConfigurationReader.fileName)", remedy: "check the permissions of the file and its folder")
    }
  }
}

/// `TEST --package PATH`
struct QuarantinedTestOptions: ParsableArguments {
  @Argument(help: ArgumentHelp("The test, as reports name it.", valueName: "TEST"))
  var test: String

  @Option(help: ArgumentHelp("The folder of the test's package; default: the root.", valueName: "PATH"))
  var package = ""
}

struct QuarantineListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the tests in quarantine, with their last days.")

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = TableFormat.table

  func run() async throws {
    let entries = try WorkingConfiguration.entries(try await WorkingConfiguration.find().text)
    let today = FailureHistory.day(Int(Date().timeIntervalSince1970))
    try format.show(entries, titles: ["TEST", "UNTIL", "REASON", "ISSUE"]) { entry in
      [
        entry.shown,
        entry.until < today ? "\(entry.until) (expired)" : entry.until, entry.reason, entry.issue,
      ]
    }
  }
}

struct QuarantineAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a test to the quarantine.")

  @OptionGroup var test: QuarantinedTestOptions

  @Option(help: ArgumentHelp("The last day; default: 30 days from today.", valueName: "YYYY-MM-DD"))
  var until: String?

  @Option(help: ArgumentHelp("The reason, which reports show.", valueName: "TEXT"))
  var reason: String

  @Option(help: ArgumentHelp("The address of an issue.", valueName: "URL"))
  var issue = ""

  func run() async throws {
    var entry = QuarantinedTest()
    (entry.test, entry.package, entry.reason, entry.issue) = (test.test, test.package, reason, issue)
    entry.until = until ?? FailureHistory.day(Int(Date().timeIntervalSince1970) + 30 * 86_400)
    let configuration = try await WorkingConfiguration.find()
    try configuration.write(try configuration.edit.adding(entry))
    Console.say("\(entry.test) is in quarantine until \(entry.until), when the change is merged")
  }
}

struct QuarantineRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a test from the quarantine.")

  @OptionGroup var test: QuarantinedTestOptions

  func run() async throws {
    let configuration = try await WorkingConfiguration.find()
    try configuration.write(try configuration.edit.removing(test.test, package: test.package))
    Console.say("\(test.test) is not in quarantine, when the change is merged")
  }
}
