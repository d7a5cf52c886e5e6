// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

/// Compares the changed sources as a compiler reads them, where git does not.
///
/// Git treats a file with a NUL byte, or one that an attribute calls binary, as having no lines, and compares the text
/// of a symbolic link instead of the file that it leads to. A compiler does neither. What cannot be compared gets a
/// reason.
struct SourceComparison {
  let old: ComparedSide
  let new: ComparedSide
  /// Whether the files were compared by lines; otherwise the files of the new side that are no sources are only
  /// divided into texts and binary files.
  let hasHunks: Bool
  let interruption: Interruption

  func complete(_ compared: ComparedFiles) throws(WorkspaceError) -> ComparedFiles {
    var files = Dictionary(compared.changes.files.map { ($0.path, $0) }) { first, _ in first }
    var blobs = compared.blobs
    for file in compared.changes.files where file.status != .deleted {
      guard file.kind == .regular || file.kind == .executable, file.uncheckedReason == nil else { continue }
      if SourceName.isSource(file.path) {
        try interruption.check()
        files[file.path] = try compare(file, blobs[file.path])
      } else if !hasHunks, !file.isBinary, try new.isBinary(file) {
        files[file.path] = ChangedFile(path: file.path, status: file.status, kind: file.kind, isBinary: true)
      }
    }
    try compareLinks(compared.changes, &files, &blobs)
    return ComparedFiles(changes: ChangeSet(files: Array(files.values)), blobs: blobs, omitted: compared.omitted)
  }

  private static let limit = Int(DiffOptions.largestText)
  private static let tooLarge = "it cannot be read, or has more than \(limit) bytes"

  private func compare(_ file: ChangedFile, _ blobs: ComparedFiles.Blobs?) throws(WorkspaceError) -> ChangedFile {
    // A link or a submodule that becomes a file has no lines in git.
    let hasNoLines = file.isBinary || file.status == .typeChanged
    // Without hunks the rules alone read the text, and check its line ends.
    guard hasNoLines || hasHunks && SourceName.isSwift(file.path) else { return file }
    guard let bytes = try new.bytes(of: file, blobs?.new, limit: Self.limit) else {
      // The rules report a file of the working tree that they cannot read, with the cause.
      return new.isWorkingTree && !file.isBinary ? file : file.marking(unchecked: Self.tooLarge)
    }
    guard hasNoLines else { return file.marking(unchecked: Self.lineEndProblem(bytes, of: file.path)) }
    let before = file.status == .typeChanged ? [] : try text(of: blobs?.old) ?? []
    return ChangedFile(
      path: file.path, oldPath: file.oldPath, status: file.status, kind: file.kind,
      hunks: try hunks(from: before, to: bytes), uncheckedReason: Self.lineEndProblem(bytes, of: file.path))
  }

  private static func lineEndProblem(_ bytes: [UInt8], of path: String) -> String? {
    SourceName.isSwift(path) ? LineEnds.problem(inSwift: bytes) : nil
  }

  private func hunks(from before: [UInt8], to bytes: [UInt8]) throws(WorkspaceError) -> [Hunk] {
    hasHunks ? try TextHunks.between(before, bytes) : []
  }

  /// - Returns: `nil` without a blob, or for one that is too large; then every line counts as added.
  private func text(of blob: CommitID?) throws(WorkspaceError) -> [UInt8]? {
    guard let blob, !blob.isZero else { return nil }
    return try old.bytes(of: .blob(blob), at: "", limit: Self.limit)
  }

  private func compareLinks(
    _ changes: ChangeSet, _ files: inout [String: ChangedFile], _ blobs: inout [String: ComparedFiles.Blobs]
  ) throws(WorkspaceError) {
    guard let listing = try new.listing(always: false, changes: changes) else { return }
    let oldListing = try old.listing(always: true, changes: ChangeSet(files: [])) ?? FileListing()
    let (resolver, oldResolver) = (listing.resolver(new), oldListing.resolver(old))
    let linked = try LinkedSources(resolver, interruption: interruption)
    for (path, target) in linked.targets where files[path]?.uncheckedReason == nil {
      try interruption.check()
      let before = try oldResolver.target(of: path)
      switch target {
      case .folder: continue
      case .obstacle(let obstacle):
        // A link that was not changed, and led nowhere before, is no part of the change.
        guard files[path] != nil || before != target || Self.mayChange(behind: obstacle, changes) else { continue }
        let file = files[path] ?? ChangedFile(path: path, status: .modified, kind: .symbolicLink)
        files[path] = file.marking(unchecked: obstacle.message)
      case .file(let place):
        guard SourceName.isSource(path), let content = listing.files[place]?.content else { continue }
        let linked = LinkedComparison(
          path: path, place: place, old: before.file.flatMap { oldListing.files[$0]?.content }, new: content)
        try compare(linked, &files, &blobs)
      }
    }
  }

  /// Returns whether a change can affect what a link leads to although the link is the same.
  private static func mayChange(behind obstacle: LinkResolver.Obstacle, _ changes: ChangeSet) -> Bool {
    switch obstacle {
    case .outside, .missing, .loop: false
    case .submodule: changes.files.contains { $0.kind == .submodule }
    case .buildFolder: changes.files.contains { $0.path.split(separator: "/").contains(".build") }
    case .tooManyFiles: true
    }
  }

  private struct LinkedComparison {
    let path: String
    /// The path of the file that the links lead to.
    let place: String
    /// The content that the path led to before; `nil` for none.
    let old: FileListing.Content?
    let new: FileListing.Content
  }

  private func compare(
    _ linked: LinkedComparison, _ files: inout [String: ChangedFile], _ blobs: inout [String: ComparedFiles.Blobs]
  ) throws(WorkspaceError) {
    guard linked.old != linked.new else { return }
    let status: ChangedFile.Status = linked.old == nil ? .added : .modified
    guard let bytes = try new.bytes(of: linked.new, at: linked.place, limit: Self.limit) else {
      files[linked.path] = ChangedFile(
        path: linked.path, status: status, isBinary: true, linkedPath: linked.place, uncheckedReason: Self.tooLarge)
      return
    }
    let before = try linked.old.flatMap { content throws(WorkspaceError) in
      try old.bytes(of: content, at: "", limit: Self.limit)
    }
    if before == bytes { return }
    files[linked.path] = ChangedFile(
      path: linked.path, status: status, hunks: try hunks(from: before ?? [], to: bytes), linkedPath: linked.place,
      uncheckedReason: Self.lineEndProblem(bytes, of: linked.path))
    blobs[linked.path] = ComparedFiles.Blobs(
      old: linked.old?.blob ?? CommitID.none, new: linked.new.blob ?? CommitID.none)
  }
}

extension LinkResolver.Target {
  fileprivate var file: String? { if case .file(let path) = self { path } else { nil } }
}

extension FileListing.Content {
  fileprivate var blob: CommitID? { if case .blob(let id) = self { id } else { nil } }
}
