// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import ReviewContract
package import SystemPackage

/// The parts of git that the program uses, made with libgit2.
package struct GitAssembly: Sendable {
  /// Compares working trees of this machine.
  package let localChanges: LocalChangeSource
  /// Reads facts about the git of this machine.
  package let inspector: any CheckoutInspector

  /// - Parameter environment: the caller's: git's variables, and where its configuration is.
  package init(environment: [String: String] = ["GIT_CONFIG_NOSYSTEM": "1"]) {
    localChanges = LocalChangeSource(environment: environment)
    inspector = GitCheckoutInspector(environment: environment)
  }

  /// Makes the provider that fetches pull requests into the mirrors of `settings` and checks them out.
  package func workspaces(_ settings: GitWorkspaceSettings) -> any WorkspaceProvider {
    GitWorkspaceProvider(settings)
  }

  /// Makes the mirror for the repositories of one server, whose token `settings` holds.
  package func dependencyMirror(_ settings: GitWorkspaceSettings) -> any DependencyMirror {
    GitDependencyMirror(settings)
  }
}

/// Where a provider keeps things, and what it may use.
///
/// Not `Codable`, and its description leaves the credential out.
package struct GitWorkspaceSettings: Sendable, CustomStringConvertible, CustomReflectable {
  /// The folder of the bare mirrors, one for each repository.
  package let mirrors: FilePath
  /// The folder below which each checkout gets a new folder.
  package let workspaces: FilePath
  /// For servers over HTTP.
  let credential: GitCredential?
  /// For servers over SSH.
  let ssh: SSHAccess?
  /// A file with the authorities to trust instead of the system's. One for the whole process.
  package let certificates: FilePath?
  package let limits: WorkspaceLimits
  /// Whether the base's tip is checked out as well, beside the head.
  package var checksOutBase = false
  /// Whether the texts of the changed files are read.
  package var readsSources = false
  /// The caller's, whose git configuration may trust repositories of other users on this machine.
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

  /// The longest path of a file in a checkout, in bytes: with the checkout's own it must be shorter than `PATH_MAX`,
  /// and what is built from the file needs some more.
  var longestPath: Int { max(0, Int(PATH_MAX) - workspaces.string.utf8.count - Self.roomForNames) }
  private static let roomForNames = 256

  package var description: String { "mirrors \(mirrors), workspaces \(workspaces)" }
  package var customMirror: Mirror { Mirror(self, children: ["mirrors": mirrors, "workspaces": workspaces]) }
}

/// How much a repository may cost before it is refused.
package struct WorkspaceLimits: Hashable, Sendable {
  /// Files, links and folders of one tree.
  package var entries: Int
  /// The files of one tree together, as they are on disk.
  package var treeBytes: Int
  /// Folders inside folders.
  package var depth: Int
  /// What one fetch may transfer.
  package var fetchedBytes: Int
  /// What all mirrors may take on the disk together; a mirror in use stays, whatever its size. By default room for some
  /// dozens of large repositories: the history of Swift's own compiler takes about 1.5 GiB.
  package var mirrorBytes: Int
  /// What must be free on the mirrors' disk before a fetch. By default what git repositories of a usual size, their
  /// checkout and the report need; a build takes more.
  package var freeBytes: Int
  /// How long fetching, comparing and checking out may take together. A server that sends nothing at all is not
  /// noticed: run the provider in a process that can be ended where that matters.
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
