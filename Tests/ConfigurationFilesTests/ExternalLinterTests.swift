// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Testing

/// `lint.linters`.
struct ExternalLinterTests {
  private let reader = ConfigurationReader(catalogue: catalogue)

  private func read(_ linters: String) throws(ConfigurationError) -> [ExternalLinter] {
    try reader.read(text: "version: 1\nlint: {linters: \(linters)}\n", file: "f").lint.linters
  }

  @Test func `swiftlint and swift-format need no command`() throws {
    let linters = try read("{swiftlint: off, swift-format: on}")
    #expect(linters.map(\.name) == ["swift-format", "swiftlint"])
    #expect(linters.map(\.isOn) == [true, false])
    #expect(linters[0].command == ["swift", "format", "lint", "--parallel", "{files}"])
    #expect(linters[0].included.map(\.pattern) == ["**/*.swift"])
    let changed = try read("{swift-format: {timeout: 5m, maximum_severity: note, excluded: [Vendor]}}")[0]
    #expect(changed.command == linters[0].command)
    #expect(changed.timeout == "5m")
    #expect(changed.maximumSeverity == .note)
  }

  @Test func `other linters have a command and a format`() throws {
    let linter = try read(
      #"{mine: {command: [sh, lint.sh, "{files}"], format: lines, regex: '^(?<path>\S+):(?<line>\d+): (?<message>.+)$', "#
        + "included: [\"*.md\"], severity: error}}")[0]
    #expect(linter.command == ["sh", "lint.sh", "{files}"])
    #expect(linter.passesFilesAsArguments)
    #expect(!linter.isBuiltIn)
    #expect(linter.severity == .error)
    #expect(try read("{mine: {command: [x], format: sarif}}")[0].passesFilesAsArguments == false)
  }

  @Test func `linters are unchanged after writing and reading as text and JSON`() throws {
    let text = """
      version: 1
      lint:
        linters:
          swift-format: on
          swiftlint: {timeout: 1m}
          mine: {command: [a, "b \\"c"], format: lines, regex: "(?<path>.)(?<message>.)", severity: note}
          gone: {command: [x], format: github, included: [], excluded: ["*.md"]}
      """
    let configuration = try reader.read(text: text, file: "f")
    let shown = try reader.load(text: text, file: "f", files: .none).text(showsOrigins: false)
    #expect(try reader.read(text: shown, file: "f").lint.linters == configuration.lint.linters)
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(ReviewConfiguration.self, from: data) == configuration)
  }

  @Test(arguments: [
    ("[swiftlint]", "linters: expected a mapping of at most 8 names to linters, found a list"),
    ("{swiftlint: yes}", "swiftlint: expected on, off, or a mapping"),
    (
      "{swift-formt: on}",
      "swift-formt: this linter needs a command; on is allowed only for swiftlint and swift-format; did you mean"
    ),
    ("{'a b': on}", "\"a b\" is not a valid linter name"), ("{a/b: on}", "\"a/b\" is not a valid linter name"),
    ("{a: {format: sarif}}", "a: command is missing"), ("{a: {command: [x]}}", "a: format is missing"),
    ("{a: {command: [], format: sarif}}", "a: command: expected a list of 1 to 100 arguments, found 0"),
    ("{a: {command: x, format: sarif}}", "a: command: expected a list of 1 to 100 arguments"),
    ("{a: {command: [--x], format: sarif}}", "\"--x\" is not a program"),
    ("{a: {command: ['A=b'], format: sarif}}", "\"A=b\" is not a program"),
    ("{a: {command: ['{files}'], format: sarif}}", "\"{files}\" is not a program"),
    ("{a: {command: [x, \"a\\nb\"], format: sarif}}", "is empty, too long or contains a control character"),
    (
      "{a: {command: [x], format: junit}}",
      "a: format: expected one of sarif, checkstyle, swiftlint-json, github, lines"
    ),
    ("{a: {command: [x], format: lines}}", "a: regex is missing"),
    ("{a: {command: [x], format: lines, regex: '('}}", "invalid regular expression"),
    ("{a: {command: [x], format: lines, regex: 'x'}}", "has no group (?<path>…)"),
    (
      "{a: {command: [x], format: sarif, regex: '(?<path>.)(?<message>.)'}}", "regex: not allowed with the format sarif"
    ),
    ("{a: {command: [x], format: sarif, timeout: 2h}}", "a: timeout: expected a duration from 1s to 30m"),
    ("{a: {command: [x], format: sarif, severity: fatal}}", "a: severity: expected one of note, warning, error"),
    ("{a: {command: [x], format: sarif, files: [x]}}", "a: unknown key \"files\""),
  ])
  func `invalid linters are reported with the reason`(linters: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(linters) }
    let messages = error?.problems.map(\.description) ?? []
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }
}
