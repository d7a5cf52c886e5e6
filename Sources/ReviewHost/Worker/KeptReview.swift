// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ConfigurationFiles
import Findings
import Foundation
import Isolation
import KeyedStore
import ReviewContract
import SystemPackage
import WorkerProtocol

/// A passed review of a worker, which is the answer for the same inputs. It is not compared with the base yet: that
/// result can be newer.
struct KeptReview: Sendable {
  /// The name of its stage, the last one of the report.
  static let stage = "kept review"

  let time: Date
  let result: ReviewResult

  /// - Returns: `nil` for a review that did not pass, or that missed something: a repeated review of a failure
  ///   shows whether it happens again.
  init?(_ result: ReviewResult, at time: Date) {
    let report = result.report
    guard report.verdict == .passed, report.missingResults?.isEmpty ?? true, report.scope == nil, !report.runs.isEmpty,
      report.runs.allSatisfy({ $0.outcome == .passed || $0.outcome == .noTests }),
      report.runs.allSatisfy({ $0.flaky.isEmpty })
    else { return nil }
    self.time = time
    // The history of tests has them already.
    self.result = ReviewResult(report: report, coverage: result.coverage)
  }

  /// Returns the result with the stages of this run, and a note.
  ///
  /// - Parameter remedy: how to repeat the review.
  func shown(stages: [Stage], remedy: String) -> ReviewResult {
    let date = time.formatted(.iso8601)
    let kept = Stage(name: Self.stage, status: .done, milliseconds: 0, detail: "of \(date)")
    var shown = result
    shown.report = result.report.with(stages: stages + [kept]).noting(
      "the review of \(date) had the same commits, configuration, toolchain and program, and is not repeated; \(remedy)"
    )
    return shown
  }
}

extension KeptReview: StoredValue {
  private struct File: Codable {
    let time: Date
    let report: Data
    let coverage: Data?
  }

  init?(stored bytes: [UInt8]) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)),
      let report = try? ReportFile.decode(file.report)
    else { return nil }
    let coverage = file.coverage.flatMap { CoverageSnapshot(decoding: $0) }
    guard (coverage == nil) == (file.coverage == nil) else { return nil }
    self.init(ReviewResult(report: report, coverage: coverage), at: file.time)
  }

  func stored() throws -> [UInt8] {
    let file = File(
      time: time, report: try ReportFile.encode(result.report), coverage: try result.coverage?.encoded())
    return Array(try JSONEncoder().encode(file))
  }
}

/// The kept reviews of a machine, by digests of their inputs.
struct KeptReviews: Sendable {
  /// As for builds: versions of dependencies that are not pinned are resolved again after this time.
  private static let lifetime = Duration.seconds(7 * 24 * 3600)
  private static let maximumEntries = 200

  private let store: KeyedStore<DigestKey, KeptReview>

  init(_ home: HomeDirectory, now: @escaping @Sendable () -> Date = { Date() }) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumEntries
    bounds.lifetime = Self.lifetime
    store = KeyedStore(
      home.results.appending("reviews"), StoreFormat("review", version: 1), bounds: bounds, now: now)
  }

  /// - Returns: `nil` for inputs without a kept review, or with one that cannot be read.
  func review(of inputs: ReviewInputs) -> KeptReview? {
    inputs.key.flatMap { store.value(for: $0) }
  }

  /// Keeps a review that passed.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written.
  func keep(_ result: ReviewResult, of inputs: ReviewInputs, at time: Date = Date()) throws {
    guard let key = inputs.key, let review = KeptReview(result, at: time) else { return }
    try store.set(review, for: key)
  }
}

/// What the result of a worker depends on.
struct ReviewInputs: Encodable {
  /// This build of the program.
  var program = RunningExecutable.build
  let toolchain: String
  let pullRequest: PullRequest
  let head: CommitID
  let base: CommitID
  let mergeBase: CommitID
  let configuration: ReviewConfiguration
  let usesOperatorConfiguration: Bool
  let sandbox: SandboxLevel
  let image: String?
  let worker: WorkerOptions
  /// The variables that the code under review can see.
  let environment: [String: String]
  let rewrites: [String]
  let measuresProject: Bool
  /// Notes of the host for the report.
  let notes: [String]

  /// `nil` for a review without a toolchain.
  var key: DigestKey? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard !toolchain.isEmpty, let data = try? encoder.encode(self) else { return nil }
    return DigestKey(Fingerprint.name(of: Array(data)))
  }
}
