// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// Chooses few mutants: those of the more useful operators, spread over lines, functions and files.
///
/// A function has more than its number only if there are fewer mutants in all other functions than wanted in total.
package struct MutantSelection: Sendable {
  package var perLine = 1
  package var perFunction = 3
  package var total = 20

  package init() {}

  /// - Parameter mutants: in any order.
  /// - Returns: the chosen ones, then the spare ones for those that do not compile, at most twice as many as were asked
  ///   for in total; both with the preferred first. The same mutants in another order give the same result.
  package func choose(_ mutants: [Mutant]) -> (chosen: [Mutant], spare: [Mutant]) {
    struct Place: Hashable {
      let path: String
      let number: Int
    }
    var lines: [Place: Int] = [:]
    var functions: [Place: [Mutant]] = [:]
    var files: [String: [Mutant]] = [:]
    for mutant in mutants.sorted(by: Self.precedes) {
      let line = Place(path: mutant.path, number: mutant.line)
      guard lines[line, default: 0] < perLine else { continue }
      lines[line, default: 0] += 1
      functions[Place(path: mutant.path, number: mutant.function), default: []].append(mutant)
    }
    var others: [Mutant] = []
    for (function, found) in functions {
      // What is outside of a function is not limited by the number for a function.
      let count = function.number < 0 ? found.count : perFunction
      files[function.path, default: []] += found.prefix(count)
      others += found.dropFirst(count)
    }
    for path in files.keys { files[path]?.sort(by: Self.precedes) }
    let turns = files.sorted { $0.key < $1.key }.map(\.value)
    let order = (0..<(turns.map(\.count).max() ?? 0)).flatMap { turn in
      turns.compactMap { turn < $0.count ? $0[turn] : nil }
    }
    let all = order + others.sorted(by: Self.precedes)
    return (Array(all.prefix(total)), Array(all.dropFirst(total).prefix(2 * total)))
  }

  private static func precedes(_ left: Mutant, _ right: Mutant) -> Bool {
    if left.kind != right.kind { return left.kind < right.kind }
    if left.path != right.path { return left.path < right.path }
    let (first, second) = ((left.line, left.column, left.range.count), (right.line, right.column, right.range.count))
    return first != second ? first < second : left.words < right.words
  }
}
