// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// An API that lists the repositories of an owner.
protocol ListingAPI: ConversationAPI {
  associatedtype Entry: RepositoryEntry

  /// The request for the repositories of an organization or group.
  func repositories(ofGroup owner: RepositoryOwner) -> HTTPRequest

  /// The request for the repositories of a user.
  ///
  /// - Parameter isOwn: whether the user is the account of the credential.
  func repositories(ofUser name: String, isOwn: Bool) -> HTTPRequest
}

/// Lists the repositories of an owner: one request for each page.
struct RepositoryLister<API: ListingAPI>: Sendable {
  let client: ForgeClient<API>

  /// Lists them. An owner that is not an organization or group is a user.
  func repositories(of owner: RepositoryOwner) async throws(ForgeError) -> RepositoryList {
    do throws(LoadingError) {
      do throws(LoadingError) {
        return try await list(client.api.repositories(ofGroup: owner))
      } catch {
        guard case .rejected(let rejection) = error, rejection.head.status.code == 404 else { throw error }
        let account = try await client.service().load(client.api.currentUser()).login
        let isOwn = AccountName.isSame(account, owner.name)
        return try await list(client.api.repositories(ofUser: owner.name, isOwn: isOwn))
      }
    } catch {
      let purpose = "cannot list the repositories of \(owner)"
      if case .rejected(let rejection) = error, rejection.head.status.code == 404 {
        throw ForgeError(
          .notFound, purpose, remedy: "check the owner in `repositories`, and that the token has access to it",
          underlying: "\(API.forge) answered 404" + rejection.words)
      }
      throw ForgeError(error, purpose: purpose, forge: API.forge)
    }
  }

  private func list(_ request: HTTPRequest) async throws(LoadingError) -> RepositoryList {
    try await RepositoryList(RepositoryListCall<API.Entry>(request: request), through: client.service())
  }
}

extension RepositoryList {
  /// Loads the pages of a list, at most ``pageLimit``.
  init<Call: PagedResource, Entry: RepositoryEntry>(
    _ call: Call, through service: any ResourceService
  ) async throws(LoadingError) where Call.Model == LossyList<Entry> {
    self.init([])
    var count = 0
    // One page more than is read shows that the list goes on.
    for try await page in service.pages(of: call, limit: Self.pageLimit + 1) {
      count += 1
      guard count <= Self.pageLimit else {
        isComplete = false
        return
      }
      repositories += page.map(\.listed)
      if page.skipped > 0 { isComplete = false }
    }
    // A credential that lost its access to an owner gets an empty list.
    if repositories.isEmpty { isComplete = false }
  }
}

// MARK: The requests

extension GitHubAPI: ListingAPI {
  typealias Entry = OwnerAndNameEntry

  func repositories(ofGroup owner: RepositoryOwner) -> HTTPRequest {
    request(.get, segments: ["orgs", owner.name, "repos"], query: ["sort": "full_name", "per_page": Self.pageSize])
  }

  func repositories(ofUser name: String, isOwn: Bool) -> HTTPRequest {
    // The list of a user has the public repositories only.
    isOwn
      ? request(
        .get, segments: ["user", "repos"],
        query: ["affiliation": "owner", "sort": "full_name", "per_page": Self.pageSize])
      : request(.get, segments: ["users", name, "repos"], query: ["sort": "full_name", "per_page": Self.pageSize])
  }

  private static let pageSize = "\(GitHubLimits.pageSize)"
}

extension GitLabAPI: ListingAPI {
  typealias Entry = ProjectEntry

  func repositories(ofGroup owner: RepositoryOwner) -> HTTPRequest {
    // The group's path is one segment, with its slashes escaped. Projects that are shared with the group belong to
    // another one.
    request(
      .get, segments: ["groups", owner.name, "projects"],
      query: [
        "include_subgroups": "\(owner.hasSubgroups)", "with_shared": "false", "order_by": "id", "sort": "asc",
        "per_page": "\(GitLabLimits.pageSize)",
      ])
  }

  func repositories(ofUser name: String, isOwn: Bool) -> HTTPRequest {
    request(
      .get, segments: ["users", name, "projects"],
      query: ["order_by": "id", "sort": "asc", "per_page": "\(GitLabLimits.pageSize)"])
  }
}

extension GiteaAPI: ListingAPI {
  typealias Entry = OwnerAndNameEntry

  func repositories(ofGroup owner: RepositoryOwner) -> HTTPRequest {
    request(.get, segments: ["orgs", owner.name, "repos"], query: ["limit": "\(GiteaLimits.pageSize)"])
  }

  func repositories(ofUser name: String, isOwn: Bool) -> HTTPRequest {
    request(.get, segments: ["users", name, "repos"], query: ["limit": "\(GiteaLimits.pageSize)"])
  }
}
