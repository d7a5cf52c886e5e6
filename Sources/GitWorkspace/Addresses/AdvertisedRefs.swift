// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The refs that a server offers, by their full names.
struct AdvertisedRefs {
  let ids: [String: CommitID]
  /// What the server's HEAD points to, if it says so.
  let defaultBranch: String?

  /// The full name of a head, which is usually a full name already.
  func head(_ name: String) -> String? {
    let candidates = name.hasPrefix("refs/") ? [name] : ["refs/heads/\(name)", "refs/\(name)"]
    return candidates.first { ids[$0] != nil }
  }

  /// The full name of a base: a branch, a full name, or what a clone calls a branch of its origin.
  func base(_ name: String?) -> String? {
    guard let name else { return defaultBranch.flatMap { ids[$0] == nil ? nil : $0 } }
    return Self.candidates(forBase: name).first { ids[$0] != nil }
  }

  private static func candidates(forBase name: String) -> [String] {
    let remotes = "refs/remotes/"
    if name.hasPrefix(remotes) {
      let branch = name.dropFirst(remotes.count).drop { $0 != "/" }.dropFirst()
      return [name, "refs/heads/\(branch)"]
    }
    if name.hasPrefix("refs/") { return [name] }
    let branch = name.drop { $0 != "/" }.dropFirst()
    let remote = branch.isEmpty ? [] : [remotes + name, "refs/heads/\(branch)"]
    return ["refs/heads/\(name)"] + remote
  }
}
