// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

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
