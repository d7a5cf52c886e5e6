// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import SwiftSource

/// The result of the rules for one file.
struct FileReview: Sendable {
  let path: String
  var findings: [FoundFinding] = []
  var notes: [Note] = []
  /// The reasons why a rule did not look at the file, as sentences without a full stop.
  private(set) var unchecked: [String] = []
  /// The findings that comments suppress.
  private(set) var suppressed: [SuppressedFinding] = []
  /// The same without the contents of the file, for a report.
  var keptSuppressed: [SuppressedFinding] {
    zip(suppressed.map(\.located).keepingLines(), suppressed).map { SuppressedFinding($0, comment: $1.comment) }
  }
  /// Whether parsing exceeded its time limit.
  private(set) var isSlow = false
  private let file: FindingFile
  /// The texts of the findings of the last rule, by message.
  private var texts: [String: FindingTexts] = [:]
  /// The bytes of the suggestions for each line.
  private var suggestionBytes: [Int: Int] = [:]
  private let keepsCorrections: Bool

  /// - Parameter keepsCorrections: whether findings have the edits and suggestions that correct them. Checking that the
  ///   file parses with them takes as long as several rules.
  init(_ file: SourceFile, rules: RulesOfFile, keepsCorrections: Bool) {
    path = file.text.path
    self.file = FindingFile(path: path, bytes: file.text.bytes)
    self.keepsCorrections = keepsCorrections
    for active in rules.builtIn {
      if case .text(let rule) = active.check { add(rule.violations(in: file.text), of: active, in: file.text) }
    }
    if rules.needsSyntax, file.text.isSwift { check(file, rules.builtIn) }
    if !rules.custom.isEmpty { check(file, rules.custom) }
    silence(file, rules)
    if file.text.isSwift { leaveOutBrokenCorrections(in: file) }
  }

  /// Removes the corrections with which the file does not parse, so that they are not suggested either. Corrections of
  /// white space are not tried.
  private mutating func leaveOutBrokenCorrections(in file: SourceFile) {
    let changing = findings.indices.filter { file.text.isCodeChanged(by: findings[$0].edits) }
    guard !changing.isEmpty else { return }
    // Without a tree no correction is certain.
    let accepted =
      (try? file.parse()).map { ItemCheck($0).accepted(changing.map { findings[$0] }) } ?? changing.map { _ in false }
    for (index, isAccepted) in zip(changing, accepted) where !isAccepted {
      findings[index].edits = []
      findings[index].finding.suggestion = nil
      findings[index].isBroken = true
    }
  }

  /// Removes the findings that comments in the file suppress, and reports unused comments. Called last, because a
  /// comment can be for any rule.
  private mutating func silence(_ file: SourceFile, _ rules: RulesOfFile) {
    guard file.text.isSwift, file.text.mayHaveDirectives else { return }
    var suppressions = Suppressions(file.directives)
    let imported = Set(rules.custom.filter(\.isSwiftLint).map(\.rule.id))
    let silenced = suppressions.silence(
      findings.map { found in
        Suppressions.Place(
          rule: found.finding.rule, line: found.finding.range.startLine,
          group: imported.contains(found.finding.rule) ? CompiledRule.swiftLintGroup : nil)
      })
    remove(silenced)
    // If a rule could not run, its comments may be needed.
    guard notes.isEmpty, unchecked.isEmpty,
      let unused = rules.builtIn.first(where: { $0.rule is SuperfluousDisableCommandRule })
    else {
      return
    }
    let groups = imported.isEmpty ? [] : [CompiledRule.swiftLintGroup]
    let active = Set(rules.builtIn.map(\.id) + rules.custom.map(\.rule.id) + groups)
    let violations = suppressions.entries.filter { entry in
      !entry.isUsed && entry.name != unused.id && (entry.name == "all" || active.contains(entry.name))
        // SwiftLint's rule finds more, so its comment may be needed.
        && !(entry.dialect == .swiftLint && SwiftLintDifferences.narrowerRules.contains(entry.name))
    }.map { entry in
      let subject = entry.name == "all" ? "any rule" : "the rule \(entry.name)"
      return Violation(entry.range, "unused suppression: nothing here violates \(subject)")
    }
    let comments = suppressions.silence(
      violations.map { violation in
        Suppressions.Place(rule: unused.id, line: file.text.lines.line(at: violation.range.lowerBound))
      })
    let kept = findings
    findings = []
    add(violations, of: unused, in: file.text)
    remove(comments)
    findings = kept + findings
  }

  /// Moves the findings that comments suppress to a list of their own.
  ///
  /// - Parameter comments: the line of the comment for each finding, or nil.
  private mutating func remove(_ comments: [Int?]) {
    for (found, comment) in zip(findings, comments) {
      guard let comment else { continue }
      suppressed.append(SuppressedFinding(found.located, comment: comment))
    }
    findings = zip(findings, comments).filter { $1 == nil }.map(\.0)
  }

  private mutating func check(_ file: SourceFile, _ rules: [CompiledRule]) {
    let sections = FileSections(file)
    for compiled in rules {
      let found = compiled.violations(in: sections)
      notes += found.notes
      for violation in found.violations {
        add(violation, of: compiled.rule.id, severity: compiled.rule.severity, in: file.text)
      }
    }
    unchecked += sections.unchecked
    isSlow = isSlow || sections.isSlow
  }

  private mutating func check(_ file: SourceFile, _ rules: [ActiveRule]) {
    do throws(ParseRefusal) {
      let parsed = try file.parse()
      for active in rules {
        if case .syntax(let rule) = active.check {
          add(rule.violations(in: parsed), of: active, in: file.text)
        }
      }
    } catch {
      if case .tooSlow = error { isSlow = true }
      unchecked.append("rules that need its syntax were not applied, because \(error)")
    }
  }

  /// The limit of the bytes of the suggestions for a line. Each repeats the whole line, so that all of them would grow
  /// with the square of its length; only one of them can be applied anyway.
  private static let maximumSuggestionBytes = 16 << 10

  private mutating func suggestion(_ edits: [TextEdit], in text: SourceText) -> Suggestion? {
    guard let first = edits.first else { return nil }
    let line = text.lines.line(at: first.range.lowerBound)
    let remaining = Self.maximumSuggestionBytes - suggestionBytes[line, default: 0]
    guard text.range(ofLine: line).count <= remaining, let suggestion = Suggestion(edits, in: text),
      suggestion.replacement.utf8.count <= remaining
    else { return nil }
    suggestionBytes[line, default: 0] += suggestion.replacement.utf8.count
    return suggestion
  }

  private mutating func add(_ violations: [Violation], of rule: ActiveRule, in text: SourceText) {
    for violation in violations.prefix(Self.maximumPerRule) {
      add(violation, of: rule.id, severity: rule.severity, in: text)
    }
    if violations.count > Self.maximumPerRule {
      unchecked.append("the rule \(rule.id) has more than \(Self.maximumPerRule) findings in it")
    }
  }

  /// The limit of the findings of one rule in one file, because a file of 32 MiB can have as many as bytes.
  private static let maximumPerRule = 100_000

  private mutating func add(_ violation: Violation, of rule: String, severity: Severity, in text: SourceText) {
    let start = text.lines.position(at: violation.range.lowerBound)
    let end = text.lines.position(at: violation.range.upperBound)
    let edits = keepsCorrections ? violation.edits.map { text.withLineBreaks($0) } : []
    let range = SourceRange(
      startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column)
    let finding = Finding(
      texts(rule, violation.message), severity: violation.severity ?? severity, range: range,
      suggestion: suggestion(edits, in: text))
    findings.append(
      FoundFinding(located: LocatedFinding(finding, line: text.range(ofLine: start.line)), edits: edits))
  }

  private mutating func texts(_ rule: String, _ message: String) -> FindingTexts {
    if let known = texts[message], known.rule == rule { return known }
    let new = FindingTexts(rule: rule, message: message, in: file)
    texts[message] = new
    return new
  }
}

/// The rules that apply to one file.
struct RulesOfFile: Sendable {
  let builtIn: [ActiveRule]
  let custom: [CompiledRule]
  /// Whether a built-in rule needs the syntax tree.
  let needsSyntax: Bool

  init(builtIn: [ActiveRule], custom: [CompiledRule]) {
    self.builtIn = builtIn
    self.custom = custom
    needsSyntax = builtIn.contains { if case .syntax = $0.check { true } else { false } }
  }

  var isEmpty: Bool { builtIn.isEmpty && custom.isEmpty }
}

/// A rule that is on, with its settings. A class, because all of them are visited for each file.
final class ActiveRule: Sendable {
  let id: String
  let severity: Severity
  let subject: RuleDescription.Subject
  let rule: any Rule
  let check: RuleCheck
  private let included: [Glob]
  private let excluded: [Glob]

  /// - Returns: `nil` for a rule that is off.
  init?(
    _ type: any Rule.Type, setting: RuleSetting?, defaults: RuleSettings.Defaults, knownRules: [String],
    today: CalendarDay
  ) throws(RuleSettingsError) {
    let description = type.description
    let isSwiftLint = defaults == .swiftLint
    guard setting?.isOn ?? (isSwiftLint ? description.swiftLint?.isOn == true : !description.isOptIn) else {
      return nil
    }
    id = description.id
    severity = setting?.severity ?? (isSwiftLint ? description.swiftLint?.severity : nil) ?? description.severity
    subject = description.subject
    included = setting?.included ?? []
    excluded = setting?.excluded ?? []
    do {
      let inherited = isSwiftLint ? description.swiftLint?.options ?? [:] : [:]
      rule = try type.make(
        options: inherited.merging(setting?.options ?? [:]) { _, set in set }, knownRules: knownRules, today: today)
      check = rule.check
    } catch {
      throw RuleSettingsError(message: "the rule \(description.id): \(error.message)")
    }
  }

  /// Whether the settings do not restrict the rule to some paths.
  var hasNoPaths: Bool { included.isEmpty && excluded.isEmpty }

  func applies(to path: String) -> Bool {
    guard subject == .textFiles || path.hasSuffix(".swift") else { return false }
    guard included.isEmpty || included.contains(where: { $0.matches(path) }) else { return false }
    return !excluded.contains { $0.matches(path) }
  }
}

extension Rule {
  /// Makes the rule.
  ///
  /// - Parameters:
  ///   - knownRules: the identifiers of all rules, for the rule that checks the names in suppressions.
  ///   - today: for the rule about dates in comments.
  /// - Throws: ``RuleSettingsError`` if an option is unknown or has a value of another type.
  package static func make(
    options: [String: OptionValue], knownRules: [String], today: CalendarDay
  ) throws(RuleSettingsError) -> any Rule {
    let rule = Self(options: try OptionCoding.decode(Options.self, from: options))
    if var suppressions = rule as? InvalidSuppressionRule {
      suppressions.knownRules = knownRules
      return suppressions
    }
    if var dates = rule as? ExpiringTodoRule {
      dates.today = today
      return dates
    }
    return rule
  }
}
