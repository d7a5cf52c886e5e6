// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// Actions of users on the built-in forge, as requested through the admin API.
extension BuiltInForge {
  /// Delivers an event to the hooks, even if it did not happen.
  func emit(_ wish: JSON) throws -> Int {
    let (repository, pull) = try found(wish)
    let action = wish["action"]?.text
    let event: ForgeEvent =
      switch wish["event"]?.text ?? "" {
      case "pull_request": .pull(before: action == "synchronize" ? pull.baseCommit : nil)
      case "issue_comment": repository.comments(of: pull.number).last.map { .comment($0) } ?? .other("issue_comment")
      case let name: .other(name)
      }
    let options = DeliveryOptions(
      isForced: true, copies: wish["copies"]?.integer ?? 1, guid: wish["guid"]?.text,
      tampering: wish["tamper"]?.text.flatMap(StandInForge.Tampering.init))
    return notify(event, action, of: repository.fullName, pull.number, by: Self.sender(wish), options)
  }

  /// Changes a pull request by an action, and notifies the hooks.
  func setPull(_ wish: JSON) throws {
    let (repository, pull) = try found(wish)
    var action = wish["action"]?.text ?? ""
    try changePull(pull.number, of: repository.fullName) { pull in
      switch action {
      case "closed": pull.state = "closed"
      case "merged": (pull.state, pull.isMerged, action) = ("closed", true, "closed")
      case "reopened": pull.state = "open"
      case "ready_for_review": pull.isDraft = false
      case "converted_to_draft": pull.isDraft = true
      case "edited":
        pull.baseBranch = wish["base"]?.text ?? pull.baseBranch
        pull.baseCommit = try repository.git.commit("refs/heads/\(pull.baseBranch)") ?? pull.baseCommit
        pull.isMergeKnown = false
      case "locked": pull.isLocked = true
      case "unlocked": pull.isLocked = false
      default: throw StandInForge.Failure(description: "there is no action \(action) on a pull request")
      }
      pull.updated = Date()
    }
    notify(.pull(before: nil), action, of: repository.fullName, pull.number, by: Self.sender(wish))
  }

  func openPull(_ wish: JSON) throws -> Int {
    let number = try change { try $0.open(wish) }
    notify(.pull(before: nil), "opened", of: wish["repo"]?.text ?? "", number, by: Self.sender(wish))
    return number
  }

  /// Moves a branch, and with it the pull requests whose head or base it is.
  func push(_ wish: JSON) throws {
    let (name, branch) = (wish["repo"]?.text ?? "", wish["branch"]?.text ?? "")
    guard let source = look({ $0.repositories[name] }), let commit = try source.git.commit(wish["sha"]?.text ?? "")
    else { throw StandInForge.Failure(description: "nothing to push: \(wish)") }
    try source.git.setReference("refs/heads/\(branch)", to: commit)
    for repository in look({ $0.repositories.values.sorted { $0.fullName < $1.fullName } }) {
      for var pull in repository.pulls.values.sorted(by: { $0.number < $1.number }) {
        if repository.fullName == name, pull.baseBranch == branch {
          try changePull(pull.number, of: name) { $0.baseCommit = commit }
        }
        guard pull.headRepository == name, pull.headBranch == branch, pull.headCommit != commit else { continue }
        let before = pull.headCommit
        pull.headCommit = commit
        try ForgeState.setReference(of: pull, in: repository, from: source)
        try changePull(pull.number, of: repository.fullName) { pull in
          pull.headCommit = commit
          pull.isMergeKnown = false
          pull.updated = Date()
        }
        notify(.pull(before: before), "synchronize", of: repository.fullName, pull.number, by: Self.sender(wish))
      }
    }
  }

  /// Writes a comment as an account, and notifies the hooks.
  func comment(_ wish: JSON) throws -> Int {
    let (repository, pull) = try found(wish)
    let comment = change { state in
      let login = state.user(Self.sender(wish)).login
      let comment = CommentRecord(
        id: state.nextID(), number: pull.number, user: login, body: wish["body"]?.text ?? "")
      state.repositories[repository.fullName]?.comments.append(comment)
      return comment
    }
    notify(.comment(comment), "created", of: repository.fullName, pull.number, by: comment.user)
    return comment.id
  }

  private static func sender(_ wish: JSON) -> String { wish["user"]?.text ?? "ada" }

  private func changePull(_ number: Int, of name: String, _ change: (inout PullRecord) throws -> Void) throws {
    try self.change { state in
      guard var pull = state.repositories[name]?.pulls[number] else { return }
      try change(&pull)
      state.repositories[name]?.pulls[number] = pull
    }
  }

  private func found(_ wish: JSON) throws -> (RepositoryRecord, PullRecord) {
    guard let repository = look({ $0.repositories[wish["repo"]?.text ?? ""] }),
      let pull = repository.pulls[wish["number"]?.integer ?? 0]
    else { throw StandInForge.Failure(description: "there is no such pull request: \(wish)") }
    return (repository, pull)
  }
}
