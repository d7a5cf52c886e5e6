// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Foundation
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

extension EndToEnd {
  /// `sanitize` and `configuration` of `tests.runs`, with real builds in the sandbox.
  @Suite(.thorough, .enabled(if: Bubblewrap.isUsable, Comment(rawValue: Bubblewrap.isMissing)))
  struct SanitizerVerdictTests {
    private static let path = "Sources/Sample/Sign.swift"
    private static let tests = "Tests/SampleTests/SignTests.swift"

    private func check(
      _ head: SampleRepository.Files, runs: String, isBehind: Bool = false, _ arguments: [String] = ["--test", "head"]
    ) async throws -> Report {
      try await withScratchDirectory { folder in
        let (repository, program) = try await KeptBase.change(head, isBehind: isBehind, in: folder)
        try folder.write("own.yml", "version: 1\ntests:\n  retries: 1\n  runs: [{name: plain}, \(runs)]\n")
        let checked = try await Checked(
          repository, by: program,
          ["--sandbox", "bwrap", "--config", folder.path.appending("own.yml").string] + arguments)
        let report = try #require(checked.report, "\(checked.outcome.errors)")
        print(report.stages.map { "\($0.name) \($0.milliseconds) ms" }.joined(separator: ", "))
        return report
      }
    }

    @Test func `a data race is a finding at its line, although all tests pass`() async throws {
      let report = try await check(
        [
          Self.path: """
          import Foundation
          public final class Sign: @unchecked Sendable {
            var value = 0
            public init() {}
            public func race() {
              let done = DispatchSemaphore(value: 0)
              for _ in 0..<2 {
                Thread.detachNewThread {
                  for _ in 0..<1000 { self.value += 1 }
                  done.signal()
                }
              }
              done.wait()
              done.wait()
            }
          }

          """,
          Self.tests: """
          import Testing
          @testable import Sample
          @Test func races() { Sign().race() }

          """,
        ], runs: "{name: race, sanitize: thread}, {name: fast, configuration: release}", isBehind: true, [])
      let found = report.findings.filter(\.isFromSanitizer)
      // How many pairs of accesses the runtime sees depends on the threads.
      #expect(Set(found.map(\.rule)) == [Finding.threadSanitizer], "\(report.reasons) \(report.runs.map(\.logTail))")
      #expect(found.allSatisfy { $0.place.hasPrefix("\(Self.path):9:") }, "\(found)")
      #expect(found.allSatisfy { $0.isInChange && $0.severity == .error })
      #expect(report.verdict == .testsFailed)
      let head = try #require(report.runs.first { $0.side == .head })
      #expect(head.reason.hasPrefix("run race: the thread sanitizer reported a "), "\(head.reason)")
      #expect(head.reason.contains("race at \(Self.path):9"), "\(head.reason)")
      // Each of the two tests counts once, although three runs have it.
      #expect(head.tests == TestCounts(passed: 2))
      // The merge is built from the builds of the head, and has the same race.
      #expect(report.runs.count == 2 && report.runs.allSatisfy { $0.sanitizerReports ?? 0 > 0 }, "\(report.runs)")
      #expect(report.notes.filter { $0.contains("the merge was built from") }.isEmpty)
      // The coverage is that of the plain run.
      #expect(report.coverage?.counts.missed == 0 && report.coverage?.counts.measurable ?? 0 > 0)
      let names = report.stages.map(\.name)
      #expect(names.contains("build thread") && names.contains("build release") && names.contains("merge build thread"))
    }

    @Test func `a use after free is a finding at its line, and the other runs count`() async throws {
      let report = try await check(
        [
          Self.path: """
          public func freed() -> Int {
            let memory = UnsafeMutablePointer<Int>.allocate(capacity: 4)
            memory.initialize(repeating: 1, count: 4)
            memory.deallocate()
            return memory[2]
          }

          """,
          Self.tests: """
          import Sample
          import Testing
          @Test func frees() { _ = freed() }
          @Test func other() {}

          """,
        ], runs: "{name: memory, sanitize: address}")
      let found = report.findings.filter(\.isFromSanitizer)
      #expect(found.map(\.rule) == [Finding.addressSanitizer], "\(report.reasons) \(report.runs.map(\.logTail))")
      #expect(found.first?.place.hasPrefix("\(Self.path):5:") == true, "\(found)")
      #expect(found.first?.message.contains("freed at \(Self.path):4") == true, "\(found)")
      let run = try #require(report.runs.first)
      #expect([.crashed, .testsFailed].contains(run.outcome))
      #expect(run.reason.hasPrefix("run memory: the address sanitizer reported a heap-use-after-free at"))
    }

    @Test func `a build that fails for release, or without the runtime of its sanitizer, is not a pass`() async throws {
      let report = try await check(
        [
          "Package.swift": """
          // swift-tools-version: 6.0
          import PackageDescription
          let package = Package(
            name: "Sample",
            targets: [
              .target(name: "Base"), .target(name: "Sample", dependencies: ["Base"]),
              .testTarget(
                name: "SampleTests", dependencies: ["Sample"],
                linkerSettings: [.unsafeFlags(["-Xlinker", "--no-such-option"], .when(configuration: .release))]),
            ])

          """
        ], runs: "{name: fast, configuration: release}")
      #expect(report.verdict == .buildFailed, "\(report.reasons)")
      #expect(
        report.runs.first?.reason.hasPrefix("run fast: the build for release failed") == true, "\(report.reasons)")
      #expect(report.runs.first?.tests.passed ?? 0 > 0)
    }
  }
}
