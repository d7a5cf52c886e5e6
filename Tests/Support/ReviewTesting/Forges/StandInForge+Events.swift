// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// Actions of users on the forge, and their events.
extension StandInForge {
  /// An intended defect of a delivery.
  package enum Tampering: String, Encodable, Sendable, CaseIterable {
    case signature, missing, body
    case oldSignatureOnly = "sha1_only"
  }

  private struct Number: Decodable {
    let id: Int
  }

  private struct Sent: Decodable {
    let deliveries: Int
  }

  /// Registers a hook.
  ///
  /// - Parameters:
  ///   - flavor: the forge whose format deliveries have: GitHub, GitLab or Gitea.
  ///   - events: the names of events; `*` is all.
  /// - Returns: the hook's id.
  @discardableResult
  package func addHook(
    _ repository: String = "acme/shapes", url: String, secret: String? = nil, flavor: ForgeKind = .github,
    events: [String] = ["*"]
  ) async throws -> Int {
    struct Hook: Encodable {
      let repo, url: String
      let secret: String?
      let flavor: ForgeKind
      let events: [String]
    }
    let hook = Hook(repo: repository, url: url, secret: secret, flavor: flavor, events: events)
    return try await tell("hooks", hook, as: Number.self).id
  }

  /// Delivers an event to the hooks, even if it did not happen.
  ///
  /// - Parameters:
  ///   - number: the pull request of the event.
  ///   - copies: how often each hook receives it, with the same id.
  ///   - guid: the delivery's id; `nil` for a new one.
  /// - Returns: the number of hooks.
  @discardableResult
  package func emit(
    _ event: String, _ action: String? = nil, on number: Int = 1, in repository: String = "acme/shapes",
    by user: String = "ada", copies: Int? = nil, guid: String? = nil, tampering: Tampering? = nil
  ) async throws -> Int {
    struct Event: Encodable {
      let repo: String
      let number: Int
      let event: String
      let action: String?
      let user: String
      let copies: Int?
      let guid: String?
      let tamper: Tampering?
    }
    let body = Event(
      repo: repository, number: number, event: event, action: action, user: user, copies: copies, guid: guid,
      tamper: tampering)
    return try await tell("emit", body, as: Sent.self).deliveries
  }

  /// Changes a pull request and notifies the hooks: `closed`, `merged`, `reopened`, `ready_for_review`,
  /// `converted_to_draft`, `locked`, `edited` and others.
  ///
  /// - Parameter base: the new base branch, with `edited`; only the built-in stand-in changes it.
  package func setPull(
    _ number: Int, _ action: String, base: String? = nil, in repository: String = "acme/shapes",
    by user: String = "ada"
  ) async throws {
    struct Change: Encodable {
      let repo: String
      let number: Int
      let action, user: String
      let base: String?
    }
    try await tell("pull", Change(repo: repository, number: number, action: action, user: user, base: base))
  }

  /// Opens a pull request and notifies the hooks.
  ///
  /// - Parameters:
  ///   - head: a branch, or `OWNER/NAME:BRANCH` of a fork.
  ///   - base: a branch; `nil` for the default branch.
  /// - Returns: its number.
  @discardableResult
  package func openPull(
    from head: String, into base: String? = nil, titled title: String, in repository: String = "acme/shapes",
    by user: String = "ada", isDraft: Bool = false, labels: [String] = []
  ) async throws -> Int {
    struct Pull: Encodable {
      let repo, head, title, user: String
      let base: String?
      let draft: Bool
      let labels: [String]
    }
    struct Opened: Decodable {
      let number: Int
    }
    let pull = Pull(repo: repository, head: head, title: title, user: user, base: base, draft: isDraft, labels: labels)
    return try await tell("pulls", pull, as: Opened.self).number
  }

  /// Moves a branch to a commit that is in the repository, and notifies the hooks of pull requests with a new head.
  package func push(
    _ branch: String, to revision: String, in repository: String = "acme/shapes", by user: String = "ada"
  ) async throws {
    struct Push: Encodable {
      let repo, branch, sha, user: String
    }
    try await tell("push", Push(repo: repository, branch: branch, sha: revision, user: user))
  }

  /// Writes a comment as an account, and delivers the event to the hooks.
  ///
  /// - Returns: its id.
  @discardableResult
  package func comment(
    _ body: String, on number: Int = 1, in repository: String = "acme/shapes", by user: String = "ada"
  ) async throws -> Int {
    struct Comment: Encodable {
      let repo: String
      let number: Int
      let user, body: String
    }
    let comment = Comment(repo: repository, number: number, user: user, body: body)
    return try await tell("comment", comment, as: Number.self).id
  }
}
