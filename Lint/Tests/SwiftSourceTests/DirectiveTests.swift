// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import SwiftSource
import Testing

struct DirectiveTests {
  @Test func `a directive is read with its rules, lines and reason`() throws {
    let text =
      "// reviewbot:disable a_rule, b_rule -- they do not know  \nlet a = 1 // reviewbot:disable:this c_rule\n"
    let directives = SourceFile(path: "f.swift", text: text).directives
    #expect(directives.map(\.reason) == ["they do not know", nil])
    #expect(directives.map(\.lines) == [1...1, 2...2])
    #expect(directives.map { fields($0.instruction) } == [["onwards", "a_rule", "b_rule"], ["this", "c_rule"]])
  }

  @Test(arguments: [
    "let text = \"// reviewbot:disable all\"",
    "let text = \"\"\"\n// reviewbot:disable all\n\"\"\"",
    "/// reviewbot:disable all",
    "/** reviewbot:disable all */",
    "// see reviewbot:disable all",
    "let pattern = #/ reviewbot:disable all /#", "// // reviewbot:disable all", "/* // reviewbot:disable all */",
    "/* swiftlint:disable all */", "/*\n Old:\n // swiftlint:disable all\n*/", "/* /* swiftlint:disable all */ */",
    "// // swiftlint:disable all", "//    //swiftlint:disable all", "//// swiftlint:disable all",
    "// /* swiftlint:disable all */", "/// swiftlint:disable all",
  ])
  func `strings, doc comments and other text are not directives`(text: String) {
    #expect(SourceFile(path: "f.swift", text: text + "\n").directives.isEmpty)
  }

  @Test(arguments: ["disable all", "coverage-off", "enable all", ""])
  func `a directive in a block comment is malformed`(command: String) {
    let directives = SourceFile(path: "f.swift", text: "/* reviewbot:\(command) */\n").directives
    #expect(directives.map(\.instruction) == [.malformed("a command has no effect in /* */; write it after //")])
  }

  @Test(arguments: [
    ("disable", "missing rule; name the rules, or write all"),
    ("disable -- why", "missing rule; name the rules, or write all"),
    ("enable", "missing rule; name the rules, or write all"),
    ("disabel x", unknown("disabel")), ("", unknown("")), (" disable x", unknown("")),
    ("disable:that x", unknown("disable:that")), ("coverage-off:previous", unknown("coverage-off:previous")),
    ("coverage-off because", "unexpected text; write a reason after --"),
    ("coverage-on because", "unexpected text; write a reason after --"),
  ])
  func `an invalid directive is malformed, with the reason`(command: String, reason: String) {
    let directives = SourceFile(path: "f.swift", text: "// reviewbot:\(command)\n").directives
    #expect(directives.map(\.instruction) == [.malformed(reason)])
  }

  private static func unknown(_ command: String) -> String {
    (command.isEmpty ? "missing command after reviewbot:" : "unknown command reviewbot:\(command)")
      + "; write disable, disable:this, disable:next, disable:previous, enable, coverage-off, coverage-off:this, "
      + "coverage-off:next or coverage-on"
  }

  @Test(arguments: [
    ("a()\n// reviewbot:coverage-off -- needs a camera\nb()\n// reviewbot:coverage-on\nc()\n", [2...4]),
    ("// reviewbot:coverage-off\na()\nb()\n", [1...3]),
    ("a() // reviewbot:coverage-off\n// reviewbot:coverage-off\n// reviewbot:coverage-on\n", [1...3]),
    ("// reviewbot:coverage-on\na()\n", []),
    ("let a = \"// reviewbot:coverage-off\"\n", []),
    ("a()\nb() // reviewbot:coverage-off:this -- needs a camera\nc()\n", [2...2]),
    ("// reviewbot:coverage-off:next\nfunc f() {\n  a()\n}\nfunc g() {}\n", [2...4]),
    ("struct S {\n  // reviewbot:coverage-off:next\n  @objc\n  func f() {\n    a()\n  }\n  var b = 1\n}\n", [3...6]),
    ("switch a {\n// reviewbot:coverage-off:next\ncase 1: b()\ncase 2: c()\n}\n", [3...3]),
  ])
  func `the lines that are excluded from coverage are found`(text: String, lines: [ClosedRange<Int>]) {
    #expect(SourceFile(path: "f.swift", text: text).coverageOff.map(\.lines) == lines)
  }

  @Test(arguments: [
    ("// reviewbot:coverage-off\na()\n// reviewbot:coverage-off\n", ["3: coverage is already off here, since line 1"]),
    ("a()\n// reviewbot:coverage-on\n", ["2: coverage is already on here"]),
    (
      "// reviewbot:coverage-off:next\n\nfunc f() {\n  // reviewbot:coverage-off:this\n}\n// reviewbot:coverage-off\n",
      [
        "1: there is no code here to exclude from the coverage",
        "4: there is no code here to exclude from the coverage",
        "6: there is no code here to exclude from the coverage",
      ]
    ),
    ("// reviewbot:coverage-off\na()\n// reviewbot:coverage-on\nb() // reviewbot:coverage-off:this\n", []),
  ])
  func `coverage comments without effect are found`(text: String, unused: [String]) throws {
    let markers = CoverageMarkers(try SourceFile(path: "f.swift", text: text).parse())
    #expect(markers.unused.map { "\($0.directive.lines.lowerBound): \($0.reason)" } == unused)
  }

  @Test(arguments: [
    ("// swiftlint:disable force_try todo - it is a literal", ["onwards", "force_try", "todo"]),
    ("// Why. swiftlint:disable:next todo", ["next", "todo"]),
    ("// Why. // swiftlint:disable:this todo", ["this", "todo"]),
    ("// swiftlint:enable all", ["enable", "all"]),
    ("// swiftlint:enable:next todo", ["enable:next", "todo"]),
    ("// swiftlint:disabled todo", ["unknown command swiftlint:disabled"]),
  ])
  func `SwiftLint's comments are read`(text: String, expected: [String]) throws {
    let file = try SourceFile(path: "f.swift", text: text + "\n").parse()
    #expect(file.directives.map(\.dialect) == [.swiftLint])
    #expect(file.directives.map { fields($0.instruction) } == [expected])
  }

  private func fields(_ instruction: Directive.Instruction) -> [String] {
    switch instruction {
    case .disable(let scope, let rules): [scope.rawValue] + rules.map(\.text)
    case .enable(let rules): ["enable"] + rules.map(\.text)
    case .enableLine(let command, let rules): [command] + rules.map(\.text)
    case .coverageOff: ["off"]
    case .coverageOn: ["on"]
    case .malformed(let reason): [reason]
    }
  }
}
