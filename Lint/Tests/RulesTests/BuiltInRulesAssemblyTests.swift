// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Rules
import Testing

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
