// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

struct CheckSizesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-sizes", abstract: "Fails on long files, missing headers and what the conventions rule out.")

  @OptionGroup var location: RootOption

  func run() throws {
    let problems = try SourceCheck().problems(in: SourceFolder(location.root))
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }
}
