// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings

/// Determines the findings of a file that are not in the base of the change.
///
/// A finding of the head is in the base when the base has one of the same rule on the same line or, for lines that were
/// moved, on a line with the same text. A finding of a rule that measures a number, such as the length of a file or a
/// complexity, is new nevertheless when its number grew. The number of a whole file or type has to grow into the next
/// tenth of its limit: a change that adds three lines to a file of 671 is not where it got too long.
package struct NewFindings: Sendable {
  private let measuring: Set<String>
  private let whole: Set<String>

  /// - Parameters:
  ///   - measuring: the rules whose messages contain a measured number with an upper limit.
  ///   - whole: those of them that measure a whole file or type.
  package init(measuring: Set<String>, whole: Set<String>) {
    self.measuring = measuring
    self.whole = whole
  }

  /// Returns the indices in `head` of the findings that are not in the base.
  ///
  /// - Parameter hunks: the differences between the two versions of the file.
  package func positions(head: [LocatedFinding], base: [LocatedFinding], hunks: [Hunk]) -> Set<Int> {
    var open = Set(head.indices)
    var new: Set<Int> = []
    var rest = base
    let mapping = LineMapping(hunks)
    match(head, &rest, &open, &new) {
      Place(rule: $0.finding.rule, line: $0.finding.range.startLine, text: "")
    } base: {
      located in
      mapping.newLine(of: located.finding.range.startLine).map {
        Place(rule: located.finding.rule, line: $0, text: "")
      }
    }
    let byText = { (located: LocatedFinding) -> Place? in
      Place(rule: located.finding.rule, line: 0, text: Self.trimmed(located.lineText ?? ""))
    }
    match(head, &rest, &open, &new, head: byText, base: byText)
    // A measured declaration matches although its first line was edited.
    let byRule = { [measuring] (located: LocatedFinding) -> Place? in
      let rule = located.finding.rule
      return measuring.contains(rule) ? Place(rule: rule, line: 0, text: Self.masked(located.finding.message)) : nil
    }
    match(head, &rest, &open, &new, head: byRule, base: byRule)
    return new.union(open)
  }

  /// The key of a finding in one of the comparisons.
  private struct Place: Hashable {
    let rule: String
    let line: Int
    let text: String
  }

  private func match(
    _ head: [LocatedFinding], _ rest: inout [LocatedFinding], _ open: inout Set<Int>, _ new: inout Set<Int>,
    head headPlace: (LocatedFinding) -> Place?, base basePlace: (LocatedFinding) -> Place?
  ) {
    var byPlace: [Place: [LocatedFinding]] = [:]
    var unmatched: [LocatedFinding] = []
    for located in rest {
      if let place = basePlace(located) {
        byPlace[place, default: []].append(located)
      } else {
        unmatched.append(located)
      }
    }
    for index in open.sorted() {
      guard let place = headPlace(head[index]), let candidates = byPlace[place], !candidates.isEmpty else { continue }
      let message = head[index].finding.message
      let best = candidates.firstIndex { $0.finding.message == message } ?? 0
      open.remove(index)
      if measuring.contains(place.rule), grew(place.rule, from: candidates[best].finding.message, to: message) {
        new.insert(index)
      }
      byPlace[place]?.remove(at: best)
    }
    let remaining = unmatched + byPlace.values.flatMap(\.self)
    rest = remaining.sorted(by: LocatedFinding.isInOrder)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop { $0 == " " || $0 == "\t" })
  }

  /// Returns a message with `#` in place of each run of numbers.
  private static func masked(_ message: String) -> String {
    var masked = ""
    for character in message {
      if !character.isNumber, character != "#" {
        masked.append(character)
      } else if masked.last != "#" {
        masked.append("#")
      }
    }
    return masked
  }

  private func grew(_ rule: String, from old: String, to new: String) -> Bool {
    let (before, after) = (Self.numbers(old), Self.numbers(new))
    guard let (limit, measure) = after, let before else { return after != nil }
    // A limit for errors is exceeded for the first time, or the base had another limit.
    guard whole.contains(rule), limit == before.limit, limit > 0 else { return measure > before.measure }
    return Self.tenths(measure, over: limit) > Self.tenths(before.measure, over: limit)
  }

  private static func tenths(_ measure: Int, over limit: Int) -> Int {
    (measure - limit).multipliedReportingOverflow(by: 10).partialValue / limit
  }

  /// Returns the largest number of the message, which is the measured one, because it is over the limit, and the limit,
  /// which is the smallest.
  private static func numbers(_ message: String) -> (limit: Int, measure: Int)? {
    let numbers = message.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
    guard let limit = numbers.min(), let measure = numbers.max() else { return nil }
    return (limit, measure)
  }
}
