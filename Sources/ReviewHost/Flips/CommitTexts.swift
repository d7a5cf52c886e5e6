// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
package import Findings
package import ReviewContract

/// The texts of files of a workspace's commits, as far as they were checked out.
package struct CommitTexts: Sendable {
  private static let maximumBytes = OldFiles.maximumBytes

  private let workspace: Workspace
  /// The changed files by their paths in the merge base.
  private let changed: [String: ChangedFile]
  private let added: Set<String>

  package init(_ workspace: Workspace) {
    self.workspace = workspace
    let files = workspace.changes.files
    changed = Dictionary(files.filter { $0.status != .added }.map { ($0.oldPath ?? $0.path, $0) }) { first, _ in first }
    added = Set(files.map(\.path))
  }

  /// Returns the bytes of a file of the head, of the merge base, or of the base's tip.
  ///
  /// - Returns: `nil` for a file or a commit that was not checked out, and for a file that is too large.
  package func bytes(of path: String, at commit: CommitID) -> [UInt8]? {
    if commit == workspace.head { return bytes(path, in: ContainedDirectory(workspace.root)) }
    if commit == workspace.mergeBase, let bytes = oldBytes(of: path) { return bytes }
    guard commit == workspace.base, let root = workspace.baseRoot else { return nil }
    return bytes(path, in: ContainedDirectory(root))
  }

  private func oldBytes(of path: String) -> [UInt8]? {
    if let file = changed[path] { return workspace.oldFiles?.bytes(of: file) }
    return added.contains(path) ? nil : bytes(path, in: ContainedDirectory(workspace.root))
  }

  private func bytes(_ path: String, in folder: ContainedDirectory) -> [UInt8]? {
    // A file that cannot be read has no known lines.
    try? folder.bytes(at: path, limit: Self.maximumBytes)
  }
}
