// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Foundation
import Isolation
import ReviewContract
import Testing

@testable import SwiftBuild

/// The files and the output of a real run of `swift test --parallel --verbose` with Swift 6.3.1, which tests change as
/// a forger would.
///
/// The package is honest and a difficult case: its tests print without line ends, invalid UTF-8, and text of the
/// testing libraries; some lines of Swift Testing are missing, because SwiftPM dropped them.
struct RecordedRun {
  static let layout = PackageLayout(
    name: "Peculiar",
    targets: [
      .init(name: "Lib", type: "library", path: "Sources/Lib"),
      .init(name: "OneTests", type: "test", path: "Tests/OneTests"),
      .init(name: "Two-Tests", type: "test", path: "Tests/TwoTests"),
    ])

  var console: String
  var events: String
  var xctest: String
  var swiftTesting: String
  var list: String
  var ending = ChildResult.Ending.exited(0)

  init() throws {
    func text(_ name: String, _ type: String) throws -> String {
      let file = try #require(Bundle.module.url(forResource: name, withExtension: type, subdirectory: "Fixtures"))
      return try String(contentsOf: file, encoding: .utf8)
    }
    console = try text("console", "txt")
    events = try text("events", "jsonl")
    xctest = try text("xctest", "xml")
    swiftTesting = try text("swift-testing", "xml")
    list = try text("list", "txt")
  }

  var execution: TestExecution {
    var output = XCTestOutput()
    var printed = SwiftTestingOutput()
    for line in console.split(separator: "\n") {
      output.read(String(line))
      printed.read(String(line))
    }
    let events = EventStreamReader(repositoryRoot: "/repo").parse(Array(events.utf8))
    func file(_ text: String, _ framework: TestCase.Framework) -> XUnitFile {
      XUnitReader(framework: framework, repositoryRoot: "/repo").parse(Array(text.utf8))
    }
    let execution = TestExecution(
      ending: ending, xctest: file(xctest, .xctest), swiftTesting: file(swiftTesting, .swiftTesting), events: events,
      output: output)
    return execution.adding(
      .find(
        in: execution.list, events: events, xctest: output, swiftTesting: printed,
        listed: TestLister.tests(in: list, of: Self.layout)))
  }

  var judgement: TestJudge.Judgement { TestJudge.judge(execution) }
}
