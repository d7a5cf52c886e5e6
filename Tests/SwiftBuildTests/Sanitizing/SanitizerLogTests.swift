// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import ReviewContract
import ReviewTesting
import SystemPackage
import Testing

@testable import SwiftBuild

/// Recorded with Swift 6.3.1 on Linux; the root of the repository is `/r`.
struct SanitizerLogTests {
  private static let race = """
    ==================
    WARNING: ThreadSanitizer: Swift access race (pid=845)
      Modifying access of Swift variable at 0x720800000b90 by thread T5:
        #0 $s4Race7CounterC4raceyyFyyYbcfU_ /r/Sources/Race/Race.swift (RacePackageTests.xctest+0x1059f2) (BuildId: 03d7)
        #1 $s4Race7CounterC4raceyyFyyYbcfU_TA /<compiler-generated> (RacePackageTests.xctest+0x105a7d) (BuildId: 03d7)
        #2 $s10Foundation6ThreadC4mainyyF <null> (libFoundation.so+0x3795f8) (BuildId: bbe2)

      Previous write of size 1 at 0x720800000b90 by thread T4:
        #0 $s4Race7CounterC4raceyyFyyYbcfU_ /r/Sources/Race/Race.swift:9:41 (RacePackageTests.xctest+0x105a23) (BuildId: 03d7)
        #1 $s10Foundation6ThreadC4mainyyF <null> (libFoundation.so+0x3795f8) (BuildId: bbe2)

      Location is heap block of size 32 at 0x720800000b80 allocated by main thread:
        #0 malloc /home/build-user/llvm-project/compiler-rt/lib/tsan/rtl/tsan_interceptors_posix.cpp:686:5 (RacePackageTests.xctest+0x82f50)
        #1 swift_slowAlloc <null> (libswiftCore.so+0x46fa6e) (BuildId: b521)
        #2 $s9RaceTests03OldB0C9testRacesyyF /r/Tests/RaceTests/RaceTests.swift:7:55 (RacePackageTests.xctest+0x14a40b) (BuildId: 03d7)

    SUMMARY: ThreadSanitizer: Swift access race /r/Sources/Race/Race.swift in $s4Race7CounterC4raceyyFyyYbcfU_
    ==================
    ThreadSanitizer: reported 1 warnings
    """
  private static let freed = """
    =================================================================
    ==3644==ERROR: AddressSanitizer: heap-use-after-free on address 0x7c2089feabe0 at pc 0x55b87b197bc3 bp 0x7be0 sp 0x7be0
    READ of size 8 at 0x7c2089feabe0 thread T4
        #0 0x55b87b197bc2 in $s4Race12useAfterFreeSiyF /r/Sources/Race/Race.swift:21:11
        #1 0x55b87b1ebb92 in $s9RaceTests5freesyyF /r/Tests/RaceTests/RaceTests.swift:6:22
        #2 0x7fe08f596b14 in swift_job_run (/opt/swift/usr/lib/swift/linux/libswift_Concurrency.so+0x72b14) (BuildId: b9f3)

    0x7c2089feabe0 is located 16 bytes inside of 32-byte region [0x7c2089feabd0,0x7c2089feabf0)
    freed by thread T4 here:
        #0 0x55b87b156d86 in free /home/build-user/llvm-project/compiler-rt/lib/asan/asan_malloc_linux.cpp:51:3
        #1 0x55b87b197ba0 in $s4Race12useAfterFreeSiyF /r/Sources/Race/Race.swift:20:5

    SUMMARY: AddressSanitizer: heap-use-after-free /r/Sources/Race/Race.swift:21:11 in $s4Race12useAfterFreeSiyF
    ==3644==ABORTING
    """

  private static func reader(_ sanitizer: TestBuild.Sanitizer) -> SanitizerReader {
    SanitizerReader(sanitizer: sanitizer, repositoryRoot: "/r", tests: ["Tests/RaceTests"]) { !$0.contains("missing") }
  }

  private static func report(
    _ sanitizer: TestBuild.Sanitizer, _ place: SanitizerReport.Place?, _ message: String
  ) -> SanitizerReport {
    SanitizerReport(sanitizer: sanitizer, place: place, message: message)
  }

  @Test func `a race is at the access with a line, and names the other one and the test`() {
    let expected = Self.report(
      .thread, .init(path: "Sources/Race/Race.swift", line: 9, column: 41),
      "Swift access race: previous write here, modifying access at Sources/Race/Race.swift"
        + "; called by Tests/RaceTests/RaceTests.swift:7")
    #expect(Self.reader(.thread).reports(in: Self.race) == [expected])
    let both = Self.race.replacing("Race.swift (Race", with: "Race.swift:12:3 (Race")
    #expect(
      Self.reader(.thread).reports(in: both).first?.message
        == "Swift access race: modifying access here, previous write at Sources/Race/Race.swift:9"
        + "; called by Tests/RaceTests/RaceTests.swift:7")
  }

  @Test func `a use after free is at the access, and names where the memory was freed`() {
    let expected = Self.report(
      .address, .init(path: "Sources/Race/Race.swift", line: 21, column: 11),
      "heap-use-after-free: read here, freed at Sources/Race/Race.swift:20"
        + "; called by Tests/RaceTests/RaceTests.swift:6")
    #expect(Self.reader(.address).reports(in: Self.freed) == [expected])
  }

  @Test func `a report without lines or without sources of the repository says so`() {
    let bare = """
      WARNING: ThreadSanitizer: data race (pid=1)
        Write of size 8 at 0x7 by thread T1:
          #0 <null> <null> (A.xctest+0x1) (BuildId: 1)
      """
    #expect(
      Self.reader(.thread).reports(in: bare)
        == [Self.report(.thread, nil, "data race; it names no lines, because llvm-symbolizer did not run")])
    let lineless = Self.race.replacing(":9:41", with: "").replacing(":7:55", with: "")
    #expect(
      Self.reader(.thread).reports(in: lineless).first?.message.contains("; the report names no line; called by")
        == true)
    // Files outside, in a build folder, and those that the checkout does not have.
    for path in ["/r/../etc/passwd", "/other/a.swift", "/r/.build/debug/runner.swift", "/r/Sources/missing.swift"] {
      let text = bare.replacing("<null> <null>", with: "f \(path):3:1")
      #expect(
        Self.reader(.thread).reports(in: text)
          == [Self.report(.thread, nil, "data race; it names no source of the repository at the access")], "\(path)")
    }
  }

  @Test func `reports are distinct and limited, and fail tests that passed`() async throws {
    try await withScratchDirectory { folder in
      try folder.write("results/sanitizer.1", Self.race)
      try folder.write("results/sanitizer.2", Self.race + "\n" + Self.race.replacing("race (pid", with: "tear (pid"))
      try folder.write("results/xunit.xml", Self.race)
      let passed = TestJudge.Judgement(outcome: .passed, reason: "")
      var log = SanitizerLog()
      #expect(log.isEmpty && log.judge(passed, failed: 0) == passed)
      log.read(ContainedDirectory(folder.path), "results", Self.reader(.thread))
      #expect(log.reports.map(\.kind) == ["Swift access race", "Swift access tear"])
      #expect(log.lines.first == "==================")
      let reason = "the thread sanitizer reported a Swift access race at Sources/Race/Race.swift:9, and 1 other defect"
      #expect(log.judge(passed, failed: 0) == .init(outcome: .testsFailed, reason: reason))
      let crashed = TestJudge.Judgement(outcome: .crashed, reason: "a test process crashed")
      #expect(log.judge(crashed, failed: 0).reason == "\(reason); a test process crashed")
      #expect(
        log.judge(.init(outcome: .testsFailed, reason: "1 test failed"), failed: 1).reason.hasSuffix("; 1 test failed"))

      let kinds = (0...SanitizerLog.maximumReports).map { Self.race.replacing("race (pid", with: "r\($0) (pid") }
      try folder.write("results/sanitizer.3", kinds.joined(separator: "\n"))
      var many = SanitizerLog()
      many.read(ContainedDirectory(folder.path), "results", Self.reader(.thread))
      #expect(many.reports.count == SanitizerLog.maximumReports && many.problem != nil)
      // What cannot be read is not a pass.
      try folder.write("linked/sanitizer.9/file", "")
      var unread = SanitizerLog()
      unread.read(ContainedDirectory(folder.path), "linked", Self.reader(.thread))
      #expect(unread.judge(passed, failed: 0).outcome == .testsFailed)
    }
  }

  @Test func `the runtime's options follow those of the configuration`() {
    let build = TestBuild(sanitizer: .address, configuration: .release)
    #expect(build.arguments == ["--sanitize", "address", "-c", "release", "-Xswiftc", "-enable-testing"])
    #expect(
      build.variables(log: "/run/results/sanitizer", tools: "/usr/bin", inherited: ["ASAN_OPTIONS": "log_path=x"]) == [
        "ASAN_OPTIONS": #"log_path=x:log_path="/run/results/sanitizer":"#
          + #"external_symbolizer_path="/usr/bin/llvm-symbolizer":detect_leaks=0"#
      ])
    #expect(TestBuild().arguments.isEmpty && TestBuild().variables(log: "/l", tools: "/t", inherited: [:]).isEmpty)
  }
}
