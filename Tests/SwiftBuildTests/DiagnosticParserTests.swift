// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import SwiftBuild

struct DiagnosticParserTests {
  @Test func `each diagnostic in the repository is kept once`() {
    var parser = DiagnosticParser(repositoryRoot: "/repo")
    for line in [
      "[3/5] Compiling A a.swift",
      "/repo/Sources/A/a.swift:3:7: error: cannot find 'x' in scope",
      "/repo/Sources/A/a.swift:3:7: error: cannot find 'x' in scope",
      "/repo/Sources/A/b.swift:1:1: warning: unused [#Unused]",
      "/repo/.build/checkouts/B/b.swift:1:1: warning: not ours",
      "/elsewhere/c.swift:1:1: error: not ours",
      "/repo/../c.swift:1:1: error: not ours",
      "error: fatalError",
    ] {
      parser.read(line)
    }
    #expect(
      parser.diagnostics == [
        BuildDiagnostic(
          severity: .error, path: "Sources/A/a.swift", line: 3, column: 7, message: "cannot find 'x' in scope"),
        BuildDiagnostic(severity: .warning, path: "Sources/A/b.swift", line: 1, column: 1, message: "unused"),
      ])
  }

  @Test func `the number of diagnostics is limited`() {
    var parser = DiagnosticParser(repositoryRoot: "/repo")
    for line in 1...1000 { parser.read("/repo/a.swift:\(line):1: error: x") }
    #expect(parser.diagnostics.count == DiagnosticParser.maximumDiagnostics)
  }
}
