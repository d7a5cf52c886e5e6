// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import ReviewContract
import SystemPackage

/// Mirrors repositories that packages depend on with libgit2, each in a bare repository of its own.
///
/// One call at a time; mirrors of one repository in several processes take turns with fetching.
actor GitDependencyMirror: DependencyMirror {
  private let settings: GitWorkspaceSettings
  private let executor = BlockingExecutor(label: "reviewbot.dependency-mirror")

  /// - Parameter settings: the token is given to any server that is asked for: one for each server.
  init(_ settings: GitWorkspaceSettings) {
    self.settings = settings
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func mirror(
    _ url: String, revision: CommitID?, progress: @escaping ProgressHandler
  ) async throws(WorkspaceError) -> MirroredDependency {
    try GitLibrary.start(certificates: settings.certificates)
    let address = try CloneAddress(url)
    let name = address.url.split(separator: "/").suffix(2).joined(separator: "/")
    let repository = Repository(forge: .local, name: name, cloneURL: address.url)
    let folder = settings.mirrors.appending(try MirrorName.make(for: repository, at: address))
    try Folders.make(settings.mirrors)
    let wasThere = Folders.exists(folder)
    do {
      return try mirror(address, at: folder, revision: revision, progress: progress)
    } catch let error where wasThere && (error.code == .damaged || error.code == .failed) {
      // Also when a branch `a` was there and is now in the way of `a/b`.
      progress(.detail("the mirror is made anew: \(error.underlying ?? error.message)"))
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
    if isNew { try Folders.remove(folder) }
    let repository =
      Folders.exists(folder) ? try GitRepository(at: folder) : try GitRepository(makingBareAt: folder)
    try repository.fetchAll(over: context)
    _ = consume lock
    return MirroredDependency(folder: folder, manifests: try repository.manifests(at: revision))
  }
}
