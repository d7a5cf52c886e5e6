// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import KeyedStore
import ReviewContract
import ReviewTesting
import SystemPackage
import TestHistory
import Testing

/// `reviewbot tests history | flaky | slow` with records that cannot be read.
struct TestListTests {
  private static let lists = ["history", "flaky", "slow"]
  private static let sentence = "records of earlier test results could not be read"

  /// Runs `body` with three records, of which the first is damaged and the second of a newer version.
  private func withRecords(
    alsoDamaged: Bool = false, _ body: (BuiltProgram, TestHistory) async throws -> Void
  ) async throws {
    try await withScratchDirectory { folder in
      let program = try BuiltProgram(in: folder)
      let history = TestHistory(
        program.home.appending("tests"),
        repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"), branch: "main",
        retention: .seconds(90 * 86_400))
      let (test, slow) = (TestID(suite: "A", name: "fails()"), TestID(suite: "A", name: "slow()"))
      let commit = try #require(CommitID(String(repeating: "a", count: 40)))
      func record(_ number: Int) -> TestRecord {
        TestRecord(
          .init(commit: commit, time: 1_800_000_000 + number, machine: "m", toolchain: "Swift 6.3", id: "\(number)"),
          results: TestResultTable([
            .init(TestDigest(test, package: ""), .failed),
            .init(TestDigest(slow, package: ""), .passed, milliseconds: 900),
          ]),
          failures: [.init(package: "", test: test, message: "")],
          slowest: [TestRecord.NamedTest(package: "", test: slow)])
      }
      for number in 1...3 { try history.add(record(number)) }
      let keys = history.records.keys.sorted { $0.name < $1.name }
      for key in alsoDamaged ? [keys[0], keys[2]] : [keys[0]] {
        let file = history.records.folder.appending(try #require(key.group)).appending(key.name)
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: file.string))
      }
      let newer = StoreFormat("tests", version: TestHistory.format.version + 1)
      try TestHistory.Store(history.records.folder, newer).set(record(2), for: keys[1])
      try await body(program, history)
    }
  }

  @Test(arguments: lists)
  func `a list names the records that it lacks`(list: String) async throws {
    try await withRecords { program, history in
      let table = try await program.run(["tests", list])
      #expect(table.status == 0)
      #expect(table.errors.contains("2 \(Self.sentence) (2 in \(history.records.folder)): they are damaged, or of"))
      #expect(!table.output.contains("could not be read"))
      let json = try await program.run(["tests", list, "--format", "json"])
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(object?["unreadableRecords"] as? Int == 2)
      #expect((object?["rows"] as? [Any])?.count == 1)
      let plot = try await program.run(["tests", list, "--format", "svg"])
      #expect(plot.output.hasPrefix("<svg") && plot.errors.contains(Self.sentence))
    }
  }

  @Test func `without a readable record, and without a readable name of the branch, the lists say so`() async throws {
    try await withRecords(alsoDamaged: true) { program, history in
      let flaky = try await program.run(["tests", "flaky"])
      #expect(flaky.status == 0 && flaky.errors.contains("3 \(Self.sentence)"))
      let test = try await program.run(["tests", "history", "A/fails()"])
      #expect(test.status == 2 && test.errors.contains("3 \(Self.sentence)"))
      let branches = history.records.folder.removingLastComponent().appending("branches")
      let name = try #require(try FileManager.default.contentsOfDirectory(atPath: branches.string).first)
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: branches.appending(name).appending("about").string))
      let none = try await program.run(["tests", "flaky"])
      #expect(none.status == 3 && none.errors.contains("1 record of branches could not be read (1 in \(branches))"))
    }
  }

  @Test func `records that can be read are not complained about`() async throws {
    try await withScratchDirectory { folder in
      let outcome = try await BuiltProgram(in: folder).run(["tests", "flaky"])
      #expect(outcome.status == 3 && !outcome.errors.contains("could not be read"))
    }
  }
}
