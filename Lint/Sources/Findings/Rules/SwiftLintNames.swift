// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The names of rules in other versions of SwiftLint than 0.58, whose identifiers the rules have.
public enum SwiftLintNames {
  /// The identifiers by the name in an earlier or a later version.
  public static let renamed = [
    "function_name_whitespace": "operator_whitespace", "if_let_shadowing": "shorthand_optional_binding",
    "implicit_optional_initialization": "redundant_optional_initialization",
    "redundant_self": "redundant_self_in_closure", "unused_private_declaration": "unused_declaration",
    "variable_name": "identifier_name",
  ]

  /// What a renamed rule does in later versions, and not here, as a sentence without a full stop, by the later name.
  public static let widened = [
    "function_name_whitespace": "only the names of operators are checked",
    "implicit_optional_initialization": "only redundant initializations are found, as with `style: always`",
    "redundant_self": "only closures are checked, as with `only_in_closures: true`",
  ]

  /// Returns the identifier of a rule with the name in any version; the name itself if it is not another one.
  public static func identifier(_ name: String) -> String { renamed[name] ?? name }
}
