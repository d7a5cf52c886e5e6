// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CommandSupport
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
    discussion: help.discussion)

  private static let help = CommandHelp(
    text: """
      Pull requests from forks can be reviewed on this host if it has a Swift toolchain, a writable folder for the \
      caches and a sandbox for their code that passes its self-test. lint needs none of them.
      """,
    examples: [
      ("doctor", "check this host"), ("doctor --sandbox-image swift:6.2", "check containers of an image, too"),
    ],
    statuses: [(0, "pull requests from forks can be reviewed")] + CommandHelp.failures,
    variables: [CommandHelp.home, CommandHelp.path])

  @OptionGroup var containers: ContainerOptions

  @Option(help: ArgumentHelp("The output format.", valueName: "FORMAT"))
  var format = TextFormat.text

  @Flag(help: "List each attempt to escape from the sandbox.")
  var verbose = false

  func run() async throws {
    let environment = await ToolchainSelection.environment(selecting: ProcessInfo.processInfo.environment)
    let run = DoctorRun(
      toolchain: await DoctorReport.Check(toolchainIn: environment), environment: environment,
      home: try HomeDirectory(environment: environment), image: containers.sandboxImage,
      runtime: containers.sandboxRuntime?.name)
    let report = await run.perform()
    switch format {
    case .text:
      let columns = Console.width(STDOUT_FILENO)
      Console.say(DoctorText(report: report, isVerbose: verbose, columns: columns).text)
    case .json: Console.say(String(decoding: try ReportFile.encoder.encode(report), as: UTF8.self))
    }
    if !report.isReady { throw ExitCode(ExitStatus.couldNotRun.code) }
  }
}

extension DoctorReport.Check {
  /// Inspects the toolchain that a review would build with.
  fileprivate init(toolchainIn environment: [String: String]) async {
    let name = "toolchain"
    let site = "https://www.swift.org/install/linux/"
    do {
      let found = try await ToolchainInspection(environment: environment)
      if found.missingTools.isEmpty {
        self.init(
          name: name, status: .works, detail: "\(found.version) at \(found.swift), with llvm-cov and llvm-profdata")
      } else {
        let tools = found.missingTools.joined(separator: " and ")
        self.init(
          name: name, status: .fails, detail: "\(found.version); \(tools) missing in \(found.tools)",
          remedy: "install a complete Swift toolchain: \(site)")
      }
    } catch {
      self.init(
        name: name, status: .fails, detail: String(systemError: error),
        remedy: "install Swift 6.2 or later and add it to PATH: \(site)")
    }
  }
}
