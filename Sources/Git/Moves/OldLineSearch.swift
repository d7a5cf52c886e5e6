// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract

/// Finds the added lines that are not new: those that differ only in white space, and moved Swift code.
struct OldLineSearch {
  /// The maximum size of a file whose code is searched, in bytes.
  private static let largestFile = 2 << 20
  /// The maximum number of tokens of one side that are searched; a line has some ten tokens.
  private static let mostTokens = 400_000

  let repository: OpaquePointer
  let interruption: Interruption

  func search(_ compared: ComparedFiles) throws(WorkspaceError) -> ChangeSet {
    var views: [ComparedText] = []
    for file in compared.changes.files {
      try interruption.check()
      views.append(try view(of: file, compared.blobs[file.path]))
    }
    let moved = try movedLines(in: views)
    return ChangeSet(
      files: views.enumerated().map { index, view in
        view.file.marking(
          respaced: view.file.addedLines.subtracting(view.added), moved: moved.lines(of: index),
          from: moved.runs(of: index) { views[$0].file.oldPath ?? views[$0].file.path })
      })
  }

  /// Returns the file with its lines that differ in more than white space.
  private func view(
    of file: ChangedFile, _ blobs: ComparedFiles.Blobs?
  ) throws(WorkspaceError) -> ComparedText {
    let (added, removed) = (file.addedLines, file.removedLines)
    guard let blobs, file.hasText, !added.isEmpty, !removed.isEmpty else {
      return ComparedText(file: file, blobs: blobs, added: added, removed: removed)
    }
    let hunks = try hunksIgnoringSpace(of: file, blobs)
    return ComparedText(file: file, blobs: blobs, added: hunks.addedLines, removed: hunks.removedLines)
  }

  private func hunksIgnoringSpace(of file: ChangedFile, _ blobs: ComparedFiles.Blobs) throws(WorkspaceError) -> [Hunk] {
    // Only texts get here, and some of them git would take for binary files, which have no lines.
    var options = try DiffOptions.make(flags: GIT_DIFF_IGNORE_WHITESPACE, GIT_DIFF_FORCE_TEXT)
    let old = try blob(blobs.old, of: file.path)
    let new = try blob(blobs.new, of: file.path)
    return try old.withPointer { old throws(WorkspaceError) in
      try new.withPointer { new throws(WorkspaceError) in
        try TextHunks.collect("compare \(file.path)") { add, payload in
          git_diff_blobs(old, nil, new, nil, &options, nil, nil, add, nil, payload)
        }
      }
    }
  }

  private func movedLines(in views: [ComparedText]) throws(WorkspaceError) -> MovedLines {
    var numbering = TokenSequence.Numbering()
    var removed = TokenSequence(.removed)
    for (index, view) in views.enumerated() where removed.numbers.count < Self.mostTokens {
      guard view.isSwift, view.file.isText, !view.removed.isEmpty, let old = view.blobs?.old else { continue }
      try read(old, of: view, as: index, lines: view.removed, into: &removed, &numbering)
    }
    guard removed.numbers.count > MoveMatcher.fewestTokens else { return MovedLines() }
    var added = TokenSequence(.added)
    for (index, view) in views.enumerated() where added.numbers.count < Self.mostTokens {
      guard view.isSwift, view.file.hasText, !view.added.isEmpty, let new = view.blobs?.new else { continue }
      try read(new, of: view, as: index, lines: view.added, into: &added, &numbering)
    }
    try interruption.check()
    return MovedLines(added: added, removed: removed)
  }

  private func read(
    _ id: CommitID, of view: ComparedText, as file: Int, lines: LineSet, into sequence: inout TokenSequence,
    _ numbering: inout TokenSequence.Numbering
  ) throws(WorkspaceError) {
    try interruption.check()
    try blob(id, of: view.file.path).withPointer { blob in
      let text = contents(of: blob)
      guard text.count <= Self.largestFile else { return }
      sequence.append(text, file: file, lines: lines, numbering: &numbering)
    }
  }

  private func blob(_ id: CommitID, of path: String) throws(WorkspaceError) -> Handle {
    var id = try id.gitID()
    return try adopt("read \(path)", git_blob_free) { git_blob_lookup($0, repository, &id) }
  }
}

/// A changed file, and its lines that differ in more than white space.
private struct ComparedText {
  let file: ChangedFile
  let blobs: ComparedFiles.Blobs?
  let added: LineSet
  let removed: LineSet

  var isSwift: Bool { (file.oldPath ?? file.path).hasSuffix(".swift") || file.path.hasSuffix(".swift") }
}

extension GitRepository {
  /// Marks the added lines of the compared files that are not new.
  func markingOldLines(
    in compared: ComparedFiles, interruption: Interruption
  ) throws(WorkspaceError) -> ChangeSet {
    try handle.withPointer { repository throws(WorkspaceError) in
      try OldLineSearch(repository: repository, interruption: interruption).search(compared)
    }
  }
}
