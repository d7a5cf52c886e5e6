// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// A regular expression of a configuration file, in ICU's syntax, whose matching stops after a number of steps, because
/// an expression such as `(a+)+$` can take exponential time.
struct BudgetedRegex: Sendable {
  struct Match: Hashable {
    /// In UTF-8 bytes of the text.
    let whole: Range<Int>
    let group: Range<Int>
    /// The ranges by the numbers of groups, without groups that do not participate in the match.
    var groups: [Int: Range<Int>] = [:]
  }

  /// The limit of ICU's progress reports, each of which stands for some ten thousand steps.
  private static let budget = 500
  private let regex: NSRegularExpression

  /// `^` and `$` match at line breaks.
  ///
  /// - Parameter dotMatchesLineBreaks: whether `.` matches line breaks, as in SwiftLint.
  init(_ pattern: String, dotMatchesLineBreaks: Bool = true) throws(CustomRuleProblem) {
    guard pattern.utf8.count <= 10_000 else { throw CustomRuleProblem("regex", "a regex has more than 10,000 bytes") }
    do {
      regex = try NSRegularExpression(
        pattern: pattern,
        options: dotMatchesLineBreaks ? [.anchorsMatchLines, .dotMatchesLineSeparators] : [.anchorsMatchLines])
    } catch {
      throw CustomRuleProblem("regex", "a regex is invalid; write it in ICU's syntax")
    }
  }

  var groupCount: Int { regex.numberOfCaptureGroups }

  /// Whether the expression matches anywhere in the text; `false` if the budget is exhausted.
  func matches(_ text: String) -> Bool { !matches(in: text, group: 0, limit: 1).matches.isEmpty }

  /// Returns the first matches in which the group participates, and whether the search was completed, which includes
  /// that the limit was reached.
  ///
  /// - Parameter captured: other groups whose ranges are needed.
  func matches(
    in text: String, group: Int, capturing captured: [Int] = [], limit: Int
  ) -> (matches: [Match], isComplete: Bool) {
    var found: [(whole: NSRange, group: NSRange, groups: [NSRange])] = []
    var reports = 0
    var isComplete = true
    let all = NSRange(location: 0, length: text.utf16.count)
    regex.enumerateMatches(in: text, options: .reportProgress, range: all) { result, _, stop in
      guard let result else {
        reports += 1
        if reports > Self.budget {
          isComplete = false
          stop.pointee = true
        }
        return
      }
      let range = result.range(at: group)
      if range.location != NSNotFound {
        found.append((result.range, range, captured.map { result.range(at: $0) }))
      }
      if found.count >= limit { stop.pointee = true }
    }
    let offsets = Offsets(text)
    let matches = found.map { found in
      let groups = zip(captured, found.groups).filter { $0.1.location != NSNotFound }.map {
        ($0.0, offsets.bytes($0.1))
      }
      return Match(
        whole: offsets.bytes(found.whole), group: offsets.bytes(found.group),
        groups: Dictionary(groups) { first, _ in first })
    }
    return (matches, isComplete)
  }

  /// Converts UTF-16 offsets to UTF-8 offsets.
  private struct Offsets {
    private let text: String
    private let isASCII: Bool

    init(_ text: String) {
      self.text = text
      isASCII = text.utf8.count == text.utf16.count
    }

    func bytes(_ range: NSRange) -> Range<Int> {
      if isASCII { return range.location..<(range.location + range.length) }
      let start = String.Index(utf16Offset: range.location, in: text)
      let end = String.Index(utf16Offset: range.location + range.length, in: text)
      return text.utf8.distance(from: text.startIndex, to: start)..<text.utf8.distance(from: text.startIndex, to: end)
    }
  }
}
