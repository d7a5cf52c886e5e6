// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The text in a check run by which we know it again: whose it is and what it is to show.
enum CheckIdentity {
  private static let prefix = "reviewbot"

  static func make(pullRequest: Int, digest: String) -> String { "\(prefix):\(pullRequest):\(digest)" }

  static func pullRequest(_ identity: String) -> Int? {
    let parts = identity.split(separator: ":")
    guard parts.count == 3, parts[0] == prefix else { return nil }
    return Int(parts[1])
  }
}
