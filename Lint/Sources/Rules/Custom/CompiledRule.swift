// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

/// A custom rule with its expressions and patterns compiled.
struct CompiledRule: Sendable {
  private enum Subject: Sendable {
    case regex(BudgetedRegex, captured: [Int])
    case pattern(PatternSearch)
  }

  /// The limit of matches in one file, of which a finding each would fill the memory.
  static let maximumMatches = 100_000
  /// The limit of a correction in bytes: it can repeat a capture of a whole file thousands of times.
  private static let maximumReplacement = 64 << 10
  /// The limit of all corrections in one file.
  private static let maximumReplacements = 8 << 20
  /// The limit of a captured text in a message, in characters.
  private static let maximumCapture = 80

  /// The name by which comments can disable all rules of SwiftLint's `custom_rules`.
  static let swiftLintGroup = "custom_rules"

  let rule: CustomRule
  /// Whether the rule has the semantics of SwiftLint's `custom_rules`.
  let isSwiftLint: Bool
  private let subject: Subject
  private let groups: RegexGroups
  private let message: CaptureTemplate
  private let fix: CaptureTemplate?
  private let included: [BudgetedRegex]
  private let excluded: [BudgetedRegex]

  init(_ rule: CustomRule) throws(CustomRuleProblem) {
    self.rule = rule
    included = try rule.included.map { pattern throws(CustomRuleProblem) in try BudgetedRegex(pattern) }
    excluded = try rule.excluded.map { pattern throws(CustomRuleProblem) in try BudgetedRegex(pattern) }
    let kind: CaptureTemplate.Kind = rule.syntax == nil ? .regex : .pattern
    let isSwiftLint = rule.syntax == nil && rule.scope == nil
    self.isSwiftLint = isSwiftLint
    let message = CaptureTemplate(rule.message, kind)
    let fix = rule.fix.map { CaptureTemplate($0, kind) }
    self.message = message
    self.fix = fix
    let used = [("message", message.names), ("fix", fix?.names ?? [])]
    if let syntax = rule.syntax {
      let search = try PatternSearch(syntax, rule.conditions)
      groups = RegexGroups("")
      subject = .pattern(search)
      for (key, names) in used {
        for name in names where !search.captures.contains(name) {
          throw CustomRuleProblem(key, CaptureTemplate.unbound(name, search.captures))
        }
      }
      return
    }
    let regex = try BudgetedRegex(
      rule.regex, RegexOptions(anchorsMatchLines: true, dotMatchesLineBreaks: isSwiftLint))
    let groups = RegexGroups(rule.regex)
    self.groups = groups
    guard rule.captureGroup <= regex.groupCount else {
      throw CustomRuleProblem("regex", "its regex has no group \(rule.captureGroup)")
    }
    // SwiftLint's messages have no captures.
    if !isSwiftLint {
      for (key, names) in used {
        for name in names where (groups.number(of: name) ?? .max) > regex.groupCount {
          let known = (0...regex.groupCount).map(String.init) + groups.names.keys
          throw CustomRuleProblem(key, CaptureTemplate.unbound(name, known))
        }
      }
    }
    let names = isSwiftLint ? [] : used.flatMap(\.1)
    subject = .regex(regex, captured: Array(Set(names.compactMap { groups.number(of: $0) })).sorted())
  }

  /// Returns the rules that are on and valid, and notes about the invalid ones.
  static func all(_ rules: [CustomRule]) -> (rules: [CompiledRule], notes: [Note]) {
    var compiled: [CompiledRule] = []
    var notes: [Note] = []
    for rule in rules where rule.isOn {
      do throws(CustomRuleProblem) {
        compiled.append(try CompiledRule(rule))
      } catch {
        notes.append(
          Note(
            "the custom rule \(rule.id) is not used: \(error.message)",
            unfinished: [Note.UnfinishedCheck(rule.id, rule.severity)]))
      }
    }
    return (compiled, notes)
  }

  /// Returns the problems of a rule; empty if it is valid.
  static func problems(of rule: CustomRule) -> [CustomRuleProblem] {
    do throws(CustomRuleProblem) {
      _ = try CompiledRule(rule)
      return []
    } catch {
      return [error]
    }
  }

  func applies(to path: String) -> Bool {
    guard rule.scope == .files || path.hasSuffix(".swift") else { return false }
    // An expression that takes too long on a path does not exempt the file.
    return (included.isEmpty || included.contains { (try? $0.matches(path)) ?? true })
      && !excluded.contains { (try? $0.matches(path)) ?? false }
      && (rule.includedPaths.isEmpty || rule.includedPaths.contains { $0.matches(path) })
      && !rule.excludedPaths.contains { $0.matches(path) }
  }

  /// Returns the violations in a file, and notes about an incomplete search.
  func violations(in sections: FileSections) -> (violations: [Violation], notes: [Note]) {
    switch subject {
    case .regex(let regex, let captured): violations(of: regex, captured, in: sections)
    case .pattern(let search): violations(of: search, in: sections)
    }
  }

  private func violations(
    of search: PatternSearch, in sections: FileSections
  ) -> (violations: [Violation], notes: [Note]) {
    guard let file = sections.tree else { return ([], []) }
    let found = search.matches(in: file, limit: Self.maximumMatches + 1)
    var remaining = Self.maximumReplacements
    let violations = found.matches.prefix(Self.maximumMatches).map { match in
      let texts = { (name: String) in match.captures[name].map { file.text.text(in: $0.range) } ?? "" }
      return violation(match.range, in: file.text, isCorrectable: true, &remaining, texts)
    }
    return (violations, notes(found.matches.count, found.stop.map { "its pattern \($0.predicate)" }, sections))
  }

  private func violations(
    of regex: BudgetedRegex, _ captured: [Int], in sections: FileSections
  ) -> (violations: [Violation], notes: [Note]) {
    guard let searched = sections.text(of: rule.scope) else { return ([], []) }
    let string = searched.string
    let found = regex.search(
      searched, group: rule.captureGroup, capturing: captured, limit: Self.maximumMatches + 1)
    let matches = selected(Array(found.matches.prefix(Self.maximumMatches)), string, sections)
    var remaining = Self.maximumReplacements
    let violations = matches.map { match in
      guard rule.scope != nil else { return Violation(match.group, rule.message) }
      let text = sections.file.text
      let texts = { (name: String) in
        groups.number(of: name).flatMap { match.groups[$0] }.map { text.text(in: $0) } ?? ""
      }
      // A correction must not replace a comment or a literal that was masked for the rule.
      let isWhole = string.utf8.equals(text.bytes, in: match.whole)
      return violation(match.group, in: text, isCorrectable: isWhole, &remaining, texts)
    }
    return (violations, notes(found.matches.count, found.stop.map { "its regex \($0.predicate)" }, sections))
  }

  /// Returns the note about a search that was stopped.
  private func notes(_ count: Int, _ stop: String?, _ sections: FileSections) -> [Note] {
    let hasMore = count > Self.maximumMatches
    guard let reason = stop ?? (hasMore ? "it has more than 100,000 matches" : nil) else { return [] }
    return [
      Note(
        start: "the custom rule \(rule.id) was stopped in ", path: sections.file.text.path, end: ": \(reason)",
        unfinished: [Note.UnfinishedCheck(rule.id, rule.severity)])
    ]
  }

  private func violation(
    _ range: Range<Int>, in text: SourceText, isCorrectable: Bool, _ remaining: inout Int, _ texts: (String) -> String
  ) -> Violation {
    let message = message.text { name in
      let text = texts(name).split { $0.isWhitespace }.joined(separator: " ")
      return text.count > Self.maximumCapture ? text.prefix(Self.maximumCapture) + "…" : text
    }
    guard isCorrectable, let fix, !fix.isLonger(than: min(Self.maximumReplacement, remaining), texts) else {
      return Violation(range, message)
    }
    let replacement = fix.text(isCode: rule.syntax != nil, texts)
    guard replacement != text.text(in: range) else { return Violation(range, message) }
    remaining -= replacement.utf8.count
    return Violation(range, message, edits: [TextEdit(range, replacement)])
  }

  /// Selects the matches in the scope, or of the kinds of tokens.
  private func selected(
    _ matches: [BudgetedRegex.Match], _ string: String, _ sections: FileSections
  ) -> [BudgetedRegex.Match] {
    if let scope = rule.scope {
      guard scope != .files else { return matches }
      // Text outside the scope is masked with spaces.
      return matches.filter { !string.utf8.isBlank($0.whole) }
    }
    guard !rule.matchKinds.isEmpty || !rule.excludedMatchKinds.isEmpty, !matches.isEmpty else { return matches }
    // A file that cannot be parsed has no kinds; the other rules add a note about it.
    guard let kinds = sections.kinds else { return [] }
    return matches.filter { match in
      let kinds = kinds.kinds(in: match.whole)
      // As in SwiftLint, `match_kinds` says nothing about directives such as `#error`.
      if !rule.matchKinds.isEmpty { return kinds.subtracting([MacroKind.directive]).isSubset(of: rule.matchKinds) }
      return kinds.isDisjoint(with: rule.excludedMatchKinds)
    }
  }
}

extension String.UTF8View {
  /// Whether the bytes are spaces and newlines only.
  fileprivate func isBlank(_ range: Range<Int>) -> Bool {
    self[index(startIndex, offsetBy: range.lowerBound)..<index(startIndex, offsetBy: range.upperBound)]
      .allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
  }

  fileprivate func equals(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    self[index(startIndex, offsetBy: range.lowerBound)..<index(startIndex, offsetBy: range.upperBound)]
      .elementsEqual(bytes[range])
  }
}
