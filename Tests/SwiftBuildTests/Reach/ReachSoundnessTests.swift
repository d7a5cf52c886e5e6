// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import Isolation
import ReviewContract
import ReviewTesting
import SeededTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Compares the choice of test targets with real runs of all tests.
struct ReachSoundnessTests {
  /// Fails for a choice that leaves out a target whose tests a change breaks: its verdict would differ from that of all
  /// tests.
  @Test(.thorough) func `no test target that fails is left out, for random changes`() async throws {
    try await withScratchDirectory { folder in
      let package = LayeredPackage()
      let root = try folder.folder("package")
      try package.write(in: root)
      let base = await tested(root.path, results: try folder.folder("results"))
      #expect(base.run.outcome == .passed, "\(base.run.reason) \(base.run.logTail)")
      #expect(base.run.tests.passed == 11)
      let unread = try await runAgain(root, after: base, of: package, in: folder)
      let graph = try await describe(root, in: folder)
      let layout = try #require(base.layout)
      #expect(graph.targets.map(\.layout) == layout.targets && graph.tests.count == 8)
      #expect(graph.targets.filter(\.isClang).map(\.name) == ["CMath"])
      var figures = (changes: 0, broken: 0, failed: 0, chosen: 0)
      for seed in Soak.seeds(2, long: 200) {
        var random = SeededRandom(seed: seed)
        let change = package.change(by: &random)
        for (path, text) in change { try root.write(path, text) }
        let choice = try choice(change.keys.sorted(), unread, base, try await describe(root, in: folder), root)
        let run = await tested(root.path, results: try folder.folder("results-\(seed)"))
        #expect([.passed, .testsFailed].contains(run.run.outcome), "\(change) \(run.run.reason) \(run.run.logTail)")
        let failed = Set(run.cases.filter { $0.result != .passed }.map { String($0.suite.prefix { $0 != "." }) })
        #expect(failed.isSubset(of: choice.reasons.keys), "seed \(seed): \(change), \(choice.reasons)")
        try await runInOrder(root, of: change.keys.sorted(), after: run, in: folder, seed)
        figures.changes += 1
        figures.broken += failed.isEmpty ? 0 : 1
        figures.failed += failed.count
        figures.chosen += choice.reasons.count
        for path in change.keys {
          if let text = package.files[path] {
            try root.write(path, text)
          } else {
            try FileManager.default.removeItem(atPath: root.path.appending(path).string)
          }
        }
      }
      // Choices of all targets would prove nothing.
      #expect(figures.chosen < 8 * figures.changes)
      if Soak.isLong {
        #expect(figures.broken > 100)
        print(
          "\(figures.changes) changes, of which \(figures.broken) broke tests: \(figures.failed) targets failed, "
            + "\(figures.chosen) of \(8 * figures.changes) were chosen")
      }
    }
  }

  /// The choice is also what `swift test` runs, of both testing libraries.
  ///
  /// - Returns: the files that the tests do not open.
  private func runAgain(
    _ root: ScratchDirectory, after base: TestedWorkspace, of package: LayeredPackage, in folder: ScratchDirectory
  ) async throws -> Set<String> {
    let none = await tested(
      root.path, results: try folder.folder("results-none"), earlier: try earlier(base, differences: []))
    #expect(none.run.outcome == .passed && none.run.tests.total == 0 && none.run.reused?.count == 8)
    #expect(none.listed == base.listed && none.listed?.count == 11)
    #expect(none.stages.last?.name == "test" && none.stages.last?.status == .skipped)
    let some = await tested(
      root.path, results: try folder.folder("results-some"),
      earlier: try earlier(base, differences: ["Sources/Draw/Draw.swift"]))
    #expect(some.run.outcome == .passed, "\(some.run.reason) \(some.run.logTail)")
    let run = Set(some.cases.map { String($0.suite.prefix { $0 != "." }) })
    #expect(run == ["AloneTests", "AppTests", "DrawTests", "NetTests"])
    #expect(some.run.reused?.count == 4 && some.listed == base.listed)
    // Nothing has to be compiled, which would open the sources. What is built is read by the runner itself.
    let paths = package.files.keys.sorted()
    let watch = try DifferenceWatch(
      PackageDirectory(root.path, in: root.path), TargetGraph(folder: "", targets: []), differences: paths)
    let again = await tested(root.path, results: try folder.folder("results-again"))
    #expect(again.run.outcome == .passed, "\(again.run.reason) \(again.run.logTail)")
    let unread = watch.end()
    let opened = Set(paths).subtracting(unread)
    #expect(opened.isSuperset(of: ["Sources/Text/Unused.swift", "table.json"]) && opened.count < 6, "\(opened)")
    return unread
  }

  /// The results of all tests are the same in any order.
  private func runInOrder(
    _ root: ScratchDirectory, of paths: [String], after run: TestedWorkspace, in folder: ScratchDirectory,
    _ seed: UInt64
  ) async throws {
    var random = SeededRandom(seed: seed)
    let changed = paths.filter { $0.hasPrefix("Tests/") }.map {
      DeclaredTest(path: $0, types: [], name: "value()", isNew: false)
    }
    let failed = try #require(run.listed).shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random))
    let order = TestOrder(
      changed: changed, failedLately: failed.map { TestDigest($0, package: "") }, paths: paths)
    let ordered = await tested(root.path, results: try folder.folder("results-order-\(seed)"), order: order)
    let results = { (tested: TestedWorkspace) in
      Dictionary(tested.cases.map { ($0.id, $0.result) }) { first, _ in first }
    }
    #expect(results(ordered) == results(run) && ordered.cases.count == run.cases.count, "seed \(seed): \(order)")
    #expect(ordered.run.outcome == run.run.outcome && ordered.run.reason == run.run.reason, "seed \(seed): \(order)")
    #expect(ordered.run.tests == run.run.tests && ordered.listed == run.listed)
    #expect(Set(ordered.run.failures.map(\.message)) == Set(run.run.failures.map(\.message)))
  }

  private func earlier(
    _ base: TestedWorkspace, differences: [String], unread: Set<String> = []
  ) throws -> EarlierRun {
    let commit = try #require(CommitID(String(repeating: "a", count: 40)))
    return try #require(EarlierRun(head: base, at: commit, differences: differences, unread: unread))
  }

  private func choice(
    _ paths: [String], _ unread: Set<String>, _ base: TestedWorkspace, _ graph: TargetGraph, _ root: ScratchDirectory
  ) throws -> TargetChoice {
    let reach = TargetContents(checkout: ContainedDirectory(root.path), graph: graph).read()
    return TargetChoice(try earlier(base, differences: paths, unread: unread), reach)
  }

  private func describe(_ root: ScratchDirectory, in folder: ScratchDirectory) async throws -> TargetGraph {
    let environment = SharedModules.environment()
    let scratch = try folder.folder("describe-\(UUID().uuidString)").path
    let toolchain = try await Toolchain.find(
      environment: SandboxedEnvironment.inherited(from: environment), temporary: scratch.appending("toolchain"))
    let request = TestRequest(
      side: .head, package: root.path, repositoryRoot: root.path, results: scratch, arguments: [],
      buildLimit: .seconds(600), testLimit: .seconds(600))
    let context = try SandboxedContext(
      request, environment: environment, gitConfiguration: "", toolchain: toolchain, sandbox: Unsandboxed())
    return try await PackageDescriber(toolchain: toolchain, context: context, timeLimit: .seconds(600))
      .describe(root.path, from: root.path).graph
  }
}
