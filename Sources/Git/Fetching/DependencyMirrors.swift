// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract
import SystemPackage

/// Mirrors repositories that packages depend on with libgit2, each in a separate bare repository.
///
/// One call at a time; mirrors of one repository in several processes take turns with fetching.
actor GitDependencyMirror: DependencyMirror {
  private let settings: GitWorkspaceSettings
  private let executor = BlockingExecutor(label: "reviewbot.dependency-mirror")

  /// - Parameter settings: contains the token, which is sent to the server of every repository: use one value for each
  ///   server.
  init(_ settings: GitWorkspaceSettings) {
    self.settings = settings
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func mirror(
    _ url: String, revision: CommitID?, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> MirroredDependency {
    try GitLibrary.start(certificates: settings.certificates, system: SystemCertificates.file)
    let address = try CloneAddress(url)
    let name = address.url.split(separator: "/").suffix(2).joined(separator: "/")
    let repository = Repository(forge: .local, name: name, cloneURL: address.url)
    let folder = settings.mirrors.appending(try MirrorName.name(for: repository, at: address))
    try Directories.make(settings.mirrors)
    let wasThere = Directories.exists(folder)
    do {
      return try mirror(address, at: folder, revision: revision, progress: progress)
    } catch let error where wasThere && (error.code == .damaged || error.code == .failed) {
      // This also happens when a branch `a` exists and conflicts with `a/b`.
      progress(.detail("creating the mirror again: \(error.underlying ?? error.message)"))
      return try mirror(address, at: folder, revision: revision, isNew: true, progress: progress)
    }
  }

  private func mirror(
    _ address: CloneAddress, at folder: FilePath, revision: CommitID?, isNew: Bool = false,
    progress: @escaping ProgressHandler
  ) throws(WorkspaceError) -> MirroredDependency {
    let interruption = Interruption(after: settings.limits.time)
    let context = CallbackContext(
      TransferContext(
        address: address, credential: settings.credential, ssh: nil, byteLimit: settings.limits.fetchedBytes,
        interruption: interruption,
        progress: progress))
    let lock = try MirrorLock(
      FilePath(folder.string + ".lock"), interruption: interruption, progress: progress)
    if isNew { try Directories.remove(folder) }
    let repository =
      Directories.exists(folder) ? try GitRepository(at: folder) : try GitRepository(makingBareAt: folder)
    try repository.fetchAll(over: context)
    _ = consume lock
    return MirroredDependency(folder: folder, manifests: try repository.manifests(at: revision))
  }
}

extension GitRepository {
  private static let largestManifest = 1 << 20
  private static let mostManifests = 16

  /// Returns the texts of the package manifests at the top of a commit, or of the default branch.
  ///
  /// - Returns: an empty list when the mirror has no such commit, which may have been on a deleted branch.
  func manifests(at revision: CommitID?) throws(WorkspaceError) -> [String] {
    guard let commit = try commit(named: revision?.hex ?? "HEAD") else { return [] }
    let names = try withTree(of: commit) { _, tree throws(WorkspaceError) in
      (0..<git_tree_entrycount(tree)).lazy.compactMap { index in
        git_tree_entry_byindex(tree, index).map { String(cString: git_tree_entry_name($0)) }
      }.filter { $0 == "Package.swift" || $0.hasPrefix("Package@swift-") && $0.hasSuffix(".swift") }
        .prefix(Self.mostManifests).map { $0 }
    }
    var texts: [String] = []
    for name in names {
      let file = try smallFile(named: name, at: commit, limit: Self.largestManifest)
      if case .text(let text) = file { texts.append(text) }
    }
    return texts
  }
}

extension GitRepository {
  /// The refs that SwiftPM chooses a version from: branches and tags.
  private static let mirrored = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"]

  /// Fetches all branches and tags, under their own names, and the default branch's name. Nothing is pruned: another
  /// run may be reading.
  func fetchAll(over context: CallbackContext<TransferContext>) throws(WorkspaceError) {
    let branch = try withRemote(over: context) { remote, address, payload throws(WorkspaceError) in
      let head = try Self.heads(of: remote, at: address).first { $0.name == "HEAD" }
      let branch = head?.head.symref_target.map { String(cString: $0) }
      try Self.fetch(Self.mirrored, from: remote, at: address, payload: payload)
      return branch
    }
    guard let branch, branch.hasPrefix("refs/heads/") else { return }
    try handle.withPointer { repository throws(WorkspaceError) in
      try check(git_repository_set_head(repository, branch), "set the default branch of the mirror")
    }
  }
}
