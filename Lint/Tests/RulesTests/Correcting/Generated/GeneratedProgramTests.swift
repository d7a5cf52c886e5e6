// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import RuleTesting
import Rules
import SeededTesting
import SwiftSource
import Testing

/// The corrections of all rules, checked by the compiler: the corrected text of a valid program is valid.
struct GeneratedProgramTests {
  private static let declarations = 40

  @Test(arguments: Soak.seeds(Thorough.isOn ? 2 : 1, long: 400))
  func `a generated program type-checks after all corrections`(seed: UInt64) async throws {
    let program = GeneratedProgram(seed: seed, count: Self.declarations).text
    let linter = try Self.linter()
    try await withScratchDirectory { folder in
      for flags in [[], ["-DDEBUG"]] {
        try folder.write("a.swift", program)
        let errors = try Compiler.errors(in: "a.swift", of: folder, flags)
        try #require(errors == "", "seed \(seed) makes no valid program: \(errors)")
      }
      let fixed = try #require(linter.corrected(SourceText(path: "a.swift", text: program)))
      #expect(fixed.counts.count > 10)
      for flags in [[], ["-DDEBUG"]] {
        try folder.write("a.swift", String(decoding: fixed.bytes, as: UTF8.self))
        #expect(try Compiler.errors(in: "a.swift", of: folder, flags) == "", "seed \(seed)")
      }
    }
  }

  /// All rules with corrections, except one of those that contradict each other.
  private static func linter() throws -> RuleLinter {
    let rules = BuiltInRules.all.map { rule in
      let id = rule.description.id
      return (id, RuleSetting(isOn: rule.description.isCorrectable && id != "contrasted_opening_brace"))
    }
    return try RuleLinter(
      rules: BuiltInRules.all, settings: RuleSettings(rules: Dictionary(uniqueKeysWithValues: rules)), width: 1)
  }
}
