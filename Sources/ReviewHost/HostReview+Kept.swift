// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Git
import Isolation
import ReviewContract

extension HostReview {
  /// What the result of a worker depends on; `nil` if the result depends on more: on results of the base, on reports of
  /// other machines, or on this machine, which only a sandbox hides.
  func inputs(
    of pullRequest: PullRequest, _ workspace: Workspace, _ configuration: ReviewConfiguration,
    rewrites: [URLRewrite], notes: [String], measuresProject: Bool
  ) -> ReviewInputs? {
    guard sandbox.level != .none, options.coverageReports.isEmpty, configuration.tests.select == .all
    else { return nil }
    let toolchain = ToolchainIdentity(environment)
    guard !toolchain.isMissing else { return nil }
    let variables = SandboxedEnvironment.inherited(from: environment).filter { $0.key != "TMPDIR" }
    let builds = BuildInputs(
      toolchain: toolchain.description, repository: pullRequest.repository, number: pullRequest.number,
      files: workspace.listing.flatMap { CommittedFiles($0) }, base: workspace.base, mergeBase: workspace.mergeBase,
      configuration: configuration, usesOperatorConfiguration: options.configuration != nil, sandbox: sandbox.level,
      image: sandbox.settings.image, worker: options.worker, environment: variables,
      rewrites: rewrites.map { "\($0)" }, measuresProject: measuresProject)
    return ReviewInputs(builds: builds, pullRequest: pullRequest, head: workspace.head, notes: notes)
  }

  /// Returns the kept review of the same inputs; or one of a commit from which only documents differ, with the findings
  /// of the rules in this one; or reviews and keeps the result.
  ///
  /// In a repository without a forge, a repeated command repeats the review.
  ///
  /// - Parameter review: reviews the pull request, or what a scope is limited to.
  /// - Returns: the result, and whether builds and tests are kept ones.
  func result(
    of inputs: ReviewInputs?, in workspace: Workspace, _ stages: [Stage],
    otherwise review: (ReviewScope?) async throws -> ReviewResult
  ) async throws -> (result: ReviewResult, isKept: Bool) {
    guard let inputs else { return (try await review(nil), false) }
    let reviews = KeptReviews(home)
    let keepsReview = options.keepsReviews && inputs.pullRequest.repository.forge != .local
    if keepsReview, !options.repeatsReviews, let kept = reviews.review(of: inputs) {
      return (kept.shown(stages: stages, remedy: "--recheck repeats it"), true)
    }
    let pushed = try await pushed(after: reviews, inputs, in: workspace, review)
    let reviewed = if let pushed { pushed } else { try await review(nil) }
    do {
      if keepsReview { try reviews.keep(reviewed, of: inputs) }
      if pushed == nil { try reviews.keepPush(reviewed, of: inputs) }
    } catch {
      progress(.detail("cannot keep the review: \(String(systemError: error))"))
    }
    return (reviewed, pushed != nil)
  }

  /// Returns a kept review of a commit from which only documents differ, with the findings of the rules in this one;
  /// `nil` if there is none.
  private func pushed(
    after reviews: KeptReviews, _ inputs: ReviewInputs, in workspace: Workspace,
    _ review: (ReviewScope?) async throws -> ReviewResult
  ) async throws -> ReviewResult? {
    let configuration = inputs.builds.configuration
    guard !options.repeatsReviews, let files = inputs.builds.files, let kept = reviews.push(of: inputs),
      kept.coversTests(of: workspace, files, configuration.checkout.test)
    else { return nil }
    let rules = try await review(ReviewScope(.rules, reason: "only documents differ from a reviewed commit"))
    return kept.completing(rules.report, files, informational: configuration.informational.parts)
  }
}
