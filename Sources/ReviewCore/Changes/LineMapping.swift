// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Follows lines of a file's old version into the new one.
package struct LineMapping: Sendable {
  private struct Step {
    /// Old lines from here on, up to the next step.
    let start: Int
    /// `nil` where the lines are gone.
    let shift: Int?
  }

  private var steps = [Step(start: 1, shift: 0)]

  package init(_ hunks: [Hunk]) {
    var shift = 0
    for hunk in hunks.sorted(by: { ($0.oldStart, $0.newStart) < ($1.oldStart, $1.newStart) }) {
      shift += hunk.newCount - hunk.oldCount
      if hunk.oldCount > 0 {
        steps.append(Step(start: hunk.oldStart, shift: nil))
        steps.append(Step(start: hunk.oldStart + hunk.oldCount, shift: shift))
      } else {
        // Nothing was removed: the lines were added after this one.
        steps.append(Step(start: hunk.oldStart + 1, shift: shift))
      }
    }
  }

  /// Whether every line is where it was.
  package var isIdentity: Bool { steps.count == 1 }

  /// Where a 1-based line of the old version is in the new one; `nil` when it was removed or changed.
  package func newLine(of line: Int) -> Int? {
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if steps[middle].start <= line { low = middle + 1 } else { high = middle }
    }
    guard low > 0, let shift = steps[low - 1].shift else { return nil }
    return line + shift
  }
}
