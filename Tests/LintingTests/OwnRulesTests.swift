// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Linting
import ReviewTesting
import Rules
import SwiftSource
import SystemPackage
import Testing

/// The rules of this repository's `.reviewbot.yml`, on planted files.
struct OwnRulesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let header =
    "// SPDX-License-Identifier: Apache-2.0\n// SPDX-FileCopyrightText: the reviewbot authors\n"

  private let configuration: ReviewConfiguration

  init() throws {
    let text = try String(contentsOf: Self.root.appending(path: ".reviewbot.yml"), encoding: .utf8)
    let reader = ConfigurationReader(catalogue: BuiltInRulesAssembly().catalogue)
    configuration = try reader.read(text: text, file: ".reviewbot.yml")
  }

  /// Returns the lines and rules of the findings of custom rules, and of the built-in ones that belong to them.
  private func findings(_ path: String, _ text: String) throws -> [String] {
    let rules = Set(configuration.lint.custom.map(\.id) + ["file_length", "force_try"])
    let linter = try BuiltInRulesAssembly().linter(configuration.ruleSettings())
    return linter.findings(in: SourceText(path: path, text: text)).findings.filter { rules.contains($0.rule) }.map {
      "\($0.range.startLine) \($0.rule)"
    }
  }

  @Test func `the rules have examples, which pass`() {
    #expect(configuration.lint.custom.count == 6)
    for rule in configuration.lint.custom {
      #expect(!rule.examples.good.isEmpty && !rule.examples.bad.isEmpty, "\(rule.id)")
      #expect(CustomRuleTest(rule).failures == [], "\(rule.id)")
    }
  }

  @Test(arguments: [
    "FileManager.default.contentsOfDirectory(atPath: p)", "[p].filter(FileManager.default.fileExists)",
    "Data(contentsOf: u)", "String(contentsOf: u, encoding: .utf8)", "String(contentsOfFile: p, encoding: .utf8)",
    "FileHandle(forReadingAtPath: p)", "FileDescriptor.open(p, .readOnly)", "InputStream(fileAtPath: p)",
    "data.write(to: URL(fileURLWithPath: p))", "text.write(toFile: p, atomically: true, encoding: .utf8)",
    "URL(filePath: p)", "u.resolvingSymlinksInPath()", "open(p, O_RDONLY)", "Glibc.open(p, O_RDONLY)",
    "Foundation.rename(p, q)", "fopen(p, \"r\")", "opendir(p)", "stat(p, &s)", "lstat(p, &s)", "realpath(p, nil)",
    "readlink(p, b, n)", "unlink(p)", "mkdir(p, 0o700)", "utimes(p, nil)", "reviewbot_open_beneath(d, p, 0, 0, 1)",
  ])
  func `a file access by path is found, except at exempted paths and in tests`(_ way: String) throws {
    let text = "\(Self.header)// open(p, O_RDONLY)\nlet a = try \(way)\n"
    #expect(Set(try findings("Sources/New/A.swift", text)) == ["4 file_access"])
    #expect(Set(try findings("Lint/Sources/Rules/A.swift", text)) == ["4 file_access"])
    for path in ["Sources/Git/Fetching/New.swift", "Tests/ATests/A.swift", "Tools/A.swift"] {
      #expect(try findings(path, text) == [])
    }
  }

  @Test func `code without file access, comments and strings are accepted`() throws {
    let text = """
      \(Self.header)// FileManager.default
      let a = "Data(contentsOf: u)"
      func open(_ name: String) throws { try directory.open(name) }
      var status = stat()
      cursor.open(isObject: true)
      open(isObject: true)
      bytes.append(contentsOf: more)
      FileHandle.standardError.write(Data(text.utf8))
      func write(_ text: String, to handle: FileHandle) {}
      fstat(descriptor, &status)

      """
    #expect(try findings("Sources/New/A.swift", text) == [])
  }

  /// An exception that nothing needs would hide the next access.
  @Test func `each path that may access files does`() throws {
    var rule = try #require(configuration.lint.custom.first { $0.id == "file_access" })
    let exempted = rule.excludedPaths
    rule.excludedPaths = []
    let linter = try RuleLinter(rules: [], settings: RuleSettings(customRules: [rule]), width: 1)
    let paths = ["Sources", "Lint/Sources"].flatMap { folder in
      let names = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
      return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }
    #expect(exempted.count > 40)
    for glob in exempted {
      let isUsed = try paths.contains { path in
        guard glob.matches(path) else { return false }
        let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        return !linter.findings(in: SourceText(path: path, text: text)).findings.isEmpty
      }
      #expect(isUsed, "\(glob.pattern)")
    }
  }

  @Test func `each violation of the conventions is found with its line`() throws {
    let text = """
      \(Self.header)let a = try! b()
      final class D: @unchecked Sendable {}
      nonisolated(unsafe) var e = 1
      func f() { fatalError("TODO: write") }

      """
    let own = try findings("Sources/New/A.swift", text)
    for expected in ["3 force_try", "4 unchecked_sendable", "5 nonisolated_unsafe", "6 unfinished_code"] {
      #expect(own.contains(expected), "\(own)")
    }
    let lock = try findings("Sources/CInterop/Locked.swift", text)
    #expect(!lock.contains("4 unchecked_sendable") && lock.contains("5 nonisolated_unsafe"))
    let test = try findings("Tests/ATests/A.swift", text)
    for rule in ["unchecked_sendable", "nonisolated_unsafe", "unfinished_code"] {
      #expect(!test.contains { $0.hasSuffix(" \(rule)") })
    }
    let support = try findings("Tests/Support/ReviewTesting/A.swift", text)
    #expect(support.contains("5 nonisolated_unsafe"))
    let accepted =
      "\(Self.header)// try! fatalError(\"TODO\")\nlet a = \"@unchecked Sendable\"\n"
      + "func b() throws -> Bool { return try !c() }\n"
    #expect(try findings("Sources/New/A.swift", accepted) == [])
  }

  @Test(arguments: [
    "Sources/A.swift", "Lint/Tests/A/A.swift", "Lint/Tools/A.swift", "Tests/A/A.swift", "Tools/A.swift",
  ])
  func `a file without the license header is found`(path: String) throws {
    #expect(try findings(path, "let a = 1\n") == ["1 spdx_header"])
    #expect(try findings(path, Self.header.split(separator: "\n")[0] + "\n") == ["1 spdx_header"])
    #expect(try findings(path, Self.header + "let a = 1\n") == [])
  }

  /// Returns the files without a license header and the phrases to avoid, in the Swift files of a folder that are
  /// excluded from all rules because they are generated or examples.
  private func violationsInExcludedFiles(of root: URL) throws -> [String] {
    let rules = configuration.lint.custom.filter { ["spdx_header", "plain_language"].contains($0.id) }
    let linter = try RuleLinter(rules: [], settings: RuleSettings(customRules: rules), width: 1)
    let excluded = configuration.paths.generated + configuration.lint.excluded
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return try names.sorted().filter { path in
      path.hasSuffix(".swift") && !path.contains(".build/") && excluded.contains { $0.matches(path) }
    }.flatMap { path in
      let text = SourceText(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
      return linter.findings(in: text).findings.map { "\(path):\($0.range.startLine) \($0.rule)" }
    }
  }

  @Test func `generated files and examples have the license header and plain language, too`() async throws {
    #expect(try violationsInExcludedFiles(of: Self.root) == [])
    let phrase = try #require(configuration.lint.custom.first { $0.id == "plain_language" }?.examples.bad.first?.code)
    try await withScratchDirectory { folder in
      for path in ["Lint/Sources/A/B+Generated.swift", "Tests/A+Generated.swift", "Examples/A/Sources/B.swift"] {
        try folder.write(path, phrase)
      }
      try folder.write("Sources/A+Generated.swift", "\(Self.header)let a = 1\n")
      try folder.write("Sources/A.swift", phrase)
      #expect(
        try violationsInExcludedFiles(of: URL(filePath: folder.path.string)) == [
          "Examples/A/Sources/B.swift:1 plain_language", "Lint/Sources/A/B+Generated.swift:1 spdx_header",
          "Lint/Sources/A/B+Generated.swift:1 plain_language", "Tests/A+Generated.swift:1 spdx_header",
          "Tests/A+Generated.swift:1 plain_language",
        ])
    }
  }

  @Test func `a file of more than 400 lines is found`() throws {
    let lines = String(repeating: "let a = 1\n", count: 398)
    #expect(try findings("Sources/A.swift", Self.header + lines) == [])
    #expect(try findings("Sources/A.swift", Self.header + lines + "let b = 1\n") == ["401 file_length"])
  }

  @Test func `each phrase of the page about language is found in sources and pages`() throws {
    let page = try String(contentsOf: Self.root.appending(path: "Documentation/language.md"), encoding: .utf8)
    let phrases = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    #expect(phrases.count > 60)
    for phrase in phrases {
      #expect(try findings("README.md", "A\n\(phrase).\n") == ["2 plain_language"], "\(phrase)")
      #expect(try findings("Documentation/a.md", "\(phrase.capitalized) a\n") == ["1 plain_language"], "\(phrase)")
      let comment = phrase.replacing(" ", with: "\n/// ", maxReplacements: phrase.hasSuffix(" words") ? 0 : 1)
      #expect(
        try findings("Tests/A.swift", "\(Self.header)/// a \(comment)\n/// b\nlet a = 1\n") == ["3 plain_language"])
      #expect(try findings("README.md", "It is `\(phrase)`.\n") == [], "\(phrase)")
    }
  }
}
