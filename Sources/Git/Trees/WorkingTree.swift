// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import Findings
package import ReviewContract
package import SystemPackage

/// Computes the changes of working trees on this host.
package actor LocalChangeSource {
  private let executor = BlockingExecutor(label: "reviewbot.git-local")
  let environment: [String: String]

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
      let base = try BaseSearch(environment: environment, root: root).base(for: scope, in: repository)
      let compared = try repository.markingGenerated(
        in: try compare(repository, with: base?.mergeBase, scope), interruption: Interruption())
      let isWorkingTree =
        switch scope {
        case .staged, .pushed: false
        case .proposed, .unpushed, .since, .everything, .worktree: true
        }
      return LocalChange(
        root: root, mergeBase: base?.mergeBase, baseName: base?.name, baseReason: base?.reason,
        changes: compared.changes,
        oldBlobs: compared.blobs.compactMapValues { $0.old.isZero ? nil : $0.old },
        newBlobs: isWorkingTree ? nil : compared.blobs.compactMapValues { $0.new.isZero ? nil : $0.new },
        commits: try commits(scope, since: base?.mergeBase, in: repository))
    } catch {
      throw repository.explaining(error)
    }
  }

  /// Returns all files of the working tree around a folder that git does not ignore, as added files.
  ///
  /// Unlike ``localChange(around:scope:)`` with all files as the scope, they have no hunks, and no object of git is read.
  ///
  /// - Throws: ``WorkspaceError`` when there is no working tree.
  package func allFiles(around folder: FilePath) async throws(WorkspaceError) -> LocalChange {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder, environment: environment)
    let root = try Self.root(of: repository, around: folder)
    let files = try repository.workingTreeChanges(from: nil, hasHunks: false, interruption: Interruption())
    return LocalChange(root: root, mergeBase: nil, baseName: nil, changes: files.changes)
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

  /// Returns the files among `paths` that git ignores and does not track.
  package func ignored(_ paths: [String], around folder: FilePath) async throws(WorkspaceError) -> Set<String> {
    guard !paths.isEmpty else { return [] }
    try GitLibrary.start()
    let repository = try GitRepository(around: folder, environment: environment)
    return repository.handle.withPointer { repository in
      Set(
        paths.filter { path in
          var status: UInt32 = 0
          // A file in a submodule has no status.
          return git_status_file(&status, repository, path) == 0 && status & GIT_STATUS_IGNORED.rawValue != 0
        })
    }
  }

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
    case .proposed, .unpushed, .since, .everything, .worktree:
      try repository.workingTreeChanges(from: base, interruption: Interruption())
    case .staged: try repository.stagedChanges(from: base, interruption: Interruption())
    case .pushed(let ref): try repository.committedChanges(from: base, to: ref.local, interruption: Interruption())
    }
  }
}

extension GitRepository {
  /// Adds the known cause to an error: history or objects are missing in this repository.
  fileprivate func explaining(_ error: WorkspaceError) -> WorkspaceError {
    switch error.code {
    case .missingRevision where isShallow, .noMergeBase where isShallow, .damaged where isShallow:
      return WorkspaceError(
        error.code == .damaged ? .noMergeBase : error.code, error.message + ": the clone is shallow",
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
