// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleTesting
import Rules
import Testing

struct RuleExamplesTests {
  @Test(arguments: BuiltInRules.all.map { $0.description.id })
  func `the examples of every rule have the expected findings`(id: String) throws {
    let rule = try #require(BuiltInRules.all.first { $0.description.id == id })
    #expect(ExampleRun(rule, among: BuiltInRules.all).problems() == [])
  }

  @Test func `no two rules have the same identifier`() {
    let ids = BuiltInRules.all.map { $0.description.id }
    #expect(Set(ids).count == ids.count)
  }
}
