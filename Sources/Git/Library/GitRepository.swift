// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract
import SystemPackage

/// An open repository: methods take ids and names, and return plain values.
struct GitRepository: ~Copyable {
  let handle: Handle
  private let settings: SettingsFile?

  /// Opens the repository that is exactly at the path.
  ///
  /// - Parameters:
  ///   - environment: the environment of the caller, whose git configuration may trust repositories of other users;
  ///     `nil` for a repository that reviewbot created.
  ///   - appliesSettings: whether the other settings of that configuration are used as well.
  init(
    at path: FilePath, environment: [String: String]? = nil, appliesSettings: Bool = false
  ) throws(WorkspaceError) {
    let repository = try adopt("open the repository \"\(path)\"", git_repository_free) { out in
      git_repository_open_ext(out, path.string, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
    let file = try RepositoryOpening.checkOwner(
      of: repository, environment: environment, appliesSettings: appliesSettings)
    settings = file
    handle = repository
  }

  /// Opens the repository that contains the folder, or that `GIT_DIR` names, and ignores the same files as the caller's
  /// git.
  init(around folder: FilePath, environment: [String: String] = [:]) throws(WorkspaceError) {
    let repository = try RepositoryOpening.open(around: folder, environment: environment)
    let file = try RepositoryOpening.checkOwner(of: repository, environment: environment, appliesSettings: true)
    settings = file
    handle = repository
  }

  /// Creates an empty repository without a working tree.
  init(makingBareAt path: FilePath) throws(WorkspaceError) {
    let repository = try adopt("make the repository \"\(path)\"", git_repository_free) { out in
      git_repository_init(out, path.string, 1)
    }
    settings = nil
    handle = repository
  }

  /// Returns the checked-out commit; `nil` before the first one.
  ///
  /// - Throws: ``WorkspaceError`` with ``WorkspaceError/Code/damaged`` if `HEAD` names a missing commit.
  func headCommit() throws(WorkspaceError) -> CommitID? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var head: OpaquePointer?
      let code = git_repository_head(&head, repository)
      if code == GIT_EUNBORNBRANCH.rawValue { return nil }
      guard code != GIT_ENOTFOUND.rawValue else {
        throw WorkspaceError(.damaged, "cannot read HEAD", underlying: "the repository has none")
      }
      try check(code, "read HEAD")
      defer { git_reference_free(head) }
      var commit: OpaquePointer?
      let found = git_reference_peel(&commit, head, GIT_OBJECT_COMMIT)
      guard found != GIT_ENOTFOUND.rawValue, found != GIT_EPEEL.rawValue else {
        let id = git_reference_target(head).map { CommitID($0.pointee).hex } ?? "HEAD"
        throw WorkspaceError(.damaged, "cannot read HEAD", underlying: "its commit \(id) is missing")
      }
      try check(found, "read the commit of HEAD")
      defer { git_object_free(commit) }
      return git_object_id(commit).map { CommitID($0.pointee) }
    }
  }

  /// Whether history is truncated, such as by `git clone --depth`.
  var isShallow: Bool { handle.withPointer { git_repository_is_shallow($0) == 1 } }

  /// Whether objects are missing that git would fetch on demand, such as after `git clone --filter`.
  var isPartial: Bool {
    // The callback ends the search at the first match with its own code. What cannot be read has no such setting.
    (try? withConfiguration("read the configuration") { settings in
      git_config_foreach_match(settings, #"^remote\..*\.promisor$"#, { _, _ in 1 }, nil) == 1
    }) ?? false
  }

  /// Returns the commit of a revision, such as `main`, `HEAD~2` or an id; `nil` without one.
  ///
  /// - Throws: ``WorkspaceError`` with ``WorkspaceError/Code/damaged`` if the commit of a ref with that name is
  ///   missing.
  func commit(named revision: String) throws(WorkspaceError) -> CommitID? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var object: OpaquePointer?
      let code = git_revparse_single(&object, repository, "\(revision)^{commit}")
      if [GIT_ENOTFOUND, GIT_EINVALIDSPEC, GIT_EAMBIGUOUS, GIT_EPEEL].contains(where: { $0.rawValue == code }) {
        var id = git_oid()
        if code == GIT_ENOTFOUND.rawValue, git_reference_name_to_id(&id, repository, revision) == 0 {
          throw WorkspaceError(
            .damaged, "cannot read \"\(revision)\"", underlying: "its commit \(CommitID(id)) is missing")
        }
        return nil
      }
      try check(code, "look up \(revision)")
      defer { git_object_free(object) }
      guard let id = git_object_id(object) else { return nil }
      return CommitID(id.pointee)
    }
  }

  /// Returns the first paragraph of a commit's message, on one line.
  func subject(of commit: CommitID) throws(WorkspaceError) -> String {
    var id = try commit.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      try withObject("read the commit \(commit)", git_commit_free, from: { git_commit_lookup($0, repository, &id) }) {
        git_commit_summary($0).map { String(cString: $0) } ?? ""
      }
    }
  }

  /// Provides the tree of a commit, or the tree that has the id itself.
  func withTree<Result>(
    of revision: CommitID, _ body: (_ repository: OpaquePointer, _ tree: OpaquePointer) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    var id = try revision.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      let found = try adopt("read \(revision)", git_object_free) {
        git_object_lookup($0, repository, &id, GIT_OBJECT_ANY)
      }
      let tree = try found.withPointer { found throws(WorkspaceError) in
        try adopt("read the tree of \(revision)", git_tree_free) { git_object_peel($0, found, GIT_OBJECT_TREE) }
      }
      return try tree.withPointer { tree throws(WorkspaceError) in try body(repository, tree) }
    }
  }

  /// Lends the configuration of the repository, the user and the system, as it is now.
  func withConfiguration<Result>(
    _ task: String, _ body: (OpaquePointer) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    try handle.withPointer { repository throws(WorkspaceError) in
      try withObject(task, git_config_free, from: { git_repository_config_snapshot($0, repository) }, body)
    }
  }

  /// Sets a value of the repository's configuration.
  func configure(_ key: String, _ value: Bool) throws(WorkspaceError) {
    let task = "configure the repository"
    try handle.withPointer { repository throws(WorkspaceError) in
      try withObject(task, git_config_free, from: { git_repository_config($0, repository) }) {
        configuration throws(WorkspaceError) in
        try check(git_config_set_bool(configuration, key, value ? 1 : 0), task)
      }
    }
  }
}

extension CommitID {
  init(_ id: git_oid) {
    var id = id
    var digits = [CChar](repeating: 0, count: 41)
    git_oid_tostr(&digits, digits.count, &id)
    let text = String(decoding: digits.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let made = CommitID(text) else { preconditionFailure("libgit2 printed an id as \(text)") }
    self = made
  }

  /// Converts the id into libgit2's form.
  func gitID() throws(WorkspaceError) -> git_oid {
    guard hex.utf8.count == 40 else {
      throw WorkspaceError(
        .failed, "cannot look up \(self)", remedy: "only repositories with SHA-1 ids can be read")
    }
    var id = git_oid()
    try check(git_oid_fromstr(&id, hex), "read the id \(self)")
    return id
  }
}
