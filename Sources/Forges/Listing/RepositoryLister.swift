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
    do throws(LoadingError) {
      do throws(LoadingError) {
        return try await RepositoryList(client.api.repositories(ofGroup: owner), through: client.service())
      } catch {
        guard case .rejected(let rejection) = error, rejection.head.status.code == 404 else { throw error }
        let account = try await client.service().load(client.api.currentUser()).login
        let isAccount = Login.isSame(account, owner.name)
        return try await RepositoryList(
          client.api.repositories(ofUser: owner.name, isAccount: isAccount), through: client.service())
      }
    } catch {
      let purpose = "cannot list the repositories of \(owner)"
      if case .rejected(let rejection) = error, rejection.head.status.code == 404 {
        throw ForgeError(
          .notFound, purpose, remedy: "check the owner in `repositories`, and that the token has access to it",
          underlying: "\(API.forge) answered 404" + rejection.suffix)
      }
      throw ForgeError(error, purpose: purpose, forge: API.forge)
    }
  }
}

extension RepositoryList {
  /// Loads the pages of a list, at most ``pageLimit``.
  init(
    _ call: ForgeCall<[ListedRepository]>, through service: any ResourceService
  ) async throws(LoadingError) {
    self.init([])
    var count = 0
    // One page more than is read shows that the list goes on.
    var pages = service.pages(of: call, limit: Self.pageLimit + 1).makeAsyncIterator()
    while let page = try await pages.next(isolation: #isolation) {
      count += 1
      guard count <= Self.pageLimit else {
        isComplete = false
        return
      }
      repositories += page
    }
    // A credential that lost its access to an owner gets an empty list.
    isComplete = pages.skipped == 0 && !repositories.isEmpty
  }
}
