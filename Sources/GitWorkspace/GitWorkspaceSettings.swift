// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
package import SystemPackage

/// Where a provider keeps things, and what it may use.
///
/// Not `Codable`, and its description leaves the credential out.
package struct GitWorkspaceSettings: Sendable, CustomStringConvertible, CustomReflectable {
  /// The folder of the bare mirrors, one for each repository.
  package let mirrors: FilePath
  /// The folder below which each checkout gets a new folder.
  package let workspaces: FilePath
  /// For servers that are asked over HTTP.
  let credential: GitCredential?
  /// For servers that are asked over SSH.
  let ssh: SSHAccess?
  /// A file with the authorities to trust instead of the system's. One for the whole process.
  package let certificates: FilePath?
  package let limits: WorkspaceLimits
  /// Whether the base's tip is checked out as well, beside the head.
  package var checksOutBase = false

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

  /// The longest path of a file in a checkout, in bytes: with the checkout's own it must be shorter than `PATH_MAX`, and what is
  /// built from the file needs some more.
  var longestPath: Int { max(0, Int(PATH_MAX) - workspaces.string.utf8.count - Self.roomForNames) }
  private static let roomForNames = 256

  package var description: String { "mirrors \(mirrors), workspaces \(workspaces)" }
  package var customMirror: Mirror { Mirror(self, children: ["mirrors": mirrors, "workspaces": workspaces]) }
}
