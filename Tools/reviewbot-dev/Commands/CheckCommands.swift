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

struct CheckFileAccessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-file-access",
    abstract: "Check that files are opened only in ways that do not follow hostile links.")

  @OptionGroup var location: RootOption

  func run() throws {
    let problems = try FileAccessCheck.reviewbot.problems(in: SourceDirectory(location.root))
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }
}

struct CheckLanguageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-language",
    abstract: "Check the number of phrases that \(LanguageCheck.page) lists.")

  @Option(help: "The largest number of phrases per 1,000 words.")
  var limit = 0.5

  @Flag(help: "Print every place, also below the limit.")
  var list = false

  @OptionGroup var location: RootOption

  func run() throws {
    let result = try LanguageCheck().measure(in: SourceDirectory(location.root))
    let rate = String(format: "%.2f", result.rate)
    let isTooMuch = result.rate > limit
    if list || isTooMuch { for hit in result.hits { print(hit) } }
    print("\(result.hits.count) phrases in \(result.words) words: \(rate) per 1,000; the limit is \(limit)")
    guard !isTooMuch else { throw CheckFailure(["too many phrases, listed above; see \(LanguageCheck.page)"]) }
  }
}

struct CheckSizesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-sizes",
    abstract: "Fails on files that are too long or too short, missing headers and what the conventions rule out.")

  @OptionGroup var location: RootOption

  func run() throws {
    let folder = SourceDirectory(location.root)
    let sizes = try SizeCheck(folder)
    let problems =
      try SourceCheck().problems(in: folder) + PortabilityCheck().problems(in: folder) + sizes.problems
    guard problems.isEmpty else { throw CheckFailure(problems) }
    print(sizes.summary)
  }
}

/// The option for the package's folder.
struct RootOption: ParsableArguments {
  @Option(help: "The folder with Package.swift.")
  var root = "."
}
