// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting

extension StandInPullRequest {
  /// Our comments.
  var reviews: [StandInState.Comment] { comments.filter { $0.user != "ada" && $0.user != "mallory" } }

  /// The latest status of its head.
  var verdict: String? { statuses.first?.state }

  /// Whether it shows the outcome of a review of its head, once.
  var isReviewed: Bool {
    let isFinal = verdict.map { !["pending", "running"].contains($0) } ?? false
    return isFinal && reviews.count == 1 && reviews[0].body.contains(pull.headSha.prefix(7))
  }
}

extension StandInForge {
  /// Waits until pull requests show a review of their heads, and only one.
  @discardableResult
  func waitForReviews(
    of numbers: some Sequence<Int>, in repository: String = "acme/tiny"
  ) async throws -> [StandInPullRequest] {
    let state = try await wait(for: "reviews of \(Array(numbers))") { state in
      numbers.allSatisfy { state.pullRequest($0, of: repository)?.isReviewed ?? false }
    }
    return numbers.compactMap { state.pullRequest($0, of: repository) }
  }
}
