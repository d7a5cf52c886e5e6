// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract

/// What is known of Swift Testing's tests from their events: as much as there was until the process ended.
struct SwiftTestingEvents: Hashable, Sendable {
  struct Test: Hashable, Sendable {
    let id: TestID
    /// As the runtime writes it when it dies: `ShapeTests/CircleTests.swift`.
    let file: String
    let path: String?
    let line: Int
    let isSuite: Bool
    /// In seconds of the process's clock.
    var started: Double?
    var ended: Double?
    var isSkipped = false
    var reason: String?
    var hasFailed = false
    var failures: [TestFailure] = []
    /// What Swift Testing prints in the place of the name.
    var displayName: String?
    /// Whether it began once and then ended once, both while the run went on.
    var isInOrder = true

    var milliseconds: Int {
      guard let started, let ended else { return 0 }
      return TestTexts.milliseconds(ended - started)
    }

    /// Whether its events tell of a test that ran from its beginning to its end, and of no failure.
    var hasPassed: Bool { started != nil && ended != nil && isInOrder && !hasFailed && !isSkipped }

    var isRunning: Bool { started != nil && ended == nil && !isSkipped }
  }

  /// In the order in which they were announced.
  var tests: [Test] = []
  /// Issues that belong to no test: recorded by what a test left running.
  var outside: [TestFailure] = []
  /// Whether the run came to its end.
  var isComplete = false

  /// How many tests Swift Testing counts at the end of its run.
  var count: Int { tests.count { !$0.isSuite && ($0.started != nil || $0.isSkipped) } }

  var hasFailed: Bool { !outside.isEmpty || tests.contains(where: \.hasFailed) }
}
