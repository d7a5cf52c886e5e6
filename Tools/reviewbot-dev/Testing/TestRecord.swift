// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation

/// The results of a run of the tests: which passed, failed or were skipped, and how long each took.
///
/// The results are read from Swift Testing's event stream, one JSON object a line
/// (https://github.com/swiftlang/swift-testing/blob/main/Documentation/ABI/JSON.md). Its times include the time that a
/// test waits for others; the times that the test bodies record themselves do not.
struct TestRecord {
  struct Timed {
    let name: String
    let seconds: Double
  }

  private(set) var passed = 0
  private(set) var failed: [String] = []
  /// The names of skipped tests by the reason that the test gives.
  private(set) var skipped: [String: [String]] = [:]
  /// The durations of the tests whose bodies recorded it, all cases together.
  private(set) var timed: [Timed] = []
  private var names: [String: String] = [:]
  private var started: Set<String> = []
  private var hasEnded = false

  /// The tests that started but did not end.
  var running: [String] { started.compactMap { names[$0] }.sorted() }

  /// The number of tests, including skipped ones.
  var count: Int { passed + failed.count + skipped.values.reduce(0) { $0 + $1.count } }

  /// Whether the stream has the event of the run's end.
  var isComplete: Bool { hasEnded }

  init() {}

  /// Reads the output of one process.
  ///
  /// - Parameters:
  ///   - events: the event stream.
  ///   - times: lines of `SECONDS<TAB>IDENTIFIER`, one for each body.
  init(events: Data, times: String = "") {
    let decoder = JSONDecoder()
    for line in events.split(separator: UInt8(ascii: "\n")) {
      // A killed process leaves an incomplete last line.
      guard let record = try? decoder.decode(Record.self, from: line) else { continue }
      read(record.payload)
    }
    var seconds: [String: Double] = [:]
    for line in times.split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let time = Double(parts[0]), let name = names[String(parts[1])] else { continue }
      seconds[name, default: 0] += time
    }
    timed = seconds.map { Timed(name: $0.key, seconds: $0.value) }
  }

  mutating func add(_ other: TestRecord) {
    passed += other.passed
    failed += other.failed
    skipped.merge(other.skipped) { $0 + $1 }
    timed += other.timed
  }

  private mutating func read(_ payload: Payload) {
    if let id = payload.id, payload.functionKind == "function" {
      names[id] = "\(id.prefix { $0 != "/" }) \(payload.displayName ?? id)"
    }
    if payload.functionKind == "runEnded" { hasEnded = true }
    // Suites have start and end events too; only functions are counted.
    guard let id = payload.testID, let name = names[id] else { return }
    switch payload.functionKind {
    case "testStarted": started.insert(id)
    case "testSkipped":
      let text = payload.messages?.first { $0.symbol == "skip" }?.text ?? ""
      skipped[Self.reason(text), default: []].append(name)
    case "testEnded":
      guard started.remove(id) != nil else { return }
      if payload.messages?.contains(where: { $0.symbol == "fail" }) == true { failed.append(name) } else { passed += 1 }
    default: break
    }
  }

  /// Returns the reason in `Test "name" skipped: "reason"`.
  private static func reason(_ text: String) -> String {
    guard let range = text.range(of: " skipped: ", options: .backwards) else { return "no reason given" }
    return text[range.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
  }
}

private struct Record: Decodable {
  let payload: Payload
}

private struct Payload: Decodable {
  struct Message: Decodable {
    let symbol: String
    let text: String
  }

  /// The kind of a test, `function` or `suite`; or the kind of an event.
  let functionKind: String
  let id: String?
  let displayName: String?
  let testID: String?
  let messages: [Message]?

  enum CodingKeys: String, CodingKey {
    case functionKind = "kind"
    case id, displayName, testID, messages
  }
}

/// The output at the end of a run of the tests.
struct TestSummary {
  let record: TestRecord
  /// The number of slowest tests that are listed.
  var slowest = 30

  var lines: [String] {
    var lines: [String] = []
    let slow = record.timed.sorted { $0.seconds > $1.seconds }.prefix(slowest)
    if !slow.isEmpty {
      lines += ["", "The slowest \(slow.count) tests, in seconds, all cases of a test together:"]
      lines += slow.map { "  \(Self.padded($0.seconds))  \($0.name)" }
    }
    if !record.skipped.isEmpty {
      lines += ["", "Skipped:"]
      let reasons = record.skipped.map { (count: $0.value.count, reason: $0.key) }
      lines += reasons.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }.map { "  \($0.count)  \($0.reason)" }
    }
    if !record.failed.isEmpty { lines += ["", "Failed:"] + record.failed.map { "  \($0)" } }
    let skips = record.skipped.values.reduce(0) { $0 + $1.count }
    return lines + ["", "\(record.passed) passed, \(record.failed.count) failed, \(skips) skipped"]
  }

  /// Returns seconds with one decimal, seven characters wide.
  private static func padded(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    let text = "\(tenths / 10).\(tenths % 10)"
    return String(repeating: " ", count: max(0, 7 - text.count)) + text
  }
}
