// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ConfigurationFiles
import Foundation
import ReviewContract
import ReviewHost
import SwiftBuild

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check this host for reviews, and test the sandbox by attempts to escape from it.",
    discussion: """
      Exit status: 0 if pull requests from forks can be reviewed on this host, which requires a toolchain, a writable \
      folder and a sandbox that passes its self-test; 3 otherwise.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: ArgumentHelp("The image or root folder of containers.", valueName: "IMAGE|FOLDER"))
  var sandboxImage: String?

  @Option(
    help: ArgumentHelp(
      "The OCI runtime of containers, instead of podman's or docker's default.", valueName: "NAME|PATH"))
  var sandboxRuntime: RuntimeName?

  @Option(help: "The output format: text, json.")
  var format = Format.text

  func run() async throws {
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let run = DoctorRun(
      environment: environment, places: try Places(environment: environment), image: sandboxImage,
      runtime: sandboxRuntime?.name)
    let report = await run.perform()
    switch format {
    case .text: Console.say(DoctorText.make(report))
    case .json: Console.say(try Self.json(report))
    }
    if !report.isReady { throw ExitCode(ExitStatus.couldNotRun.code) }
  }

  private static func json(_ report: DoctorReport) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return String(decoding: try encoder.encode(report), as: UTF8.self)
  }
}
