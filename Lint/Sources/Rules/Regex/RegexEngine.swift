// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A text and its UTF-16 code units, which regular expressions read. All rules that search a text share it.
final class RegexText: Sendable {
  let string: String
  /// The code units, and a zero, with which the units of an empty text have an address.
  let units: [UInt16]
  private let isASCII: Bool

  init(_ string: String) {
    self.string = string
    units = Array(string.utf16) + [0]
    isASCII = string.utf8.count == units.count - 1
  }

  /// The number of code units of the text.
  var count: Int { units.count - 1 }

  /// Converts a range of code units to one of UTF-8 bytes.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    guard !isASCII else { return range }
    let start = string.utf8.distance(from: string.startIndex, to: string.index(utf16: range.lowerBound))
    let end = string.utf8.distance(from: string.startIndex, to: string.index(utf16: range.upperBound))
    return start..<end
  }
}

extension String {
  fileprivate func index(utf16 offset: Int) -> Index { Index(utf16Offset: offset, in: self) }
}

/// The reason why a search was stopped before the end of the text.
enum RegexStop: Hashable, Sendable {
  case steps, time, memory

  /// A predicate without a subject, such as in `its regex takes too many steps`.
  var predicate: String {
    switch self {
    case .steps: "takes too many steps"
    case .time: "takes too long"
    case .memory: "needs too much memory"
    }
  }
}

struct RegexOptions: Hashable, Sendable {
  /// Whether `^` and `$` match at line breaks.
  var anchorsMatchLines = false
  /// Whether `.` matches line breaks.
  var dotMatchesLineBreaks = false
}

/// A compiled regular expression in ICU's syntax.
protocol RegexEngine: Sendable {
  /// - Returns: `nil` for an invalid expression.
  init?(_ pattern: String, _ options: RegexOptions)

  var groupCount: Int { get }

  /// Calls a closure with each match, from which it gets the ranges of groups in code units; `nil` for a group that does
  /// not participate.
  ///
  /// - Parameter body: returns whether the search continues.
  /// - Returns: the reason why the search was stopped; `nil` if it reached the end of the text, or the body ended it.
  func search(
    _ text: RegexText, _ budget: RegexBudget, _ body: (_ range: (_ group: Int) -> Range<Int>?) -> Bool
  ) -> RegexStop?
}
