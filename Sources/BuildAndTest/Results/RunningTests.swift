// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import ReviewContract

/// Asks the kernel which of XCTest's tests are running. `swift test --parallel` gives each a process of its own, whose
/// arguments name it, and prints nothing of a test before it has ended.
enum RunningTests {
  static let maximum = 50
  private static let maximumArguments = 16 << 10

  /// The tests whose processes descend from this one, wherever they run.
  static func find(below ancestor: pid_t = getpid()) -> [TestID] {
    // A process that is gone meanwhile runs no test.
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
