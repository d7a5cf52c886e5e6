// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Git
import Isolation
import ReviewContract

extension HostReview {
  /// What the result of a worker depends on; `nil` if reviews are not kept, or the result depends on more: on results of
  /// the base, on reports of other machines, or on this machine, which only a sandbox hides.
  ///
  /// In a repository without a forge, a repeated command repeats the review.
  func inputs(
    of pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration,
    rewrites: [URLRewrite], notes: [String], measuresProject: Bool
  ) -> ReviewInputs? {
    guard options.keepsReviews, sandbox.level != .none, pullRequest.repository.forge != .local,
      options.coverageReports.isEmpty, configuration.tests.select == .all
    else { return nil }
    let toolchain = ToolchainIdentity(environment)
    guard !toolchain.isMissing else { return nil }
    let variables = SandboxedEnvironment.inherited(from: environment).filter { $0.key != "TMPDIR" }
    return ReviewInputs(
      toolchain: toolchain.description, pullRequest: pullRequest, head: workspace.head, base: workspace.base,
      mergeBase: workspace.mergeBase, configuration: configuration,
      usesOperatorConfiguration: options.configuration != nil, sandbox: sandbox.level, image: sandbox.settings.image,
      worker: options.worker, environment: variables, rewrites: rewrites.map { "\($0)" },
      measuresProject: measuresProject, notes: notes)
  }

  /// Returns the kept review of the same inputs, or reviews and keeps the result.
  ///
  /// - Returns: the result, and whether it was kept.
  func result(
    of inputs: ReviewInputs?, _ stages: [Stage], otherwise review: () async throws -> ReviewResult
  ) async throws -> (result: ReviewResult, isKept: Bool) {
    guard let inputs else { return (try await review(), false) }
    let reviews = KeptReviews(home)
    if !options.repeatsReviews, let kept = reviews.review(of: inputs) {
      return (kept.shown(stages: stages, remedy: "--recheck repeats it"), true)
    }
    let result = try await review()
    do {
      try reviews.keep(result, of: inputs)
    } catch {
      progress(.detail("cannot keep the review: \(String(systemError: error))"))
    }
    return (result, false)
  }
}
