// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// The coverage of a commit's files by their folders.
struct CoverageTree: Sendable {
  /// A folder or a file in a folder.
  struct Entry: Hashable, Sendable {
    let name: String
    let path: String
    let isFolder: Bool
    var counts: LineCounts
  }

  private let snapshot: CoverageSnapshot

  init(_ snapshot: CoverageSnapshot) { self.snapshot = snapshot }

  /// The lines of a file; `nil` if there is no such file.
  func lines(of path: String) -> LineStates? { snapshot.files.first { $0.path == path }?.lines }

  /// The folders, then the files of a folder, those with more lines that no test ran first; empty for no such folder.
  ///
  /// - Parameter folder: its path; empty for the root.
  func entries(of folder: String) -> [Entry] {
    let prefix = folder.isEmpty ? "" : folder + "/"
    var entries: [String: Entry] = [:]
    for file in snapshot.files where file.path.hasPrefix(prefix) {
      let rest = file.path.dropFirst(prefix.count)
      let name = String(rest.prefix { $0 != "/" })
      let isFolder = name.count < rest.count
      entries[name, default: Entry(name: name, path: prefix + name, isFolder: isFolder, counts: LineCounts())].counts =
        (entries[name]?.counts ?? LineCounts()) + file.lines.counts
    }
    return entries.values.sorted {
      if $0.isFolder != $1.isFolder { return $0.isFolder }
      return ($1.counts.missed, $0.name) < ($0.counts.missed, $1.name)
    }
  }

  func counts(of folder: String) -> LineCounts {
    entries(of: folder).reduce(LineCounts()) { $0 + $1.counts }
  }
}
