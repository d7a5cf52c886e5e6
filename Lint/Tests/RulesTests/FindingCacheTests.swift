// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import RuleTesting
import Rules
import SeededTesting
import SwiftSource
import SystemPackage
import Testing

/// The cache of the findings of earlier runs.
struct FindingCacheTests {
  private final class Storage: FindingStorage {
    private let files = Locked<[String: [UInt8]]>([:])

    var names: [String] { files.withLock { $0.keys.sorted() } }

    func contents(of name: String) -> [UInt8]? { files.withLock { $0[name] } }

    func keep(_ contents: [UInt8], as name: String) { files.withLock { $0[name] = contents } }
  }

  private let storage = Storage()

  private func findings(
    _ text: String, in folder: ScratchDirectory, rules: [String: RuleSetting] = [:], path: String = "a.swift",
    program: String = "1", makesSuggestions: Bool = true, today: CalendarDay = .today
  ) async throws -> [Finding] {
    let cache = FindingCache(storage, program: program)
    let linter = try RuleLinter(
      rules: BuiltInRules.all, settings: RuleSettings(rules: rules), width: 2, cache: cache,
      makesSuggestions: makesSuggestions, today: today)
    let change = ReviewedChange(
      root: folder.path, changes: ChangeSet(files: [ChangedFile(path: path, status: .added)]),
      isEverythingInChange: true, texts: [path: Array(text.utf8)])
    let found = await linter.findings(in: change).findings
    cache.save()
    return found
  }

  private let text = "let a = 1; \nlet b = try! c()\n"

  @Test func `a second run takes the same findings from the cache`() async throws {
    try await withScratchDirectory { folder in
      let first = try await findings(text, in: folder)
      #expect(Set(first.map(\.rule)).isSuperset(of: ["trailing_semicolon", "force_try"]))
      #expect(first.contains { $0.suggestion != nil })
      let file = try #require(storage.names.first)
      // Findings of an unknown rule prove that the second run uses the cache.
      try rewrite(file) { $0.replacing("trailing_semicolon", with: "trailing_Semicolon") }
      let second = try await findings(text, in: folder)
      #expect(second.map { $0.rule.lowercased() } == first.map(\.rule))
      #expect(second.contains { $0.rule == "trailing_Semicolon" })
      #expect(second.map(\.suggestion) == first.map(\.suggestion))
      #expect(second.map(\.range) == first.map(\.range))
      #expect(second.map(\.isInChange) == first.map(\.isInChange))
      try await #expect(findings(text, in: folder).count == first.count)
    }
  }

  @Test(arguments: [0, 20_000])
  func `findings of the cache have the same lines`(padding: Int) async throws {
    let text = "// \(String(repeating: "x", count: padding))\n\nlet \u{E4} = 1; \nlet \u{1F600} = try! c(); \n"
    var runs: [[LocatedFinding]] = []
    for _ in 0..<2 {
      let cache = FindingCache(storage, program: "1")
      let linter = try RuleLinter(rules: BuiltInRules.all, settings: RuleSettings(), width: 1, cache: cache)
      let file = ChangedFile(path: "a.swift", status: .added)
      let change = ReviewedChange(
        root: "/", changes: ChangeSet(files: [file]), texts: ["a.swift": Array(text.utf8)])
      runs.append(await linter.findings(in: change).found)
      cache.save()
    }
    #expect(runs[0].contains { $0.finding.rule == "force_try" && $0.lineText == "let \u{1F600} = try! c(); " })
    #expect(runs[1] == runs[0])
    #expect(runs[1].map(\.lineText) == runs[0].map(\.lineText))
  }

  @Test func `findings without suggestions are not taken for findings with them`() async throws {
    try await withScratchDirectory { folder in
      let without = try await findings(text, in: folder, makesSuggestions: false)
      #expect(without.allSatisfy { $0.suggestion == nil })
      let with = try await findings(text, in: folder)
      #expect(with.contains { $0.suggestion != nil })
      #expect(with.map(\.fingerprint) == without.map(\.fingerprint))
    }
  }

  @Test func `the cache distinguishes contents, paths, settings and programs`() async throws {
    try await withScratchDirectory { folder in
      _ = try await findings(text, in: folder)
      #expect(try await !findings("let a = 1\n", in: folder).contains { $0.rule == "trailing_semicolon" })
      #expect(try await findings(text, in: folder, path: "b.swift").allSatisfy { $0.path == "b.swift" })
      let off = ["force_try": RuleSetting(isOn: false)]
      #expect(try await !findings(text, in: folder, rules: off).contains { $0.rule == "force_try" })
      let entries = storage.names.count
      _ = try await findings(text, in: folder, program: "2")
      #expect(storage.names.count > entries)
    }
  }

  @Test func `line ends that the compiler and git read differently are reported, also of a file in the cache`()
    async throws
  {
    try await withScratchDirectory { folder in
      try Data("let a = 1; \rlet b = try! c()\n".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/a.swift"))
      let file = ChangedFile(path: "a.swift", status: .added)
      let reason =
        "line 1 has a carriage return without a line feed, which ends a line for the compiler and not for git"
      for (file, unchecked) in [
        (file, [UncheckedFile(path: "a.swift", reason: reason)]),
        (file, [UncheckedFile(path: "a.swift", reason: reason)]),
        // The comparison has reported it.
        (file.marking(unchecked: reason), []),
      ] {
        let cache = FindingCache(storage, program: "1")
        let linter = try RuleLinter(rules: BuiltInRules.all, settings: RuleSettings(), width: 2, cache: cache)
        let found = await linter.findings(in: ReviewedChange(root: folder.path, changes: ChangeSet(files: [file])))
        #expect(found.unchecked == unchecked)
        #expect(found.findings.contains { $0.rule == "force_try" })
        cache.save()
      }
      #expect(storage.names.count == 1)
    }
  }

  @Test func `a comment expires although the findings of an earlier day are cached`() async throws {
    try await withScratchDirectory { folder in
      let text = "// TODO: [05/31/2030] a\n"
      let rules = ["expiring_todo": RuleSetting(isOn: true), "todo": RuleSetting(isOn: false)]
      for (day, messages) in [(15, []), (16, ["comment expires in 15 days"])] {
        let today = try #require(CalendarDay(year: 2030, month: 5, day: day))
        #expect(try await findings(text, in: folder, rules: rules, today: today).map(\.message) == messages)
      }
    }
  }

  @Test func `a cache file that ends within an entry is ignored and written again`() async throws {
    try await withScratchDirectory { folder in
      let first = try await findings(text, in: folder)
      let file = try #require(storage.names.first)
      let contents = try #require(storage.contents(of: file))
      for length in 1..<contents.count {
        storage.keep(Array(contents[..<length]), as: file)
        #expect(try await findings(text, in: folder) == first)
        #expect(storage.contents(of: file) == contents)
      }
    }
  }

  @Test(.thorough) func `a file with too many findings is not cached`() async throws {
    try await withScratchDirectory { folder in
      let many = String(repeating: "let a = 1;\n", count: 12_000)
      _ = try await findings(many, in: folder)
      #expect(storage.names.isEmpty)
    }
  }

  /// Changes the text of a file of the cache.
  private func rewrite(_ file: String, _ change: (String) -> String) throws {
    // Keys are not UTF-8.
    let text = String(decoding: try #require(storage.contents(of: file)).map { UInt16($0) }, as: UTF16.self)
    storage.keep(change(text).utf16.map { UInt8($0) }, as: file)
  }
}
