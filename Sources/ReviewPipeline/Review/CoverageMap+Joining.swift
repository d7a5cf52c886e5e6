// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewCore

extension CoverageMap {
  /// What the tests of several packages ran together: a line is as covered as the best of them left it.
  func joined(with other: CoverageMap) -> CoverageMap {
    let files = files.merging(other.files) { left, right in
      left.merging(right) { one, other in
        let states = [one, other]
        return states.contains(.covered) ? .covered : states.contains(.partial) ? .partial : .missed
      }
    }
    // Where one package's tests measured the line, it can be reached.
    let unreachable = unreachable.merging(other.unreachable) { LineSet(ranges: $0.ranges + $1.ranges) }
    let neverReached = Dictionary(
      uniqueKeysWithValues: unreachable.map { path, lines in
        (path, lines.subtracting(LineSet(files[path, default: [:]].keys)))
      })
    return CoverageMap(
      files: files, unreachable: neverReached,
      unmeasured: unmeasured.merging(other.unmeasured) { one, _ in one }.filter { files[$0.key] == nil },
      notes: notes + other.notes.filter { !notes.contains($0) })
  }
}
