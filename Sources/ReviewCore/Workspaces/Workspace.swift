// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SystemPackage

/// A pull request's head, checked out in a folder of its own, with what was found out on the way.
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
