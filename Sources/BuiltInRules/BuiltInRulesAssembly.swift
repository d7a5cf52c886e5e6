// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
import Foundation
import ReviewCore
import RuleKit

/// Gives the program its rules.
package struct BuiltInRulesAssembly: Assembly {
  package init() {}

  package func register(in registry: inout Registry) {
    registry.fill(.reviewer) { settings in
      try RuleReviewer(
        rules: BuiltInRules.all, settings: settings, width: ProcessInfo.processInfo.activeProcessorCount)
    }
    registry.fill(.ruleCatalogue) { _ in RuleCatalogue(BuiltInRules.all) }
    registry.fill(.ruleDescriptions) { _ in BuiltInRules.all.map { $0.description }.sorted { $0.id < $1.id } }
  }
}
