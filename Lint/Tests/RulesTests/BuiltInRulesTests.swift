// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import SwiftSource
import Testing

struct RulePresetTests {
  @Test func `each preset contains the rules of the less strict ones`() {
    let (relaxed, standard, strict) = (
      Set(RulePreset.relaxed.rules()), Set(RulePreset.standard.rules()), Set(RulePreset.strict.rules())
    )
    #expect(relaxed.isStrictSubset(of: standard))
    #expect(standard.isStrictSubset(of: strict))
    #expect(standard == Set(BuiltInRules.all.map { $0.description }.filter { !$0.isOptIn }.map(\.id)))
    #expect(RulePreset.swiftlint.rules().count == 99)
  }

  @Test func `no rule of SwiftLint is both available and listed as missing`() {
    let known = BuiltInRules.all.map { $0.description }.filter { $0.swiftLint != nil }.map(\.id)
    #expect(Set(known).isDisjoint(with: SwiftLintDifferences.analyzerRules))
    #expect(Set(SwiftLintDifferences.differences.keys).isSubset(of: known))
    #expect(known.count >= 209)
  }

  @Test func `the time shares of rules and parsing add up to one`() throws {
    let linter = try RuleLinter(rules: BuiltInRules.all, settings: RuleSettings(), width: 1)
    let times = linter.timings(of: [
      SourceText(path: "a.swift", text: "let a = try! b()\n"), SourceText(path: "b.txt", text: ""),
    ])
    #expect(times.contains { $0.id == RuleTime.parsing })
    #expect(times.contains { $0.id == "force_try" })
    #expect(abs(times.map(\.share).reduce(0, +) - 1) < 0.001)
  }
}

struct BuiltInRulesAssemblyTests {
  private let assembly = BuiltInRulesAssembly()

  @Test func `the catalogue has at least ten rules, sorted by id`() {
    let ids = assembly.catalogue.rules.map(\.id)
    #expect(ids == ids.sorted())
    #expect(ids.count >= 10)
  }

  @Test func `settings for an unknown rule are rejected`() throws {
    #expect(throws: RuleSettingsError.self) {
      try assembly.linter(RuleSettings(rules: ["no_such_rule": RuleSetting()]))
    }
    _ = try assembly.linter(RuleSettings())
  }
}
