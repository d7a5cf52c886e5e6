// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// A named selection of rules, which a configuration can adjust.
public enum RulePreset: String, CaseIterable, Sendable {
  /// Only rules about probable mistakes.
  case relaxed
  /// Reviewbot's default.
  case standard
  /// The default, and rules that most teams accept once they are familiar with them.
  case strict
  /// The rules that SwiftLint has on by default.
  case swiftlint

  /// The identifiers of the rules that are on, sorted.
  ///
  /// - Parameter types: all available rules.
  public func rules(among types: [any Rule.Type] = BuiltInRules.all) -> [String] {
    types.map { $0.description }.filter(includes).map(\.id).sorted()
  }

  private func includes(_ rule: RuleDescription) -> Bool {
    switch self {
    case .relaxed: !rule.isOptIn && (rule.kind == .lint || rule.severity == .error)
    case .standard: !rule.isOptIn
    case .strict: !rule.isOptIn || Self.strictRules.contains(rule.id)
    case .swiftlint: rule.swiftLint?.isOn == true
    }
  }

  private static let strictRules: Set<String> = [
    "array_init", "async_without_await", "closing_brace", "closure_body_length", "closure_spacing", "colon",
    "comment_spacing", "contains_over_filter_count", "contains_over_filter_is_empty", "contains_over_first_not_nil",
    "contains_over_range_nil_comparison", "direct_return", "discouraged_assert", "discouraged_none_name",
    "empty_collection_literal", "empty_count", "empty_string", "explicit_init", "fatal_error_message", "first_where",
    "flatmap_over_map_reduce", "for_where", "force_unwrapping", "function_parameter_count", "identical_operands",
    "identifier_name", "implicitly_unwrapped_optional", "joined_default_parameter", "last_where", "legacy_multiple",
    "local_doc_comment", "lower_acl_than_parent", "missing_docs", "nesting", "number_separator",
    "opening_brace", "operator_usage_whitespace", "optional_data_string_conversion", "optional_enum_case_matching",
    "period_spacing", "prefer_self_in_static_references", "reduce_into", "redundant_nil_coalescing",
    "redundant_type_annotation", "return_value_from_void_function", "shorthand_optional_binding", "sorted_first_last",
    "statement_position", "static_operator", "syntactic_sugar", "test_without_assertion", "toggle_bool",
    "type_body_length", "type_name", "unhandled_throwing_task", "unowned_variable_capture", "unstructured_task",
    "untyped_error_in_catch", "unused_parameter", "weak_delegate", "yoda_condition",
  ]
}
