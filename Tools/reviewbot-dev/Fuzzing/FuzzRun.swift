// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import SystemPackage

/// Runs a reader on mutated inputs and checks its results.
///
/// Inputs with a new kind of result are mutated further.
final class FuzzRun {
  struct Outcome {
    var executions = 0
    /// Inputs that were read without an error.
    var accepted = 0
    var kinds = 0
    /// Each problem with the path of its input.
    var failures: [String] = []
  }

  /// The maximum time for one input, which is small; generous because the machine may be busy.
  static let limit = Duration.seconds(5)
  private static let maximumCorpus = 400

  private let subject: any FuzzSubject
  private let name: String
  private let folder: FilePath
  private let failures: FilePath
  private let seed: UInt64
  private var corpus: [[UInt8]]
  private var seen: Set<String> = []

  /// - Parameters:
  ///   - folder: an existing folder.
  ///   - failures: the folder for inputs with a failure; created on first use.
  init(_ name: String, _ subject: any FuzzSubject, folder: FilePath, failures: FilePath, seed: UInt64) {
    self.name = name
    self.subject = subject
    self.folder = folder
    self.failures = failures
    self.seed = seed
    corpus = subject.corpus
  }

  /// The file with the current input, which is left behind when the process crashes on it.
  var input: FilePath { folder.appending("input") }

  func run(for time: Duration) async throws -> Outcome {
    var outcome = Outcome()
    var mutator = Mutator(random: RandomNumbers(seed: seed), dictionary: subject.dictionary)
    let watch = HangWatch(input: input)
    defer { watch.end() }
    let clock = ContinuousClock()
    let end = clock.now + time
    while clock.now < end, outcome.failures.count < 10 {
      guard let first = corpus.randomElement(using: &mutator.random),
        let second = corpus.randomElement(using: &mutator.random)
      else { break }
      let bytes = outcome.executions < corpus.count ? corpus[outcome.executions] : mutator.mutate(first, with: second)
      try Data(bytes).write(to: URL(fileURLWithPath: input.string))
      watch.started()
      let start = clock.now
      let look = try await subject.look(at: bytes)
      outcome.executions += 1
      if look.isAccepted { outcome.accepted += 1 }
      if seen.insert(look.kind).inserted, corpus.count < Self.maximumCorpus { corpus.append(bytes) }
      let taken = clock.now - start
      if let problem = look.problem ?? (taken > Self.limit ? "it took \(taken)" : nil) {
        outcome.failures.append("\(problem): \(try save(bytes, outcome.failures.count))")
      }
    }
    outcome.kinds = seen.count
    return outcome
  }

  private func save(_ bytes: [UInt8], _ number: Int) throws -> String {
    try FileManager.default.createDirectory(atPath: failures.string, withIntermediateDirectories: true)
    let file = failures.appending("\(name)-\(seed)-\(number)").string
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}

/// Ends the process when one input takes longer than a minute, and reports the input.
final class HangWatch: Sendable {
  private static let limit = Duration.seconds(60)

  /// The start of the current input; `nil` after the run.
  private let start = Locked<ContinuousClock.Instant?>(.now)

  init(input: FilePath) {
    let start = start
    Thread.detachNewThread {
      while let begun = start.withLock({ $0 }) {
        if ContinuousClock.now - begun > Self.limit {
          FileHandle.standardError.write(Data("an input takes longer than a minute: \(input)\n".utf8))
          exit(1)
        }
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
  }

  func started() { start.withLock { $0 = .now } }

  func end() { start.withLock { $0 = nil } }
}
