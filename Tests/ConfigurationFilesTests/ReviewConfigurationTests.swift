// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Foundation
import Testing

struct ReviewConfigurationTests {
  private let reader = ConfigurationReader(catalogue: catalogue)

  @Test func `the hash does not depend on the text of the file`() throws {
    let short = try reader.read(text: "version: 1\ntests: {time_limit: 120s}", file: "f")
    let long = try reader.read(text: "version: '1'\ntests:\n  time_limit: \"2m\"\nrules: {todo: note}\n", file: "f")
    #expect(short == long)
    #expect(short.hash == long.hash)
    #expect(short.hash.count == 64)
    #expect(short.hash != ReviewConfiguration(catalogue: catalogue).hash)
  }

  @Test func `a configuration is unchanged after encoding and decoding`() throws {
    let text =
      "version: 1\ncoverage: {target: 80}\nrules: {line_length: {limit: 99, included: [a]}}\nbuild: {arguments: [--traits, A]}"
    let configuration = try reader.read(text: text, file: "f")
    let data = try JSONEncoder().encode(configuration)
    #expect(try JSONDecoder().decode(ReviewConfiguration.self, from: data) == configuration)
  }

  @Test func `an option with its default is the same as a missing one`() throws {
    let missing = try reader.read(text: "version: 1\nrules: {line_length: warning}", file: "f")
    let present = try reader.read(text: "version: 1\nrules: {line_length: {limit: 120}}", file: "f")
    #expect(missing.rules["line_length"] == present.rules["line_length"])
    #expect(missing.hash == present.hash)
    #expect(present.differences(from: missing) == [])
  }

  @Test func `differences are listed key by key`() throws {
    let before = try reader.read(
      text: "version: 1\ncoverage: {target: 80}\nrules: {force_try: error, line_length: {limit: 100}}", file: "f")
    let after = try reader.read(
      text: """
        version: 1
        coverage: {target: 60, exclude: [a, b]}
        build: {time_limit: 1h}
        rules: {line_length: {limit: 200, severity: note, excluded: [c]}, todo: off}
        """, file: "f")
    #expect(
      after.differences(from: before) == [
        "build.time_limit: 30m → 1h", "coverage.target: 80 → 60", "coverage.exclude: [] → [\"a\", \"b\"]",
        "rules.force_try: error → off", "rules.line_length: warning → note",
        "rules.line_length.excluded: [] → [\"c\"]", "rules.line_length.limit: 100 → 200", "rules.todo: note → off",
      ])
    #expect(after.differences(from: after) == [])
  }
}
