// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import ReviewTesting
import Testing

@testable import Commands

struct ProgressLineTests {
  @Test func `the line shows the stage, its time, the time left and the running test`() {
    var line = ProgressLine()
    #expect(line.text(elapsed: .seconds(9), remaining: nil, width: 80) == "")
    line.start("build")
    #expect(line.text(elapsed: .milliseconds(300), remaining: nil, width: 80) == "  build …")
    line.print("Compiling Shapes Circle.swift")
    #expect(
      line.text(elapsed: .milliseconds(12_400), remaining: .seconds(47), width: 80)
        == "  build … 12 s, about 45 s left  Compiling Shapes Circle.swift")
    line.start("test")
    line.print("Test Case 'ShapeTests.testArea' started at 2026-11-23 03:00:00.000")
    line.print("Test Case 'ShapeTests.testArea' passed (0.001 seconds)")
    #expect(
      line.text(elapsed: .seconds(2), remaining: .zero, width: 80) == "  test … 2 s  ShapeTests.testArea")
    #expect(line.text(elapsed: .seconds(2), remaining: nil, width: 20) == "  test … 2 s  Shape")
    line.end()
    #expect(line.text(elapsed: .seconds(2), remaining: nil, width: 80) == "")
  }

  @Test(arguments: [
    ("◇ Test area() started.", "area()"), ("◇ Test \"an area\" started.", "an area"),
    ("Test Case 'A.b' started at 1", "A.b"),
  ])
  func `the running test is found`(line: String, name: String) { #expect(RunningTest.name(in: line) == name) }

  @Test(arguments: [
    "◇ Test run started.", "✔ Test area() passed after 0.001 seconds.", "Test Suite 'All tests' started at 1", "",
  ])
  func `other lines have no test`(line: String) { #expect(RunningTest.name(in: line) == nil) }

  @Test(arguments: HostileInputs.all)
  func `a progress line with hostile text is one line without hidden characters`(text: String) {
    var line = ProgressLine()
    line.start(text)
    line.print(text)
    let shown = line.text(elapsed: .seconds(2), remaining: nil, width: 20_000)
    #expect(HostileInputs.hiddenScalars(in: shown) == [])
    #expect(!shown.contains { $0.isNewline })
  }

  @Test func `a long name of a stage is not cut off`() {
    let stage = Stage(name: "reuse the base build", status: .done, milliseconds: 5)
    #expect(ProgressPrinter.describe(stage) == "  ✓ reuse the base build 5 ms")
    let short = Stage(name: "read", status: .done, milliseconds: 5)
    #expect(ProgressPrinter.describe(short) == "  ✓ read              5 ms")
  }
}
