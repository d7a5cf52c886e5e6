// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Configuration
import Foundation
import ReviewCore
import ReviewPipeline

/// What is known of the base, or can be found out, beside a review.
struct BaseReview: Sendable {
  let cache: any ResultCache
  let configuration: ReviewConfiguration

  /// Marks what failed on the base as well. A review of a commit that is itself the tip of its base is kept for others.
  ///
  /// - Parameter review: reviews the commit at the tip of the base with the given configuration.
  func compare(_ report: Report, review: (ReviewConfiguration) async throws -> Report) async -> Report {
    guard configuration.tests.base != .off else { return report }
    guard report.head != report.base else { return keep(report, beside: report) }
    var report = report
    var known = cache.results(of: report.base, settings: settings)
    let toolchains = Set(report.runs.map(\.toolchain))
    if configuration.tests.base == .run, report.hasFailures,
      !known.contains(where: { toolchains.contains($0.toolchain) })
    {
      do {
        var whole = configuration
        // The base changes nothing, so that nothing of it would be affected.
        whole.build.affectedOnly = false
        let base = try await review(whole)
        if base.head == report.base {
          known = BaseResult(of: base, settings: settings).map { [$0] } ?? []
          report = keep(base, beside: report)
        } else {
          report = report.noting("the base moved to \(base.head.short) meanwhile, so that it was not compared with")
        }
      } catch {
        // The review itself is done: what is not known of the base is only not said.
        report = report.noting("the base could not be tested: \(error)")
      }
    }
    return report.compared(with: known, existing: configuration.tests.existingFailures)
  }

  private func keep(_ base: Report, beside report: Report) -> Report {
    guard let result = BaseResult(of: base, settings: settings) else { return report }
    do {
      try cache.keep(result)
      return report
    } catch {
      return report.noting("what the base came to could not be kept: \(SystemWords.make(error))")
    }
  }

  /// What of the configuration the results depend on.
  private var settings: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    do {
      let parts = [try encoder.encode(configuration.build), try encoder.encode(configuration.tests)]
      return Fingerprint.name(of: parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"))
    } catch {
      preconditionFailure("a configuration holds a value that JSON has no word for: \(error)")
    }
  }
}

extension PullRequest {
  /// A request to merge the base's tip into itself: what it comes to is what the base comes to.
  var ofItsBase: PullRequest {
    PullRequest(
      repository: repository, number: number, title: "", author: nil, url: nil, state: .open, isDraft: false, head: nil,
      headRef: "", baseBranch: baseBranch, isFromFork: false)
  }
}
