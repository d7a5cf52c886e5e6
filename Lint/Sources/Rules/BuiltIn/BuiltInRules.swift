// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
public enum BuiltInRules {
  /// The identifier of the rule about files that cannot be parsed.
  public static let parseError = ParseErrorRule.description.id
}
