// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2
import CInterop
import Findings

/// The files of one side of a comparison by path, without reading any of them.
struct FileListing {
  /// The place of a file's bytes.
  enum Content: Hashable {
    case blob(CommitID)
    /// The file in the working tree.
    case disk
  }

  struct File: Hashable {
    let kind: ChangedFile.Kind
    let content: Content
  }

  private(set) var files: [String: File] = [:]
  /// All folders with files, without the root.
  private var folders: Set<String> = []
  private var sorted: [String] = []

  init() {}

  init(_ files: [String: File]) {
    self.files = files
    sorted = files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for path in sorted {
      var end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      while let slash = end, folders.insert(String(path[..<slash])).inserted {
        end = path[..<slash].utf8.lastIndex(of: UInt8(ascii: "/"))
      }
    }
  }

  /// - Parameter content: the place of all files; `nil` for the blobs of the index.
  init(index: OpaquePointer, content: Content? = nil) {
    self.init(Self.files(of: index, content: content))
  }

  static func files(of index: OpaquePointer, content: Content? = nil) -> [String: File] {
    var files: [String: File] = [:]
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position), let path = entry.pointee.path,
        let kind = DiffCollector.kind(UInt16(truncatingIfNeeded: entry.pointee.mode))
      else { continue }
      let text = PathText(cString: path)
      // No link can lead to an escaped name, because the text of a link is compared with the path.
      guard !text.isEscaped else { continue }
      files[text.text] = File(kind: kind, content: content ?? .blob(CommitID(entry.pointee.id)))
    }
    return files
  }

  /// Returns whether an index has symbolic links: most have none, and need no listing.
  static func hasLinks(_ index: OpaquePointer) -> Bool {
    (0..<git_index_entrycount(index)).contains { position in
      git_index_get_byindex(index, position)?.pointee.mode == GIT_FILEMODE_LINK.rawValue
    }
  }

  var links: [String] { sorted.filter { files[$0]?.kind == .symbolicLink } }

  /// - Parameter path: empty for the root.
  func isFolder(_ path: String) -> Bool { path.isEmpty || folders.contains(path) }

  /// Returns the paths of the files below a folder, ordered.
  func files(below folder: String) -> ArraySlice<String> {
    guard !folder.isEmpty else { return sorted[...] }
    let prefix = Array("\(folder)/".utf8)
    let start = firstIndex { !$0.utf8.lexicographicallyPrecedes(prefix) }
    let end = firstIndex { !$0.utf8.lexicographicallyPrecedes(prefix) && !$0.utf8.starts(with: prefix) }
    return sorted[start..<max(start, end)]
  }

  /// Returns the first index that fulfills a condition, which all later ones fulfill too.
  private func firstIndex(where isAfter: (String) -> Bool) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(sorted[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
