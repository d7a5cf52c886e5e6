// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import AssemblyKit
import CoverageAnalysis
import Foundation
import ReviewCore
import SystemPackage

struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Gives the readers of coverage reports mutated ones, and fails when one is not read as it should be.",
    shouldDisplay: false)

  @Option(help: "json or lcov; both, one after the other, without it.")
  var format: FuzzFormat?

  @Option(help: "How long, for each reader.")
  var seconds = 60

  @Option(help: "The same seed makes the same inputs.")
  var seed: UInt64 = 1

  @Option(help: "Where failing inputs are saved.")
  var failures = ".build/fuzz-failures"

  func run() throws {
    var problems: [String] = []
    for format in format.map({ [$0] }) ?? FuzzFormat.allCases { problems += try run(format) }
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }

  private func run(_ format: FuzzFormat) throws -> [String] {
    // In memory, where there is such a place.
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    let folder = FilePath(parent).appending("reviewbot-fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
    var resolver = Registry([CoverageAnalysisAssembly(environment: [:])]).resolver()
    let run = try FuzzRun(
      format, reader: try resolver(.coverageReportReader), folder: folder, failures: FilePath(failures), seed: seed)
    print("\(format.rawValue): an input that ends the process stays in \(run.input)")
    let outcome = try run.run(for: .seconds(seconds))
    // Nothing is left to look at.
    try? FileManager.default.removeItem(atPath: folder.string)
    print(
      "\(format.rawValue): seed \(seed), \(seconds) s, \(outcome.executions) executions, \(outcome.accepted) read without an error, "
        + "\(outcome.kinds) kinds of answers, \(outcome.failures.count) failures")
    return outcome.failures.map { "\(format.rawValue): \($0)" }
  }
}
