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
  /// The ids of the blobs of the head's documents, by path, if the builds and tests do not depend on their contents;
  /// otherwise `nil`.
  let documents: [String: String]?

  /// - Parameter documents: those of the head; `nil` if they are not known.
  /// - Returns: `nil` for a review that did not pass, or that missed something: a repeated review of a failure
  ///   shows whether it happens again.
  init?(_ result: ReviewResult, documents: [String: String]? = nil, at time: Date) {
    let report = result.report
    guard report.verdict == .passed, report.missingResults?.isEmpty ?? true, report.scope == nil, !report.runs.isEmpty,
      report.runs.allSatisfy({ $0.outcome == .passed || $0.outcome == .noTests }),
      report.runs.allSatisfy({ $0.flaky.isEmpty })
    else { return nil }
    self.time = time
    // The history of tests has them already.
    self.result = ReviewResult(report: report, coverage: result.coverage)
    self.documents = documents
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
    let documents: [String: String]?
  }

  init?(stored bytes: [UInt8]) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(bytes)),
      let report = try? ReportFile.decode(file.report)
    else { return nil }
    let coverage = file.coverage.flatMap { CoverageSnapshot(decoding: $0) }
    guard (coverage == nil) == (file.coverage == nil) else { return nil }
    self.init(ReviewResult(report: report, coverage: coverage), documents: file.documents, at: file.time)
  }

  func stored() throws -> [UInt8] {
    let file = File(
      time: time, report: try ReportFile.encode(result.report), coverage: try result.coverage?.encoded(),
      documents: documents)
    return Array(try JSONEncoder().encode(file))
  }
}

/// The kept reviews of a machine, by digests of their inputs.
struct KeptReviews: Sendable {
  /// As for builds: versions of dependencies that are not pinned are resolved again after this time.
  private static let lifetime = Duration.seconds(7 * 24 * 3600)
  private static let maximumEntries = 200

  private let reviews: KeyedStore<DigestKey, KeptReview>
  /// By what builds and tests depend on.
  private let pushes: KeyedStore<DigestKey, KeptReview>

  init(_ home: HomeDirectory, now: @escaping @Sendable () -> Date = { Date() }) {
    var bounds = StoreBounds()
    bounds.entries = Self.maximumEntries
    bounds.lifetime = Self.lifetime
    let format = StoreFormat("review", version: 2)
    reviews = KeyedStore(home.results.appending("reviews"), format, bounds: bounds, now: now)
    pushes = KeyedStore(home.results.appending("pushes"), format, bounds: bounds, now: now)
  }

  /// - Returns: `nil` for inputs without a kept review, or with one that cannot be read.
  func review(of inputs: ReviewInputs) -> KeptReview? {
    inputs.key.flatMap { reviews.value(for: $0) }
  }

  /// Returns the review of another commit of the same pull request, whose builds and tests depend on the same inputs.
  ///
  /// - Returns: `nil` if there is none, or if more than the contents of documents differ.
  func push(of inputs: ReviewInputs) -> KeptReview? {
    guard let files = inputs.builds.files, let kept = inputs.builds.key.flatMap({ pushes.value(for: $0) }),
      let documents = kept.documents, kept.result.report.head != inputs.head,
      Set(documents.keys) == Set(files.documents.keys)
    else { return nil }
    return kept
  }

  /// Keeps a review that passed.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written.
  func keep(_ result: ReviewResult, of inputs: ReviewInputs, at time: Date = Date()) throws {
    guard let key = inputs.key, let review = KeptReview(result, at: time) else { return }
    try reviews.set(review, for: key)
  }

  /// Keeps a review that passed for later commits that change only documents, unless its result depends on them.
  ///
  /// - Throws: ``StoreFailure`` if it cannot be written.
  func keepPush(_ result: ReviewResult, of inputs: ReviewInputs, at time: Date = Date()) throws {
    guard result.documentObstacle == nil, let documents = inputs.builds.files?.documents,
      let key = inputs.builds.key, let review = KeptReview(result, documents: documents, at: time)
    else { return }
    try pushes.set(review, for: key)
  }
}
