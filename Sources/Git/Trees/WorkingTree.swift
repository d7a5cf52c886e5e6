// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import ReviewContract
package import SystemPackage

/// Computes the changes of working trees of this machine.
package actor LocalChangeSource {
  private let executor = BlockingExecutor(label: "reviewbot.git-local")

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Compares the working tree around `folder` with the merge base of its `HEAD` and `scope`: commits, the index, files
  /// that are not staged and files that are neither tracked nor ignored.
  ///
  /// - Throws: ``WorkspaceError`` when there is no working tree, or nothing to compare it with.
  package func localChange(around folder: FilePath, scope: LocalScope) async throws(WorkspaceError) -> LocalChange {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder)
    guard let root = repository.workingTree else {
      throw WorkspaceError(
        .notARepository, "the repository around \(folder) is bare: it has no working tree",
        remedy: "run it in a clone with a working tree")
    }
    let base = try base(for: scope, in: repository, at: root)
    let compared = try repository.markingGenerated(
      in: try repository.workingTreeChanges(from: base?.mergeBase, interruption: Interruption()),
      interruption: Interruption())
    return LocalChange(
      root: root, mergeBase: base?.mergeBase, baseName: base?.name, changes: compared.changes)
  }

  private struct Base {
    let name: String
    let mergeBase: CommitID
  }

  /// What to compare with; `nil` for nothing.
  private func base(
    for scope: LocalScope, in repository: borrowing GitRepository, at root: FilePath
  ) throws(WorkspaceError) -> Base? {
    if scope == .everything { return nil }
    guard let head = try repository.commit(named: "HEAD") else {
      guard case .since(let revision) = scope else { return nil }  // Before the first commit, all is new.
      throw WorkspaceError(
        .missingRevision, "cannot compare with \(revision): \(root) has no commits yet",
        remedy: "commit something, or leave the revision out")
    }
    let (name, commit) = try comparison(for: scope, in: repository, at: root)
    guard let mergeBase = try repository.mergeBase(of: head, and: commit) else {
      throw WorkspaceError(
        .noMergeBase, "HEAD and \(name) have no commit in common", remedy: "name another revision with --since")
    }
    return Base(name: name, mergeBase: mergeBase.id)
  }

  private func comparison(
    for scope: LocalScope, in repository: borrowing GitRepository, at root: FilePath
  ) throws(WorkspaceError) -> (name: String, commit: CommitID) {
    if case .since(let revision) = scope {
      guard let commit = try repository.commit(named: revision) else {
        throw WorkspaceError(
          .missingRevision, "\(root) has no revision \(revision)", remedy: "fetch it, or name another")
      }
      return (revision, commit)
    }
    var tried: [String] = []
    if let upstream = try repository.upstreamName() {
      if let commit = try repository.commit(named: upstream) {
        return (Self.short(upstream), commit)
      }
      tried.append(Self.short(upstream))
    } else {
      tried.append("the branch's upstream")
    }
    for name in Self.usualBases {
      if let commit = try repository.commit(named: name) { return (Self.short(name), commit) }
      tried.append(Self.short(name))
    }
    throw WorkspaceError(
      .missingBase, "found nothing to compare \(root) with; tried \(tried.joined(separator: ", "))",
      remedy: "name a revision with --since, or look at every file with --all")
  }

  private static let usualBases = [
    "refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main",
    "refs/heads/master",
  ]

  private static func short(_ name: String) -> String {
    for prefix in ["refs/remotes/", "refs/heads/"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }
}

extension GitRepository {
  /// The top folder of the working tree; `nil` in a bare repository.
  var workingTree: FilePath? {
    handle.withPointer { repository in git_repository_workdir(repository).map { FilePath(platformString: $0) } }
  }

  /// The full name of what the checked-out branch follows; `nil` without a branch, or when it follows nothing.
  func upstreamName() throws(WorkspaceError) -> String? {
    try handle.withPointer { repository throws(WorkspaceError) in
      var head: OpaquePointer?
      let code = git_repository_head(&head, repository)
      if code == GIT_ENOTFOUND.rawValue || code == GIT_EUNBORNBRANCH.rawValue { return nil }
      try check(code, "read HEAD")
      let branch = ReferenceHandle(adopting: try present(head))
      return try branch.withPointer { branch throws(WorkspaceError) in
        guard git_reference_is_branch(branch) != 0, let name = git_reference_name(branch) else { return nil }
        var buffer = git_buf()
        let code = git_branch_upstream_name(&buffer, repository, name)
        if code == GIT_ENOTFOUND.rawValue { return nil }
        try check(code, "find the upstream of \(String(cString: name))")
        defer { git_buf_dispose(&buffer) }
        return buffer.ptr.map { String(cString: $0) }
      }
    }
  }

  private func present(_ pointer: OpaquePointer?) throws(WorkspaceError) -> OpaquePointer {
    guard let pointer else { throw WorkspaceError(.failed, "cannot read HEAD") }
    return pointer
  }
}
