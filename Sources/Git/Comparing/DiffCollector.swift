// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract

/// Copies a diff of libgit2 into Swift values.
struct DiffCollector {
  private struct Entry {
    let path: PathText
    let oldPath: PathText
    let status: ChangedFile.Status
    let kind: ChangedFile.Kind
    let blobs: ComparedFiles.Blobs
    /// The reason why a checkout omits the file.
    let obstacle: OmittedFile.Reason?
    var isBinary = false
    var hunks: [Hunk] = []

    /// A file that is not in the checkout has no text to inspect.
    var hasNoText: Bool { isBinary || obstacle != nil }

    /// The reason why the file is not compared as a compiler reads it.
    var uncheckedReason: String? {
      if status == .deleted { return nil }
      if kind == .submodule { return "it is a submodule, which is not checked out" }
      return obstacle.flatMap { SourceName.isSource(path.text) || kind == .symbolicLink ? $0.explanation : nil }
    }
  }

  private var entries: [Entry?] = []
  private let interruption: Interruption
  private let longestPath: Int?
  private var reason: WorkspaceError?

  /// Copies the files of a diff, which libgit2 reads to find the binary ones and the hunks of the others.
  ///
  /// - Parameter longestPath: the maximum length of the path of a file that is checked out, in bytes; `nil` when the
  ///   files are those of a working tree.
  static func collect(
    _ diff: OpaquePointer, longestPath: Int? = nil, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    let context = CallbackContext(DiffCollector(interruption: interruption, longestPath: longestPath))
    let code = context.withPayload { payload in
      git_diff_foreach(
        diff,
        { delta, _, payload in
          guard let delta else { return 0 }
          return CallbackContext<DiffCollector>.from(payload).value.add(delta.pointee)
        },
        { _, _, payload in
          CallbackContext<DiffCollector>.from(payload).value.markBinary()
          return 0
        },
        { _, hunk, payload in
          if let hunk { CallbackContext<DiffCollector>.from(payload).value.add(hunk.pointee) }
          return 0
        },
        nil, payload)
    }
    if let reason = context.value.reason { throw reason }
    try check(code, "compare the files")
    return context.value.files
  }

  /// Copies the files of a diff without hunks. No file is read, and those known to be binary are only the large ones.
  static func collectWithoutHunks(
    _ diff: OpaquePointer, interruption: Interruption
  ) throws(WorkspaceError) -> ComparedFiles {
    var collector = DiffCollector(interruption: interruption, longestPath: nil)
    for index in 0..<git_diff_num_deltas(diff) {
      guard let delta = git_diff_get_delta(diff, index) else { continue }
      _ = collector.add(delta.pointee)
      if let reason = collector.reason { throw reason }
    }
    return collector.files
  }

  private mutating func add(_ delta: git_diff_delta) -> Int32 {
    reason = interruption.reason
    guard reason == nil else { return GIT_EUSER.rawValue }
    entries.append(entry(delta))
    return 0
  }

  private mutating func markBinary() {
    entries[entries.count - 1]?.isBinary = true
  }

  private mutating func add(_ hunk: git_diff_hunk) {
    // The lines of a submodule are libgit2's own ("Subproject commit …"), not a file's.
    guard let entry = entries[entries.count - 1], entry.kind != .submodule else { return }
    entries[entries.count - 1]?.hunks.append(Hunk(hunk))
  }

  private func entry(_ delta: git_diff_delta) -> Entry? {
    let status: ChangedFile.Status
    switch delta.status {
    case GIT_DELTA_ADDED, GIT_DELTA_UNTRACKED, GIT_DELTA_COPIED: status = .added
    case GIT_DELTA_DELETED: status = .deleted
    case GIT_DELTA_MODIFIED, GIT_DELTA_CONFLICTED: status = .modified
    case GIT_DELTA_RENAMED: status = .renamed
    case GIT_DELTA_TYPECHANGE: status = .typeChanged
    default: return nil
    }
    let file = status == .deleted ? delta.old_file : delta.new_file
    guard let path = file.path, let oldPath = delta.old_file.path, let kind = Self.kind(file.mode) else { return nil }
    let obstacle =
      status == .deleted ? nil : longestPath.flatMap { EntryName.obstacle(toPath: path, longestPath: $0) }
    return Entry(
      path: PathText(cString: path), oldPath: PathText(cString: oldPath), status: status, kind: kind,
      blobs: ComparedFiles.Blobs(old: CommitID(delta.old_file.id), new: CommitID(delta.new_file.id)),
      obstacle: obstacle,
      isBinary: delta.flags & GIT_DIFF_FLAG_BINARY.rawValue != 0 || file.size > DiffOptions.largestText)
  }

  /// Returns `nil` for a folder: a repository inside a working tree.
  static func kind(_ mode: UInt16) -> ChangedFile.Kind? {
    switch UInt32(mode) {
    case GIT_FILEMODE_BLOB_EXECUTABLE.rawValue: .executable
    case GIT_FILEMODE_LINK.rawValue: .symbolicLink
    case GIT_FILEMODE_COMMIT.rawValue: .submodule
    case GIT_FILEMODE_TREE.rawValue: nil
    default: .regular
    }
  }

  private var files: ComparedFiles {
    let known = entries.compactMap { $0 }
    return ComparedFiles(
      changes: ChangeSet(
        files: known.map { entry in
          ChangedFile(
            path: entry.path.text, oldPath: entry.status == .renamed ? entry.oldPath.text : nil,
            status: entry.status, kind: entry.kind, isBinary: entry.hasNoText,
            hunks: entry.hasNoText ? [] : entry.hunks, uncheckedReason: entry.uncheckedReason)
        }),
      // Hostile trees can contain a path twice; they are refused before this, and if not, either entry is acceptable.
      blobs: Dictionary(known.map { ($0.path.text, $0.blobs) }) { first, _ in first },
      omitted: OmittedFiles(
        known.compactMap { entry in
          entry.obstacle.map { OmittedFile(path: entry.path.text, reason: $0, isInChange: true) }
        }))
  }
}

extension Hunk {
  init(_ hunk: git_diff_hunk) {
    self.init(
      oldStart: Int(hunk.old_start), oldCount: Int(hunk.old_lines), newStart: Int(hunk.new_start),
      newCount: Int(hunk.new_lines))
  }
}

/// The result of a comparison.
struct ComparedFiles: Hashable {
  /// The ids of a file's text before and after.
  struct Blobs: Hashable {
    let old: CommitID
    let new: CommitID
  }

  let changes: ChangeSet
  /// The ids of texts by the path of the file.
  let blobs: [String: Blobs]
  /// The files of the new side that a checkout omits.
  let omitted: OmittedFiles
}
