// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CGit2

/// The paths that a merge could not settle.
struct ConflictPaths: Hashable {
  /// So many are named: what comes after is of no more help to whoever resolves them.
  static let limit = 100

  /// The first paths, ordered, each once.
  let named: [String]
  let count: Int

  init(_ paths: [String]) {
    let ordered = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    named = Array(ordered.prefix(Self.limit))
    count = ordered.count
  }

  init(in index: OpaquePointer) {
    var paths: [String] = []
    var count = 0
    var last: [UInt8]?
    // An index is ordered by the bytes of its paths; a path in conflict is there once for each side that has it.
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position), git_index_entry_stage(entry) > 0,
        let path = entry.pointee.path
      else { continue }
      // Compared as bytes: two names that Unicode holds for equal are two files.
      let bytes = Array(String(cString: path).utf8)
      guard bytes != last else { continue }
      last = bytes
      count += 1
      if paths.count < Self.limit { paths.append(PathText(cString: path).text) }
    }
    named = paths
    self.count = count
  }
}
