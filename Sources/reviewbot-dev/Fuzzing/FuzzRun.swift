// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Foundation
import ReviewCore
import SystemPackage

/// Gives a reader mutated reports and looks at what it makes of them.
///
/// Inputs that come to something new, told by the error without its numbers or by what was measured, are mutated further.
final class FuzzRun {
  struct Outcome {
    var executions = 0
    /// Inputs that were read without an error.
    var accepted = 0
    var kinds = 0
    /// What was wrong, and where the input is.
    var failures: [String] = []
  }

  /// Longer than this no small input may take; a machine may be busy.
  static let limit = Duration.seconds(5)
  private static let maximumCorpus = 400

  private let format: FuzzFormat
  private let reader: any CoverageReportReader
  private let folder: FilePath
  private let failures: FilePath
  private let seed: UInt64
  private let invariants = MapInvariants(source: FuzzCorpus.source)
  private var corpus: [[UInt8]]
  private var seen: Set<String> = []

  /// - Parameters:
  ///   - folder: is there, and is filled.
  ///   - failures: where inputs are saved that were not read as they should be; made on first use.
  init(_ format: FuzzFormat, reader: any CoverageReportReader, folder: FilePath, failures: FilePath, seed: UInt64)
    throws
  {
    self.format = format
    self.reader = reader
    self.folder = folder
    self.failures = failures
    self.seed = seed
    corpus = format.corpus
    try write(Array(FuzzCorpus.source.utf8), FuzzCorpus.path)
    for other in FuzzFormat.allCases { try write(other.corpus[0], "good.\(other.rawValue)") }
  }

  /// The input that is being read: it stays when the process ends over it.
  var input: FilePath { folder.appending("input") }

  func run(for time: Duration) throws -> Outcome {
    var outcome = Outcome()
    var mutator = Mutator(random: RandomNumbers(seed: seed))
    let watch = HangWatch(input: input)
    defer { watch.end() }
    let clock = ContinuousClock()
    let end = clock.now + time
    while clock.now < end, outcome.failures.count < 10 {
      guard let first = corpus.randomElement(using: &mutator.random),
        let second = corpus.randomElement(using: &mutator.random)
      else { break }
      let bytes = outcome.executions < corpus.count ? corpus[outcome.executions] : mutator.mutate(first, with: second)
      try write(bytes, "input")
      watch.started()
      let start = clock.now
      let (problem, kind) = look()
      outcome.executions += 1
      if kind.hasPrefix("map") { outcome.accepted += 1 }
      if seen.insert(kind).inserted, corpus.count < Self.maximumCorpus { corpus.append(bytes) }
      let taken = clock.now - start
      if let problem = problem ?? (taken > Self.limit ? "it took \(taken)" : nil) {
        outcome.failures.append("\(problem): \(try save(bytes, outcome.failures.count))")
      }
    }
    outcome.kinds = seen.count
    return outcome
  }

  /// What is wrong, if anything, and what kind of answer it was.
  private func look() -> (problem: String?, kind: String) {
    do {
      let map = try read([input])
      if let problem = invariants.problem(in: map) { return (problem, "map") }
      // What is there twice is there once.
      if try read([input, input]) != map { return ("it changes when it is merged with itself", "map") }
      for other in FuzzFormat.allCases {
        let joined = try read([input, folder.appending("good.\(other.rawValue)")])
        if let problem = invariants.problem(of: map, with: joined) { return (problem, "map") }
      }
      let states = map.files[FuzzCorpus.path] ?? [:]
      return (nil, "map \(states.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value)" }.joined())")
    } catch {
      return problem(of: error)
    }
  }

  private func problem(of error: CoverageError) -> (problem: String?, kind: String) {
    let kind = error.message.split(separator: "'").first.map { $0.filter { !$0.isNumber } } ?? ""
    let isClear =
      error.message.utf8.count < 1000 && !error.message.contains("\n") && error.remedy?.isEmpty == false
      && (error.code == .pathMismatch || error.message.contains(input.string))
    return (isClear ? nil : "the error is not clear: \(error.message.prefix(200))", kind)
  }

  private func read(_ files: [FilePath]) throws(CoverageError) -> CoverageMap {
    try reader.coverage(
      of: CoverageReports(
        files: files, root: folder, prefixes: [PathPrefix(from: FuzzCorpus.root, to: "")], paths: [FuzzCorpus.path]),
      rules: .standard)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: folder.appending(name).string))
  }

  private func save(_ bytes: [UInt8], _ number: Int) throws -> String {
    try FileManager.default.createDirectory(atPath: failures.string, withIntermediateDirectories: true)
    let file = failures.appending("\(format.rawValue)-\(seed)-\(number)").string
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }
}
