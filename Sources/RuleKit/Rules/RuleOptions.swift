// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// What can be set about a rule. The names of options are the property names in snake_case; the values of `init()` are
/// the defaults.
package protocol RuleOptions: Codable, Hashable, Sendable {
  init()

  /// One entry for each property.
  static var descriptions: [RuleOption] { get }
}

/// For rules with nothing to set.
package struct NoOptions: RuleOptions {
  package init() {}
  package static var descriptions: [RuleOption] { [] }
}
