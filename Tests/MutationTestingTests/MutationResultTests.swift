// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Testing

@testable import MutationTesting

struct MutationResultTests {
  private static let source = "let é = a\nlet b = c && d\n"

  private func mutant(_ line: Int, _ words: String, path: String = "a.swift") -> Mutant {
    Mutant(
      path: path, line: line, column: 9, kind: .alwaysTrue, range: 19..<20, rewrite: .alwaysTrue, function: -1,
      words: words)
  }

  private func result(_ entries: [MutationResult.Entry], places: Int = 9) -> MutationResult {
    MutationResult(
      entries, places: places, sources: ["a.swift": Array(Self.source.utf8)], notes: ["b.swift was not measured"])
  }

  @Test func `equal changes of a file are one remark, with at most three suites`() {
    let suites = ["A", "B", "C", "D"]
    let text = MutationText(
      result([
        .init(mutant(2, "c is always true"), .survived, suites: suites),
        .init(mutant(4, "d is always true"), .constant, suites: []),
        .init(mutant(5, "c is always true"), .survived, suites: suites),
        .init(mutant(6, "e is always true"), .noticed(by: "A", reason: "a test failed"), suites: suites),
        .init(mutant(7, "f is always true"), .notCompiled("wrong")), .init(mutant(8, "g is always true"), .notRun),
        .init(mutant(9, "h is always true"), .unreached),
      ])
    ) { "../\($0)" }.text
    #expect(
      text == """
        ../a.swift:2: no test fails when c is always true (also line 5)
            reached by A, B, C and 1 more
        ../a.swift:4: no test fails when d is always true
            it is in every test

        tried 4 of 9 possible changes in 1 changed file: 3 went unnoticed
        1 did not compile
        1 was not reached by any suite on its own
        1 was not tried for lack of time; see --time
        note: b.swift was not measured

        """)
  }

  @Test func `a result says when nothing was tried`() {
    #expect(MutationText(result([], places: 0)).text.hasPrefix("nothing to try: no changed line"))
    let none = MutationText(result([.init(mutant(1, "a"), .notRun)])).text
    #expect(none.hasPrefix("tried none of 9 possible changes\n1 was not tried"))
    let all = MutationText(result([.init(mutant(1, "a"), .timedOut(in: "A"))], places: 1)).text
    #expect(all.hasPrefix("tried 1 of 1 possible change in 1 changed file: a test noticed it\n"))
  }

  @Test func `hostile names are escaped`() {
    let mutant = mutant(1, "\u{1b}[31m is always true", path: "\u{202e}a.swift")
    let text = MutationText(result([.init(mutant, .survived, suites: ["\u{7}A"])])).text
    #expect(!text.unicodeScalars.contains { [0x1b, 0x202e, 7].contains($0.value) })
  }

  @Test func `the report has the statuses and places of the schema`() throws {
    let entries: [MutationResult.Entry] = [
      .init(mutant(2, "c is always true"), .noticed(by: "B", reason: "a test failed"), suites: ["A", "B"]),
      .init(mutant(2, "d"), .survived, suites: ["A"]), .init(mutant(2, "e"), .constant), .init(mutant(2, "f"), .notRun),
      .init(mutant(2, "g"), .unreached), .init(mutant(2, "h"), .notCompiled("wrong")),
      .init(mutant(2, "i"), .timedOut(in: "A"), suites: ["A"]),
    ]
    let text = MutationReport(result(entries), program: (name: "reviewbot", version: "1")).text
    let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(Set(report.keys) == ["schemaVersion", "thresholds", "files", "testFiles", "framework"])
    let files = try #require(report["files"] as? [String: [String: Any]])
    let mutants = try #require(files["a.swift"]?["mutants"] as? [[String: Any]])
    #expect(
      mutants.map { $0["status"] as? String } == [
        "Killed", "Survived", "Survived", "Pending", "NoCoverage", "CompileError", "Timeout",
      ])
    #expect(mutants[0]["coveredBy"] as? [String] == ["suite 1", "suite 2"])
    #expect(mutants[0]["killedBy"] as? [String] == ["suite 2"])
    #expect(mutants[0]["replacement"] as? String == "true")
    // Byte 19 is column 9 of line 2: the first line has a character of two bytes.
    let location = try #require(mutants[0]["location"] as? [String: [String: Int]])
    #expect(location == ["start": ["line": 2, "column": 9], "end": ["line": 2, "column": 10]])
  }
}
