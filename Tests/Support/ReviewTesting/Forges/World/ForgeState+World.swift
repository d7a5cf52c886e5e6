// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import SystemPackage

/// The initial state of the built-in forge, read from `forge.json`.
extension ForgeState {
  init(world: ScratchDirectory) throws {
    let file = try JSON.parse(Data(world.text("forge.json").utf8))
    for user in file["users"]?.elements ?? [] {
      self.user(user["login"]?.text ?? "", type: user["type"]?.text ?? "User")
    }
    for repository in file["repos"]?.elements ?? [] { add(repository: repository, in: world) }
    for token in file["tokens"]?.elements ?? [] {
      let value = token["token"]?.text ?? ""
      tokens[value] = ForgeToken(
        value: value, kind: token["kind"]?.text.flatMap(ForgeToken.Kind.init) ?? .fine,
        login: token["login"]?.text ?? "", repositories: token["repos"]?.elements.compactMap(\.text),
        permissions: token["permissions"]?.members.compactMapValues(\.text) ?? [:])
    }
    if let app = file["app"] { self.app = try App(app, in: world) }
    if let login = app?.login { user(login, type: "Bot") }
    for pull in file["pulls"]?.elements ?? [] { try open(pull) }
  }

  private mutating func add(repository: JSON, in world: ScratchDirectory) {
    let owner = repository["owner"]?.text ?? ""
    user(owner, type: repository["owner_type"]?.text ?? "Organization")
    let record = RepositoryRecord(
      id: nextID(), owner: owner, name: repository["name"]?.text ?? "",
      path: world.path.pushing(FilePath(repository["path"]?.text ?? "")),
      isPrivate: repository["private"]?.isTrue ?? false, forkOf: repository["fork_of"]?.text,
      isArchived: repository["archived"]?.isTrue ?? false,
      defaultBranch: repository["default_branch"]?.text ?? "main",
      collaborators: repository["collaborators"]?.members.compactMapValues(\.text) ?? [:])
    repositories[record.fullName] = record
  }

  /// Opens a pull request.
  ///
  /// - Parameter wish: the request; its head is a branch, or `OWNER/NAME:BRANCH` of a fork.
  /// - Returns: its number.
  @discardableResult
  mutating func open(_ wish: JSON) throws -> Int {
    let name = wish["repo"]?.text ?? ""
    let parts = (wish["head"]?.text ?? "").split(separator: ":", maxSplits: 1).map(String.init)
    let (source, branch) = parts.count == 2 ? (parts[0], parts[1]) : (name, parts.first ?? "")
    guard var repository = repositories[name], let head = repositories[source] else {
      throw StandInForge.Failure(description: "there is no repository \(name), or none \(source)")
    }
    let baseBranch = wish["base"]?.text ?? repository.defaultBranch
    guard let commit = try head.git.commit("refs/heads/\(branch)"),
      let base = try repository.git.commit("refs/heads/\(baseBranch)")
    else { throw StandInForge.Failure(description: "\(source) has no branch \(branch), or \(name) no \(baseBranch)") }
    let number = wish["number"]?.integer ?? (repository.pulls.keys.max() ?? 0) + 1
    let login = user(wish["user"]?.text ?? "ada").login
    var pull = PullRecord(
      id: nextID(), number: number, user: login, headRepository: source, headBranch: branch,
      baseBranch: baseBranch, title: wish["title"]?.text ?? "", headCommit: commit, baseCommit: base)
    pull.isDraft = wish["draft"]?.isTrue ?? false
    pull.labels = wish["labels"]?.elements.compactMap(\.text) ?? []
    try Self.setReference(of: pull, in: repository, from: head)
    repository.pulls[number] = pull
    repositories[name] = repository
    return number
  }

  /// Sets `refs/pull/NUMBER/head` to the pull request's head.
  static func setReference(
    of pull: PullRecord, in repository: RepositoryRecord, from head: RepositoryRecord
  ) throws {
    let reference = "refs/pull/\(pull.number)/head"
    if head.fullName == repository.fullName {
      try repository.git.setReference(reference, to: pull.headCommit)
    } else {
      try repository.git.fetch("refs/heads/\(pull.headBranch)", of: head.path, as: reference)
    }
  }
}

extension ForgeState.App {
  fileprivate init(_ json: JSON, in world: ScratchDirectory) throws {
    id = json["id"]?.integer ?? 0
    clientID = json["client_id"]?.text ?? ""
    slug = json["slug"]?.text ?? ""
    publicKey = try world.text(json["public_key_file"]?.text ?? "")
    installations = (json["installations"]?.elements ?? []).map { installation in
      Installation(
        id: installation["id"]?.integer ?? 0, account: installation["account"]?.text ?? "",
        repositories: installation["repos"]?.elements.compactMap(\.text) ?? [],
        permissions: installation["permissions"]?.members.compactMapValues(\.text) ?? [:])
    }
  }
}
