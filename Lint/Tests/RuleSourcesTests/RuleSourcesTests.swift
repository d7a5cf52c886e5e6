// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import RuleSources
import RuleTesting
import SystemPackage
import Testing

struct RuleSourcesTests {
  private static let rules = "Sources/Rules/BuiltIn"

  @Test func `a new rule is beside its kin, in the shape of other rules, and in the list`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("\(Self.rules)/Idioms/ForceRules.swift", "struct ForceTryRule: PlainRule {}\n")
      let rule = try NewRule(id: "no_foo", topic: "Idioms", kind: "style", in: RuleFolder(folder.path.string))
      #expect(rule.file.path == "\(Self.rules)/Idioms/NoFooRule.swift")
      #expect(rule.file.text.contains("struct NoFooRule: PlainRule, NodeRule {"))
      #expect(
        rule.file.text.contains("id: \"no_foo\", summary: \"Say in one sentence why this matters.\", kind: .style,"))
      #expect(rule.file.text.contains(#"nonTriggering: ["let nothing = there", "let text = \"here\""])"#))
      #expect(try rule.write() == [rule.file.path, "\(Self.rules)/BuiltInRules+Generated.swift"])
      #expect(folder.exists(rule.file.path))
      let list = try RuleRegistry(RuleFolder(folder.path.string)).file.text
      #expect(list.hasSuffix("= [\n    (ForceTryRule.self, \"Idioms\"),\n    (NoFooRule.self, \"Idioms\"),\n  ]\n}\n"))
      #expect(throws: RuleSourcesError.self) { try rule.write() }
    }
  }

  @Test(arguments: ["", "NoFoo", "no-foo", "../no_foo", "no_foo_rule", "no__foo", "1_foo", "nö_foo"])
  func `an invalid identifier is rejected`(id: String) async throws {
    try await withScratchDirectory { folder in
      try folder.write("\(Self.rules)/Idioms/ForceRules.swift", "")
      #expect(throws: RuleSourcesError.self) {
        try NewRule(id: id, topic: "Idioms", kind: "lint", in: RuleFolder(folder.path.string))
      }
    }
  }

  @Test func `an unknown topic is answered with the known ones`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("\(Self.rules)/Idioms/ForceRules.swift", "")
      try folder.write("\(Self.rules)/Names/NameRules.swift", "")
      try folder.write("\(Self.rules)/OtherRule.swift", "")
      let error = #expect(throws: RuleSourcesError.self) {
        try NewRule(id: "no_foo", topic: "Idoms", kind: "lint", in: RuleFolder(folder.path.string))
      }
      #expect(error?.description == "unknown topic Idoms; --topic is one of Idioms, Names")
    }
  }

  @Test func `the list of rules reads files of rules only`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("\(Self.rules)/Names/SecondRules.swift", "struct SecondRule: TextRule { struct Options {} }\n")
      try folder.write("\(Self.rules)/FirstRule.swift", "// struct OtherRule\nstruct FirstRule {}\n")
      try folder.write("\(Self.rules)/Part.swift", "struct PartRule {}\n")
      let registry = try RuleRegistry(RuleFolder(folder.path.string))
      let list = "= [\n    (FirstRule.self, \"\"),\n    (SecondRule.self, \"Names\"),\n  ]\n}\n"
      #expect(registry.file.text.hasSuffix(list))
      #expect(registry.topics == ["FirstRule": "", "SecondRule": "Names"])
    }
  }

  @Test func `the list of rules of this package is up to date`() throws {
    let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
    let file = try RuleRegistry(RuleFolder(root.string)).file
    #expect(try String(contentsOfFile: root.appending(file.path).string, encoding: .utf8) == file.text)
  }

  @Test func `a path without Swift files is an error, because nothing would be checked`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("Sources/a.swift", "")
      try folder.write("Sources/b/c.swift", "")
      try folder.write("Sources/.build/d.swift", "")
      let notes = try folder.write("Notes/README.md", "")
      let sources = folder.path.appending("Sources").string
      #expect(try SwiftFiles.at(sources) == ["\(sources)/a.swift", "\(sources)/b/c.swift"])
      #expect(try SwiftFiles.at("\(sources)/a.swift") == ["\(sources)/a.swift"])
      for (path, reason) in [
        (notes.removingLastComponent().string, "has no Swift files"), (notes.string, "is no Swift file"),
        ("\(sources)/x", "no such file or folder"),
      ] {
        #expect(throws: RuleSourcesError(description: "\(path): \(reason)")) { try SwiftFiles.at(path) }
      }
    }
  }
}
