// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import ReviewContract

extension CommitID {
  init(_ id: git_oid) {
    var id = id
    var digits = [CChar](repeating: 0, count: 41)
    git_oid_tostr(&digits, digits.count, &id)
    let text = String(decoding: digits.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let made = CommitID(text) else { preconditionFailure("libgit2 printed an id as \(text)") }
    self = made
  }

  /// libgit2's form of the id.
  func gitID() throws(WorkspaceError) -> git_oid {
    guard hex.utf8.count == 40 else {
      throw WorkspaceError(
        .failed, "cannot look up \(self)", remedy: "only repositories with SHA-1 ids can be read")
    }
    var id = git_oid()
    try check(git_oid_fromstr(&id, hex), "read the id \(self)")
    return id
  }
}
