// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import Linting

struct UncheckedSourcesTests {
  private static let layout = PackageLayout(
    name: "p",
    targets: [
      .init(name: "A", type: "library", path: "Sources/A", sources: ["Sources/A/a.swift", "Generated/g.swift"])
    ], compiled: ["Sources/A/a.swift", "Elsewhere/e.swift"])

  private func find(
    _ files: [ChangedFile], rules: [UncheckedFile] = [], coverage: [String] = [], excluded: [Glob] = [],
    includesAllSources: Bool = false
  ) -> UncheckedSources.Result {
    UncheckedSources(
      changes: ChangeSet(files: files), layouts: [Self.layout], excluded: excluded,
      includesAllSources: includesAllSources
    ).find(rules: rules, coverage: coverage)
  }

  private static func file(_ path: String, _ kind: ChangedFile.Kind = .regular) -> ChangedFile {
    ChangedFile(path: path, status: .added, kind: kind, uncheckedReason: "r")
  }

  @Test(arguments: [
    ("Sources/A/a.swift", ChangedFile.Kind.regular, true), ("Sources/A/in/b.h", .executable, true),
    ("Generated/g.swift", .regular, true), ("Elsewhere/e.swift", .regular, true), ("Package.swift", .regular, true),
    ("in/Package@swift-6.0.swift", .regular, true), ("Sources/A/link", .symbolicLink, true),
    ("Sources/A", .symbolicLink, true), ("Sources", .symbolicLink, true), ("Sources/A/sub", .submodule, true),
    ("Docs/a.swift", .regular, false), ("Sources/AB/a.swift", .regular, false), ("Docs", .symbolicLink, false),
    ("Vendor", .submodule, false), ("Sources/A/data.json", .regular, false),
  ])
  func `what is part of a target is an error, whatever lists it`(
    path: String, kind: ChangedFile.Kind, isPart: Bool
  ) {
    let result = find([Self.file(path, kind)])
    #expect(result.sources == (isPart ? [UncheckedFile(path: path, reason: "r")] : []))
    #expect(result.notes == (isPart || kind == .submodule ? [] : ["\(path) was not checked: r"]))
  }

  @Test func `rules and coverage that did not look at a file are reasons as well`() {
    let result = find(
      [ChangedFile(path: "Sources/A/a.swift", status: .added)],
      rules: [UncheckedFile(path: "Sources/A/a.swift", reason: "x")], coverage: ["Sources/A/a.swift"])
    #expect(result.sources.map(\.reason) == ["x", "its coverage is unknown, because it cannot be read or parsed"])
  }

  @Test func `excluded and generated files of the configuration are not unchecked`() throws {
    let glob = try #require(Glob("Sources/A/**"))
    #expect(find([Self.file("Sources/A/a.swift")], excluded: [glob]) == UncheckedSources.Result())
  }

  @Test func `all sources can count, but not every link`() {
    let files = [Self.file("Docs/a.swift"), Self.file("Docs/b", .symbolicLink)]
    #expect(find(files, includesAllSources: true).sources.map(\.path) == ["Docs/a.swift"])
  }
}
