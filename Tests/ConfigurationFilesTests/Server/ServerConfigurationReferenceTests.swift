// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

@testable import ConfigurationFiles
import Foundation
import Testing

struct ServerConfigurationReferenceTests {
  private let reference = ServerConfigurationReference()

  @Test func `the default file is valid, and contains the defaults`() throws {
    var read = try ServerConfigurationReader().read(text: reference.defaultFile, file: "f")
    #expect(read == ServerConfigurationReference.example)
    read.forges = []
    #expect(read == ServerConfiguration())
  }

  @Test func `the commented-out keys of the default file are valid`() throws {
    let lines = reference.defaultFile.split(separator: "\n").map { line in
      line.contains(#/[#] (management_listen|api|image|mirrors_size):/#)
        ? String(line).replacing("# ", with: "") : String(line)
    }
    let read = try ServerConfigurationReader().read(text: lines.joined(separator: "\n"), file: "f")
    var expected = ServerConfigurationReference.example
    expected.managementListen = "127.0.0.1:9090"
    expected.forges[0].api = "https://api.github.com"
    expected.sandbox.image = "swift:6.3-bookworm"
    expected.limits.mirrorsSize = "20G"
    #expect(read == expected)
  }

  @Test func `the page lists every key`() {
    let sections = ServerConfiguration.sections.flatMap { [$0.name] + $0.keys.map(\.name) }
    let names = ServerConfiguration.keys.map(\.name) + ServedForge.keys.map(\.name) + sections
    #expect(names.filter { !reference.page.contains("`\($0)`") } == [])
  }

  @Test func `the schema accepts the default file`() throws {
    #expect(try schemaProblems(reference.defaultFile) == [])
  }

  @Test(arguments: [
    ("version: 2\nforges: []", ["version: const", "forges: minItems"]), ("version: 1", [": required forges"]),
    (
      "version: 1\nforges: [{kind: svn, webhook_secrets: [s], app: {id: x}, token: /t, repositories: a}]",
      [
        "forges.0: oneOf", "forges.0.app: required key", "forges.0.kind: enum", "forges.0.repositories: type",
        "forges.0.webhook_secrets.0: pattern",
      ]
    ),
    (
      "version: 1\nforges: [{kind: github, webhook_secrets: [/s], repositories: [a/b]}]\nlimits: {workers: 65, fetch_timeout: 9, x: 1}",
      ["forges.0: oneOf", "limits.fetch_timeout: pattern", "limits.workers: maximum", "limits: additionalProperties x"]
    ),
  ])
  func `the schema rejects invalid files`(text: String, problems: [String]) throws {
    #expect(try schemaProblems(text) == problems.sorted())
  }

  private func schemaProblems(_ text: String) throws -> [String] {
    var problems = ProblemList(file: "f")
    let root = try #require(YAMLText(text).root(&problems))
    return try SchemaCheck(reference.schemaValue).problems(root).sorted()
  }
}
