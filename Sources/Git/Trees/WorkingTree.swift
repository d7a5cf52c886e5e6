// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import ReviewContract
package import SystemPackage

/// Computes the changes of working trees on this host.
package actor LocalChangeSource {
  private let executor = BlockingExecutor(label: "reviewbot.git-local")
  private let environment: [String: String]

  /// - Parameter environment: the environment of the caller: git's variables and the locations of its configuration.
  package init(environment: [String: String] = ["GIT_CONFIG_NOSYSTEM": "1"]) {
    self.environment = environment
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Compares the working tree around `folder` with the merge base of its `HEAD` and `scope`: commits, the index, files
  /// that are not staged and files that are neither tracked nor ignored.
  ///
  /// - Throws: ``WorkspaceError`` when there is no working tree, or no commit to compare it with.
  package func localChange(around folder: FilePath, scope: LocalScope) async throws(WorkspaceError) -> LocalChange {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder, environment: environment)
    let root = try Self.root(of: repository, around: folder)
    do {
      let base = try base(for: scope, in: repository, at: root)
      let compared = try repository.markingGenerated(
        in: try compare(repository, with: base?.mergeBase, scope), interruption: Interruption())
      let isWorkingTree =
        switch scope {
        case .staged, .pushed: false
        case .upstream, .since, .everything, .worktree: true
        }
      return LocalChange(
        root: root, mergeBase: base?.mergeBase, baseName: base?.name, changes: compared.changes,
        oldBlobs: compared.blobs.compactMapValues { $0.old.isZero ? nil : $0.old },
        newBlobs: isWorkingTree ? nil : compared.blobs.compactMapValues { $0.new.isZero ? nil : $0.new },
        commits: try commits(scope, since: base?.mergeBase, in: repository))
    } catch {
      throw repository.explaining(error)
    }
  }

  /// Returns the contents of blobs, by the given keys. Blobs over `limit` bytes, missing ones, and those after the
  /// first 256 MiB are omitted.
  package func texts(
    of blobs: [String: CommitID], around folder: FilePath, limit: Int
  ) async throws(WorkspaceError) -> [String: [UInt8]] {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder, environment: environment)
    var texts: [String: [UInt8]] = [:]
    var total = 0
    for (path, id) in blobs.sorted(by: { $0.key < $1.key }) {
      guard total < Self.maximumTextBytes, let bytes = try repository.bytes(of: id, limit: limit) else { continue }
      total += bytes.count
      texts[path] = bytes
    }
    return texts
  }

  private static let maximumTextBytes = 256 << 20

  private func commits(
    _ scope: LocalScope, since base: CommitID?, in repository: borrowing GitRepository
  ) throws(WorkspaceError) -> ProposedCommits? {
    guard let base else { return nil }
    if case .pushed(let ref) = scope { return try repository.proposedCommits(from: base, to: ref.local) }
    return try repository.headCommit().map { head throws(WorkspaceError) in
      try repository.proposedCommits(from: base, to: head)
    }
  }

  private func compare(
    _ repository: borrowing GitRepository, with base: CommitID?, _ scope: LocalScope
  ) throws(WorkspaceError) -> ComparedFiles {
    switch scope {
    case .upstream, .since, .everything, .worktree:
      try repository.workingTreeChanges(from: base, interruption: Interruption())
    case .staged: try repository.stagedChanges(from: base, interruption: Interruption())
    case .pushed(let ref): try repository.committedChanges(from: base, to: ref.local, interruption: Interruption())
    }
  }

  private struct Base {
    let name: String
    let mergeBase: CommitID
  }

  /// Returns the base of the comparison; `nil` to compare with the empty tree.
  private func base(
    for scope: LocalScope, in repository: borrowing GitRepository, at root: FilePath
  ) throws(WorkspaceError) -> Base? {
    if scope == .everything { return nil }
    if case .pushed(let ref) = scope { return try base(of: ref, in: repository, at: root) }
    guard let head = try repository.headCommit() else {
      guard case .since(let revision) = scope else { return nil }  // Before the first commit, all is new.
      throw WorkspaceError(
        .missingRevision, "cannot compare with \"\(revision)\": \"\(root)\" has no commits yet",
        remedy: "commit something, or leave the revision out")
    }
    if scope == .worktree || scope == .staged { return Base(name: "HEAD", mergeBase: head) }
    let (name, commit) = try comparison(for: scope, in: repository, at: root)
    guard let mergeBase = try repository.mergeBase(of: head, and: commit) else {
      throw WorkspaceError(
        .noMergeBase, "HEAD and \"\(name)\" have no commit in common", remedy: "name another revision with --since")
    }
    return Base(name: name, mergeBase: mergeBase.id)
  }

  /// Returns the remote's commit if it is known here, otherwise the usual bases; `nil` if there are none.
  private func base(
    of ref: PushedRef, in repository: borrowing GitRepository, at root: FilePath
  ) throws(WorkspaceError) -> Base? {
    var candidates: [(name: String, commit: CommitID)] = []
    if let remote = ref.remote, let commit = try repository.commit(named: remote.hex) {
      candidates.append((remote.short, commit))
    }
    for name in Self.usualBases.prefix(3) {
      if let commit = try repository.commit(named: name) { candidates.append((Self.short(name), commit)) }
    }
    for (name, commit) in candidates {
      if let mergeBase = try repository.mergeBase(of: ref.local, and: commit) {
        return Base(name: name, mergeBase: mergeBase.id)
      }
    }
    return nil
  }

  private func comparison(
    for scope: LocalScope, in repository: borrowing GitRepository, at root: FilePath
  ) throws(WorkspaceError) -> (name: String, commit: CommitID) {
    if case .since(let revision) = scope {
      guard let commit = try repository.commit(named: revision) else {
        throw WorkspaceError(
          .missingRevision, "\"\(root)\" has no revision \"\(revision)\"", remedy: "fetch it, or name another")
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
      .missingBase, "found nothing to compare \"\(root)\" with; tried \(tried.joined(separator: ", "))",
      remedy: "name a revision with --since, or check every file with --all")
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
  /// Adds the known cause to an error: history or objects are missing in this repository.
  fileprivate func explaining(_ error: WorkspaceError) -> WorkspaceError {
    switch error.code {
    case .missingRevision, .noMergeBase, .missingBase:
      guard isShallow else { return error }
      return WorkspaceError(
        error.code, error.message + ": the clone is shallow",
        remedy: "fetch its history with: git fetch --unshallow", underlying: error.underlying)
    case .damaged where isShallow:
      return WorkspaceError(
        .noMergeBase, error.message + ": the clone is shallow",
        remedy: "fetch its history with: git fetch --unshallow", underlying: error.underlying)
    case .damaged where isPartial:
      return WorkspaceError(
        .failed, error.message + ": the clone is partial and lacks objects that are needed",
        remedy: "clone it without --filter", underlying: error.underlying)
    case .damaged:
      return WorkspaceError(
        .damaged, error.message, remedy: "check the repository with git fsck",
        underlying: error.underlying)
    default: return error
    }
  }

  /// The top folder of the working tree; `nil` in a bare repository.
  var workingTree: FilePath? {
    handle.withPointer { repository in git_repository_workdir(repository).map { FilePath(platformString: $0) } }
  }

  /// Returns the full name of the upstream of the checked-out branch; `nil` without a branch or an upstream.
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

extension LocalChangeSource {
  /// Returns the top folder of the working tree around a folder.
  package func root(around folder: FilePath) async throws(WorkspaceError) -> FilePath {
    try GitLibrary.start()
    return try Self.root(of: try GitRepository(around: folder, environment: environment), around: folder)
  }

  fileprivate static func root(
    of repository: borrowing GitRepository, around folder: FilePath
  ) throws(WorkspaceError) -> FilePath {
    guard let root = repository.workingTree else {
      throw WorkspaceError(
        .notARepository, "the repository around \(folder) is bare: it has no working tree",
        remedy: "run it in a clone with a working tree")
    }
    return root
  }
}
