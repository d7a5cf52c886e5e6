// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ArgumentParser
import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct RuleTemplateTests {
  @Test func `a template names its file, type and identifier after the rule`() throws {
    let template = try #require(RuleTemplate(name: "ForceCast", kind: "idiomatic"))
    #expect(template.path == "Lint/Sources/Rules/BuiltIn/ForceCastRule.swift")
    #expect(template.text.contains("struct ForceCastRule: SyntaxRule"))
    #expect(template.text.contains("id: \"force_cast\", name: \"Force Cast\""))
    #expect(template.text.contains(#"let text = \"here\""#))
  }

  @Test(arguments: ["", "forceCast", "Force-Cast", "../Force", "ForceCastRule", "Förce", "1Force"])
  func `an invalid rule name is rejected`(name: String) {
    #expect(RuleTemplate(name: name, kind: "lint") == nil)
  }

  @Test func `new-rule creates a file and does not overwrite it`() async throws {
    try await withScratchDirectory { folder in
      try NewRuleCommand.parse(["ForceCast", "--kind", "style", "--root", folder.path.string]).run()
      #expect(folder.exists("Lint/Sources/Rules/BuiltIn/ForceCastRule.swift"))
      #expect(throws: CheckFailure(["Lint/Sources/Rules/BuiltIn/ForceCastRule.swift: exists already"])) {
        try NewRuleCommand.parse(["ForceCast", "--root", folder.path.string]).run()
      }
    }
  }
}
