// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import JobQueue
import ReviewContract
import ReviewHost

@testable import ReviewServer

/// Forges with repositories, accounts and pull requests, in memory.
final class StubForges: RepositoryClients {
  struct Repository: Sendable {
    var visibility = RepositoryVisibility.members
    var permissions: [String: Permission] = [:]
    /// The heads of the pull requests.
    var heads: [Int: CommitID] = [:]
  }

  struct State: Sendable {
    var repositories: [RepositoryReference: Repository] = [:]
    var unavailable: Set<String> = []
    var requests = 0
  }

  let forges: [String]
  private let state = Locked(State())

  init(_ forges: [String]) { self.forges = forges }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// The number of requests to the forges.
  var requests: Int { state.withLock { $0.requests } }

  func client(for repository: RepositoryReference) throws -> (any RepositoryClient)? {
    state.withLock { $0.repositories[repository] == nil ? nil : StubRepository(forges: self, reference: repository) }
  }

  var named: [RepositoryReference] { state.withLock { Array($0.repositories.keys) } }

  func discover(_ forge: String, last: DiscoveredRepositories?) async throws -> DiscoveredRepositories? { nil }

  fileprivate func ask<Value>(
    _ reference: RepositoryReference, _ body: (Repository) -> Value?
  ) throws(ForgeError) -> Value {
    try state.withLock { state throws(ForgeError) in
      state.requests += 1
      guard !state.unavailable.contains(reference.forge) else {
        throw ForgeError(.unavailable, "the forge does not answer")
      }
      guard let value = state.repositories[reference].flatMap(body) else { throw ForgeError(.notFound, "not found") }
      return value
    }
  }
}

private struct StubRepository: RepositoryClient {
  let forges: StubForges
  let reference: RepositoryReference

  var progressWrites: ProgressWrites { .often }

  var policy: RepositoryPolicy {
    guard let marker = CommentMarker(name: "reviewbot") else { preconditionFailure("a valid name") }
    return RepositoryPolicy(marker: marker)
  }

  func permission(of account: String) async throws(ForgeError) -> Permission {
    try forges.ask(reference) { $0.permissions[account] }
  }

  func visibility() async throws(ForgeError) -> RepositoryVisibility { try forges.ask(reference) { $0.visibility } }

  func pullRequest(_ number: Int, isAnnounced: Bool) async throws(ForgeError) -> PullRequest {
    let name = reference.name
    return try forges.ask(reference) { repository in
      repository.heads[number].map { head in
        PullRequest(
          repository: ReviewContract.Repository(
            forge: .github, name: name, cloneURL: "https://example.com/\(name).git"),
          number: number, title: "Add shapes", author: "ada", url: nil, state: .open, isDraft: false, head: head,
          headRef: "refs/pull/\(number)/head", baseBranch: "main", isFromFork: true)
      }
    }
  }

  private var unused: ForgeError { ForgeError(.failed, "pages do not need this") }

  func openPullRequests() async throws(ForgeError) -> [OpenPullRequest] { throw unused }
  func comment(_ id: Int, on pullRequest: Int) async throws(ForgeError) -> PostedComment { throw unused }
  func isByReviewbot(_ comment: PostedComment) async throws(ForgeError) -> Bool { throw unused }
  func showsPending(_ context: String, at commit: CommitID) async throws(ForgeError) -> Bool { throw unused }
  func branchTip(_ name: String) async throws(ForgeError) -> CommitID? { throw unused }
  func defaultBranch() async throws(ForgeError) -> String? { throw unused }
  func publish(
    _ publication: Publication, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> Receipt { throw unused }
  func renewStatus(
    of commit: CommitID, checking mayWrite: @escaping @Sendable () async throws -> Void
  ) async throws(ForgeError) -> StatusRenewal { throw unused }
}
