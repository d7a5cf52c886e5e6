// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import Foundation
import SystemPackage

struct FuzzCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Fuzz the readers of untrusted input.",
    shouldDisplay: false)

  @Option(help: "\(FuzzFormat.allCases.map(\.rawValue).joined(separator: ", ")); all of them by default.")
  var format: [FuzzFormat] = []

  @Option(help: "The time for each reader.")
  var seconds: Double?

  @Option(help: "The time for all readers together.")
  var totalSeconds: Double?

  @Option(help: "The seed of the random numbers; the same seed creates the same inputs.")
  var seed: UInt64 = 1

  @Option(help: "Where failing inputs are saved.")
  var failures = ".build/fuzz-failures"

  func run() async throws {
    let formats = format.isEmpty ? FuzzFormat.allCases : format
    let each = seconds ?? totalSeconds.map { $0 / Double(formats.count) } ?? 60
    var problems: [String] = []
    for format in formats { problems += try await run(format, for: each) }
    guard problems.isEmpty else { throw CheckFailure(problems) }
  }

  private func run(_ format: FuzzFormat, for seconds: Double) async throws -> [String] {
    // In memory, if possible.
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    let folder = FilePath(parent).appending("reviewbot-fuzz-\(UUID().uuidString)")
    let place = folder.appending("place")
    try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
    let run = FuzzRun(
      format.rawValue, try format.subject(in: place), folder: folder, failures: FilePath(failures), seed: seed)
    print("\(format.rawValue): an input that ends the process stays in \(run.input)")
    let outcome = try await run.run(for: .seconds(seconds))
    // The folder has no more use after the run.
    try? FileManager.default.removeItem(atPath: folder.string)
    print(
      "\(format.rawValue): seed \(seed), \(String(format: "%.1f", seconds)) s, \(outcome.executions) executions, \(outcome.accepted) read without an error, "
        + "\(outcome.kinds) kinds of results, \(outcome.failures.count) failures")
    return outcome.failures.map { "\(format.rawValue): \($0)" }
  }
}
