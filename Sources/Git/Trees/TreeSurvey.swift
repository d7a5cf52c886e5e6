// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Foundation
import HostileText
import ReviewContract

/// Checks a tree before any of it is written: whether it is small enough, whether its names are safe, and which of its
/// files cannot be written.
///
/// A tree of a few kilobytes can stand for billions of files, because it can contain one directory many times.
struct TreeSurvey {
  /// The result for an accepted tree.
  struct Result: Hashable {
    var entries = 0
    var bytes = 0
    /// The paths of submodules that are not omitted.
    var submodules: [String] = []
    /// The files that a checkout omits; a tree alone does not show whether they are in the change.
    var omitted = OmittedFiles()
  }

  /// The place of a directory in the tree.
  private struct Place {
    let path: String
    /// The bytes of the path with its slash at the end.
    let length: Int
    let depth: Int
    /// The reason why everything below it is omitted.
    let obstacle: OmittedFile.Reason?
  }

  let repository: OpaquePointer
  /// The tree's name in the error that refuses it.
  let name: String
  let limits: WorkspaceLimits
  /// The maximum length of the path of a file that can be written, in bytes.
  let longestPath: Int
  let interruption: Interruption
  private(set) var result = Result()

  mutating func look(through tree: OpaquePointer) throws(WorkspaceError) -> Result {
    try withObject("open the objects", git_odb_free, from: { git_repository_odb($0, repository) }) {
      database throws(WorkspaceError) in
      try look(through: tree, at: Place(path: "", length: 0, depth: 1, obstacle: nil), database: database)
    }
    return result
  }

  private mutating func look(
    through tree: OpaquePointer, at place: Place, database: OpaquePointer
  ) throws(WorkspaceError) {
    try interruption.check()
    guard place.depth <= limits.depth else {
      let example = HostileText(place.path).line(limit: 200)
      throw tooLarge("its folders are more than \(limits.depth) levels deep, as in \(example)")
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
      guard names.insert(Array(raw)).inserted else { throw unsafe(text, "a duplicate name") }
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
    if place.obstacle == .buildDirectory {
      // One entry stands for all files of a build folder.
      let folder = OmittedFile(path: place.path, reason: .buildDirectory, isInChange: false)
      if folder.path == place.path { result.omitted.add(folder) }
      if mode != GIT_FILEMODE_TREE { return }
    }
    if mode == GIT_FILEMODE_TREE {
      let below = Place(
        path: place.path + "/", length: place.length + 1, depth: place.depth + 1, obstacle: place.obstacle)
      return try withObject(
        "read the directory \(HostileText(place.path).line())", git_tree_free,
        from: { git_tree_lookup($0, repository, git_tree_entry_id(entry)) }
      ) { child throws(WorkspaceError) in
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
    try check(
      git_odb_read_header(&size, &type, database, git_tree_entry_id(entry)),
      "read the file \(HostileText(place.path).line())")
    let (sum, overflow) = result.bytes.addingReportingOverflow(size)
    result.bytes = sum
    guard !overflow, sum <= limits.treeBytes else { throw tooLarge("it has more than \(limits.treeBytes) bytes") }
  }

  private func tooLarge(_ reason: String) -> WorkspaceError {
    WorkspaceError(.tooLarge, "\(name) is not checked out: \(reason)", remedy: "remove generated files from it")
  }

  private func unsafe(_ path: String, _ problem: String) -> WorkspaceError {
    WorkspaceError(
      .unsafeContent, "\(name) is not checked out: \(HostileText(path).line(limit: 1000)) has \(problem)",
      remedy: "rename it")
  }
}

/// Checks whether a name in a tree may become a file's name.
///
/// libgit2 also refuses most of these, but only while it writes, and depending on the repository's configuration.
enum EntryName {
  /// The longest name of a file or directory, in bytes (`NAME_MAX`).
  static let longest = 255

  /// Returns the reason to refuse a tree with this name; `nil` if there is none.
  static func problem(with name: UnsafeBufferPointer<UInt8>) -> String? {
    if name.isEmpty { return "an empty name" }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) {
      return "a name that leads out of its folder"
    }
    if name.contains(UInt8(ascii: "/")) { return "a name with a slash" }
    if mayBeGitDirectory(name), isGitDirectory(name) { return "a name that git reserves" }
    return nil
  }

  /// Returns the reason why a checkout omits a file with this name, or below a directory with it; `nil` if it does not.
  static func obstacle(to name: UnsafeBufferPointer<UInt8>) -> OmittedFile.Reason? {
    if name.elementsEqual(SourceManifest.buildDirectory.utf8) { return .buildDirectory }
    if name.contains(UInt8(ascii: "\\")) { return .backslash }
    if name.count > longest { return .tooLong }
    let isASCII = name.allSatisfy { $0 < 0x80 }
    return isASCII || String(validating: name, as: UTF8.self) != nil ? nil : .notUTF8
  }

  /// Returns the reason why a checkout omits the file at a path; `nil` if it does not.
  ///
  /// - Parameter longestPath: the maximum length in bytes.
  static func obstacle(toPath path: UnsafePointer<CChar>, longestPath: Int) -> OmittedFile.Reason? {
    let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path)).assumingMemoryBound(to: UInt8.self)
    for name in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      if let obstacle = obstacle(to: UnsafeBufferPointer(rebasing: name)) { return obstacle }
    }
    return bytes.count > longestPath ? .tooLong : nil
  }

  /// Returns `false` for names that begin with neither `.`, `g` nor a character that HFS+ may ignore: they need no full
  /// check.
  private static func mayBeGitDirectory(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = name.first else { return false }
    return first == UInt8(ascii: ".") || first == UInt8(ascii: "g") || first == UInt8(ascii: "G") || first >= 0x80
  }

  /// Returns whether some file system would treat the name as `.git`: without case, without characters that HFS+
  /// ignores, without trailing dots and spaces, the stream after a colon and the text after a backslash on NTFS, or by
  /// its short name.
  private static func isGitDirectory(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    var scalars = Array(String(decoding: name, as: UTF8.self).unicodeScalars.filter { !isIgnored($0) })
    if let end = scalars.firstIndex(where: { $0 == ":" || $0 == "\\" }) { scalars.removeSubrange(end...) }
    while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return [".git", "git~1"].contains(String(text).lowercased())
  }

  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200c...0x200f, 0x202a...0x202e, 0x206a...0x206f, 0xfeff: true
    default: false
    }
  }
}
