// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract

/// Finds the running tests of XCTest by their processes. `swift test --parallel` gives each test a process with its
/// name in the arguments, and prints nothing about a test before it has ended.
enum RunningTests {
  static let maximum = 50
  private static let maximumArguments = 16 << 10

  /// Returns the tests whose processes descend from this one, inside sandboxes as well.
  static func find(below ancestor: pid_t = getpid()) -> [TestID] {
    var found: Set<TestID> = []
    for entry in ProcessTable.descendants(of: [ancestor]) where entry.process != ancestor {
      if let test = test(of: entry.process), found.count < maximum { found.insert(test) }
    }
    return found.sorted { $0.description < $1.description }
  }

  /// `…/ShapesPackageTests.xctest ShapeTests.CircleTests/testArea`
  private static func test(of process: pid_t) -> TestID? {
    guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/cmdline") else { return nil }
    defer { try? file.close() }
    guard let data = try? file.read(upToCount: maximumArguments) else { return nil }
    let arguments = data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard arguments.count == 2, arguments[0].hasSuffix(".xctest"), let slash = arguments[1].lastIndex(of: "/") else {
      return nil
    }
    let specifier = arguments[1]
    return TestID(
      suite: TestTexts.start(of: specifier[..<slash], TestTexts.maximumName),
      name: TestTexts.start(of: specifier[specifier.index(after: slash)...], TestTexts.maximumName))
  }
}

/// XCTest's output about single tests. Its results file reports a test as passed that skipped itself, or whose process
/// exited with status 0 before the test ended; its output has the actual result.
struct XCTestOutput: Hashable, Sendable {
  static let maximumNames = 100_000

  struct Skip: Hashable, Sendable {
    var count = 0
    var reason: String?
  }

  private static let start = "Test Case '"

  /// By class and test without the module, which XCTest does not print: `CircleTests.testArea`.
  private(set) var skips: [String: Skip] = [:]
  /// The number of times a test started and then passed, by the same names.
  private(set) var passes: [String: Int] = [:]
  private var running: [String: Int] = [:]
  private var reasons: [String: String] = [:]

  /// Parses one line: `/repo/a.swift:9: CircleTests.testArea : Test skipped - not on Linux`, then
  /// `Test Case 'CircleTests.testArea' skipped (0.001 seconds)`.
  ///
  /// Output of a test without a line end precedes that on the same line.
  mutating func read(_ line: String) {
    guard let first = line.firstRange(of: Self.start) else { return readReason(line) }
    var rest = line[first.upperBound...]
    while true {
      let next = rest.firstRange(of: Self.start)
      readMark(rest[..<(next?.lowerBound ?? rest.endIndex)])
      guard let next else { return }
      rest = rest[next.upperBound...]
    }
  }

  /// - Parameter text: the text after `Test Case '`.
  private mutating func readMark(_ text: Substring) {
    if let name = Self.name(in: text, before: "' started at ") {
      guard running[name] != nil || running.count < Self.maximumNames else { return }
      running[name, default: 0] += 1
    } else if let name = Self.name(in: text, before: "' passed (") {
      if end(name) { passes[name, default: 0] += 1 }
    } else if let name = Self.name(in: text, before: "' failed (") {
      _ = end(name)
    } else if let name = Self.name(in: text, before: "' skipped (") {
      _ = end(name)
      guard skips[name] != nil || skips.count < Self.maximumNames else { return }
      skips[name, default: Skip()].count += 1
      if let reason = reasons.removeValue(forKey: name) { skips[name]?.reason = reason }
    }
  }

  private static func name(in text: Substring, before mark: String) -> String? {
    text.firstRange(of: mark).map { String(text[..<$0.lowerBound]) }
  }

  /// - Returns: whether the test had started: a test that ends before it starts did not run.
  private mutating func end(_ name: String) -> Bool {
    guard let count = running[name], count > 0 else { return false }
    running[name] = count - 1
    return true
  }

  private mutating func readReason(_ line: String) {
    guard let marker = line.firstRange(of: " : Test skipped") else { return }
    let place = line[..<marker.lowerBound]
    guard let space = place.lastIndex(of: " "), reasons.count < Self.maximumNames else { return }
    let reason = line[marker.upperBound...].drop { $0 == " " || $0 == "-" || $0 == ":" }
    guard !reason.isEmpty else { return }
    reasons[String(place[place.index(after: space)...])] = TestTexts.start(of: reason, TestTexts.maximumName)
  }

  /// Returns the skips of the given tests, by suite and name. Classes of the same name in two modules can only be
  /// distinguished when both were skipped.
  func skipped(of cases: [TestCase]) -> [TestID: Skip] {
    let named = Self.passed(in: cases)
    var found: [TestID: Skip] = [:]
    for (name, skip) in skips {
      guard let cases = named[name], skip.count >= cases.count else { continue }
      for test in cases { found[test.id] = skip }
    }
    return found
  }

  /// Returns those of the given tests that passed by their results more often than in XCTest's output.
  func unattested(of cases: [TestCase]) -> [TestID] {
    Self.passed(in: cases).filter { name, cases in
      passes[name, default: 0] + (skips[name]?.count ?? 0) < cases.count
    }.flatMap { $0.value.map(\.id) }.sorted { $0.description < $1.description }
  }

  /// Whether a test of this name passed when it ran alone.
  func attests(_ test: TestID) -> Bool {
    passes.keys.contains { $0.hasSuffix(".\(test.name)") }
  }

  private static func passed(in cases: [TestCase]) -> [String: [TestCase]] {
    Dictionary(grouping: cases.filter { $0.framework == .xctest && $0.result == .passed }) { test in
      "\(test.suite.split(separator: ".").last ?? "").\(test.name)"
    }
  }
}
