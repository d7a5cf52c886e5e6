// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Rules
import Testing

/// The lists of SwiftLint's rules for reading its configurations, and those of the rules and of their documentation.
struct SwiftLintTablesTests {
  /// Reviewbot's rules with SwiftLint's identifiers.
  private func rules(areOn: Bool) -> Set<String> {
    Set(BuiltInRules.all.map { $0.description }.filter { $0.swiftLint?.isOn == areOn }.map(\.id))
  }

  @Test func `every rule that is on in SwiftLint is available`() {
    // A key for the rules of the repository.
    #expect(rules(areOn: true) == SwiftLintRules.standard.subtracting(["custom_rules"]))
  }

  @Test func `every opt-in rule of SwiftLint is available`() {
    #expect(rules(areOn: false) == SwiftLintRules.optIn)
  }

  @Test func `rules of other versions are not rules of this one`() {
    let others = SwiftLintRules.newer.union(SwiftLintRules.removed).union(SwiftLintNames.renamed.keys)
    #expect(others.count == SwiftLintRules.newer.count + SwiftLintRules.removed.count + SwiftLintNames.renamed.count)
    #expect(others.allSatisfy { !SwiftLintRules.contains($0) })
    #expect(SwiftLintNames.renamed.values.allSatisfy(SwiftLintRules.contains))
    #expect(Set(SwiftLintNames.widened.keys).isSubset(of: SwiftLintNames.renamed.keys))
  }

  @Test func `the analyzer rules of SwiftLint are documented`() {
    #expect(Set(SwiftLintDifferences.analyzerRules) == SwiftLintRules.analyzer)
  }
}
