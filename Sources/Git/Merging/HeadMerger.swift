// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import Findings
import ReviewContract
import SystemPackage

/// Merges a head into its base, and writes the differences from the head into a folder beside the head's checkout.
struct HeadMerger {
  let limits: WorkspaceLimits
  /// The maximum length of the path of a file that can be written, in bytes.
  let longestPath: Int
  let interruption: Interruption
  let progress: ProgressHandler

  /// Merges and writes only objects, so that a refused merge causes no checkout.
  ///
  /// - Returns: the plan, and the files that a checkout of the merge would omit.
  func plan(
    _ fetched: GitRepository.FetchedCommits, mergeBase: GitRepository.MergeBase, in mirror: borrowing GitRepository
  ) throws(WorkspaceError) -> (plan: MergePlan, omitted: OmittedFiles) {
    if mergeBase.id == fetched.base { return (.sameAsHead, OmittedFiles()) }
    progress(.detail("merging \(fetched.head.short) into \(fetched.base.short)"))
    _ = try survey(fetched.base, named: "the base's tree", in: mirror)
    switch try mirror.merge(fetched.head, into: fetched.base) {
    case .conflict(let paths): return (.conflict(paths), OmittedFiles())
    case .clean(let tree):
      // After criss-cross merges there is no single tree to which the changes of each side are relative.
      if mergeBase.candidateCount == 1 {
        let lost = try mirror.movedTypeChanges(of: fetched.base, and: fetched.head, since: mergeBase.id)
        guard lost.isEmpty else { return (.conflict(ConflictPaths(lost)), OmittedFiles()) }
      }
      // Each side is within the limits, but the merge may exceed them.
      let surveyed = try survey(tree, named: "the merge's tree", in: mirror)
      let files = try mirror.mergedFiles(from: fetched.head, to: tree, longestPath: longestPath)
      return (files.isEmpty ? .sameAsHead : .differs(files), surveyed.omitted)
    }
  }

  private func survey(
    _ revision: CommitID, named name: String, in mirror: borrowing GitRepository
  ) throws(WorkspaceError) -> TreeSurvey.Result {
    try mirror.survey(
      revision, named: name, limits: limits, longestPath: longestPath, interruption: interruption)
  }

  /// Writes the files of a plan beside the head's checkout.
  func carryOut(
    _ plan: MergePlan, beside root: FilePath, from mirror: borrowing GitRepository
  ) throws(WorkspaceError) -> MergeResult {
    switch plan {
    case .sameAsHead: return .sameAsHead
    case .conflict(let paths): return .conflict(paths: paths.named)
    case .differs(let files):
      try interruption.check()
      let folder = FilePath(root.string + ".merge")
      try Directories.makeNew(folder)
      do {
        try mirror.write(files, into: folder, progress: progress)
      } catch {
        // The original error is more useful than one about the cleanup after it.
        try? Directories.remove(folder)
        throw error
      }
      return .differs(
        MergeOverlay(tree: files.tree, folder: folder, written: files.written.map(\.path), removed: files.removed))
    }
  }

  /// Returns notes about the parts of a plan that its result omits.
  static func notes(on plan: MergePlan) -> [String] {
    switch plan {
    case .sameAsHead: []
    case .conflict(let paths) where paths.count > paths.named.count:
      ["\(paths.count) paths are in conflict, of which \(paths.named.count) are listed"]
    case .conflict, .differs: []
    }
  }
}

/// The result of merging the head into its base, before anything is written to disk.
enum MergePlan: Hashable {
  case sameAsHead
  case conflict(ConflictPaths)
  case differs(MergedFiles)
}

/// The differences between the files of a merge and of its head.
struct MergedFiles: Hashable {
  /// A file to write in the merge's version.
  struct File: Hashable {
    let path: String
    let mode: UInt32
    let id: CommitID
  }

  /// The id of the merge's tree.
  let tree: CommitID
  var written: [File] = []
  var removed: [String] = []

  var isEmpty: Bool { written.isEmpty && removed.isEmpty }
}

/// The options of a merge, independent of any configuration and of the repository's attributes.
enum MergeOptions {
  /// The recursion limit of criss-cross merges, which have several merge bases: these are merged with each other first,
  /// and at the limit any one of them is used.
  static let recursionLimit: UInt32 = 10

  /// A literal, so that it outlives the options that point to it.
  private static let driver: StaticString = "text"

  static func make() throws(WorkspaceError) -> git_merge_options {
    var options = git_merge_options()
    try check(git_merge_options_init(&options, UInt32(GIT_MERGE_OPTIONS_VERSION)), "set up a merge")
    options.flags = GIT_MERGE_FIND_RENAMES.rawValue | GIT_MERGE_SKIP_REUC.rawValue
    options.rename_threshold = UInt32(DiffOptions.renameThreshold)
    options.target_limit = UInt32(DiffOptions.renameLimit)
    options.recursion_limit = recursionLimit
    options.file_favor = GIT_MERGE_FILE_FAVOR_NORMAL
    options.file_flags = GIT_MERGE_FILE_DEFAULT.rawValue
    // Named, so that `merge.default` of a configuration is not used.
    options.default_driver = UnsafeRawPointer(driver.utf8Start).assumingMemoryBound(to: CChar.self)
    return options
  }
}
