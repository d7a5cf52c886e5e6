// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
public enum BuiltInRules {
  /// The identifier of the rule about files that cannot be parsed.
  public static let parseError = ParseErrorRule.description.id

  /// The identifier of the rule about long files.
  public static let fileLength = FileLengthRule.description.id
  /// The identifier of the rule about long types.
  public static let typeBodyLength = TypeBodyLengthRule.description.id

  public static let all: [any Rule.Type] = topics.map(\.rule)

  /// The folder of the pages about the rules, in reviewbot's repository.
  public static let pages = "Documentation/rules"

  /// Returns the name of the page about the rules of a topic.
  public static func page(ofTopic topic: String) -> String { "\(topic.lowercased()).md" }

  /// Returns the section about a rule, such as `Documentation/rules/idioms.md#force_try`; `nil` for an unknown rule.
  public static func documentation(of id: String) -> String? {
    topics.first { $0.rule.description.id == id }.map { "\(pages)/\(page(ofTopic: $0.topic))#\(id)" }
  }
}
