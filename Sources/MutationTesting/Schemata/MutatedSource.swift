// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A source file that contains all of its mutants, of which one can be activated when the program starts.
///
/// Text is only inserted, and no line break with it. A line of the result is therefore the same line of the original.
package struct MutatedSource: Sendable {
  private struct Insertion {
    let offset: Int
    let text: String
    /// The mutant, by its position in the list.
    let mutant: Int
    let isBefore: Bool
    /// Of the mutant's text.
    let length: Int
    let isOutermost: Bool
  }

  package let bytes: [UInt8]
  private let insertions: [Insertion]

  /// - Parameters:
  ///   - source: the original.
  ///   - mutants: of this file, with their positive numbers, which are unique in a build. Two of them contain one
  ///     another or do not overlap.
  package init(_ source: [UInt8], _ mutants: [(number: Int, mutant: Mutant)]) {
    var insertions: [Insertion] = []
    for (index, (number, mutant)) in mutants.enumerated() {
      let call = MutationSwitch.call(number)
      let range = mutant.range
      for (offset, text, isBefore) in [
        (range.lowerBound, mutant.rewrite.before(call), true), (range.upperBound, mutant.rewrite.after(call), false),
      ] {
        insertions.append(
          Insertion(
            offset: offset, text: text, mutant: index, isBefore: isBefore, length: range.count,
            isOutermost: mutant.rewrite == .conditionAdded))
      }
    }
    insertions.sort(by: Self.precedes)
    self.insertions = insertions
    var bytes: [UInt8] = []
    var end = 0
    for insertion in insertions {
      bytes += source[end..<insertion.offset]
      bytes += Array(insertion.text.utf8)
      end = insertion.offset
    }
    self.bytes = bytes + source[end...]
  }

  /// Outer mutants begin first and end last. At one place, those that end precede those that begin.
  private static func precedes(_ left: Insertion, _ right: Insertion) -> Bool {
    if left.offset != right.offset { return left.offset < right.offset }
    if left.isBefore != right.isBefore { return !left.isBefore }
    let isOuter =
      if left.isOutermost != right.isOutermost {
        left.isOutermost
      } else if left.length != right.length {
        left.length > right.length
      } else {
        left.mutant < right.mutant
      }
    return left.isBefore == isOuter
  }

  /// Returns the innermost mutant around a byte of the result, for an error of the compiler, by its position in the list.
  ///
  /// - Parameter offset: in bytes from the start of the rewritten file.
  package func mutant(at offset: Int) -> Int? {
    var (open, moved): ([Int], Int) = ([], 0)
    for insertion in insertions {
      let start = insertion.offset + moved
      let length = insertion.text.utf8.count
      if insertion.isBefore {
        guard offset >= start else { break }
        open.append(insertion.mutant)
      } else {
        guard offset >= start + length else { break }
        open.removeAll { $0 == insertion.mutant }
      }
      moved += length
    }
    return open.last
  }
}
