// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// Code that is compiled and that git, a rule or the coverage would not look at.
  struct HostileSourcesTests {
    private static let configuration = """
      version: 1
      coverage: {target: 80%, min_lines: 1, informational: false}
      rules: {force_unwrapping: error}

      """

    private static let base: SampleRepository.Files = [
      ".reviewbot.yml": configuration, "Data/kept.txt": "public func kept(_ x: Int?) -> Int {\n  x ?? 0\n}\n",
      "Sources/Sample/Area.swift": "public func area() -> Int {\n  1\n}\n",
      "Sources/Sample/Old.swift": "public func old() -> Int {\n  1\n}\n",
    ]

    /// Code with a force unwrap on its second line, which no test runs.
    private static func evil(_ name: String) -> String { "public func \(name)(_ x: Int?) -> Int {\n  x!\n}\n" }

    /// Reviews a change of the sample.
    private func review(
      in folder: ScratchDirectory, base: SampleRepository.Files = base, arguments: [String] = [],
      _ change: (GitFixture) throws -> Void
    ) async throws -> Report {
      let repository = try SampleRepository(in: folder.folder("repository"), base: base)
      try repository.git.folder.link("Sources/Sample/Kept.swift", to: "../../Data/kept.txt")
      try repository.git.commit("link")
      try repository.git.branch("hostile", at: "main") { tree in
        try change(tree)
        try tree.commit("head")
      }
      try repository.git.openPullRequest(1, at: "hostile")
      let program = try BuiltProgram(in: folder)
      let checked = try await Checked(
        repository, by: program, ["--sandbox", "none", "--test", "head", "--no-build-cache"] + arguments)
      return try #require(checked.report, "\(checked.outcome.errors)")
    }

    @Test func `code is checked and measured however git stores it`() async throws {
      try await withScratchDirectory { folder in
        let report = try await review(in: folder) { tree in
          try tree.write(".gitattributes", "*.swift binary\n")
          try tree.write("Sources/Sample/Attribute.swift", Self.evil("attribute"))
          try tree.write("Sources/Sample/Null.swift", Self.evil("null") + "// \u{0}\n")
          try tree.write(
            "Sources/Sample/Old.swift", "public func old() -> Int {\n  1\n}\n// \u{0}\n" + Self.evil("odd"))
          try tree.write("Data/kept.txt", Self.evil("kept"))
          try tree.write("Data/link.txt", Self.evil("linked"))
          try tree.folder.link("Data/chain", to: "link.txt")
          try tree.folder.link("Sources/Sample/Linked.swift", to: "../../Data/chain")
          try tree.write("Data/area.txt", "public func area() -> Int {\n  1\n}\n" + Self.evil("more"))
          try FileManager.default.removeItem(atPath: tree.folder.path.appending("Sources/Sample/Area.swift").string)
          try tree.folder.link("Sources/Sample/Area.swift", to: "../../Data/area.txt")
          try tree.write("Data/in/Folder.swift", Self.evil("folder"))
          try tree.folder.link("Sources/Sample/more.data", to: "../../Data/in")
          let nested = String(repeating: "(", count: 240) + "1" + String(repeating: ")", count: 240)
          try tree.write("Sources/Sample/Nested.swift", Self.evil("nested") + "public let deep = \(nested)\n")
          let chain = String(repeating: ".b()", count: 800)
          try tree.write(
            "Sources/Sample/Chain.swift",
            Self.evil("chain") + "struct A {\n  func b() -> A { self }\n}\nlet chained = A()\(chain)\n")
        }
        let places = [
          "Area.swift:5", "Attribute.swift:2", "Chain.swift:2", "Kept.swift:2", "Linked.swift:2", "Nested.swift:2",
          "Null.swift:2", "Old.swift:6",
        ].map { "Sources/Sample/\($0)" }
        let found = report.findings.filter { $0.rule == "force_unwrapping" && $0.isInChange }
        #expect(
          found.map { "\($0.path):\($0.range.startLine)" } == ["Data/in/Folder.swift:2"] + places, "\(report.findings)")
        let missed = report.coverage?.files.filter { !$0.missedLines.isEmpty }.map(\.path) ?? []
        let paths = places.map { String($0.prefix { $0 != ":" }) } + ["Sources/Sample/more.data/Folder.swift"]
        #expect(Set(missed) == Set(paths), "\(report.coverage?.unmeasured ?? [])")
        #expect(report.verdict == .findings)
        #expect(!report.findings.contains { $0.isAboutUncheckedFile })
      }
    }

    private func writeUnreadable(_ tree: GitFixture) throws {
      try tree.write("Sources/Sample/Return.swift", "// a\rpublic func hidden(_ x: Int?) -> Int { x! }\n")
      try tree.write(
        "Sources/Sample/Large.swift", Self.evil("large") + String(repeating: "// comment\n", count: 200_000))
      try tree.write("Sources/Sample/back\\slash.swift", Self.evil("name"))
      try tree.folder.link("Sources/Sample/Dangling.swift", to: "../../Data/missing.txt")
      try tree.folder.link("Sources/Sample/Built", to: "../../.build/checkouts")
      try tree.folder.link("Docs/Elsewhere.swift", to: "/nonexistent.swift")
      try tree.git("rm", "--quiet", "Data/kept.txt")
    }

    private static let unreadable = [
      "Built", "Dangling.swift", "Kept.swift", "Large.swift", "Return.swift", "back\\slash.swift",
    ].map { "Sources/Sample/\($0)" }

    @Test func `what cannot be checked is an error with its path, and is counted`() async throws {
      try await withScratchDirectory { folder in
        let report = try await review(in: folder, writeUnreadable)
        let unchecked = report.findings.filter(\.isAboutUncheckedFile)
        #expect(unchecked.map(\.path) == Self.unreadable, "\(report.findings)")
        #expect(unchecked.allSatisfy { $0.severity == .error && $0.message.hasPrefix("not checked: ") })
        #expect(report.reasons.contains("6 files not checked"), "\(report.reasons)")
        #expect(report.verdict == .findings, "\(report.reasons)")
        #expect(
          report.notes.contains { $0.hasPrefix("Docs/Elsewhere.swift was not checked: ") }, "\(report.notes)")
      }
    }

    @Test(.thorough) func `the base's configuration can make them notes, and the head's cannot`() async throws {
      try await withScratchDirectory { folder in
        var base = Self.base
        base[".reviewbot.yml"] = "version: 1\nunchecked: note\n"
        let report = try await review(in: folder, base: base, writeUnreadable)
        let unchecked = report.findings.filter(\.isAboutUncheckedFile)
        #expect(unchecked.map(\.path) == Self.unreadable)
        #expect(unchecked.allSatisfy { $0.severity == .warning })
        #expect(report.verdict == .passed, "\(report.reasons)")
      }
      try await withScratchDirectory { folder in
        let report = try await review(in: folder) { tree in
          try tree.write(".reviewbot.yml", "version: 1\nunchecked: note\npaths: {exclude: [Sources/**]}\n")
          try writeUnreadable(tree)
        }
        #expect(report.verdict == .findings)
        #expect(report.notes.contains { $0.contains("(after the merge: unchecked: fail → note") }, "\(report.notes)")
      }
    }
  }
}
