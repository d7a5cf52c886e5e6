// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
package import ReviewContract
package import SystemPackage

/// The directory of the hooks of a repository.
package struct HooksDirectory: Hashable, Sendable {
  package let path: FilePath
  /// Whether it is configured by `core.hooksPath`.
  package let isConfigured: Bool
  /// Whether it belongs to the repository alone: it is in its git folder or in its working tree.
  package let isInRepository: Bool
}

extension LocalChangeSource {
  /// Finds the hooks of the repository around a folder. The worktrees of a repository share them.
  package func hooksDirectory(around folder: FilePath) async throws(WorkspaceError) -> HooksDirectory {
    try GitLibrary.start()
    let repository = try GitRepository(around: folder)
    let common = try repository.commonDirectory()
    let root = repository.workingTree
    guard let configured = try repository.configuredPath("core.hooksPath") else {
      return HooksDirectory(path: common.appending("hooks"), isConfigured: false, isInRepository: true)
    }
    // A relative path is resolved against the working directory of hooks: the top of the working tree.
    let path = (root ?? common).pushing(FilePath(configured)).lexicallyNormalized()
    let isInRepository = [common, root].compactMap(\.self).contains { path.starts(with: $0.lexicallyNormalized()) }
    return HooksDirectory(path: path, isConfigured: true, isInRepository: isInRepository)
  }
}

extension GitRepository {
  /// Returns the git folder that all worktrees share.
  func commonDirectory() throws(WorkspaceError) -> FilePath {
    let path = handle.withPointer { git_repository_commondir($0).map { FilePath(platformString: $0) } }
    guard let path else { throw WorkspaceError(.failed, "cannot find the git folder of the repository") }
    return path
  }

  /// Returns a path in the configuration of the repository, the user and the system, with `~` expanded; `nil` if it is
  /// not set.
  func configuredPath(_ key: String) throws(WorkspaceError) -> String? {
    try withConfiguration("read the configuration") { configuration throws(WorkspaceError) in
      try bufferText("read \(key)") { git_config_get_path($0, configuration, key) }
    }
  }
}
