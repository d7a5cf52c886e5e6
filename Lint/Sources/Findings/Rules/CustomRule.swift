// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A rule that a configuration defines: by a regular expression of `lint.custom`, by one with the semantics of
/// SwiftLint's `custom_rules`, or by a pattern of the syntax tree.
///
/// Expressions and patterns come from a configuration file and are hostile: they are evaluated with a budget of steps.
public struct CustomRule: Hashable, Codable, Sendable {
  /// The text that a regular expression of `lint.custom` is applied to.
  public enum Scope: String, Hashable, Codable, Sendable, CaseIterable {
    /// Swift code without comments and without the contents of string literals.
    case code
    case comments
    /// The contents of string literals.
    case strings
    /// The whole text of any text file.
    case files
  }

  /// An example of code with or without findings of the rule.
  public struct Example: Hashable, Codable, Sendable {
    public var code: String
    /// The code after the correction; empty if it is not stated.
    public var fixed: String

    public init(code: String = "", fixed: String = "") {
      self.code = code
      self.fixed = fixed
    }
  }

  public struct Examples: Hashable, Codable, Sendable {
    /// Texts without a finding.
    public var good: [Example] = []
    /// Texts with at least one finding.
    public var bad: [Example] = []

    public init() {}
  }

  public var id: String
  public var isOn = true
  public var name: String
  public var message: String
  public var severity: Severity
  /// The expression in ICU's syntax; `^` and `$` match at line breaks, and with SwiftLint's semantics `.` matches them
  /// too. Empty for a rule with a pattern.
  public var regex: String
  /// The group of the match that is the finding; 0 for the whole match.
  public var captureGroup: Int
  /// Expressions for the paths of the files to check; all files if empty.
  public var included: [String]
  public var excluded: [String]
  /// The kinds that every token of a match must have; any if empty. Kinds have SourceKit's names, such as `comment`.
  public var matchKinds: Set<String>
  /// The kinds that no token of a match may have.
  public var excludedMatchKinds: Set<String>
  /// Nil for SwiftLint's semantics, and for a pattern.
  public var scope: Scope?
  /// Nil for a regular expression.
  public var syntax: SyntaxPattern?
  public var conditions = PatternConditions()
  /// The only files that a rule of `lint.custom` checks; all files if empty.
  public var includedPaths: [Glob] = []
  public var excludedPaths: [Glob] = []
  /// The replacement of the finding's text, with captures; nil if the correction requires a decision.
  public var fix: String?
  public var examples = Examples()

  public init(
    id: String, name: String? = nil, message: String = "regex matched", severity: Severity = .warning, regex: String,
    captureGroup: Int = 0, included: [String] = [], excluded: [String] = [], matchKinds: Set<String> = [],
    excludedMatchKinds: Set<String> = []
  ) {
    self.id = id
    self.name = name ?? id
    self.message = message
    self.severity = severity
    self.regex = regex
    self.captureGroup = captureGroup
    self.included = included
    self.excluded = excluded
    self.matchKinds = matchKinds
    self.excludedMatchKinds = excludedMatchKinds
  }

  /// The kinds of tokens. SourceKit prefixes their names with `source.lang.swift.syntaxtype.`.
  public static let kinds: Set<String> = [
    "argument", "attribute.builtin", "attribute.id", "buildconfig.id", "buildconfig.keyword", "comment", "comment.mark",
    "comment.url", "doccomment", "doccomment.field", "identifier", "keyword", "number", "objectliteral", "operator",
    "parameter", "placeholder", "string", "string_interpolation_anchor", "typeidentifier", "pounddirective.keyword",
  ]
}
