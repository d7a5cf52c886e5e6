// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import AssemblyKit
import ReviewContract
import Rules
import Testing

struct BuiltInRulesAssemblyTests {
  private let registry = Registry([BuiltInRulesAssembly()])

  @Test func `fills its slots`() throws {
    try registry.check()
    var resolver = registry.resolver()
    let descriptions: [RuleDescription] = try resolver(.ruleDescriptions)
    let catalogue: RuleCatalogue = try resolver(.ruleCatalogue)
    #expect(descriptions.map(\.id) == catalogue.rules.map(\.id))
    #expect(descriptions.count >= 10)
  }

  @Test func `refuses settings for a rule that there is not`() throws {
    var resolver = registry.resolver()
    let make = try resolver(Factory<RuleSettings, any Linter>.linter)
    #expect(throws: RuleSettingsError.self) { try make(RuleSettings(rules: ["no_such_rule": RuleSetting()])) }
    _ = try make(RuleSettings())
  }
}
