// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A pattern of nodes of the syntax tree: Swift text with metavariables, a kind of node, or both.
public struct SyntaxPattern: Hashable, Codable, Sendable {
  /// Swift text, in which `$NAME` stands for one node and `$$$NAME` for any number of elements; empty for any node of
  /// the kind.
  public var pattern: String
  /// SwiftSyntax's name of the kind in snake case, such as `force_unwrap_expr`; empty for the kind of the pattern.
  public var kind: String
  /// The kind of the node inside the pattern that is matched; the rest of the pattern is context for the parser. Empty
  /// for the whole pattern.
  public var selector: String

  public init(pattern: String = "", kind: String = "", selector: String = "") {
    self.pattern = pattern
    self.kind = kind
    self.selector = selector
  }
}

/// Further conditions for a node that matches a pattern. One pattern of each list must match; of the `not` lists, none.
public struct PatternConditions: Hashable, Codable, Sendable {
  /// Patterns for an enclosing node.
  public var inside: [SyntaxPattern] = []
  public var notInside: [SyntaxPattern] = []
  /// Patterns for a node inside it.
  public var has: [SyntaxPattern] = []
  public var notHas: [SyntaxPattern] = []
  /// Patterns for the statement or member directly before it.
  public var follows: [SyntaxPattern] = []
  public var captures: [CaptureCondition] = []

  package init() {}
}

/// A condition for the text of a capture.
public struct CaptureCondition: Hashable, Codable, Sendable {
  /// The name of the metavariable without `$`.
  public var name: String
  /// A regular expression that matches in the text; empty for none.
  public var regex: String
  /// A regular expression that does not match in the text; empty for none.
  public var notRegex: String
  /// The name of a capture with the same text, apart from white space and comments; empty for none.
  public var equals: String

  public init(name: String = "", regex: String = "", notRegex: String = "", equals: String = "") {
    self.name = name
    self.regex = regex
    self.notRegex = notRegex
    self.equals = equals
  }
}

/// The reason why a custom rule cannot be used.
public struct CustomRuleProblem: Error, Hashable, Sendable {
  /// The key of the rule, such as `pattern`; empty for the rule as a whole.
  public let key: String
  /// One sentence without a full stop.
  public let message: String

  package init(_ key: String, _ message: String) {
    self.key = key
    self.message = message
  }
}

/// Validates a custom rule by compiling it. A closure, because the reader of the configuration depends on neither the
/// rules nor the parser.
public struct CustomRuleCheck: Hashable, Sendable {
  public let problems: @Sendable (CustomRule) -> [CustomRuleProblem]

  public init(problems: @escaping @Sendable (CustomRule) -> [CustomRuleProblem] = { _ in [] }) {
    self.problems = problems
  }

  /// Always equal, because a program has one check.
  public static func == (left: CustomRuleCheck, right: CustomRuleCheck) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}
