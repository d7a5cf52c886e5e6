// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A pull request's head in a directory of its own, with the facts that fetching it yields.
package struct Workspace: Hashable, Codable, Sendable {
  /// The folder with the head's files. It holds no `.git`.
  package let root: FilePath
  package let head: CommitID
  /// The tip of the base branch.
  package let base: CommitID
  package let mergeBase: CommitID
  /// What differs between the merge base and the head.
  package let changes: ChangeSet
  /// What merging the head into the base's tip gives.
  package let merge: MergeResult
  /// The first line of the head's commit message, written by its author: hostile text.
  package let headSubject: String
  /// The text of `.reviewbot.yml` at the base tip and at the head, where there is one.
  package let baseConfiguration: String?
  package let headConfiguration: String?
  /// The folder with the base tip's files, where they were asked for.
  package let baseRoot: FilePath?
  /// Files of the head, or of its merge, that were not written.
  package let omitted: OmittedFiles
  /// Facts for the report, such as several merge bases.
  package let notes: [String]

  package init(
    root: FilePath, head: CommitID, base: CommitID, mergeBase: CommitID, changes: ChangeSet,
    merge: MergeResult = .sameAsHead, headSubject: String = "", baseConfiguration: String?, headConfiguration: String?,
    baseRoot: FilePath? = nil, omitted: OmittedFiles = OmittedFiles(), notes: [String] = []
  ) {
    self.root = root
    self.head = head
    self.base = base
    self.mergeBase = mergeBase
    self.changes = changes
    self.merge = merge
    self.headSubject = headSubject
    self.baseConfiguration = baseConfiguration
    self.headConfiguration = headConfiguration
    self.baseRoot = baseRoot
    self.omitted = omitted
    self.notes = notes
  }
}

/// Fetches the code of a pull request.
package protocol WorkspaceProvider: Sendable {
  /// Fetches head and base, compares them, and checks the head out into a new folder.
  func checkOut(_ pullRequest: PullRequest, progress: @escaping ProgressHandler) async throws(WorkspaceError)
    -> Workspace
}

/// The result of merging the head into the tip of its base.
package enum MergeResult: Hashable, Codable, Sendable {
  /// The base has nothing that the head has not: the merge's files are the head's.
  case sameAsHead
  /// These paths cannot be merged without a person; ordered.
  case conflict(paths: [String])
  /// The merge's files differ from the head's.
  case differs(MergeOverlay)
}

/// How to turn a checkout of the head into one of the merge: only files that differ are touched, so that a build folder
/// stays good for all others.
package struct MergeOverlay: Hashable, Codable, Sendable {
  /// The id of the merge's tree.
  package let tree: CommitID
  /// Holds the merge's version of each file that differs from the head's, at its own path.
  package let folder: FilePath
  /// The files in the folder, ordered.
  package let written: [String]
  /// Files of the head that the merge does not have, ordered.
  package let removed: [String]

  package init(tree: CommitID, folder: FilePath, written: [String], removed: [String]) {
    self.tree = tree
    self.folder = folder
    self.written = written
    self.removed = removed
  }
}
