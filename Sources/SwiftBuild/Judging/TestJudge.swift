// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Isolation
import ReviewContract

/// Determines the outcome of a test run from its exit status, its results files and the count of its tests: each can be
/// wrong.
enum TestJudge {
  struct Judgement: Hashable, Sendable {
    let outcome: TestRun.Outcome
    let reason: String
  }

  static let noTests = "the package declares tests, but none ran"

  /// - Parameter selection: the tests that were to run. One that is not everything may match no test of a package.
  static func judge(_ execution: TestExecution, of selection: TestSelection = TestSelection()) -> Judgement {
    if let part = execution.unexplainedPart { return judge(part) }
    let running = running(execution.list)
    switch execution.ending {
    case .timedOut(let limit):
      return Judgement(outcome: .timedOut, reason: "the tests ran longer than \(String(duration: limit))\(running)")
    case .diskFull:
      let shortage = execution.ending.shortage ?? ""
      return Judgement(outcome: .couldNotRun, reason: "the tests were ended, because \(shortage)\(running)")
    case .tooMuchOutput, .tooManyTasks, .tooMuchMemory, .tooMuchDisk, .tooManyFiles:
      return Judgement(outcome: .testsFailed, reason: "the tests \(execution.ending.excess ?? "")\(running)")
    case .cancelled:
      return Judgement(outcome: .couldNotRun, reason: "the tests were cancelled")
    case .signalled(let signal):
      return Judgement(outcome: .crashed, reason: "the tests were ended by signal \(signal)\(running)")
    case .exited(0):
      return judgeSuccess(execution, mayBeEmpty: !selection.isEverything)
    case .exited(let status):
      return judgeFailure(execution, status)
    }
  }

  private static func judgeSuccess(_ execution: TestExecution, mayBeEmpty: Bool) -> Judgement {
    let counts = execution.list.counts
    if let problem = unreadable(execution) {
      return Judgement(outcome: .crashed, reason: "the results cannot be read: \(problem)")
    }
    if execution.isSwiftTestingComplete == false {
      return Judgement(
        outcome: .crashed,
        reason: "swift test succeeded, although its tests did not complete\(running(execution.list))")
    }
    if execution.areEventsMissing {
      return Judgement(outcome: .crashed, reason: "swift test succeeded, but Swift Testing wrote no events")
    }
    if let reason = execution.doubts.reason(results: counts.total) {
      return Judgement(outcome: .crashed, reason: reason)
    }
    if counts.failed > 0 {
      return Judgement(
        outcome: .testsFailed, reason: "\(counted(counts.failed, "test")) failed, although swift test succeeded")
    }
    if counts.total == 0, !mayBeEmpty {
      return Judgement(outcome: .testsFailed, reason: noTests)
    }
    return Judgement(outcome: .passed, reason: "")
  }

  private static func judgeFailure(_ execution: TestExecution, _ status: Int32) -> Judgement {
    let counts = execution.list.counts
    let crashed = execution.crashed
    let known = crashed.isEmpty ? running(execution.list) : " in \(names(crashed))"
    if execution.isCrashCertain || counts.failed == 0, execution.crash.description != nil || !crashed.isEmpty {
      let description = execution.crash.description.map { ": \($0)" } ?? ""
      return Judgement(outcome: .crashed, reason: "a test process crashed\(known)\(description)")
    }
    if let problem = unreadable(execution) {
      return Judgement(outcome: .crashed, reason: "the results cannot be read: \(problem)\(known)")
    }
    if let reason = execution.doubts.reason(results: counts.total) {
      return Judgement(outcome: .crashed, reason: reason)
    }
    if counts.failed > 0 {
      return Judgement(outcome: .testsFailed, reason: "\(counted(counts.failed, "test")) failed")
    }
    if counts.total == 0 {
      // For example a test program with its own main (Tests/LinuxMain.swift), which lists no tests for SwiftPM.
      return Judgement(
        outcome: .testsFailed,
        reason: "swift test ended with status \(status) before a test ran; see the end of its output")
    }
    return Judgement(outcome: .testsFailed, reason: "swift test ended with status \(status), although no test failed")
  }

  private static func unreadable(_ execution: TestExecution) -> String? {
    for (name, file) in [("XCTest", execution.xctest), ("Swift Testing", execution.swiftTesting)] {
      if case .unreadable(let reason) = file { return "\(name)'s file: \(reason)" }
    }
    return nil
  }

  private static func running(_ list: TestList) -> String {
    list.unfinished.isEmpty ? "" : " while \(names(list.unfinished)) ran"
  }

  static func names(_ tests: [TestID]) -> String {
    let shown = tests.prefix(3).map { "`\($0)`" }
    let more = tests.count - shown.count
    guard more == 0, let last = shown.last, shown.count > 1 else {
      return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
    return shown.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// Finds the line that describes a crash best in the output of the tests.
struct CrashDetector: Hashable, Sendable {
  /// The location of a crash, as Swift's runtime prints it.
  struct Place: Hashable, Sendable {
    /// `ShapeTests/CircleTests.swift`
    let file: String
    let line: Int
  }

  /// Best first: the program's own message is more informative than the number of the signal.
  private static let signs = [
    "Fatal error: ", "ERROR: AddressSanitizer: ", "WARNING: ThreadSanitizer: ", "*** Program crashed: ",
    "exited with unexpected signal code ",
  ]

  private var rank: Int?
  /// The description of the crash, from the sign on; `nil` without one.
  private(set) var description: String?
  private(set) var place: Place?

  /// Whether a process died according to the output: a test can print the text of a crash without one, to test its own
  /// handling.
  private(set) var isCertain = false

  mutating func read(_ line: String) {
    for (rank, sign) in Self.signs.enumerated() {
      guard let found = line.firstRange(of: sign) else { continue }
      if rank == Self.signs.count - 1 { isCertain = true }
      if rank < self.rank ?? Self.signs.count {
        self.rank = rank
        description = String(line[found.lowerBound...].prefix(300))
        place = rank == 0 ? Self.place(line[..<found.lowerBound]) : nil
      }
      return
    }
  }

  /// `ShapeTests/CircleTests.swift:3: `
  private static func place(_ text: Substring) -> Place? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2] == " ", let line = Int(parts[1]) else { return nil }
    return Place(file: String(parts[0]), line: line)
  }
}
