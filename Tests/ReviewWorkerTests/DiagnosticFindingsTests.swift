// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import ReviewWorker

struct DiagnosticFindingsTests {
  private static let changes = ChangeSet(files: [
    ChangedFile(
      path: "a.swift", status: .modified, hunks: [Hunk(oldStart: 2, oldCount: 1, newStart: 2, newCount: 2)])
  ])

  private static func said(_ severity: Severity, _ line: Int, _ path: String = "a.swift") -> BuildDiagnostic {
    BuildDiagnostic(severity: severity, path: path, line: line, column: 3, message: "odd")
  }

  private static let all = [
    said(.warning, 2), said(.warning, 2), said(.warning, 9), said(.error, 3), said(.error, 1, "b.swift"),
    said(.warning, 1, "Generated/g.swift"),
  ]

  private func findings(_ warnings: CompilerWarnings, rewritten: Set<String> = []) throws -> [String] {
    let excluded = try #require(Glob("Generated/**"))
    let maker = DiagnosticFindings(
      root: "/nowhere", changes: Self.changes, warnings: warnings, excluded: [excluded], rewritten: rewritten)
    return maker.make(Self.all).map { finding in
      "\(finding.rule) \(finding.path):\(finding.range.startLine)\(finding.isInChange ? "" : " outside")"
    }
  }

  @Test(arguments: [
    (CompilerWarnings.change, ["compiler_warning a.swift:2", "compiler_error a.swift:3"]),
    (.all, ["compiler_warning a.swift:2", "compiler_error a.swift:3", "compiler_warning a.swift:9 outside"]),
    (.off, ["compiler_error a.swift:3"]),
  ])
  func `warnings are shown as configured, and errors always`(warnings: CompilerWarnings, expected: [String]) throws {
    #expect(try findings(warnings) == expected + ["compiler_error b.swift:1 outside"])
  }

  @Test func `rewritten files have no compiler findings`() throws {
    #expect(try findings(.all, rewritten: ["a.swift"]) == ["compiler_error b.swift:1 outside"])
  }

  @Test func `a finding keeps its fingerprint when lines come before it`() async throws {
    try await withScratchDirectory { folder in
      let maker = DiagnosticFindings(root: folder.path, changes: Self.changes, warnings: .all, excluded: [])
      try folder.write("a.swift", "one\ntwo\n")
      let before = maker.make([Self.said(.warning, 2)])
      try folder.write("a.swift", "zero\none\ntwo\n")
      let after = maker.make([Self.said(.warning, 3)])
      #expect(before.map(\.fingerprint) == after.map(\.fingerprint))
      #expect(maker.make([Self.said(.warning, 1)]).map(\.fingerprint) != after.map(\.fingerprint))
    }
  }

  @Test func `a report of a sanitizer is an error at its line, and at line 1 without one`() {
    let maker = DiagnosticFindings(
      root: "/nowhere", changes: Self.changes, warnings: .off, excluded: [], rewritten: ["c.swift"])
    let reports: [(TestBuild.Sanitizer, SanitizerReport.Place?)] = [
      (.thread, .init(path: "a.swift", line: 3, column: 7)), (.address, .init(path: "b.swift", line: nil)),
      (.thread, nil), (.thread, .init(path: "c.swift", line: 1)),
    ]
    let found = maker.make(reports.map { SanitizerReport(sanitizer: $0.0, place: $0.1, message: "odd") })
    #expect(
      found.map { "\($0.rule) \($0.severity) \($0.place) \($0.isInChange)" } == [
        "thread_sanitizer error pull request false", "thread_sanitizer error a.swift:3:7 true",
        "address_sanitizer error b.swift:1:1 false",
      ])
    #expect(found.allSatisfy { $0.isShown && !$0.isFromRule })
  }
}
