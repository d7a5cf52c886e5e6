// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Finds the name that a mistyped one is closest to.
package enum NearestName {
  /// The name with the fewest edits (insert, remove, replace, swap neighbours), if they are few for its length; among
  /// equals the first in alphabetical order.
  package static func find(for word: String, in names: some Sequence<String>) -> String? {
    // A name is short; whatever is not is no slip of a finger, and must not cost time.
    guard (1...80).contains(word.utf8.count) else { return nil }
    let typed = Array(word.lowercased().utf8)
    let limit = max(1, typed.count / 3)
    let ranked = names.map { name in (distance(typed, Array(name.lowercased().utf8)), name) }
    guard let best = ranked.min(by: <), best.0 <= limit else { return nil }
    return best.1
  }

  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let replaced = last[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
        var best = min(replaced, last[column] + 1, current[column - 1] + 1)
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
