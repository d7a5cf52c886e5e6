// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What stands beside a commit, in the words of its forge.
struct CommitStatus: Codable, Hashable, Sendable {
  let state: String
  let context: String
  let description: String?
}
