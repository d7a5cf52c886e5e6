// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ContainedFiles
import Findings
import Foundation
import ReviewContract

/// Reads Swift Testing's event stream, a JSON object on each line.
///
/// Events are written as they happen, so that after a crash or a timeout they show which tests had started. The file is
/// written by the code under review: invalid lines are skipped, and everything is bounded.
struct EventStreamReader: Sendable {
  static let maximumBytes = 128 << 20
  static let maximumTests = 100_000
  /// The number of issues of one test that are kept; a test can record any number in a loop.
  static let maximumIssues = 20

  /// The prefix that is removed from paths.
  let repositoryRoot: String

  /// Returns `nil` when the file is missing or unreadable.
  func read(_ directory: ContainedDirectory, _ name: String) -> SwiftTestingEvents? {
    (try? directory.bytes(at: name, limit: Self.maximumBytes)).map(parse)
  }

  func parse(_ bytes: [UInt8]) -> SwiftTestingEvents {
    var events = SwiftTestingEvents()
    var indices: [String: Int] = [:]
    let decoder = JSONDecoder()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // The last line may be truncated, and other programs may have written lines.
      guard let record = try? decoder.decode(Record.self, from: Data(line)) else { continue }
      if record.kind == "test" {
        add(record.payload, to: &events, &indices)
      } else if record.kind == "event" {
        let place = record.payload.testID.flatMap { indices[$0] }
        apply(record.payload, to: &events, at: place)
      }
    }
    return events
  }

  private func add(_ payload: Payload, to events: inout SwiftTestingEvents, _ indices: inout [String: Int]) {
    guard let id = payload.id, indices[id] == nil, events.tests.count < Self.maximumTests else { return }
    indices[id] = events.tests.count
    let location = payload.sourceLocation
    events.tests.append(
      SwiftTestingEvents.Test(
        id: Self.name(id, payload), file: location?.fileID ?? "", path: path(location), line: location?.number ?? 0,
        isSuite: payload.kind == "suite",
        displayName: payload.displayName.map { TestTexts.start(of: $0, TestTexts.maximumName) }))
  }

  /// `ShapeTests.Circles/Small/area()/CircleTests.swift:3:2` is the test `area()` of the suite
  /// `ShapeTests.Circles.Small`, the name in the results file.
  private static func name(_ id: String, _ payload: Payload) -> TestID {
    var rest = id[...]
    if let location = payload.sourceLocation, let file = location.fileID?.split(separator: "/").last,
      let line = location.line, let column = location.column
    {
      let suffix = "/\(file):\(line):\(column)"
      if rest.hasSuffix(suffix) { rest = rest.dropLast(suffix.count) }
    }
    let name = payload.name ?? ""
    if rest.hasSuffix(name) { rest = rest.dropLast(name.count) }
    while rest.last == "/" || rest.last == "." { rest = rest.dropLast() }
    return TestID(
      suite: TestTexts.start(of: rest.replacing("/", with: "."), TestTexts.maximumName),
      name: TestTexts.start(of: name, TestTexts.maximumName))
  }

  private func apply(_ payload: Payload, to events: inout SwiftTestingEvents, at place: Int?) {
    switch payload.kind {
    case "runEnded": events.isComplete = true
    case "issueRecorded": record(payload, in: &events, at: place)
    case "testStarted":
      guard let place else { return }
      if events.isComplete || events.tests[place].started != nil { events.tests[place].isInOrder = false }
      events.tests[place].started = payload.instant?.absolute
    case "testEnded":
      guard let place else { return }
      let test = events.tests[place]
      if events.isComplete || test.started == nil || test.ended != nil { events.tests[place].isInOrder = false }
      events.tests[place].ended = payload.instant?.absolute
      if events.tests[place].isSkipped, events.tests[place].reason == nil {
        events.tests[place].reason = Self.reason(payload)
      }
    case "testSkipped", "testCancelled":
      guard let place else { return }
      events.tests[place].isSkipped = true
      events.tests[place].reason = Self.reason(payload)
    default: break
    }
  }

  /// `Test later() skipped: "not now"`
  private static func reason(_ payload: Payload) -> String? {
    guard let text = payload.messages?.first?.text, let marker = text.firstRange(of: ": \"") else { return nil }
    let quoted = text[marker.upperBound...]
    return TestTexts.start(of: quoted.hasSuffix("\"") ? quoted.dropLast() : quoted, TestTexts.maximumName)
  }

  private func record(_ payload: Payload, in events: inout SwiftTestingEvents, at place: Int?) {
    let issue = payload.issue
    guard issue?.isFailure ?? !(issue?.isKnown ?? false) else { return }
    let message = (payload.messages ?? []).prefix(20).map(\.text).joined(separator: "\n")
    let path = path(issue?.sourceLocation)
    func failure(of id: TestID) -> TestFailure {
      TestFailure(
        suite: id.suite, name: id.name, message: TestTexts.start(of: message, TestTexts.maximumMessage), path: path,
        line: path == nil ? nil : issue?.sourceLocation?.number)
    }
    if let place {
      events.tests[place].hasFailed = true
      guard events.tests[place].failures.count < Self.maximumIssues else { return }
      events.tests[place].failures.append(failure(of: events.tests[place].id))
    } else if events.outside.count < Self.maximumIssues {
      events.outside.append(failure(of: TestID(suite: "", name: "outside of any test")))
    }
  }

  private func path(_ location: Location?) -> String? {
    (location?.filePath ?? location?.hiddenFilePath).flatMap { String(relativePathOfFile: $0, from: repositoryRoot) }
  }
}

/// One line of the stream. Every field is optional: versions differ, and another program may have written it.
private struct Record: Decodable {
  let kind: String
  let payload: Payload
}

private struct Payload: Decodable {
  struct Instant: Decodable { let absolute: Double? }
  struct Message: Decodable { let text: String }
  struct Issue: Decodable {
    let isKnown: Bool?
    let isFailure: Bool?
    let sourceLocation: Location?
  }

  let kind: String?
  let id: String?
  let name: String?
  let displayName: String?
  let testID: String?
  let sourceLocation: Location?
  let instant: Instant?
  let messages: [Message]?
  let issue: Issue?
}

private struct Location: Decodable {
  private enum CodingKeys: String, CodingKey {
    case fileID, filePath, line, column
    case hiddenFilePath = "_filePath"
  }

  let fileID: String?
  let filePath: String?
  /// The path in versions before 6.3.
  let hiddenFilePath: String?
  let line: Int?
  let column: Int?

  var number: Int { min(max(line ?? 1, 1), 100_000_000) }
}

/// The state of Swift Testing's tests according to their events, up to the end of the process.
struct SwiftTestingEvents: Hashable, Sendable {
  struct Test: Hashable, Sendable {
    let id: TestID
    /// In the form of the runtime's crash message: `ShapeTests/CircleTests.swift`.
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
    /// The name in Swift Testing's output, if it differs from the test's.
    var displayName: String?
    /// Whether it started once and then ended once, both during the run.
    var isInOrder = true

    var milliseconds: Int {
      guard let started, let ended else { return 0 }
      return TestTexts.milliseconds(ended - started)
    }

    /// Whether its events report a test that ran from its beginning to its end without a failure.
    var hasPassed: Bool { started != nil && ended != nil && isInOrder && !hasFailed && !isSkipped }

    var isRunning: Bool { started != nil && ended == nil && !isSkipped }
  }

  /// In the order in which they were announced.
  var tests: [Test] = []
  /// Issues that belong to no test, recorded by work that a test left running.
  var outside: [TestFailure] = []
  /// Whether the run completed.
  var isComplete = false

  /// The number of tests that Swift Testing reports at the end of its run.
  var count: Int { tests.count { !$0.isSuite && ($0.started != nil || $0.isSkipped) } }

  var hasFailed: Bool { !outside.isEmpty || tests.contains(where: \.hasFailed) }
}
