// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import CLinux
import Foundation
package import SystemPackage

/// The identity that a process of a review assumes when root has started it: its own id, which reaches world-readable
/// files, and the folders of its run.
package struct RunIdentity: Hashable, Codable, Sendable {
  package let user: UInt32
  /// The paths to make reachable although a folder above may be closed to the id, such as a cache below /root. Absolute
  /// paths.
  package let paths: [FilePath]
  /// The file for the user namespace of the run's sandboxes.
  private let namespace: FilePath?

  /// - Parameters:
  ///   - paths: besides the libraries of this program. Missing paths are allowed.
  ///   - namespace: ``SandboxSettings/userNamespace`` of its sandboxes.
  package init(user: UInt32, paths: [FilePath], namespace: FilePath? = nil) {
    self.user = user
    self.namespace = namespace
    let all = paths + LinkedLibraries.folders
    // Both the path itself and the path to which its links lead.
    self.paths = Set(all + all.map(SandboxPaths.resolved)).sorted { $0.string < $1.string }
  }

  /// Makes a folder readable for the ids of reviews. A closed folder above it keeps others away.
  package static func share(_ folder: FilePath) throws(SandboxError) {
    try SandboxError.check(reviewbot_share_tree(folder.string), "cannot share \(folder) with the review")
  }

  /// Changes the owner of the run's folders, which only root has changed so far, to the id.
  package static func give(_ folders: [FilePath], to user: UInt32) throws(SandboxError) {
    for folder in folders {
      try SandboxError.check(
        reviewbot_give_tree(folder.string, user), "cannot change the owner of \(folder) to the id \(user)")
    }
  }

  /// Assumes the identity. Must be called on the main thread before there are others, and the program must be executed
  /// again afterwards, so that no memory of root's process remains.
  ///
  /// - Throws: ``SandboxError``, and then the process must end.
  package func assume() throws(SandboxError) {
    let closed = Set(paths.compactMap { Self.closedFolder(above: $0, to: user) })
    let mounts = reviewbot_make_private_mounts()
    if !closed.isEmpty {
      let names = closed.map(\.string).sorted().joined(separator: " and ")
      try SandboxError.check(mounts, "\(names) is closed to other users, and this process cannot mount")
      try uncover(paths, below: closed)
    }
    // Where root may not create one, as in a container, the id tries, and the sandbox's test reports the result.
    if mounts == 0, let namespace { _ = try? UserNamespace(creatingAt: namespace, for: user) }
    try SandboxError.check(reviewbot_drop_root(user), "cannot switch to the id \(user)")
  }

  /// The topmost folder above the path that other users may not search.
  static func closedFolder(above path: FilePath, to user: UInt32) -> FilePath? {
    var folder = FilePath("/")
    for component in path.lexicallyNormalized().components.dropLast() {
      folder.append(component)
      var status = stat()
      guard stat(folder.string, &status) == 0 else { return nil }
      let isOpen = status.st_mode & (status.st_uid == user ? S_IXUSR : S_IXOTH) != 0
      if !isOpen { return folder }
    }
    return nil
  }

  /// Shows an empty folder instead of each closed one, with only the given paths in it.
  private func uncover(_ paths: [FilePath], below closed: Set<FilePath>) throws(SandboxError) {
    let hidden = paths.filter { path in closed.contains { path.starts(with: $0) } }
    // The shortest first, because the contents of a shown folder are already visible.
    var shown: [(path: FilePath, descriptor: Int32, isFolder: Bool)] = []
    defer { for entry in shown { close(entry.descriptor) } }
    for path in Set(hidden).sorted(by: { $0.length < $1.length })
    where !shown.contains(where: { path.starts(with: $0.path) }) {
      let descriptor = open(path.string, reviewbot_open_path_only | O_CLOEXEC)
      // Missing paths are skipped.
      guard descriptor >= 0 else { continue }
      var status = stat()
      fstat(descriptor, &status)
      shown.append((path, descriptor, status.st_mode & S_IFMT == S_IFDIR))
    }
    for folder in closed { try SandboxError.check(reviewbot_cover(folder.string), "cannot mount over \(folder)") }
    for entry in shown {
      try Self.makePlace(entry.path, isFolder: entry.isFolder)
      try SandboxError.check(reviewbot_bind(entry.descriptor, entry.path.string), "cannot mount \(entry.path)")
    }
  }

  private static func makePlace(_ path: FilePath, isFolder: Bool) throws(SandboxError) {
    do {
      let folder = isFolder ? path : path.parent
      try FileManager.default.createDirectory(
        atPath: folder.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
      if !isFolder { try Data().write(to: URL(fileURLWithPath: path.string)) }
    } catch {
      throw SandboxError("cannot create \(path): \(error)")
    }
  }
}
