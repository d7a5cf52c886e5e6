// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// Finds out what a working tree changes.
package protocol LocalChangeSource: Sendable {
  /// Compares the working tree around `folder` with the merge base of its `HEAD` and `scope`: commits, the index, files
  /// that are not staged and files that are neither tracked nor ignored.
  func localChange(around folder: FilePath, scope: LocalScope) async throws(WorkspaceError) -> LocalChange
}

/// What a working tree is compared with.
package enum LocalScope: Hashable, Sendable {
  /// The upstream branch, else `origin/HEAD`, `origin/main`, `origin/master`, `main`, `master`: the first that exists.
  case upstream
  /// The named revision.
  case since(String)
  /// Nothing: every file counts as changed.
  case everything
}
