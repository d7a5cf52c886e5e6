// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue

/// The forge's state, and the requests that it received.
extension StandInForge {
  /// A request to its API.
  package struct Request: Decodable, Hashable, Sendable {
    /// Counted from 1.
    package let n: Int
    package let method: String
    /// With its query.
    package let path: String
    /// `github`, `gitlab`, `gitea` or `git`.
    package let forge: String?
    /// The operation's name in GitHub's description.
    package let op: String?
    package let body: String?
    /// Whose token it was.
    package let login: String?
    package let status: Int?
  }

  /// What was sent to a hook, and what came back.
  package struct Delivery: Decodable, Hashable, Sendable {
    package let guid: String
    package let event: String
    package let action: String?
    package let payload: String
    /// What the receiver answered; `nil` until it did, 0 when there was no answer.
    package let code: Int?
    /// The header of what the receiver answered; `nil` until it did.
    package let rheaders: [String: String]?
  }

  /// Its whole state.
  package func state() async throws -> StandInState { try await ask("state") }

  /// What a pull request shows.
  ///
  /// - Throws: ``Failure`` when there is none.
  package func pullRequest(_ number: Int, of repository: String = "acme/shapes") async throws -> StandInPullRequest {
    guard let found = try await state().pullRequest(number, of: repository) else {
      throw Failure(description: "\(repository) has no pull request \(number)")
    }
    return found
  }

  /// The requests to its API, the oldest first; not git's.
  ///
  /// - Parameter count: only so many, the last ones.
  package func requests(last count: Int? = nil) async throws -> [Request] {
    let requests = try await ask("requests", as: [Request].self).filter { $0.forge != nil && $0.forge != "git" }
    return count.map { Array(requests.suffix($0)) } ?? requests
  }

  /// What it sent to hooks, the oldest first.
  package func deliveries() async throws -> [Delivery] { try await ask("deliveries") }
}
