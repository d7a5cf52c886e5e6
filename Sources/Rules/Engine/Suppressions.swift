// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import SwiftSource

/// The lines of a file on which comments disable rules.
package struct Suppressions: Sendable {
  /// A rule that a comment disables.
  struct Entry: Hashable, Sendable {
    /// A rule's identifier, or `all`.
    let name: String
    let dialect: Directive.Dialect
    var lines: ClosedRange<Int>
    /// The range of the rule's name in the comment, in bytes.
    let range: Range<Int>
    var isUsed = false
  }

  /// A finding's rule and the line that it starts on.
  package struct Place: Hashable, Sendable {
    let rule: String
    let line: Int
    /// Another name that comments can use for the rule and others.
    let group: String?

    package init(rule: String, line: Int, group: String? = nil) {
      self.rule = rule
      self.line = line
      self.group = group
    }
  }

  private static let all = "all"
  /// A comment that disables everything does not disable the rule about such comments.
  private static let exemptFromAll = "blanket_disable_command"

  private(set) var entries: [Entry] = []
  /// The disabled lines of each name, in ascending order, without overlaps.
  private var spans: [String: [ClosedRange<Int>]] = [:]

  init() {}

  package init(_ directives: [Directive]) {
    // The indices of entries that no later comment has ended yet, by name.
    var open: [String: Int] = [:]
    for directive in directives {
      switch directive.instruction {
      case .disable(.onwards, let rules):
        for rule in rules where open[rule.text] == nil {
          open[rule.text] = entries.count
          add(rule, directive, directive.lines.lowerBound...Int.max)
        }
      case .enable(let rules):
        let names = rules.contains { $0.text == Self.all } ? Array(open.keys) : rules.map(\.text)
        for name in names {
          guard let index = open.removeValue(forKey: name) else { continue }
          let start = entries[index].lines.lowerBound
          entries[index].lines = start...max(start, directive.lines.upperBound)
        }
      case .disable(.this, let rules): for rule in rules { add(rule, directive, directive.lines) }
      case .disable(.next, let rules):
        let next = directive.lines.upperBound + 1
        for rule in rules { add(rule, directive, next...next) }
      case .disable(.previous, let rules):
        let previous = max(1, directive.lines.lowerBound - 1)
        for rule in rules { add(rule, directive, previous...previous) }
      case .enableLine, .coverageOff, .coverageOn, .malformed: break
      }
    }
    spans = Dictionary(grouping: entries, by: \.name).mapValues { Self.joined($0.map(\.lines)) }
  }

  /// Returns whether each finding is suppressed, and marks the comments that suppress one as used.
  ///
  /// Takes no longer than sorting both, because a hostile file can have as many comments as findings.
  package mutating func silence(_ places: [Place]) -> [Bool] {
    guard !entries.isEmpty, !places.isEmpty else { return places.map { _ in false } }
    var found = Dictionary(grouping: places, by: \.rule).mapValues { $0.map(\.line).sorted() }
    for (group, members) in Dictionary(grouping: places, by: \.group) {
      if let group { found[group] = members.map(\.line).sorted() }
    }
    found[Self.all] = places.filter { $0.rule != Self.exemptFromAll }.map(\.line).sorted()
    for index in entries.indices where !entries[index].isUsed {
      let lines = found[entries[index].name] ?? []
      let first = lines.partitioningIndex(where: { $0 >= entries[index].lines.lowerBound })
      entries[index].isUsed = first < lines.count && lines[first] <= entries[index].lines.upperBound
    }
    return places.map { place in
      contains(place.line, of: place.rule) || place.group.map { contains(place.line, of: $0) } == true
        || (place.rule != Self.exemptFromAll && contains(place.line, of: Self.all))
    }
  }

  private func contains(_ line: Int, of name: String) -> Bool {
    guard let spans = spans[name] else { return false }
    let next = spans.partitioningIndex(where: { $0.lowerBound > line })
    return next > 0 && spans[next - 1].upperBound >= line
  }

  private mutating func add(_ rule: Directive.Word, _ directive: Directive, _ lines: ClosedRange<Int>) {
    entries.append(Entry(name: rule.text, dialect: directive.dialect, lines: lines, range: rule.range))
  }

  private static func joined(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var joined: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}
