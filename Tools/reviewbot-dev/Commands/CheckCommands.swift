// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import SystemPackage

struct CheckLayersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-layers",
    abstract: "Fails when a target imports one that is not of a lower level, or is behind a wall.")

  @OptionGroup var location: RootOption

  @Option(help: "A file with the output of `swift package describe --type json`, instead of running it.")
  var from: String?

  func run() throws {
    let data = try from.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } ?? Self.describe(package: location.root)
    let graph = try PackageGraph(describedBy: data)
    let folder = SourceDirectory(location.root)
    let lint = try PackageGraph(describedBy: Self.describe(package: location.root + "/Lint"))
    let importsOfLint = try SourceDirectory(location.root + "/Lint").imports(of: lint)
    let problems =
      try LayerCheck(.reviewbot).problems(in: graph, imports: folder.imports(of: graph))
      + LayerCheck(.lint).problems(in: lint, imports: importsOfLint)
      + LayerCheck.escapes(from: lint, to: graph, imports: importsOfLint)
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }

  static func describe(package root: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // All traits, so that all dependencies are included.
    process.arguments = [
      "swift", "package", "--package-path", root, "--enable-all-traits", "describe", "--type", "json",
    ]
    // SwiftPM leaves files in its temporary directory.
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

struct CheckSizesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-sizes",
    abstract: "Fails on directories with too many files, and on what does not compile on other systems.")

  @OptionGroup var location: RootOption

  func run() throws {
    let folder = SourceDirectory(location.root)
    let problems = SizeCheck().problems(in: folder) + (try PortabilityCheck().problems(in: folder))
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }
}

/// The option for the package's folder.
struct RootOption: ParsableArguments {
  @Option(help: "The folder with Package.swift.")
  var root = "."
}
