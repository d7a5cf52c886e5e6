// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Keeps the results of commits, so that a base is not tested again for each pull request.
package protocol ResultCache: Sendable {
  /// What is kept of a commit, one for each toolchain. What cannot be read is not there.
  func results(of commit: CommitID, settings: String) -> [BaseResult]

  func keep(_ result: BaseResult) throws
}
