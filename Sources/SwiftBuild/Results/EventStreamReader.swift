// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Reads the events that Swift Testing writes while its tests run, a JSON object on each line.
///
/// They are written as they happen, so that after a crash or a time limit they say which tests had begun. The file is
/// written by the code under review: what is not an event is skipped, and everything is bounded.
struct EventStreamReader: Sendable {
  static let maximumBytes = 128 << 20
  static let maximumTests = 100_000
  /// Issues of one test; a test in a loop records as many as it likes.
  static let maximumIssues = 20

  /// Where paths are cut down to.
  let repositoryRoot: String

  /// `nil` when there is no such file that can be read.
  func read(_ directory: ContainedDirectory, _ name: String) -> SwiftTestingEvents? {
    (try? directory.bytes(at: name, limit: Self.maximumBytes)).map(parse)
  }

  func parse(_ bytes: [UInt8]) -> SwiftTestingEvents {
    var events = SwiftTestingEvents()
    var places: [String: Int] = [:]
    let decoder = JSONDecoder()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      // The last line may be cut off, and any line may be none of Swift Testing's.
      guard let record = try? decoder.decode(Record.self, from: Data(line)) else { continue }
      if record.kind == "test" {
        add(record.payload, to: &events, &places)
      } else if record.kind == "event" {
        let place = record.payload.testID.flatMap { places[$0] }
        apply(record.payload, to: &events, at: place)
      }
    }
    return events
  }

  private func add(_ payload: Payload, to events: inout SwiftTestingEvents, _ places: inout [String: Int]) {
    guard let id = payload.id, places[id] == nil, events.tests.count < Self.maximumTests else { return }
    places[id] = events.tests.count
    let location = payload.sourceLocation
    events.tests.append(
      SwiftTestingEvents.Test(
        id: Self.name(id, payload), file: location?.fileID ?? "", path: path(location), line: location?.number ?? 0,
        isSuite: payload.kind == "suite",
        displayName: payload.displayName.map { TestTexts.start(of: $0, TestTexts.maximumName) }))
  }

  /// `ShapeTests.Circles/Small/area()/CircleTests.swift:3:2` is the test `area()` of the suite
  /// `ShapeTests.Circles.Small`, as the results file calls it.
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

/// One line of the stream. Everything may be missing: versions differ, and another program may have written it.
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
  /// Where versions before 6.3 have the path.
  let hiddenFilePath: String?
  let line: Int?
  let column: Int?

  var number: Int { min(max(line ?? 1, 1), 100_000_000) }
}

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
    /// What Swift Testing prints instead of the name.
    var displayName: String?
    /// Whether it began once and then ended once, both while the run went on.
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
  /// Issues that belong to no test: recorded by what a test left running.
  var outside: [TestFailure] = []
  /// Whether the run completed.
  var isComplete = false

  /// How many tests Swift Testing counts at the end of its run.
  var count: Int { tests.count { !$0.isSuite && ($0.started != nil || $0.isSkipped) } }

  var hasFailed: Bool { !outside.isEmpty || tests.contains(where: \.hasFailed) }
}
