// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

extension GitRepository {
  /// Returns the differences between two commits, the second of which is checked out.
  ///
  /// - Parameter longestPath: the maximum length of the path of a file that can be written, in bytes.
  func changes(
    from old: CommitID, to new: CommitID, longestPath: Int, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    try withOptionalTree(of: old) { repository, oldTree throws(WorkspaceError) in
      try withTree(of: new) { _, newTree throws(WorkspaceError) in
        let diff = try Self.difference("compare \(old) with \(new)", repository, oldTree, newTree)
        return try Self.completing(
          diff, repository, from: oldTree, to: .tree(newTree), longestPath: longestPath, interruption)
      }
    }
  }

  /// Returns the differences between a commit, or the empty tree, and the working tree with its index, including files
  /// that are neither tracked nor ignored.
  ///
  /// - Parameter hasHunks: whether the files have hunks. Without them no object of git and no binary file is read as a
  ///   whole.
  func workingTreeChanges(
    from old: CommitID?, hasHunks: Bool = true, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    try withOptionalTree(of: old) { repository, tree throws(WorkspaceError) in
      var options = try DiffOptions.make(
        flags: GIT_DIFF_INCLUDE_UNTRACKED, GIT_DIFF_RECURSE_UNTRACKED_DIRS, GIT_DIFF_SHOW_UNTRACKED_CONTENT)
      let diff = try adopt("compare the working tree", git_diff_free) { out in
        git_diff_tree_to_workdir_with_index(out, repository, tree, &options)
      }
      return try Self.withIndex(of: repository) { index throws(WorkspaceError) in
        let root = git_repository_workdir(repository).map { ContainedDirectory(FilePath(platformString: $0)) }
        return try Self.completing(
          diff, repository, from: tree, to: root.map { .workingTree($0, index: index) } ?? .index(index),
          hasHunks: hasHunks, interruption)
      }
    }
  }

  /// Returns the differences between a commit, or the empty tree, and the index.
  func stagedChanges(from old: CommitID?, interruption: Interruption) throws(WorkspaceError) -> ComparedFiles {
    try withOptionalTree(of: old) { repository, tree throws(WorkspaceError) in
      var options = try DiffOptions.make()
      let diff = try adopt("compare the index", git_diff_free) { out in
        git_diff_tree_to_index(out, repository, tree, nil, &options)
      }
      return try Self.withIndex(of: repository) { index throws(WorkspaceError) in
        try Self.completing(diff, repository, from: tree, to: .index(index), interruption)
      }
    }
  }

  /// Returns the differences between a commit, or the empty tree, and another commit, which is not checked out.
  func committedChanges(
    from old: CommitID?, to new: CommitID, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    try withOptionalTree(of: old) { repository, oldTree throws(WorkspaceError) in
      try withTree(of: new) { _, newTree throws(WorkspaceError) in
        let diff = try Self.difference("compare with \(new)", repository, oldTree, newTree)
        return try Self.completing(diff, repository, from: oldTree, to: .tree(newTree), interruption)
      }
    }
  }

  /// Provides the tree of a commit, or `nil` without a commit.
  private func withOptionalTree<Result>(
    of commit: CommitID?,
    _ body: (_ repository: OpaquePointer, _ tree: OpaquePointer?) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    if let commit {
      return try withTree(of: commit) { repository, tree throws(WorkspaceError) in try body(repository, tree) }
    }
    return try handle.withPointer { repository throws(WorkspaceError) in try body(repository, nil) }
  }

  private static func withIndex<Result>(
    of repository: OpaquePointer, _ body: (OpaquePointer) throws(WorkspaceError) -> Result
  ) throws(WorkspaceError) -> Result {
    try withObject("open the index", git_index_free, from: { git_repository_index($0, repository) }, body)
  }

  /// Returns the difference of two trees, without renames; the old one can be the empty tree.
  static func difference(
    _ task: String, _ repository: OpaquePointer, _ old: OpaquePointer?, _ new: OpaquePointer
  ) throws(WorkspaceError) -> Handle {
    var options = try DiffOptions.make()
    return try adopt(task, git_diff_free) { git_diff_tree_to_tree($0, repository, old, new, &options) }
  }

  /// Collects a comparison.
  ///
  /// - Parameter longestPath: as for ``DiffCollector/collect(_:longestPath:interruption:)``.
  private static func completing(
    _ diff: borrowing Handle, _ repository: OpaquePointer, from old: OpaquePointer?, to new: ComparedSide.Files,
    longestPath: Int? = nil, hasHunks: Bool = true, _ interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    try diff.withPointer { diff throws(WorkspaceError) in
      try DiffOptions.findRenames(in: diff)
      let comparison = SourceComparison(
        old: ComparedSide(repository: repository, files: old.map { .tree($0) } ?? .none),
        new: ComparedSide(repository: repository, files: new), hasHunks: hasHunks, interruption: interruption)
      return try comparison.complete(
        hasHunks
          ? try DiffCollector.collect(diff, longestPath: longestPath, interruption: interruption)
          : try DiffCollector.collectWithoutHunks(diff, interruption: interruption))
    }
  }
}

extension GitRepository {
  struct MergeBase: Hashable {
    let id: CommitID
    /// Greater than 1 after criss-cross merges.
    let candidateCount: Int
  }

  /// Returns the best common ancestor of two commits; `nil` without one.
  func mergeBase(of one: CommitID, and other: CommitID) throws(WorkspaceError) -> MergeBase? {
    var left = try one.gitID()
    var right = try other.gitID()
    return try handle.withPointer { repository throws(WorkspaceError) in
      var found = git_oidarray()
      let code = git_merge_bases(&found, repository, &left, &right)
      if code == GIT_ENOTFOUND.rawValue { return nil }
      try check(code, "find the merge base of \(one) and \(other)")
      defer { git_oidarray_dispose(&found) }
      guard found.count > 0, let ids = found.ids else { return nil }
      return MergeBase(id: CommitID(ids[0]), candidateCount: found.count)
    }
  }
}

/// The options of a comparison, independent of any configuration.
enum DiffOptions {
  /// The minimum percentage of equal lines for a file to count as renamed.
  static let renameThreshold: UInt16 = 50
  /// The maximum number of files of each side that are compared with each other to find renames.
  static let renameLimit = 1000
  /// The maximum size of a file that is compared line by line; a larger file counts as binary.
  static let largestText: git_off_t = 32 << 20

  static func make(flags: git_diff_option_t...) throws(WorkspaceError) -> git_diff_options {
    var options = git_diff_options()
    try check(git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION)), "set up a comparison")
    options.flags = flags.reduce(GIT_DIFF_INCLUDE_TYPECHANGE.rawValue) { $0 | $1.rawValue }
    options.context_lines = 0
    options.interhunk_lines = 0
    options.max_size = largestText
    return options
  }

  /// Turns pairs of similar deleted and added files into renames.
  static func findRenames(in diff: OpaquePointer) throws(WorkspaceError) {
    var options = git_diff_find_options()
    try check(git_diff_find_options_init(&options, UInt32(GIT_DIFF_FIND_OPTIONS_VERSION)), "set up a comparison")
    options.flags = GIT_DIFF_FIND_RENAMES.rawValue | GIT_DIFF_FIND_FOR_UNTRACKED.rawValue
    options.rename_threshold = renameThreshold
    options.rename_limit = renameLimit
    try check(git_diff_find_similar(diff, &options), "find renamed files")
  }
}

extension GitRepository {
  /// Returns the content of a blob; `nil` if it is missing or has more than `limit` bytes.
  func bytes(of id: CommitID, limit: Int) throws(WorkspaceError) -> [UInt8]? {
    try handle.withPointer { repository throws(WorkspaceError) in
      try ComparedSide.bytes(of: id, in: repository, limit: limit)
    }
  }

  /// Marks the compared Swift files that were generated before the change.
  func markingGenerated(
    in compared: ComparedFiles, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    var files: [ChangedFile] = []
    for file in compared.changes.files {
      try interruption.check()
      let isGenerated = try wasGenerated(file, compared.blobs[file.path])
      files.append(isGenerated ? file.marking(wasGenerated: true) : file)
    }
    return ComparedFiles(
      changes: ChangeSet(files: files), blobs: compared.blobs, omitted: compared.omitted)
  }

  private func wasGenerated(_ file: ChangedFile, _ blobs: ComparedFiles.Blobs?) throws(WorkspaceError) -> Bool {
    guard let blobs, file.hasText, file.path.hasSuffix(".swift"), [.modified, .renamed].contains(file.status) else {
      return false
    }
    return try handle.withPointer { repository throws(WorkspaceError) in
      var id = try blobs.old.gitID()
      return try withBlob(&id, in: repository, named: file.path) { GeneratedMark.isIn($0) }
    }
  }
}
