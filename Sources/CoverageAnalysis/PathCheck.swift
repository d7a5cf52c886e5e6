// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// Tells a measurement of other folders from one that merely lacks the files of a change.
struct PathCheck {
  let root: String
  /// From the root.
  let paths: [String]
  /// What to do when the paths cannot be right.
  var remedy = "build in the folder that is reviewed; a build folder that was made elsewhere has to be removed"

  /// - Parameter measured: the absolute paths of all that was measured, none of which is one of ours.
  /// - Throws: ``CoverageError`` with `pathMismatch` when the program was built from another folder.
  func check(_ measured: [String]) throws(CoverageError) {
    guard let wanted = paths.first, !measured.contains(where: isOurs) else { return }
    let foreign = measured.filter { RelativePath.make($0, from: root) == nil }
    for path in paths {
      if let other = foreign.first(where: { $0.hasSuffix("/" + path) }) { throw mismatch(path, other) }
    }
    if let other = foreign.first { throw mismatch(wanted, other) }
  }

  /// The tests themselves are always measured; what SwiftPM checked out into `.build` is below the root and not ours.
  private func isOurs(_ path: String) -> Bool {
    guard let path = RelativePath.make(path, from: root) else { return false }
    return !path.split(separator: "/").contains(".build")
  }

  private func mismatch(_ wanted: String, _ other: String) -> CoverageError {
    CoverageError(
      .pathMismatch,
      "no changed file is in the coverage: it speaks of \(other.printable(300)), the change of \(root)/\(wanted)",
      remedy: remedy)
  }
}
