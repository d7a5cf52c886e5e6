// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import CommandSupport
import CInterop
import ConfigurationFiles
import Foundation
import Git
import Reporting
import ReviewContract
import SystemPackage

struct ConfigInitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a .reviewbot.yml to the top of the working tree, unless there is one.",
    discussion: "Its first line names the schema, so that editors complete and check the keys.")

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Write the settings of this .swiftlint.yml, codecov.yml or .diff-cover.toml. Repeatable.", valueName: "FILE"),
    completion: .file())
  var imported: [String] = []

  func run() async throws {
    let folder = FilePath(FileManager.default.currentDirectoryPath)
    let root = try await UsageError.explaining { try await ConfigCommand.context.localChanges.root(around: folder) }
    let path = root.appending(ConfigurationReader.fileName)
    let shown = DisplayedPaths(in: folder, root: root)(ConfigurationReader.fileName)
    let starter = Data(ConfigurationReference.starterFile.utf8)
    let existing = FileManager.default.contents(atPath: path.string)
    // Nothing is lost if it was never edited.
    let isReplaceable = existing == starter && !imported.isEmpty
    guard isReplaceable || (try? FileManager.default.attributesOfItem(atPath: path.string)) == nil else {
      throw UsageError("\(shown) already exists", remedy: "edit it, or check it with reviewbot config check")
    }
    let text = imported.isEmpty ? starter : Data(try importedText().utf8)
    do {
      try text.write(to: URL(fileURLWithPath: path.string), options: isReplaceable ? .atomic : .withoutOverwriting)
    } catch {
      throw RunError("cannot write \(shown)", remedy: "check the permissions of the folder")
    }
    Console.say("wrote \(shown)")
    if imported.isEmpty { offerImport(in: root, folder) }
  }

  private func importedText() throws -> String {
    var rules: ConfigurationImport?
    var coverage: ConfigurationImport?
    for file in imported {
      let one = try ConfigurationImport(file: file, catalogue: ConfigCommand.context.catalogue)
      let isRules = ConfigurationImport.Source(fileName: FilePath(file).name) == .swiftlint
      guard (isRules ? rules : coverage) == nil else {
        throw UsageError(
          "--import has two files about \(isRules ? "rules" : "coverage")", remedy: "use one of them")
      }
      if isRules { rules = one } else { coverage = one }
    }
    if let coverage {
      if rules == nil { rules = coverage } else { rules?.add(coverage) }
    }
    guard let rules else { return ConfigurationReference.starterFile }
    for note in rules.notes { Console.complain(note) }
    return ConfigurationReference.schemaLine + "\n" + rules.text
  }

  /// Names the files of other programs that could be imported.
  private func offerImport(in root: FilePath, _ folder: FilePath) {
    let names = [".swiftlint.yml", "codecov.yml", ".codecov.yml", ".diff-cover.toml"]
    let found = names.filter { FileManager.default.fileExists(atPath: root.appending($0).string) }
    guard !found.isEmpty else { return }
    let displayed = DisplayedPaths(in: folder, root: root)
    if found.contains(".swiftlint.yml") {
      Console.say(".swiftlint.yml stays in effect while no section rules is written")
    }
    let flags = found.map { "--import \(displayed($0))" }.joined(separator: " ")
    Console.say("to write the settings of \(found.joined(separator: " and ")) instead: reviewbot config init \(flags)")
  }
}
