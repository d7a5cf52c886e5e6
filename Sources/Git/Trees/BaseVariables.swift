// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The variables of CI systems that name a base branch. An empty variable counts as unset: several systems set it to an
/// empty text in jobs that do not run for a pull request.
enum BaseVariables {
  struct Named: Hashable {
    let variable: String
    let branch: String
  }

  /// The target of the pull request that the job runs for: GitHub Actions and Gitea's and Forgejo's, which set GitHub's
  /// name as well; GitLab; Buildkite; Woodpecker.
  private static let targets = [
    "GITHUB_BASE_REF", "GITEA_BASE_REF", "FORGEJO_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    "BUILDKITE_PULL_REQUEST_BASE_BRANCH", "CI_COMMIT_TARGET_BRANCH",
  ]

  /// The default branch: GitLab, Woodpecker, Buildkite.
  private static let defaults = ["CI_DEFAULT_BRANCH", "CI_REPO_DEFAULT_BRANCH", "BUILDKITE_PIPELINE_DEFAULT_BRANCH"]

  /// GitLab's merge base of the merge request. Its jobs fetch some of the source branch's history and not the target
  /// branch, so that this commit is often the only one of it that they have.
  static let mergeBase = "CI_MERGE_REQUEST_DIFF_BASE_SHA"
  static let gitLabTarget = "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"

  /// Variables of GitHub's workflows, whose checkout has an input for the depth of the history.
  static let workflows: Set<String> = ["GITHUB_BASE_REF", "GITEA_BASE_REF", "FORGEJO_BASE_REF"]

  static func target(in environment: [String: String]) -> Named? { first(of: targets, in: environment) }

  static func defaultBranch(in environment: [String: String]) -> Named? { first(of: defaults, in: environment) }

  private static func first(of variables: [String], in environment: [String: String]) -> Named? {
    for variable in variables {
      guard let value = environment[variable], !value.isEmpty else { continue }
      let branch = value.hasPrefix("refs/heads/") ? String(value.dropFirst("refs/heads/".count)) : value
      return Named(variable: variable, branch: branch)
    }
    return nil
  }
}
