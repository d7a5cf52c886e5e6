// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings
import ReviewContract
import SystemPackage

extension GitRepository {
  /// Checks whether the files of a commit or a tree may be compared and checked out.
  ///
  /// - Parameters:
  ///   - name: the tree's name in the error that refuses it.
  ///   - longestPath: the maximum length of the path of a file that can be written, in bytes.
  func survey(
    _ revision: CommitID, named name: String = "the tree", limits: WorkspaceLimits, longestPath: Int,
    interruption: Interruption
  ) throws(WorkspaceError) -> TreeSurvey.Result {
    try withTree(of: revision) { repository, tree throws(WorkspaceError) in
      var survey = TreeSurvey(
        repository: repository, name: name, limits: limits, longestPath: longestPath, interruption: interruption)
      return try survey.look(through: tree)
    }
  }

  /// Writes the files of a commit into an empty folder: no `.git`, no filters, links as links, submodules as empty
  /// folders, and without the files that the survey omitted.
  ///
  /// - Parameter listing: the ``CommitListing`` to create; `nil` for none.
  func checkOut(
    _ commit: CommitID, surveyed: TreeSurvey.Result, longestPath: Int, into folder: FilePath, listing: FilePath? = nil,
    progress: @escaping ProgressHandler
  ) throws(WorkspaceError) {
    try withTree(of: commit) { repository, tree throws(WorkspaceError) in
      try withIndex(of: tree, "list the files of \(commit)") { index throws(WorkspaceError) in
        guard !surveyed.submodules.isEmpty || !surveyed.omitted.isEmpty else {
          try Self.write(index, of: repository, into: folder, progress: progress)
          return try Self.list(index, in: listing)
        }
        let written = try Self.writableFiles(of: index, longestPath: longestPath)
        try written.withPointer { written throws(WorkspaceError) in
          try Self.write(written, of: repository, into: folder, progress: progress)
          try Self.list(written, in: listing)
        }
      }
      for path in surveyed.submodules { try Directories.make(folder.pushing(FilePath(path))) }
    }
  }

  /// Returns the files of an index that can be written. libgit2 requires a working tree to check out submodules.
  private static func writableFiles(of index: OpaquePointer, longestPath: Int) throws(WorkspaceError) -> Handle {
    let task = "list the files that can be written"
    let written = try adopt(task, git_index_free) { git_index_new($0) }
    try written.withPointer { written throws(WorkspaceError) in
      for position in 0..<git_index_entrycount(index) {
        guard let entry = git_index_get_byindex(index, position), let path = entry.pointee.path,
          entry.pointee.mode != GIT_FILEMODE_COMMIT.rawValue,
          EntryName.obstacle(toPath: path, longestPath: longestPath) == nil
        else { continue }
        try check(git_index_add(written, entry), task)
      }
    }
    return written
  }

  /// Writes the list of the files of an index that was written.
  private static func list(_ index: OpaquePointer, in listing: FilePath?) throws(WorkspaceError) {
    guard let listing else { return }
    var files: [CommittedFile] = []
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position)?.pointee, let path = entry.path else { continue }
      let kind: CommittedFile.Kind =
        switch entry.mode {
        case GIT_FILEMODE_LINK.rawValue: .link
        case GIT_FILEMODE_BLOB_EXECUTABLE.rawValue: .executable
        default: .file
        }
      files.append(CommittedFile(path: PathText(cString: path).text, kind: kind, blob: CommitID(entry.id).hex))
    }
    do {
      try CommitListing.write(files, to: listing)
    } catch {
      throw WorkspaceError(.failed, "cannot write the list of the commit's files", underlying: "\(error)")
    }
  }

  /// Writes the files of an index without submodules.
  static func write(
    _ index: OpaquePointer, of repository: OpaquePointer, into folder: FilePath, progress: @escaping ProgressHandler
  ) throws(WorkspaceError) {
    var options = git_checkout_options()
    try check(git_checkout_options_init(&options, UInt32(GIT_CHECKOUT_OPTIONS_VERSION)), "set up the checkout")
    options.checkout_strategy = [
      GIT_CHECKOUT_FORCE, GIT_CHECKOUT_DONT_UPDATE_INDEX, GIT_CHECKOUT_DONT_WRITE_INDEX,
      GIT_CHECKOUT_DISABLE_PATHSPEC_MATCH,
    ].reduce(0) { $0 | $1.rawValue }
    options.disable_filters = 1
    options.progress_cb = { _, done, total, payload in
      CallbackContext<ProgressThrottle>.from(payload).value.detail(isLast: done == total) {
        "wrote \(done) of \(total) files"
      }
    }
    let context = CallbackContext(ProgressThrottle(progress))
    let code = context.withPayload { payload in
      folder.string.withCString { folder in
        options.target_directory = folder
        options.progress_payload = payload
        return git_checkout_index(repository, index, &options)
      }
    }
    do {
      try check(code, "check out the files")
    } catch let error where error.underlying?.contains("invalid path") == true {
      throw WorkspaceError(
        .unsafeContent, "the tree cannot be checked out safely", remedy: "rename it", underlying: error.underlying)
    }
  }
}

extension GitRepository {
  enum SmallFile: Hashable {
    case missing
    case text(String)
    /// The file exists and was not read, for the given reason.
    case refused(String)
  }

  /// Returns the text of a small file at the top of a commit.
  func smallFile(named name: String, at commit: CommitID, limit: Int) throws(WorkspaceError) -> SmallFile {
    try withTree(of: commit) { repository, tree throws(WorkspaceError) in
      guard let entry = git_tree_entry_byname(tree, name) else { return .missing }
      guard [GIT_FILEMODE_BLOB, GIT_FILEMODE_BLOB_EXECUTABLE].contains(git_tree_entry_filemode(entry)) else {
        return .refused("is not a regular file")
      }
      return try withBlob(git_tree_entry_id(entry), in: repository, named: name) { bytes in
        guard bytes.count <= limit else {
          return .refused("has \(bytes.count) bytes, more than the \(limit) that are read")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .refused("is not UTF-8") }
        return .text(text)
      }
    }
  }
}

extension GitRepository {
  /// Returns the texts of regular files of a commit that a predicate selects by their path: at most `count` with at
  /// most `limit` bytes each. Stops after 200,000 entries, because a small tree can stand for very many.
  ///
  /// - Returns: the texts by path, and whether the whole tree was searched.
  func smallFiles(
    at commit: CommitID, count: Int, limit: Int, where isIncluded: (String) -> Bool
  ) throws(WorkspaceError) -> (texts: [String: String], isComplete: Bool) {
    try withTree(of: commit) { repository, tree throws(WorkspaceError) in
      var search = SmallFileSearch(repository: repository, count: count, limit: limit)
      try search.look(through: tree, at: "", depth: 1, where: isIncluded)
      return (search.found, search.isComplete)
    }
  }
}

/// Searches for small files in a tree that may be hostile.
private struct SmallFileSearch {
  private static let maximumEntries = 200_000
  private static let maximumDepth = 64

  let repository: OpaquePointer
  let count: Int
  let limit: Int
  private(set) var found: [String: String] = [:]
  private(set) var isComplete = true
  private(set) var entries = 0

  mutating func look(
    through tree: OpaquePointer, at place: String, depth: Int, where isIncluded: (String) -> Bool
  ) throws(WorkspaceError) {
    guard depth <= Self.maximumDepth else {
      isComplete = false
      return
    }
    for index in 0..<git_tree_entrycount(tree) {
      guard entries < Self.maximumEntries else {
        isComplete = false
        return
      }
      entries += 1
      guard let entry = git_tree_entry_byindex(tree, index), let name = git_tree_entry_name(entry) else { continue }
      let path = place + PathText(cString: name).text
      switch git_tree_entry_filemode(entry) {
      case GIT_FILEMODE_TREE:
        try withObject(
          "read \(path)", git_tree_free, from: { git_tree_lookup($0, repository, git_tree_entry_id(entry)) }
        ) { below throws(WorkspaceError) in
          try look(through: below, at: path + "/", depth: depth + 1, where: isIncluded)
        }
      case GIT_FILEMODE_BLOB, GIT_FILEMODE_BLOB_EXECUTABLE:
        guard isIncluded(path) else { continue }
        let text = try withBlob(git_tree_entry_id(entry), in: repository, named: path) { bytes in
          bytes.count <= limit ? String(validating: bytes, as: UTF8.self) : nil
        }
        guard let text else { continue }
        guard found.count < count else {
          isComplete = false
          return
        }
        found[path] = text
      default: continue
      }
    }
  }
}
