// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The part of GitHub's and Gitea's repository that is read.
struct ForgeRepository: Decodable, Hashable, Sendable {
  let defaultBranch: String?
}
