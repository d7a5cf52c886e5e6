// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
import Testing

@testable import SwiftBuild

struct TestNamesTests {
  @Test func `a test whose function is nowhere is gone`() {
    let names = TestNames(
      text: "class A { func testOne() {} }\n@Test func two(_ x: Int) {}\n@Test func `in words`() {}\n")
    let tests = [
      TestID(suite: "T.A", name: "testOne"), TestID(suite: "T", name: "two(_:)"),
      TestID(suite: "T", name: "`in words`()"),
    ]
    #expect(
      names.those(in: tests + [TestID(suite: "T.A", name: "testOn"), TestID(suite: "T", name: "gone()")]) == tests)
  }
}
