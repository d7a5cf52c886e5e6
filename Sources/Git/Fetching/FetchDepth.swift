// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

/// The number of commits of each ref that a fetch gets.
struct FetchDepth: Hashable {
  /// What libgit2 is given.
  let commits: Int32

  /// The whole history, for a mirror that has the whole history.
  static let all = FetchDepth(commits: 0)
  /// The rest of the history, for a mirror that has a part of it: `GIT_FETCH_DEPTH_UNSHALLOW`.
  static let rest = FetchDepth(commits: .max)

  /// A history that is deeper is fetched completely.
  private static let deepest: Int32 = 1 << 14

  /// Returns the depth of the first fetch.
  ///
  /// - Parameters:
  ///   - wanted: the depth that the operator chose; `nil` for the whole history.
  ///   - isWhole: whether the mirror has the whole history, which a depth would remove.
  static func first(_ wanted: Int?, isWhole: Bool) -> FetchDepth {
    if isWhole { return all }
    return wanted.map { FetchDepth(commits: Int32(clamping: $0)) } ?? rest
  }

  /// The depth of the next fetch, if this one did not get the commits between head and base; `nil` after the whole
  /// history.
  var next: FetchDepth? {
    if self == .all || self == .rest { return nil }
    return commits < Self.deepest ? FetchDepth(commits: commits * 2) : .rest
  }
}

extension GitVersion {
  /// Whether libgit2 can fetch a part of the history: since 1.7.
  package static var fetchesParts: Bool { reviewbot_git_fetches_parts() == 1 }
}

extension GitRepository {
  private static let largestList = 16 << 20

  /// Whether all commits between the merge base and the two commits are known, so that it is the one that the whole
  /// history has: no other common ancestor can be above a commit whose parents were not fetched.
  func knowsCommits(_ fetched: FetchedCommits) throws(WorkspaceError) -> Bool {
    guard isShallow else { return true }
    guard let mergeBase = try mergeBase(of: fetched.base, and: fetched.head) else { return false }
    let cut = try cutCommits()
    for commit in [fetched.base, fetched.head] {
      if try commits(of: commit, without: mergeBase.id).contains(where: cut.contains) { return false }
    }
    return true
  }

  /// The commits whose parents were not fetched. libgit2 has no call for them.
  private func cutCommits() throws(WorkspaceError) -> Set<CommitID> {
    let path = handle.withPointer { git_repository_path($0).map { String(cString: $0) } } ?? ""
    do {
      let text = try ContainedDirectory(FilePath(path)).text(at: "shallow", limit: Self.largestList)
      return Set(text.split(separator: "\n").compactMap { CommitID(String($0)) })
    } catch {
      throw WorkspaceError(.damaged, "cannot read the depth of the mirror", underlying: "\(error)")
    }
  }

  /// Returns a commit and its ancestors without those of another one.
  private func commits(of commit: CommitID, without other: CommitID) throws(WorkspaceError) -> [CommitID] {
    let task = "list the commits of \(commit.short)"
    var pushed = try commit.gitID()
    var hidden = try other.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      try withObject(task, git_revwalk_free, from: { git_revwalk_new($0, repository) }) { walk throws(WorkspaceError) in
        try check(git_revwalk_push(walk, &pushed), task)
        try check(git_revwalk_hide(walk, &hidden), task)
        var commits: [CommitID] = []
        var id = git_oid()
        while true {
          let code = git_revwalk_next(&id, walk)
          if code == GIT_ITEROVER.rawValue { return commits }
          try check(code, task)
          commits.append(CommitID(id))
        }
      }
    }
  }
}
