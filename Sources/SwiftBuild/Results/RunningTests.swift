// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Asks the kernel which of XCTest's tests are running. `swift test --parallel` gives each its own process, whose
/// arguments name it, and prints nothing of a test before it has ended.
enum RunningTests {
  static let maximum = 50
  private static let maximumArguments = 16 << 10

  /// The tests whose processes descend from this one, wherever they run.
  static func find(below ancestor: pid_t = getpid()) -> [TestID] {
    // A process may have ended in the meantime.
    let processes = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
    var parents: [pid_t: pid_t] = [:]
    for process in processes { parents[process] = parent(of: process) }
    var found: Set<TestID> = []
    for process in processes where descends(process, from: ancestor, parents) {
      if let test = test(of: process), found.count < maximum { found.insert(test) }
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

  private static func parent(of process: pid_t) -> pid_t? {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
    // The command's name is in parentheses and may hold anything, so count from the last one: state, then parent.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    return fields.count > 2 ? pid_t(fields[2]) : nil
  }

  private static func descends(_ process: pid_t, from ancestor: pid_t, _ parents: [pid_t: pid_t]) -> Bool {
    var current = process
    // The table was not read in one moment: it could hold a circle.
    for _ in 0..<256 {
      guard let parent = parents[current], parent > 0 else { return false }
      if parent == ancestor { return true }
      current = parent
    }
    return false
  }
}

/// What XCTest prints about single tests. Its results file calls a test passed that skipped itself, or whose process
/// ended with success before the test did; its output says what became of it.
struct XCTestOutput: Hashable, Sendable {
  static let maximumNames = 100_000

  struct Skip: Hashable, Sendable {
    var count = 0
    var reason: String?
  }

  private static let start = "Test Case '"

  /// By class and test without the module, which XCTest does not print: `CircleTests.testArea`.
  private(set) var skips: [String: Skip] = [:]
  /// How often a test began and then passed, by the same names.
  private(set) var passes: [String: Int] = [:]
  private var running: [String: Int] = [:]
  private var reasons: [String: String] = [:]

  /// Looks at one line: `/repo/a.swift:9: CircleTests.testArea : Test skipped - not on Linux`, then
  /// `Test Case 'CircleTests.testArea' skipped (0.001 seconds)`.
  ///
  /// What a test printed without a line end comes before that on the same line.
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

  /// - Parameter text: what follows `Test Case '`.
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

  /// - Returns: whether the test had begun: what ends before it begins did not run.
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

  /// The skips that are about the given tests, by suite and name. A class of the same name in two modules can only be
  /// told apart when both were skipped.
  func skipped(of cases: [TestCase]) -> [TestID: Skip] {
    let named = Self.passed(in: cases)
    var found: [TestID: Skip] = [:]
    for (name, skip) in skips {
      guard let cases = named[name], skip.count >= cases.count else { continue }
      for test in cases { found[test.id] = skip }
    }
    return found
  }

  /// Those of the given tests that passed by their results, and of which XCTest did not print as often that they did.
  func unattested(of cases: [TestCase]) -> [TestID] {
    Self.passed(in: cases).filter { name, cases in
      passes[name, default: 0] + (skips[name]?.count ?? 0) < cases.count
    }.flatMap { $0.value.map(\.id) }.sorted { $0.description < $1.description }
  }

  /// Whether a test of this name passed, when it ran alone.
  func attests(_ test: TestID) -> Bool {
    passes.keys.contains { $0.hasSuffix(".\(test.name)") }
  }

  private static func passed(in cases: [TestCase]) -> [String: [TestCase]] {
    Dictionary(grouping: cases.filter { $0.framework == .xctest && $0.result == .passed }) { test in
      "\(test.suite.split(separator: ".").last ?? "").\(test.name)"
    }
  }
}
