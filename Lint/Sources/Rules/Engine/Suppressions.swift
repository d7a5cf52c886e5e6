// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
package import SwiftSource

/// The lines of a file on which comments disable rules.
package struct Suppressions: Sendable {
  /// A rule that a comment disables.
  struct Entry: Hashable, Sendable {
    /// A rule's identifier, or `all`.
    let name: String
    let dialect: Directive.Dialect
    /// The first line of the comment.
    let comment: Int
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
    var group: String?
  }

  private static let all = "all"
  /// A comment that disables everything does not disable the rule about such comments.
  private static let exemptFromAll = "blanket_disable_command"

  private(set) var entries: [Entry] = []
  /// The disabled lines of each name.
  private var spans: [String: DisabledLines] = [:]

  package init(_ directives: [Directive]) {
    // The indices of entries that no later comment has ended yet, by name.
    var open: [String: Int] = [:]
    for directive in directives {
      switch directive.instruction {
      case .disable(.onwards, let rules):
        for rule in rules where open[Self.name(of: rule, directive)] == nil {
          open[Self.name(of: rule, directive)] = entries.count
          add(rule, directive, directive.lines.lowerBound...Int.max)
        }
      case .enable(let rules):
        let names =
          rules.contains { $0.text == Self.all } ? Array(open.keys) : rules.map { Self.name(of: $0, directive) }
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
    spans = Dictionary(grouping: entries, by: \.name).mapValues(DisabledLines.init)
  }

  /// Returns the line of the comment that suppresses each finding, `nil` for none, and marks the comments that suppress one as used.
  ///
  /// Takes no longer than sorting both, because a hostile file can have as many comments as findings.
  package mutating func silence(_ findings: [Place]) -> [Int?] {
    guard !entries.isEmpty, !findings.isEmpty else { return findings.map { _ in nil } }
    var found = Dictionary(grouping: findings, by: \.rule).mapValues { $0.map(\.line).sorted() }
    for (group, members) in Dictionary(grouping: findings, by: \.group) {
      if let group { found[group] = members.map(\.line).sorted() }
    }
    found[Self.all] = findings.filter { $0.rule != Self.exemptFromAll }.map(\.line).sorted()
    for index in entries.indices where !entries[index].isUsed {
      let lines = found[entries[index].name] ?? []
      let first = lines.partitioningIndex(where: { $0 >= entries[index].lines.lowerBound })
      entries[index].isUsed = first < lines.count && lines[first] <= entries[index].lines.upperBound
    }
    return findings.map { place in
      spans[place.rule]?.comment(for: place.line) ?? place.group.flatMap { spans[$0]?.comment(for: place.line) }
        ?? (place.rule == Self.exemptFromAll ? nil : spans[Self.all]?.comment(for: place.line))
    }
  }

  /// A comment for SwiftLint can have a rule's name of any version.
  private static func name(of rule: Directive.Word, _ directive: Directive) -> String {
    directive.dialect == .swiftLint ? SwiftLintNames.identifier(rule.text) : rule.text
  }

  private mutating func add(_ rule: Directive.Word, _ directive: Directive, _ lines: ClosedRange<Int>) {
    entries.append(
      Entry(
        name: Self.name(of: rule, directive), dialect: directive.dialect, comment: directive.lines.lowerBound,
        lines: lines,
        range: rule.range))
  }
}

/// The lines that comments disable for one name.
private struct DisabledLines: Sendable {
  /// Ordered by the first disabled line.
  private let entries: [Suppressions.Entry]
  /// For each entry, the index of the one with the last disabled line among it and those before it.
  private let longest: [Int]

  init(_ entries: [Suppressions.Entry]) {
    let sorted = entries.sorted { ($0.lines.lowerBound, $0.comment) < ($1.lines.lowerBound, $1.comment) }
    var longest: [Int] = []
    for index in sorted.indices {
      guard let last = longest.last, sorted[last].lines.upperBound > sorted[index].lines.upperBound else {
        longest.append(index)
        continue
      }
      longest.append(last)
    }
    self.entries = sorted
    self.longest = longest
  }

  /// Returns the line of the comment that disables a line, the nearest of several if it is the last one that begins
  /// before it.
  func comment(for line: Int) -> Int? {
    let next = entries.partitioningIndex(where: { $0.lines.lowerBound > line })
    guard next > 0 else { return nil }
    return [entries[next - 1], entries[longest[next - 1]]].first { $0.lines.upperBound >= line }?.comment
  }
}
