// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import AssemblyKit
import Foundation
import ReviewContract
package import SwiftSource

/// The rules that come with reviewbot. The list is generated: `reviewbot-dev generate`.
package enum BuiltInRules {}

/// Gives the program its rules.
package struct BuiltInRulesAssembly: Assembly {
  private let trees: ParsedTrees?

  /// - Parameter trees: where the trees of files are put for others.
  package init(trees: ParsedTrees? = nil) {
    self.trees = trees
  }

  package func register(in registry: inout Registry) {
    registry.fill(.linter) { settings in
      try RuleLinter(
        rules: BuiltInRules.all, settings: settings, width: ProcessInfo.processInfo.activeProcessorCount, trees: trees)
    }
    registry.fill(.ruleCatalogue) { _ in RuleCatalogue(BuiltInRules.all) }
    registry.fill(.ruleDescriptions) { _ in BuiltInRules.all.map { $0.description }.sorted { $0.id < $1.id } }
  }
}
