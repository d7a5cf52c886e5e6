// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// One project in GitLab's API.
struct GitLabAPI: ForgeAPI {
  static let description = ForgeDescription.gitlab
  static let pageParameter = (name: "per_page", size: GitLabLimits.pageSize)
  static let fields: HTTPFields = [.accept: "application/json"]
  static let publicRate = WriteRate.gitlab

  let base: HTTPAddress
  let repository: RepositoryName
  let userAgent: String

  /// The project's path is one segment, with its slashes escaped.
  var root: [String] { ["projects", repository.description] }

  static func field(_ token: Secret) -> HTTPField {
    guard let name = HTTPField.Name("PRIVATE-TOKEN") else { preconditionFailure("the name is one") }
    return .secret(name, token.reveal())
  }
}

extension GitLabAPI: SupportedForge {
  static func pullRequests(_ client: ForgeClient<Self>) -> any PullRequestSource { GitLabMergeRequests(client: client) }

  /// `GET /groups/{id}/projects`: its path is one segment, with its slashes escaped. Projects that are shared with the
  /// group belong to another one.
  func repositories(ofGroup owner: RepositoryOwner) -> ForgeCall<[ListedRepository]> {
    list(
      segments: ["groups", owner.name, "projects"],
      query: [
        "include_subgroups": "\(owner.hasSubgroups)", "with_shared": "false", "order_by": "id", "sort": "asc",
      ]
    ).each { (entry: ProjectEntry) in entry.listed }
  }

  /// `GET /users/{user_id}/projects`
  func repositories(ofUser name: String, isAccount: Bool) -> ForgeCall<[ListedRepository]> {
    list(segments: ["users", name, "projects"], query: ["order_by": "id", "sort": "asc"])
      .each { (entry: ProjectEntry) in entry.listed }
  }
}

/// The limits of GitLab, each with its source.
enum GitLabLimits {
  /// "Limited to 1,000,000 characters": the body of a note, in the documentation of the notes API.
  static let noteCharacters = 1_000_000
  /// "is too long (maximum is 255 characters)", in the answer (400) to a longer description of a commit status.
  static let statusDescriptionCharacters = 255
  /// "The maximum is 100": items of a page, in the documentation of the REST API's pagination.
  static let pageSize = 100
}
