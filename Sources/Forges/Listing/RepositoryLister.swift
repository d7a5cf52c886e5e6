// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import HTTPTypes
import ResourceLoading
import ReviewContract

/// An API that lists the repositories of an owner.
protocol ListingAPI: ConversationAPI {
  /// The repositories of an organization or group.
  func repositories(ofGroup owner: RepositoryOwner) -> ForgeCall<[ListedRepository]>

  /// The repositories of a user.
  ///
  /// - Parameter isAccount: whether the user is the account of the credential.
  func repositories(ofUser name: String, isAccount: Bool) -> ForgeCall<[ListedRepository]>
}

/// Lists the repositories of an owner: one request for each page.
struct RepositoryLister<API: ListingAPI>: Sendable {
  let client: ForgeClient<API>

  /// Lists them. An owner that is not an organization or group is a user.
  func repositories(of owner: RepositoryOwner) async throws(ForgeError) -> RepositoryList {
    let repository = client.repository()
    let purpose = "cannot list the repositories of \(owner)"
    do {
      do {
        return try await RepositoryList(repository.relation(client.api.repositories(ofGroup: owner), purpose))
      } catch  where error.code == .notFound {
        let account = try await repository.currentUser(purpose).load().login
        let isAccount = Login.isSame(account, owner.name)
        return try await RepositoryList(
          repository.relation(client.api.repositories(ofUser: owner.name, isAccount: isAccount), purpose))
      }
    } catch  where error.code == .notFound {
      throw ForgeError(
        .notFound, purpose, remedy: "check the owner in `repositories`, and that the token has access to it",
        underlying: error.underlying)
    }
  }
}

extension RepositoryList {
  /// Loads the pages of a list, at most ``pageLimit``.
  init(_ relation: Relation<[ListedRepository]>) async throws(ForgeError) {
    self.init([])
    var count = 0
    // One page more than is read shows that the list goes on.
    var pages = relation.pages(limit: Self.pageLimit + 1).makeAsyncIterator()
    while let page = try await pages.next(isolation: #isolation) {
      count += 1
      guard count <= Self.pageLimit else {
        isComplete = false
        return
      }
      repositories += page
    }
    // A credential that lost its access to an owner gets an empty list.
    isComplete = pages.pages.skipped == 0 && !repositories.isEmpty
  }
}
