// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import Foundation
import JobQueue
import KeyedStore
import PostgresStore
import ReviewServer
import ReviewTesting
import SystemPackage
import TestHistory
import Testing

@testable import ReviewContract
@testable import ReviewHost

/// Results of base branches on machines that share a queue.
@Suite(
  .enabled(
    if: PostgresQueueAssembly.isAvailable && PostgresServer.isInstalled,
    "needs PostgreSQL's server, and a build with --traits PostgreSQL"))
struct SharedResultsTests {
  private let commit: CommitID

  init() throws { commit = try #require(CommitID(String(repeating: "a", count: 40))) }

  /// The queue of two machines, and their folders of cached results.
  private func use(_ body: (any SharedQueue, FilePath, FilePath) async throws -> Void) async throws {
    try await withScratchDirectory { folder in
      let settings = try PostgresQueueSettings(
        connection: PostgresServer.shared.database(), process: QueueProcess(machine: "one", incarnation: "1"))
      let queue = try PostgresQueueAssembly().queue(settings)
      try await body(queue, folder.path.appending("one"), folder.path.appending("two"))
      try await queue.close()
    }
  }

  /// Runs `body` as a review, with the sharing before and after it.
  private func review(
    _ shared: SharedBaseResults, in folder: FilePath, details: Locked<[String]> = Locked([]),
    _ body: (ResultCache, CoverageCache) throws -> Void
  ) async throws {
    let sharing = await BaseResultSharing(
      shared, folder, in: try workspace(folder), history: history(in: folder), tests: tests(in: folder),
      flips: flips(in: folder)
    ) { event in
      if case .detail(let text) = event { details.withLock { $0.append(text) } }
    }
    try body(ResultCache(folder), CoverageCache(folder))
    await sharing.share()
  }

  private func workspace(_ folder: FilePath) throws -> Workspace {
    Workspace(
      root: folder.appending("checkout"), head: try #require(CommitID(String(repeating: "c", count: 40))), base: commit,
      mergeBase: commit, changes: ChangeSet(files: []), baseConfiguration: nil, headConfiguration: nil)
  }

  private func flips(in folder: FilePath) -> FlipMemory {
    FlipMemory(
      folder, repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"),
      branch: "main", retention: .seconds(90 * 86_400))
  }

  private func history(in folder: FilePath, branch: String = "main") -> CoverageHistory {
    CoverageHistory(
      folder, repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"),
      branch: branch)
  }

  private func tests(in folder: FilePath) -> TestHistory {
    TestHistory(
      folder.appending("tests"),
      repository: Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a"), branch: "main",
      retention: .seconds(90 * 86_400))
  }

  private func entry(at time: Int, covered: Int) -> CoverageHistory.Entry {
    CoverageHistory.Entry(
      commit: commit, time: Date(timeIntervalSince1970: TimeInterval(time)),
      project: LineCounts(covered: covered, missed: 1), testsPassed: true)
  }

  private func result(failing: Int = 0, toolchain: String = "Swift 6.3") -> BaseResult {
    BaseResult(
      commit: commit, settings: "s", toolchain: toolchain,
      packages: [
        .init(
          package: "", outcome: failing == 0 ? .passed : .testsFailed, total: 3,
          failed: (0..<failing).map { TestID(suite: "A", name: "t\($0)()") })
      ])
  }

  private func coverage() -> CoverageSnapshot {
    CoverageSnapshot(
      commit: commit, toolchain: "Swift 6.3", packages: [""], testsPassed: true, files: ["a.swift": [1: .covered]])
  }

  @Test func `base results of one machine are available on another`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      try await review(shared, in: one) { results, coverages in
        #expect(results.results(of: commit, settings: "s") == [])
        try results.keep(result(failing: 1))
        try coverages.keep(coverage(), settings: "c")
      }
      try await review(shared, in: two) { results, coverages in
        #expect(results.results(of: commit, settings: "s") == [result(failing: 1)])
        #expect(coverages.coverage(of: commit, settings: "c") == [coverage()])
      }
    }
  }

  @Test func `a later base result replaces an earlier one on every machine`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      for folder in [one, two] {
        try await review(shared, in: folder) { results, _ in try results.keep(result(failing: 1)) }
      }
      try await review(shared, in: two) { results, _ in
        try results.keep(result())
        try results.keep(result(toolchain: "Swift 6.2"))
      }
      // Its own file is older, and is not shared with the others.
      try await review(shared, in: one) { results, _ in
        #expect(Set(results.results(of: commit, settings: "s")) == [result(), result(toolchain: "Swift 6.2")])
      }
      try await review(shared, in: two) { results, _ in
        #expect(results.results(of: commit, settings: "s").contains(result()))
      }
    }
  }

  @Test func `without the database, a review uses local results and shares them later`() async throws {
    try await use { queue, one, two in
      let details = Locked<[String]>([])
      try await review(unreachable, in: one, details: details) { results, _ in try results.keep(result()) }
      #expect(details.withLock { $0.count } == 7, "\(details.withLock { $0 })")
      #expect(details.withLock { $0.allSatisfy { $0.hasSuffix(": no connection") } })
      let shared = SharedBaseResults(queue)
      try await review(shared, in: one) { results, _ in
        #expect(results.results(of: commit, settings: "s") == [result()])
      }
      try await review(shared, in: two) { results, _ in
        #expect(results.results(of: commit, settings: "s") == [result()])
      }
    }
  }

  @Test func `a branch's history keeps the latest coverage of a commit with its first time`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      let memory = RepositoryMemory(HomeDirectory(path: two), sharedBy: shared, retention: .seconds(90 * 86_400))
      #expect(try await memory.allCoverage().isEmpty)
      try await review(shared, in: one) { _, _ in try history(in: one).append(entry(at: 5, covered: 1)) }
      try await review(shared, in: two) { _, _ in try history(in: two).append(entry(at: 9, covered: 2)) }
      // Nothing is measured, and the machine's own measurement is older.
      try await review(shared, in: one) { _, _ in }
      let other = try #require(CommitID(String(repeating: "b", count: 40)))
      try await queue.set(
        Array("{".utf8), for: SharedValueKey(.coverageHistory, history(in: one).group, name: other.hex),
        lifetime: .seconds(3_600))
      try await review(unreachable, in: one) { _, _ in }
      try await review(shared, in: one) { _, _ in try history(in: one).append(entry(at: 9, covered: 3)) }

      let all = try await memory.allCoverage()
      #expect(all.map(\.repository) == ["acme/shapes"])
      #expect(all.map(\.branch) == ["main"])
      let shown = try await all.first?.history()
      #expect(shown?.entries == [entry(at: 5, covered: 3)])
      #expect(shown?.unreadable.explanation(in: "f")?.contains("1 record of the coverage") == true)
      #expect(shown?.unreadable.inDatabase == 1)
    }
  }

  @Test func `results of tests are known to all machines, and those of one run are one record`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      func record(_ number: Int, pullRequest: Int? = nil) -> TestRecord {
        TestRecord(
          .init(
            commit: commit, time: 1_000 + number, pullRequest: pullRequest, toolchain: "Swift 6.3", id: "\(number)"),
          results: TestResultTable([.init(TestDigest(TestID(suite: "A", name: "a()"), package: ""), .passed)]),
          failures: [])
      }
      try await review(unreachable, in: one) { _, _ in try tests(in: one).add(record(1)) }
      try await review(shared, in: one) { _, _ in
        for number in 2...3 { try tests(in: one).add(record(number)) }
        try tests(in: one).add(record(4, pullRequest: 7))
      }
      try await review(shared, in: two) { _, _ in
        #expect(tests(in: two).baseRecords() == [record(3), record(2), record(1)])
        #expect(tests(in: two).pullRequestRecords() == [record(4, pullRequest: 7)])
        for number in 3...5 { try tests(in: two).add(record(number)) }
      }
      try await review(shared, in: one) { _, _ in }
      #expect(tests(in: one).baseRecords().map(\.run.id) == ["5", "4", "3", "2", "1"])
    }
  }

  @Test func `a machine that only serves pages knows the branches, tests and coverage of the others`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      let repository = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a")
      let memory = RepositoryMemory(
        HomeDirectory(path: two), sharedBy: shared, retention: .seconds(90 * 86_400))
      #expect(try await memory.branches().isEmpty)
      #expect(try await memory.known(["main"], of: repository) == [])
      let record = TestRecord(
        .init(commit: commit, time: 1_000, toolchain: "Swift 6.3", id: "1"),
        results: TestResultTable([.init(TestDigest(TestID(suite: "A", name: "a()"), package: ""), .passed)]),
        failures: [])
      try await review(shared, in: one) { _, coverages in
        try tests(in: one).add(record)
        try coverages.keep(coverage(), settings: "c")
        try history(in: one).append(entry(at: 5, covered: 1))
      }
      #expect(try await memory.branches().map(\.branch) == ["main"])
      #expect(try await memory.known(["main", "other"], of: repository) == ["main"])
      #expect(try await memory.tests(of: "main", repository).baseRecords() == [record])
      #expect(try await memory.coverage(of: "main", repository).entries == [entry(at: 5, covered: 1)])
      #expect(try await memory.snapshot(of: commit) == coverage())
      // A repository of the same name elsewhere has none of them.
      let other = Repository(forge: .gitea, name: "acme/shapes", cloneURL: "https://example.org/a")
      #expect(try await memory.known(["main"], of: other) == [])
      let all = try await memory.allTests(on: [{ _ in other }, { _ in repository }])
      #expect(all.map(\.branch) == ["main"])
      #expect(try await all.first?.history().baseRecords() == [record])
    }
  }

  @Test func `records in the database that cannot be read are counted`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      let repository = Repository(forge: .github, name: "acme/shapes", cloneURL: "https://example.com/a")
      let memory = RepositoryMemory(HomeDirectory(path: two), sharedBy: shared, retention: .seconds(90 * 86_400))
      let group = tests(in: one).groups[0]
      let newer = SharedStore<TimedKey, TestRecord>(
        queue, .testRecords, version: TestHistory.format.version + 1, lifetime: .seconds(3_600))
      let record = TestRecord(
        .init(commit: commit, time: 1_000, toolchain: "Swift 6.3", id: "1"), results: TestResultTable([]), failures: [])
      try await newer.set(record, for: TimedKey(group: group, 1_000, "1"))
      let damaged = TimedKey(group: group, 2_000, "2")
      try await queue.set(
        Array("damaged".utf8), for: SharedValueKey(.testRecords, group, name: damaged.name), lifetime: .seconds(3_600))
      #expect(try await memory.known(["main"], of: repository) == ["main"])
      let history = try await memory.tests(of: "main", repository)
      #expect(history.baseRecords() == [])
      #expect(
        history.unreadable.explanation(in: "f")?
          .hasPrefix("2 records of earlier test results could not be read (2 in the database): ") == true)
    }
  }

  @Test func `lines that differ between the measurements of two machines are known to both`() async throws {
    try await use { queue, one, two in
      let shared = SharedBaseResults(queue)
      func coverage(_ state: LineState) -> CoverageSnapshot {
        CoverageSnapshot(
          commit: commit, toolchain: "Swift 6.3", packages: [""], testsPassed: true,
          files: ["a.swift": [1: .covered, 2: state]])
      }
      for folder in [one, two] {
        let checkout = folder.appending("checkout")
        try FileManager.default.createDirectory(atPath: checkout.string, withIntermediateDirectories: true)
        try "first\nsecond\n".write(
          toFile: checkout.appending("a.swift").string, atomically: true, encoding: .utf8)
      }
      try await review(unreachable, in: two) { _, coverages in try coverages.keep(coverage(.missed), settings: "c") }
      try await review(shared, in: one) { _, coverages in try coverages.keep(coverage(.covered), settings: "c") }
      try await review(shared, in: two) { _, _ in }
      try await review(shared, in: one) { _, _ in }
      for folder in [one, two] {
        let known = flips(in: folder).lines(of: coverage(.covered), and: coverage(.missed), in: try workspace(folder))
        #expect(known.base == ["a.swift": [2...2]])
      }
    }
  }

  @Test func `a shared result with an unexpected file name is not written`() async throws {
    try await use { queue, one, _ in
      for name in ["../escaped.json", "x.json", String(repeating: "a", count: 32)] {
        try await queue.set(
          [1], for: SharedValueKey(.baseTests, commit.hex, name: name), lifetime: .seconds(3_600))
      }
      try await review(SharedBaseResults(queue), in: one) { _, _ in }
      #expect(!FileManager.default.fileExists(atPath: one.string))
    }
  }

  private var unreachable: SharedBaseResults {
    SharedBaseResults(
      tests: UnreachableStore(), coverage: UnreachableStore(), history: UnreachableStore(),
      branches: UnreachableStore(), records: UnreachableStore(), flips: UnreachableStore())
  }

  private struct UnreachableStore<Key: StoreKey, Value: StoredValue>: TypedStore {
    struct NoConnection: Error, CustomStringConvertible {
      let description = "no connection"
    }

    func value(for key: Key) async throws -> Value? { throw NoConnection() }

    func values(in group: String) async throws -> [String: Value] { throw NoConnection() }

    func names(in group: String) async throws -> [String] { throw NoConnection() }

    func set(_ value: Value, for key: Key) async throws { throw NoConnection() }

    func remove(_ key: Key) async throws { throw NoConnection() }
  }
}
