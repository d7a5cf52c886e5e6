// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A snapshot of the stand-in forge's state.
package struct StandInState: Decodable, Hashable, Sendable {
  package struct Repository: Decodable, Hashable, Sendable {
    /// By number.
    package let pulls: [Int: Pull]
    /// The comments of all pull requests, the oldest first.
    package let comments: [Comment]
    /// The statuses of all commits, the oldest first.
    package let statuses: [Status]
    package let checkRuns: [CheckRun]
  }

  package struct Pull: Decodable, Hashable, Sendable {
    package let number: Int
    /// `open` or `closed`.
    package let state: String
    package let merged: Bool
    package let draft: Bool
    package let user: String
    package let headRef: String
    package let headSha: String
    package let headRepo: String
    package let baseRef: String
    package let baseSha: String
  }

  package struct Comment: Decodable, Hashable, Sendable {
    package let id: Int
    package let number: Int
    package let user: String
    package let body: String
    /// The earlier versions of the text, the oldest first.
    package let history: [String]
  }

  package struct Status: Decodable, Hashable, Sendable {
    package let sha: String
    package let state: String
    package let context: String
    package let description: String?
    /// The address that it links to.
    package let targetUrl: String?
  }

  package struct CheckRun: Decodable, Hashable, Sendable {
    package let id: Int
    package let name: String
    package let headSha: String
    package let externalId: String?
    package let status: String
    package let conclusion: String?
  }

  package let repos: [String: Repository]
  /// The number of deliveries that have not begun.
  package let pendingHooks: Int

  /// The heads, statuses and comments of all pull requests, in a line each, for a failure.
  package var summary: String {
    repos.sorted { $0.key < $1.key }.flatMap { name, repository in
      repository.pulls.keys.sorted().compactMap { pullRequest($0, of: name) }.map { shown in
        let statuses = shown.statuses.map { "\($0.state) (\($0.description ?? ""))" }.joined(separator: " after ")
        let comments = shown.comments.map { "\($0.user): \($0.body.prefix(120).debugDescription)" }
        return "\n\(name)#\(shown.pull.number) \(shown.pull.state) \(shown.pull.headSha): \(statuses); \(comments)"
      }
    }.joined()
  }

  /// A pull request with its comments and statuses; `nil` when there is none.
  package func pullRequest(_ number: Int, of repository: String = "acme/shapes") -> StandInPullRequest? {
    guard let repository = repos[repository], let pull = repository.pulls[number] else { return nil }
    return StandInPullRequest(
      pull: pull, comments: repository.comments.filter { $0.number == number },
      statuses: repository.statuses.filter { $0.sha == pull.headSha }.reversed(),
      checkRuns: repository.checkRuns.filter { $0.headSha == pull.headSha }.sorted { $0.id > $1.id })
  }
}

/// A pull request of the stand-in forge with its comments and statuses.
package struct StandInPullRequest: Hashable, Sendable {
  package let pull: StandInState.Pull
  /// The oldest first.
  package let comments: [StandInState.Comment]
  /// The statuses of the head, the newest first.
  package let statuses: [StandInState.Status]
  /// The check runs of the head, the newest first.
  package let checkRuns: [StandInState.CheckRun]
}
