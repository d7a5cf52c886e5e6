// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser

struct CheckFileAccessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-file-access",
    abstract: "Fails on code that opens files in another way than the one that links cannot lead astray.")

  @OptionGroup var location: RootOption

  func run() throws {
    let problems = try FileAccessCheck.reviewbot.problems(in: SourceFolder(location.root))
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }
}
