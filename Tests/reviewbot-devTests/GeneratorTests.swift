// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewTesting
import SystemPackage
import Testing

@testable import reviewbot_dev

struct GeneratorTests {
  private let root = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
  /// The files with a list of levels, of a package without one.
  private static let outlines = [
    "Package.swift": "// swift-tools-version: 6.2\n\n// Levels:\n//\n//   0  Old\n//      Older\n\nlet a = 1\n",
    "Lint/Package.swift": "//   0  Old\n",
    "Documentation/architecture.md":
      "| a |\n|---|\n\n| level | target | responsibility |\n| 0 | `Old` | |\n\n| level | target | |\n",
  ]

  private func withPackage(_ body: (ScratchDirectory) throws -> Void) async throws {
    try await withScratchDirectory { folder in
      for (path, text) in Self.outlines { try folder.write(path, text) }
      try folder.write("Lint/Sources/Rules/BuiltIn/Idioms/Rules.swift", "struct ForceTryRule {}\n")
      try body(folder)
    }
  }

  @Test func `the generated files of this package are up to date`() throws {
    #expect(try Generator(root: root.string).stalePaths() == [])
  }

  @Test func `a rule is in its source and in three generated files`() throws {
    let files = try Generator(root: root.string).files().filter { file in
      file.text.contains("yoda_condition") || file.text.contains("YodaConditionRule")
    }
    #expect(
      files.map(\.path) == [
        "Lint/Sources/Rules/BuiltIn/BuiltInRules+Generated.swift", "config/reviewbot.schema.json",
        "Documentation/rules/idioms.md",
      ])
  }

  @Test func `missing files are written and stale files are removed`() async throws {
    try await withPackage { folder in
      let page = "Documentation/rules/no_such_topic.md"
      try folder.write(page, "")
      let generator = Generator(root: folder.path.string)
      #expect(try generator.stalePaths().contains(page))
      try generator.write()
      #expect(try generator.stalePaths() == [])
      #expect(!folder.exists(page))
      let idioms = try folder.text("Documentation/rules/idioms.md")
      #expect(idioms.hasPrefix("# Idioms\n"))
      #expect(idioms.contains("\n## `force_try`\n"))
    }
  }

  @Test func `the lists of levels are replaced, and everything else stays`() async throws {
    try await withPackage { folder in
      try Generator(root: folder.path.string).write()
      let manifest = try folder.text("Package.swift")
      #expect(manifest.hasPrefix("// swift-tools-version: 6.2\n\n// Levels:\n//\n//   12  reviewbot\n"))
      #expect(manifest.contains("\n//   7  ReviewHost  ReviewWorker\n"))
      #expect(manifest.contains("\n//   -  ReviewTesting  many-machines  (Tests/Support)\n"))
      #expect(manifest.hasSuffix("\n\nlet a = 1\n"))
      #expect(!manifest.contains("Old"))
      #expect(
        try folder.text("Lint/Package.swift")
          == """
          //   4  lint-dev  (Tools)
          //   3  Rules
          //   3  RuleSources  (Tools)
          //   2  SwiftSource
          //   1  Findings
          //   0  CSourceSupport
          //   -  RuleTesting  SeededTesting  (Tests/Support)

          """)
      let page = try folder.text("Documentation/architecture.md")
      #expect(
        page.hasPrefix("| a |\n|---|\n\n| level | target | responsibility |\n|---|---|---|\n| 0 | `CBuild` `CGit2` "))
      #expect(
        page.hasSuffix(
          "\n| 4 | `lint-dev` | the command for authors of rules |\n| – | `RuleTesting` `SeededTesting` "
            + "| running a rule's examples; a generator with the same numbers for a seed |\n"))
    }
  }

  @Test func `a file without a list of levels is an error`() async throws {
    try await withPackage { folder in
      try folder.write("Package.swift", "let a = 1\n")
      #expect(throws: CheckFailure(["Package.swift: has no list of the levels, in lines that begin with //   "])) {
        try Generator(root: folder.path.string).write()
      }
    }
  }
}
