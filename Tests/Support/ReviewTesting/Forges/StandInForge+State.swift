// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import JobQueue

/// The forge's state, and the requests that it received.
extension StandInForge {
  /// A request to the forge's API.
  package struct Request: Decodable, Hashable, Sendable {
    /// Counted from 1.
    package let n: Int
    package let method: String
    /// The path with its query.
    package let path: String
    /// `github`, `gitlab`, `gitea` or `git`.
    package let forge: String?
    /// The operation's id in GitHub's OpenAPI description.
    package let op: String?
    package let body: String?
    /// The account of the request's token.
    package let login: String?
    package let status: Int?
  }

  /// A delivery to a hook, and its response.
  package struct Delivery: Decodable, Hashable, Sendable {
    package let guid: String
    package let event: String
    package let action: String?
    package let payload: String
    /// The status of the response; `nil` until the delivery has ended, 0 if there was no response.
    package let code: Int?
    /// The header of the response; `nil` until the delivery has ended.
    package let rheaders: [String: String]?
  }

  /// The whole state of the forge.
  package func state() async throws -> StandInState { try await ask("state") }

  /// The state of a pull request.
  ///
  /// - Throws: ``Failure`` when it does not exist.
  package func pullRequest(_ number: Int, of repository: String = "acme/shapes") async throws -> StandInPullRequest {
    guard let found = try await state().pullRequest(number, of: repository) else {
      throw Failure(description: "\(repository) has no pull request \(number)")
    }
    return found
  }

  /// The requests to the forge's API, the oldest first, without those of git.
  ///
  /// - Parameter count: the maximum number, of the last requests.
  package func requests(last count: Int? = nil) async throws -> [Request] {
    let requests = try await ask("requests", as: [Request].self).filter { $0.forge != nil && $0.forge != "git" }
    return count.map { Array(requests.suffix($0)) } ?? requests
  }

  /// The deliveries to hooks, the oldest first.
  package func deliveries() async throws -> [Delivery] { try await ask("deliveries") }
}
