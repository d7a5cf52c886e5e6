// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import Testing

@testable import Coverage

struct MacroUseTests {
  @Test(arguments: [
    ("@Observable class A { var a = 1 }", true), ("@Model final class A {}", true),
    ("@Observation.Observable class A {}", true), ("@AddAsync func f() {}", true),
    ("let a = #Predicate<Int> { $0 > 1 }", true), ("struct S { #makeInit }", true),
    ("@MainActor class A {}", false), ("@available(macOS 13, *) @objc class A {}", false),
    ("struct V { @State var a = 1; @ViewBuilder func f() {} }", false), ("@ViewBuilder func f() {}", false),
    ("@Sendable func f() {}", false), ("print(#file, #line)", false), ("#warning(\"later\")", false),
    ("let a = #selector(b)", false), ("func f() {}", false),
  ])
  func `macros with unmeasured code are recognized`(text: String, isIn: Bool) throws {
    #expect(MacroUse.isIn(try SourceFile(path: "a.swift", text: text + "\n").parse()) == isIn)
  }
}
