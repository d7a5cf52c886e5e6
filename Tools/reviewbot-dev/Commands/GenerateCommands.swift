// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Rules

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the list of rules, their pages, and the configuration reference.",
    discussion: "After adding or removing a rule run it twice: the pages are generated from the compiled rules.")

  @OptionGroup var location: RootOption

  @Flag(help: "Change nothing, and fail when a file is not up to date.")
  var check = false

  func run() throws {
    let generator = Generator(root: location.root)
    let stale = try generator.stalePaths()
    if check {
      guard stale.isEmpty else {
        throw CheckFailure(stale.map { "\($0): not up to date; run reviewbot-dev generate" })
      }
    } else {
      try generator.write()
      for path in stale { print(path) }
    }
  }
}

struct NewRuleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-rule", abstract: "Create the file of a rule.",
    discussion: "Then write the check, run reviewbot-dev generate, and add a line to the changelog.")

  @OptionGroup var location: RootOption

  @Option(help: "lint, idiomatic, metrics or style.")
  var kind = "lint"

  @Argument(help: "The name of the rule, such as ForceCast, without the suffix Rule.")
  var name: String

  func validate() throws {
    guard RuleDescription.Kind(rawValue: kind) != nil else { throw ValidationError("unknown kind of rule \(kind)") }
    guard RuleTemplate(name: name, kind: kind) != nil else {
      throw ValidationError("the name is a word in upper camel case, such as ForceCast")
    }
  }

  func run() throws {
    guard let template = RuleTemplate(name: name, kind: kind) else { throw ExitCode.validationFailure }
    let folder = SourceDirectory(location.root)
    // In any folder, because two files of the same name do not compile.
    let existing = folder.files(below: "Lint/Sources/Rules/BuiltIn", suffix: "/\(name)Rule.swift")
    guard existing.isEmpty else { throw CheckFailure(existing.map { "\($0): exists already" }) }
    try folder.write(template.path, template.text)
    print(template.path)
  }
}
