// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import ReviewCore

/// Looks through a tree before anything of it is written: whether it is small enough, and its names are safe.
///
/// A tree of a few kilobytes can stand for billions of files, because one folder can be in it many times.
struct TreeSurvey {
  /// A tree that passed.
  struct Result: Hashable {
    var entries = 0
    var bytes = 0
    var submodules: [String] = []
  }

  private let repository: OpaquePointer
  private let name: String
  private let limits: WorkspaceLimits
  private let interruption: Interruption
  private var result = Result()

  init(repository: OpaquePointer, name: String, limits: WorkspaceLimits, interruption: Interruption) {
    self.repository = repository
    self.name = name
    self.limits = limits
    self.interruption = interruption
  }

  mutating func look(through tree: OpaquePointer) throws(WorkspaceError) -> Result {
    let database: DatabaseHandle = try adopt("open the objects") { git_repository_odb($0, repository) }
    try database.withPointer { database throws(WorkspaceError) in
      try look(through: tree, at: "", depth: 1, database: database)
    }
    return result
  }

  private mutating func look(
    through tree: OpaquePointer, at path: String, depth: Int, database: OpaquePointer
  ) throws(WorkspaceError) {
    try interruption.check()
    guard depth <= limits.depth else {
      throw tooLarge("its folders are more than \(limits.depth) deep, as in \(path.prefix(200))")
    }
    var names: Set<[UInt8]> = []
    for index in 0..<git_tree_entrycount(tree) {
      guard let entry = git_tree_entry_byindex(tree, index), let name = git_tree_entry_name(entry) else { continue }
      result.entries += 1
      guard result.entries <= limits.entries else {
        throw tooLarge("it has more than \(limits.entries) files and folders")
      }
      let text = path + PathText(cString: name).text
      let raw = Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
      if let problem = EntryName.problem(with: raw) { throw unsafe(text, problem) }
      guard names.insert(raw).inserted else { throw unsafe(text, "a name that its folder has twice") }
      try look(at: entry, text, depth: depth, database: database)
    }
  }

  private mutating func look(
    at entry: OpaquePointer, _ path: String, depth: Int, database: OpaquePointer
  ) throws(WorkspaceError) {
    switch git_tree_entry_filemode(entry) {
    case GIT_FILEMODE_TREE:
      let child: TreeHandle = try adopt("read the folder \(path)") { out in
        git_tree_lookup(out, repository, git_tree_entry_id(entry))
      }
      try child.withPointer { child throws(WorkspaceError) in
        try look(through: child, at: path + "/", depth: depth + 1, database: database)
      }
    case GIT_FILEMODE_COMMIT:
      result.submodules.append(path)
    default:
      var size = 0
      var type = GIT_OBJECT_ANY
      try check(git_odb_read_header(&size, &type, database, git_tree_entry_id(entry)), "read the file \(path)")
      let (sum, overflow) = result.bytes.addingReportingOverflow(size)
      result.bytes = sum
      guard !overflow, sum <= limits.treeBytes else { throw tooLarge("it has more than \(limits.treeBytes) bytes") }
    }
  }

  private func tooLarge(_ reason: String) -> WorkspaceError {
    WorkspaceError(.tooLarge, "\(name) is not checked out: \(reason)", remedy: "take generated files out of it")
  }

  private func unsafe(_ path: String, _ problem: String) -> WorkspaceError {
    WorkspaceError(.unsafeContent, "\(name) is not checked out: \(path) has \(problem)", remedy: "rename it")
  }
}
