// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import SystemPackage

struct CheckLayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-layers", abstract: "Fails when a target imports one that is not of a lower level.")

  @OptionGroup var location: RootOption

  @Option(help: "A file with the output of `swift package describe --type json`, instead of asking for it.")
  var from: String?

  func run() throws {
    let data = try from.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? Self.describe(package: location.root)
    let problems = try LayerCheck(Layers.reviewbot).problems(in: PackageGraph(describedBy: data))
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }

  static func describe(package root: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "--package-path", root, "describe", "--type", "json"]
    // SwiftPM leaves files there.
    let temporary = try TemporaryDirectory()
    defer { temporary.remove() }
    process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporary.path.string]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CheckFailure(["swift package describe failed"]) }
    return data
  }
}
