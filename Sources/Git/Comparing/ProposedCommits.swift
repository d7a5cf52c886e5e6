// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import Foundation
import ReviewContract

extension GitRepository {
  /// Returns the commits of a head that are not in a base, the newest first. In a shallow clone the list is cut where the
  /// history is.
  func proposedCommits(from base: CommitID, to head: CommitID) throws(WorkspaceError) -> ProposedCommits {
    var (hidden, pushed) = (try base.gitID(), try head.gitID())
    let isShallow = isShallow
    return try handle.withPointer { repository throws(WorkspaceError) in
      let task = "list the commits of the change"
      return try withObject(task, git_revwalk_free, from: { git_revwalk_new($0, repository) }) {
        walk throws(WorkspaceError) in
        git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL.rawValue)
        try check(git_revwalk_push(walk, &pushed), task)
        try check(git_revwalk_hide(walk, &hidden), task)
        var commits: [ProposedCommit] = []
        var id = git_oid()
        while true {
          let code = git_revwalk_next(&id, walk)
          if code == GIT_ITEROVER.rawValue { return ProposedCommits(commits) }
          if code == GIT_ENOTFOUND.rawValue, isShallow { return ProposedCommits(commits, isCut: true) }
          try check(code, task)
          guard commits.count < ProposedCommits.maximumCount else { return ProposedCommits(commits, isCut: true) }
          let found = try adopt(task, git_commit_free) { git_commit_lookup($0, repository, &id) }
          commits.append(found.withPointer { ProposedCommit(CommitID(id), $0) })
        }
      }
    }
  }
}

extension ProposedCommit {
  fileprivate init(_ id: CommitID, _ commit: OpaquePointer) {
    let author = git_commit_author(commit)?.pointee
    let message = git_commit_message(commit).map { pointer in
      let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, Self.maximumMessageBytes))
      return String(decoding: bytes, as: UTF8.self)
    }
    self.init(
      id: id, message: (message ?? "").trimmingEnd,
      authorName: author?.name.map { String(cString: $0) } ?? "",
      authorEmail: author?.email.map { String(cString: $0) } ?? "", parentCount: Int(git_commit_parentcount(commit)))
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
