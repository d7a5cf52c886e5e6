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
    return CoverageMap(files: files, notes: notes + other.notes.filter { !notes.contains($0) })
  }
}
