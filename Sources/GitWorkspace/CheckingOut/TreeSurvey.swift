// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewContract

/// Looks through a tree before anything of it is written: whether it is small enough, its names are safe, and which of its
/// files cannot be written.
///
/// A tree of a few kilobytes can stand for billions of files, because one directory can be in it many times.
struct TreeSurvey {
  /// A tree that passed.
  struct Result: Hashable {
    var entries = 0
    var bytes = 0
    /// Without those that are left out.
    var submodules: [String] = []
    /// What a checkout leaves out; nothing of it is in the change as far as a tree alone says.
    var omitted = OmittedFiles()
  }

  /// Where a directory of the tree stands.
  private struct Place {
    let path: String
    /// The bytes of the path with its slash at the end.
    let length: Int
    let depth: Int
    /// Why all that is below it is left out.
    let obstacle: OmittedFile.Reason?
  }

  private let repository: OpaquePointer
  private let name: String
  private let limits: WorkspaceLimits
  private let longestPath: Int
  private let interruption: Interruption
  private var result = Result()

  /// - Parameters:
  ///   - name: what the tree is to a reader of the error that refuses it.
  ///   - longestPath: of a file that can be written, in bytes.
  init(
    repository: OpaquePointer, name: String, limits: WorkspaceLimits, longestPath: Int, interruption: Interruption
  ) {
    self.repository = repository
    self.name = name
    self.limits = limits
    self.longestPath = longestPath
    self.interruption = interruption
  }

  mutating func look(through tree: OpaquePointer) throws(WorkspaceError) -> Result {
    let database: DatabaseHandle = try adopt("open the objects") { git_repository_odb($0, repository) }
    try database.withPointer { database throws(WorkspaceError) in
      try look(through: tree, at: Place(path: "", length: 0, depth: 1, obstacle: nil), database: database)
    }
    return result
  }

  private mutating func look(
    through tree: OpaquePointer, at place: Place, database: OpaquePointer
  ) throws(WorkspaceError) {
    try interruption.check()
    guard place.depth <= limits.depth else {
      throw tooLarge("its folders are more than \(limits.depth) deep, as in \(place.path.prefix(200))")
    }
    var names: Set<[UInt8]> = []
    for index in 0..<git_tree_entrycount(tree) {
      guard let entry = git_tree_entry_byindex(tree, index), let name = git_tree_entry_name(entry) else { continue }
      result.entries += 1
      guard result.entries <= limits.entries else {
        throw tooLarge("it has more than \(limits.entries) files and folders")
      }
      let raw = UnsafeRawBufferPointer(start: name, count: strlen(name)).assumingMemoryBound(to: UInt8.self)
      let text = place.path + PathText(cString: name).text
      if let problem = EntryName.problem(with: raw) { throw unsafe(text, problem) }
      guard names.insert(Array(raw)).inserted else { throw unsafe(text, "a name that its folder has twice") }
      let length = place.length + raw.count
      let obstacle = place.obstacle ?? EntryName.obstacle(to: raw) ?? (length > longestPath ? .tooLong : nil)
      try look(
        at: entry, Place(path: text, length: length, depth: place.depth, obstacle: obstacle), database: database)
    }
  }

  private mutating func look(
    at entry: OpaquePointer, _ place: Place, database: OpaquePointer
  ) throws(WorkspaceError) {
    let mode = git_tree_entry_filemode(entry)
    if mode == GIT_FILEMODE_TREE {
      let child: TreeHandle = try adopt("read the directory \(place.path)") { out in
        git_tree_lookup(out, repository, git_tree_entry_id(entry))
      }
      let below = Place(
        path: place.path + "/", length: place.length + 1, depth: place.depth + 1, obstacle: place.obstacle)
      return try child.withPointer { child throws(WorkspaceError) in
        try look(through: child, at: below, database: database)
      }
    }
    if let reason = place.obstacle {
      result.omitted.add(OmittedFile(path: place.path, reason: reason, isInChange: false))
      return
    }
    if mode == GIT_FILEMODE_COMMIT {
      result.submodules.append(place.path)
      return
    }
    var size = 0
    var type = GIT_OBJECT_ANY
    try check(git_odb_read_header(&size, &type, database, git_tree_entry_id(entry)), "read the file \(place.path)")
    let (sum, overflow) = result.bytes.addingReportingOverflow(size)
    result.bytes = sum
    guard !overflow, sum <= limits.treeBytes else { throw tooLarge("it has more than \(limits.treeBytes) bytes") }
  }

  private func tooLarge(_ reason: String) -> WorkspaceError {
    WorkspaceError(.tooLarge, "\(name) is not checked out: \(reason)", remedy: "take generated files out of it")
  }

  private func unsafe(_ path: String, _ problem: String) -> WorkspaceError {
    WorkspaceError(
      .unsafeContent, "\(name) is not checked out: \(path.prefix(1000)) has \(problem)", remedy: "rename it")
  }
}
