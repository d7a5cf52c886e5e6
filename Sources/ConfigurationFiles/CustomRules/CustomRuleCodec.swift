// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

extension ConfigurationCodec<[CustomRule]> {
  /// The maximum number of rules, because each rule takes time.
  static let maximumCount = 200

  /// The rules of `lint.custom`.
  static var customRules: ConfigurationCodec {
    let rules = mappings(ConfigurationCodec<CustomRule>.customRule, upTo: maximumCount)
    return ConfigurationCodec(description: rules.description, text: rules.text) { (node) throws(ValueError) in
      if case .sequence(let items) = node.content, items.count > maximumCount {
        throw ValueError("expected at most \(maximumCount) rules, found \(items.count)", remedy: "remove some of them")
      }
      return try rules.read(node)
    }
  }
}

extension ConfigurationCodec<CustomRule> {
  static let maximumText = 10_000
  private static let maximumMessage = 500

  static var customRule: ConfigurationCodec {
    mapping(
      "mapping with id, message and a regex or a pattern", CustomRule(id: "", message: "", regex: ""), keys,
      required: ["id", "message"], finish: finish)
  }

  private static var keys: [ConfigurationKey<CustomRule>] {
    [
      ConfigurationKey(
        "id", \.id, .text(upTo: 64), "The name of the rule: lower-case letters, digits and underscores.",
        example: "no_print"),
      ConfigurationKey(
        "message", \.message, .text(upTo: maximumMessage),
        "The message of a finding, with captures such as `$1` or `$NAME`.",
        example: "use the logger"),
      ConfigurationKey("severity", \.level, .ruleLevel, "`off`, `on` (a warning), or the severity of the findings."),
      ConfigurationKey("regex", \.regex, .text(upTo: maximumText), "A regular expression in ICU's syntax."),
      ConfigurationKey(
        "in", \.scope, .optional(.choice), "The text that the regular expression is applied to; `code` by default."),
      ConfigurationKey("pattern", \.syntaxOrEmpty.pattern, .text(upTo: maximumText), "Swift code with metavariables."),
      ConfigurationKey("kind", \.syntaxOrEmpty.kind, .text(upTo: 80), "The kind of the node in snake case."),
      ConfigurationKey(
        "selector", \.syntaxOrEmpty.selector, .text(upTo: 80),
        "The kind of the node within the pattern to search for."),
      ConfigurationKey(
        "inside", \.conditions.inside, .patterns, "Patterns, one of which an enclosing node must match."),
      ConfigurationKey("not_inside", \.conditions.notInside, .patterns, "Patterns that no enclosing node may match."),
      ConfigurationKey("has", \.conditions.has, .patterns, "Patterns, one of which a contained node must match."),
      ConfigurationKey("not_has", \.conditions.notHas, .patterns, "Patterns that no contained node may match."),
      ConfigurationKey(
        "follows", \.conditions.follows, .patterns,
        "Patterns, one of which the preceding statement or member must match."),
      ConfigurationKey("where", \.conditions.captures, .captureConditions, "Conditions that the captures must meet."),
      ConfigurationKey(
        "fix", \.fix, .optionalText(upTo: maximumText), "The replacement for the match, with captures."),
      ConfigurationKey("included", \.includedPaths, .globs.orNone, "The only files that the rule checks."),
      ConfigurationKey("excluded", \.excludedPaths, .globs.orNone, "Files that the rule does not check."),
      ConfigurationKey("examples", \.examples, .ruleExamples, "Code without (`good`) and with (`bad`) a finding."),
    ]
  }

  private static func finish(_ rule: inout CustomRule, _ keys: KeyLocations) -> [ValueError] {
    var errors: [ValueError] = []
    func add(_ message: String, _ key: String) { errors.append(ValueError(message, at: keys.mark(of: key))) }
    if keys.has("id"), !CustomRule.isIdentifier(rule.id) {
      add(
        "id: expected lower-case letters, digits and underscores, beginning with a letter, found \(shown(rule.id))",
        "id")
    }
    let isPattern = keys.has("pattern") || keys.has("kind")
    if keys.has("regex") == isPattern {
      add("expected either a regex, or a pattern or kind", isPattern ? "regex" : "id")
    }
    for key in ["selector", "inside", "not_inside", "has", "not_has", "follows", "where"]
    where keys.has(key) && !isPattern {
      add("\(key): allowed only in rules with a pattern", key)
    }
    if keys.has("selector"), !keys.has("pattern") { add("selector: allowed only in rules with a pattern", "selector") }
    if isPattern, keys.has("in") { add("in: allowed only in rules with a regex", "in") }
    if !isPattern {
      rule.syntax = nil
      rule.scope = rule.scope ?? .code
    }
    rule.name = rule.id
    return errors
  }
}

extension CustomRule {
  /// Returns whether a text can be the name of a rule in configurations and comments.
  static func isIdentifier(_ id: String) -> Bool {
    guard (1...64).contains(id.utf8.count), let first = id.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return false }
    return id.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
      default: false
      }
    }
  }

  fileprivate var syntaxOrEmpty: SyntaxPattern {
    get { syntax ?? SyntaxPattern() }
    set { syntax = newValue }
  }

  /// The value of `severity` in the configuration.
  fileprivate var level: String {
    get { isOn ? severity.rawValue : "off" }
    set {
      isOn = newValue != "off"
      severity = Severity(rawValue: newValue) ?? .warning
    }
  }
}
