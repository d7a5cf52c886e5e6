// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

// Written by `reviewbot-dev generate`; do not edit.

extension BuiltInRules {
  package static let all: [any Rule.Type] = [
    ConflictMarkerRule.self,
    CyclomaticComplexityRule.self,
    DebugPrintRule.self,
    EmptyCatchRule.self,
    EmptyCountRule.self,
    FileLengthRule.self,
    ForceCastRule.self,
    ForceTryRule.self,
    ForceUnwrappingRule.self,
    FunctionBodyLengthRule.self,
    ImplicitlyUnwrappedOptionalRule.self,
    InvalidSuppressionRule.self,
    LargeTupleRule.self,
    LineLengthRule.self,
    TodoRule.self,
    TrailingSemicolonRule.self,
    TrailingWhitespaceRule.self,
    UnusedOptionalBindingRule.self,
  ]
}
