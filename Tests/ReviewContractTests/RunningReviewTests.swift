// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import CInterop
import Findings
import ReviewTesting
import Testing

@testable import ReviewContract

struct RunningReviewTests {
  private static let xctest = "Test Case 'ShapeTests.CircleTests.testArea' failed (0.1 seconds)"
  private static let swiftTesting = "✘ Test area() failed after 0.001 seconds with 1 issue."

  private func head() throws -> CommitID { try #require(CommitID(String(repeating: "a", count: 40))) }

  @Test(arguments: [
    (["fetch"], "fetching"), (["base build"], "building the base"), (["build", "rules"], "building"),
    (["build", "test"], "testing"), (["test integration"], "testing"), (["build Sub"], "building"),
    (["test", "merge"], "testing"), (["merge build"], "building of the merge"),
    (["merge test"], "testing of the merge"),
    (["repeat new tests"], "repeating the new tests"), (["coverage"], "measuring the coverage"),
  ])
  func `the text names the stage`(stages: [String], work: String) throws {
    var review = RunningReview(of: try head())
    for stage in stages { review.read(.started(stage: stage)) }
    #expect(review.text == "reviewing aaaaaaaaaa: \(work)")
  }

  @Test func `failed tests are counted once, whatever their names`() throws {
    var review = RunningReview(of: try head())
    #expect(review.text == "reviewing aaaaaaaaaa")
    review.read(.output(line: Self.xctest))
    #expect(review.text == "reviewing aaaaaaaaaa: 1 test failed so far")
    review.read(.started(stage: "retry"))
    review.read(.output(line: Self.xctest))
    review.read(.output(line: Self.swiftTesting))
    review.read(.output(line: "✘ Test area() recorded an issue at ATests.swift:3:2: Expectation failed: 1 == 2"))
    #expect(review.text == "reviewing aaaaaaaaaa: repeating the failed tests, 2 tests failed so far")
  }

  @Test(arguments: [
    "Test Case 'ShapeTests.CircleTests.testArea' passed (0.1 seconds)", "✔ Test area() passed after 0.1 seconds.",
    "✘ Test run with 3 tests in 1 suite failed after 0.1 seconds with 1 issue.",
    "✘ Suite Circles failed after 0.1 seconds with 1 issue.", "a test failed", "",
  ])
  func `other lines report no failed test`(line: String) throws {
    #expect(FailedTestLine.test(in: line) == nil)
  }

  @Test func `a status is written after its interval, at the first failure at once, and not without end`() {
    var pace = StatusPace()
    (pace.interval, pace.maximum) = (.seconds(20), 3)
    #expect(pace.decide(writes: 0, isFirstFailure: false, elapsed: .seconds(5)) == .wait(.seconds(15)))
    #expect(pace.decide(writes: 0, isFirstFailure: true, elapsed: .zero) == .write)
    #expect(pace.decide(writes: 2, isFirstFailure: false, elapsed: .seconds(20)) == .write)
    #expect(pace.decide(writes: 3, isFirstFailure: true, elapsed: .seconds(99)) == .nothing)
  }
}

struct ProgressStatusTests {
  private let texts = Locked<[String]>([])
  private let signal = ChangeSignal()

  private func status(
    _ pace: StatusPace = StatusPace(), sleep: @escaping @Sendable (Duration) async throws -> Void
  ) throws -> ProgressStatus {
    let start = ContinuousClock.now
    return ProgressStatus(
      of: try #require(CommitID(String(repeating: "a", count: 40))), pace: pace, now: { start }, sleep: sleep
    ) { text, willSend in
      guard (try? willSend()) != nil else { return false }
      texts.withLock { $0.append(text) }
      signal.notify()
      return true
    }
  }

  @Test func `stages that change in quick succession are one write, of the newest`() async throws {
    let gate = Gate()
    let status = try status { _ in try await gate.pass() }
    for stage in ["fetch", "build", "test"] { status.read(.started(stage: stage)) }
    status.begin()
    // No time passes, so the text of the first failure is the first one that is written.
    status.read(.output(line: "Test Case 'A.B' failed (0.1 seconds)"))
    try await signal.wait { !texts.withLock(\.isEmpty) }
    status.read(.started(stage: "coverage"))
    await status.end()
    #expect(texts.withLock { $0 } == ["reviewing aaaaaaaaaa: testing, 1 test failed so far"])
  }

  @Test func `nothing is written after the end`() async throws {
    let status = try status { _ in }
    status.begin()
    await status.end()
    status.read(.output(line: "Test Case 'A.B' failed (0.1 seconds)"))
    #expect(texts.withLock(\.isEmpty))
  }

  @Test func `a write that waits for its turn is cancelled, and one that was sent is waited for`() async throws {
    let (turn, sent, answer) = (Gate(), Gate(), Gate())
    let head = try #require(CommitID(String(repeating: "a", count: 40)))
    let failure = ProgressEvent.output(line: "Test Case 'A.B' failed (0.1 seconds)")
    let waiting = ProgressStatus(of: head) { _, _ in
      turn.open()
      // Never opened.
      return (try? await Gate().pass()) != nil
    }
    waiting.begin()
    waiting.read(failure)
    try await turn.pass()
    await waiting.end()
    let sending = ProgressStatus(of: head) { [texts] text, willSend in
      guard (try? willSend()) != nil else { return false }
      sent.open()
      try? await answer.pass()
      texts.withLock { $0.append(text) }
      return true
    }
    sending.begin()
    sending.read(failure)
    try await sent.pass()
    async let end: Void = sending.end()
    answer.open()
    await end
    #expect(texts.withLock(\.count) == 1)
  }

  @Test func `an interval of zero writes each stage`() async throws {
    var pace = StatusPace()
    pace.interval = .zero
    let status = try status(pace) { _ in }
    status.begin()
    for (count, stage) in ["build", "test"].enumerated() {
      status.read(.started(stage: stage))
      try await signal.wait { texts.withLock(\.count) == count + 1 }
    }
    await status.end()
    #expect(texts.withLock { $0 } == ["reviewing aaaaaaaaaa: building", "reviewing aaaaaaaaaa: testing"])
  }
}
