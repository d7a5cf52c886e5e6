// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ReviewContract
import SystemPackage

/// An open repository: calls go in with ids and names, plain values come out.
struct GitRepository: ~Copyable {
  let handle: RepositoryHandle

  /// Opens the repository that is exactly at the path.
  init(at path: FilePath) throws(WorkspaceError) {
    handle = try adopt("open the repository \(path)") { out in
      git_repository_open_ext(out, path.string, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
    }
  }

  /// Opens the repository that the folder lies in.
  init(around folder: FilePath) throws(WorkspaceError) {
    // Opening says the same for a repository that is not there and for one that belongs to another user.
    var place = git_buf()
    defer { git_buf_dispose(&place) }
    guard git_repository_discover(&place, folder.string, 0, nil) == 0 else {
      throw WorkspaceError(
        .notARepository, "\(folder) is not in a git repository", remedy: "run it in a clone, or make one with git init")
    }
    handle = try adopt("open the repository around \(folder)") { out in
      git_repository_open_ext(out, folder.string, 0, nil)
    }
  }

  /// Makes an empty repository without a working tree.
  init(makingBareAt path: FilePath) throws(WorkspaceError) {
    handle = try adopt("make the repository \(path)") { out in git_repository_init(out, path.string, 1) }
  }

  /// The commit that a revision names, such as `main`, `HEAD~2` or an id.
  func commit(named revision: String) throws(WorkspaceError) -> CommitID? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var object: OpaquePointer?
      let code = git_revparse_single(&object, repository, "\(revision)^{commit}")
      if [GIT_ENOTFOUND, GIT_EINVALIDSPEC, GIT_EAMBIGUOUS, GIT_EPEEL].contains(where: { $0.rawValue == code }) {
        return nil
      }
      try check(code, "look up \(revision)")
      defer { git_object_free(object) }
      guard let id = git_object_id(object) else { return nil }
      return CommitID(id.pointee)
    }
  }

  /// The first paragraph of a commit's message, on one line.
  func subject(of commit: CommitID) throws(WorkspaceError) -> String {
    var id = try commit.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      let found: CommitHandle = try adopt("read the commit \(commit)") { git_commit_lookup($0, repository, &id) }
      return found.withPointer { git_commit_summary($0).map { String(cString: $0) } ?? "" }
    }
  }

  /// Lends the tree of a commit, or the tree that has the id itself.
  func withTree<Result>(
    of revision: CommitID, _ body: (_ repository: OpaquePointer, _ tree: OpaquePointer) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    var id = try revision.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      let found: ObjectHandle = try adopt("read \(revision)") {
        git_object_lookup($0, repository, &id, GIT_OBJECT_ANY)
      }
      let tree: TreeHandle = try found.withPointer { found throws(WorkspaceError) in
        try adopt("read the tree of \(revision)") { git_object_peel($0, found, GIT_OBJECT_TREE) }
      }
      return try tree.withPointer { tree throws(WorkspaceError) in try body(repository, tree) }
    }
  }

  /// Sets a value of the repository's own configuration.
  func configure(_ key: String, _ value: Bool) throws(WorkspaceError) {
    try handle.withPointer { repository throws(WorkspaceError) in
      let task = "configure the repository"
      let configuration: ConfigurationHandle = try adopt(task) { git_repository_config($0, repository) }
      try configuration.withPointer { pointer throws(WorkspaceError) in
        try check(git_config_set_bool(pointer, key, value ? 1 : 0), task)
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

  /// libgit2's form of the id.
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
