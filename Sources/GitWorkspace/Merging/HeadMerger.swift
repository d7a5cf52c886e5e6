// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore
import SystemPackage

/// Finds out what a head becomes in its base, and keeps what differs in a folder beside the head's checkout.
struct HeadMerger {
  let limits: WorkspaceLimits
  let interruption: Interruption
  let progress: ProgressHandler

  /// Merges without writing anything but objects, so that a merge that is refused costs no checkout.
  func plan(
    _ fetched: GitRepository.FetchedCommits, mergeBase: GitRepository.MergeBase, in mirror: borrowing GitRepository
  ) throws(WorkspaceError) -> MergePlan {
    if mergeBase.id == fetched.base { return .sameAsHead }
    progress(.detail("merging \(fetched.head.short) into \(fetched.base.short)"))
    _ = try mirror.survey(fetched.base, named: "the base's tree", limits: limits, interruption: interruption)
    switch try mirror.merge(fetched.head, into: fetched.base) {
    case .conflict(let paths): return .conflict(paths)
    case .clean(let tree):
      // Branches that were merged crosswise have no one tree that says what each side did.
      if mergeBase.candidateCount == 1 {
        let lost = try mirror.movedTypeChanges(of: fetched.base, and: fetched.head, since: mergeBase.id)
        guard lost.isEmpty else { return .conflict(ConflictPaths(lost)) }
      }
      // Each side alone was within the limits; both together need not be.
      _ = try mirror.survey(tree, named: "the merge's tree", limits: limits, interruption: interruption)
      let files = try mirror.mergedFiles(from: fetched.head, to: tree)
      return files.isEmpty ? .sameAsHead : .differs(files)
    }
  }

  /// Writes what a plan says beside the head's checkout.
  func carryOut(
    _ plan: MergePlan, beside root: FilePath, from mirror: borrowing GitRepository
  ) throws(WorkspaceError) -> MergeResult {
    switch plan {
    case .sameAsHead: return .sameAsHead
    case .conflict(let paths): return .conflict(paths: paths.named)
    case .differs(let files):
      try interruption.check()
      let folder = FilePath(root.string + ".merge")
      try Folders.makeNew(folder)
      do {
        try mirror.write(files, into: folder, progress: progress)
      } catch {
        // The error that led here says more than one about removing what it left.
        try? Folders.remove(folder)
        throw error
      }
      return .differs(
        MergeOverlay(tree: files.tree, folder: folder, written: files.written.map(\.path), removed: files.removed))
    }
  }

  /// What a plan leaves out of its result.
  static func notes(on plan: MergePlan) -> [String] {
    switch plan {
    case .sameAsHead: []
    case .conflict(let paths) where paths.count > paths.named.count:
      ["\(paths.count) paths are in conflict, of which \(paths.named.count) are named"]
    case .conflict: []
    case .differs(let files) where files.escapedPaths.isEmpty: []
    case .differs(let files):
      ["the merge is tested with the head's version of names that are not UTF-8: \(NameList(files.escapedPaths))"]
    }
  }
}
