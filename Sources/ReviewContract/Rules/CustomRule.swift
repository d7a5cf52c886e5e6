// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A rule that a configuration defines by a regular expression, with the semantics of SwiftLint's `custom_rules`.
///
/// The expressions come from a configuration file and are hostile: they are evaluated with a budget of steps.
package struct CustomRule: Hashable, Codable, Sendable {
  package let id: String
  package var name: String
  package var message: String
  package var severity: Severity
  /// In ICU's syntax; `^` and `$` match at line breaks, and `.` matches them too.
  package var regex: String
  /// Which group of the match is the finding; 0 for the whole match.
  package var captureGroup: Int
  /// Expressions for the paths of files; a file that none of them matches is not checked. All files if empty.
  package var included: [String]
  package var excluded: [String]
  /// The kinds that every token of a match must have; any if empty. Kinds have SourceKit's names, such as `comment`.
  package var matchKinds: Set<String>
  /// The kinds that no token of a match may have.
  package var excludedMatchKinds: Set<String>

  package init(
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

  /// The names of the kinds of tokens, which SourceKit prefixes with `source.lang.swift.syntaxtype.`.
  package static let kinds: Set<String> = [
    "argument", "attribute.builtin", "attribute.id", "buildconfig.id", "buildconfig.keyword", "comment", "comment.mark",
    "comment.url", "doccomment", "doccomment.field", "identifier", "keyword", "number", "objectliteral", "operator",
    "parameter", "placeholder", "string", "string_interpolation_anchor", "typeidentifier", "pounddirective.keyword",
  ]
}
