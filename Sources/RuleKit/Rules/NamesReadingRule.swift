// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

/// A rule that has to know which rules there are.
package protocol NamesReadingRule: Rule {
  /// The identifiers of all rules. Filled in before the rule runs.
  var knownRules: [String] { get set }
}
