// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Gets the code of a pull request.
package protocol WorkspaceProvider: Sendable {
  /// Fetches head and base, compares them, and checks the head out into a new folder.
  func checkOut(_ pullRequest: PullRequest, progress: @escaping ProgressHandler) async throws(WorkspaceError)
    -> Workspace
}
