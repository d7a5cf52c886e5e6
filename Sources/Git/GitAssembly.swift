// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The parts of git that the program uses, made with libgit2.
package struct GitAssembly: Sendable {
  /// Compares working trees on this host.
  package let localChanges: LocalChangeSource
  /// Reads facts about local repositories and git configuration files.
  package var inspector: any CheckoutInspector { localChanges }

  /// - Parameter environment: the environment of the caller: git's variables and the locations of its configuration.
  package init(environment: [String: String] = ["GIT_CONFIG_NOSYSTEM": "1"]) {
    localChanges = LocalChangeSource(environment: environment)
  }

  /// Starts libgit2, for a program that needs it soon: it reads the certificates of the system, which takes several
  /// milliseconds. An error is reported by the first use.
  package static func start() { try? GitLibrary.start() }

  /// Returns a provider that fetches pull requests into the mirrors of `settings` and checks them out.
  package func workspaces(_ settings: GitWorkspaceSettings) -> any WorkspaceProvider {
    GitWorkspaceProvider(settings)
  }

  /// Removes a mirror that no run uses.
  ///
  /// - Returns: `false` when the mirror is in use, cannot be removed, or is not a mirror.
  package static func removeMirror(_ name: String, in folder: FilePath) -> Bool {
    guard MirrorName.isOne(name) else { return false }
    return (try? MirrorStore(folder: folder, limits: WorkspaceLimits()).remove(name)) ?? false
  }

  /// Returns the mirror for the repositories of one server, whose token is in `settings`.
  package func dependencyMirror(_ settings: GitWorkspaceSettings) -> any DependencyMirror {
    GitDependencyMirror(settings)
  }
}

/// The folders, credentials and limits of a provider.
///
/// Encoded only for the pipe to a process that fetches. Its description leaves the credential out.
package struct GitWorkspaceSettings: Codable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The folder of the bare mirrors, one for each repository.
  package let mirrors: FilePath
  /// The folder below which each checkout gets a new folder.
  package let workspaces: FilePath
  /// The credential for servers over HTTP.
  let credential: GitCredential?
  /// The access to servers over SSH.
  let ssh: SSHAccess?
  /// A file with the certificate authorities to trust instead of the system's. One per process.
  package let certificates: FilePath?
  package let limits: WorkspaceLimits
  /// Whether the base's tip is checked out as well, beside the head.
  package var checksOutBase = false
  /// Whether the texts of the changed files are read.
  package var readsSources = false
  /// The number of commits to begin a new mirror with; `nil` for the whole history.
  package var depth: Int?
  /// The environment of the caller, whose git configuration may trust repositories of other users on this host.
  package var environment = ["GIT_CONFIG_NOSYSTEM": "1"]

  package init(
    mirrors: FilePath, workspaces: FilePath, credential: GitCredential?, ssh: SSHAccess? = nil,
    certificates: FilePath? = nil,
    limits: WorkspaceLimits = WorkspaceLimits()
  ) {
    self.mirrors = mirrors
    self.workspaces = workspaces
    self.credential = credential
    self.ssh = ssh
    self.certificates = certificates
    self.limits = limits
  }

  /// The maximum length of the path of a file in a checkout, in bytes: together with the path of the checkout it must
  /// be shorter than `PATH_MAX`, with some room for the build products of the file.
  var longestPath: Int { max(0, Int(PATH_MAX) - workspaces.string.utf8.count - Self.roomForNames) }
  private static let roomForNames = 256

  package var description: String { "mirrors \(mirrors), workspaces \(workspaces)" }
  package var customMirror: Mirror { Mirror(self, children: ["mirrors": mirrors, "workspaces": workspaces]) }
}

/// The limits of a repository, above which it is refused.
package struct WorkspaceLimits: Hashable, Codable, Sendable {
  /// The number of files, links and folders of one tree.
  package var entries: Int
  /// The total size of the files of one tree on disk.
  package var treeBytes: Int
  /// The nesting depth of folders.
  package var depth: Int
  /// The maximum transfer of one fetch.
  package var fetchedBytes: Int
  /// The maximum disk space of all mirrors together; a mirror in use stays, whatever its size. The default has room for
  /// some dozens of large repositories: the history of Swift's own compiler takes about 1.5 GiB.
  package var mirrorBytes: Int
  /// The minimum free space on the mirrors' disk before a fetch. The default covers git repositories of a usual size,
  /// their checkout and the report; a build takes more.
  package var freeBytes: Int
  /// The timeout of fetching, comparing and checking out together. It is not checked while a server sends nothing at
  /// all: run the provider in a process that can be terminated where that matters.
  package var time: Duration

  package init(
    entries: Int = 200_000, treeBytes: Int = 4 << 30, depth: Int = 128, fetchedBytes: Int = 8 << 30,
    mirrorBytes: Int = 20 << 30, freeBytes: Int = 256 << 20, time: Duration = .seconds(1800)
  ) {
    self.entries = entries
    self.treeBytes = treeBytes
    self.depth = depth
    self.fetchedBytes = fetchedBytes
    self.mirrorBytes = mirrorBytes
    self.freeBytes = freeBytes
    self.time = time
  }
}
