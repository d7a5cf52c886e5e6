// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
package import ReviewContract

extension Factory<RuleSettings, any Reviewer> {
  /// Makes the reviewer that applies rules as they are set.
  package static var reviewer: Factory<RuleSettings, any Reviewer> { Factory("reviewer") }
}

extension Slot<RuleCatalogue> {
  /// What a configuration may say about rules.
  package static var ruleCatalogue: Slot<RuleCatalogue> { Slot("ruleCatalogue") }
}

extension Slot<[RuleDescription]> {
  /// All rules, ordered by identifier.
  package static var ruleDescriptions: Slot<[RuleDescription]> { Slot("ruleDescriptions") }
}
