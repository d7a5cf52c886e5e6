// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import ContainedFiles
import Findings
import ReviewContract
import SystemPackage

/// One side of a comparison: the bytes of its files, and the symbolic links among them.
struct ComparedSide {
  /// The source of the list of files.
  enum Files {
    case tree(OpaquePointer)
    case index(OpaquePointer)
    /// The folder of the working tree, its index, and the comparison with it, which includes untracked files.
    case workingTree(ContainedDirectory, index: OpaquePointer)
    /// The empty tree.
    case none
  }

  /// The maximum length of a link's text, in bytes (`PATH_MAX`).
  private static let longestLink = 4096

  let repository: OpaquePointer
  let files: Files

  var isWorkingTree: Bool { if case .workingTree = files { true } else { false } }

  /// Returns the files if there are symbolic links among them, or if `always` is set; otherwise `nil`.
  ///
  /// - Parameter changes: the comparison; for a working tree only.
  func listing(always: Bool, changes: ChangeSet) throws(WorkspaceError) -> FileListing? {
    switch files {
    case .none: return FileListing()
    case .tree(let tree):
      return try withIndex(of: tree, "list the files of a commit") { index in
        always || FileListing.hasLinks(index) ? FileListing(index: index) : nil
      }
    case .index(let index): return always || FileListing.hasLinks(index) ? FileListing(index: index) : nil
    case .workingTree(_, let index):
      guard always || FileListing.hasLinks(index) || changes.files.contains(where: { $0.kind == .symbolicLink }) else {
        return nil
      }
      var files = FileListing.files(of: index, content: .disk)
      for file in changes.files {
        files[file.oldPath ?? file.path] = nil
        if file.status != .deleted { files[file.path] = FileListing.File(kind: file.kind, content: .disk) }
      }
      return FileListing(files)
    }
  }

  /// Returns the bytes of a file.
  ///
  /// - Returns: `nil` for a file over the limit, or one that cannot be read.
  func bytes(of content: FileListing.Content, at path: String, limit: Int) throws(WorkspaceError) -> [UInt8]? {
    switch content {
    case .blob(let id): return try Self.bytes(of: id, in: repository, limit: limit)
    case .disk:
      guard case .workingTree(let folder, _) = files else { return nil }
      return try? folder.bytes(at: path, limit: limit)
    }
  }

  /// Returns the bytes of the new version of a compared file; `nil` as for ``bytes(of:at:limit:)``.
  func bytes(of file: ChangedFile, _ blob: CommitID?, limit: Int) throws(WorkspaceError) -> [UInt8]? {
    if isWorkingTree { return try bytes(of: .disk, at: file.path, limit: limit) }
    guard let blob, !blob.isZero else { return [] }
    return try bytes(of: .blob(blob), at: file.path, limit: limit)
  }

  /// The number of bytes at the start of a file that git inspects.
  private static let inspectedBytes = 8000

  /// Returns whether a file of the working tree is binary for git: by the attribute `diff`, or by the start of the file.
  func isBinary(_ file: ChangedFile) throws(WorkspaceError) -> Bool {
    guard case .workingTree(let folder, _) = files else { return false }
    var attribute: UnsafePointer<CChar>?
    try check(
      git_attr_get(&attribute, repository, UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX), file.path, "diff"),
      "read the attributes of \(file.path)")
    switch git_attr_value(attribute) {
    case GIT_ATTR_VALUE_TRUE: return false
    case GIT_ATTR_VALUE_FALSE: return true
    default:
      // The rules report a file that they cannot read.
      guard let start = try? folder.file(at: file.path).start(Self.inspectedBytes) else { return false }
      return start.withUnsafeBytes { bytes in
        let text = bytes.assumingMemoryBound(to: CChar.self)
        return git_blob_data_is_binary(text.baseAddress, text.count) != 0
      }
    }
  }

  /// Returns the text of a symbolic link; `nil` for one that cannot be read.
  func linkText(at path: String, _ content: FileListing.Content) throws(WorkspaceError) -> String? {
    switch content {
    case .blob(let id):
      return try Self.bytes(of: id, in: repository, limit: Self.longestLink).flatMap {
        String(validating: $0, as: UTF8.self)
      }
    case .disk:
      guard case .workingTree(let folder, _) = files else { return nil }
      return folder.linkText(at: path)
    }
  }

  static func bytes(
    of id: CommitID, in repository: OpaquePointer, limit: Int
  ) throws(WorkspaceError) -> [UInt8]? {
    var id = try id.gitID()
    var found: OpaquePointer?
    let code = git_blob_lookup(&found, repository, &id)
    if code == GIT_ENOTFOUND.rawValue { return nil }
    try check(code, "read a blob")
    guard let found else { return nil }
    return OwnedPointer(adopting: found, release: git_blob_free).withPointer { blob in
      let bytes = contents(of: blob)
      return bytes.count > limit ? nil : Array(bytes)
    }
  }
}

extension FileListing {
  /// Follows the links of these files on their side of a comparison.
  func resolver(_ side: ComparedSide) -> LinkResolver {
    LinkResolver(listing: self) { path throws(WorkspaceError) in
      try files[path].flatMap { file throws(WorkspaceError) in try side.linkText(at: path, file.content) }
    }
  }
}
