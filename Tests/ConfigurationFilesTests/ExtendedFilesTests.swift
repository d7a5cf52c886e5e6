// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ConfigurationFiles

/// `extends` of a configuration.
struct ExtendedFilesTests {
  private func load(_ text: String, _ files: [String: String]) throws -> LoadedConfiguration {
    try ConfigurationReader(catalogue: catalogue).load(
      text: "version: 1\n" + text, file: ConfigurationReader.fileName,
      files: RepositoryFiles(files.mapValues { "version: 1\n" + $0 }))
  }

  private func problems(_ text: String, _ files: [String: String]) throws -> [String] {
    do {
      _ = try load(text, files)
      return []
    } catch let error as ConfigurationError {
      return error.problems.map { "\($0)" }
    }
  }

  @Test func `keys of extended files are applied and shown with their origin`() throws {
    let loaded = try load(
      "extends: [a.yml, Rules/b.yml]\nbuild: {affected_only: true}\n",
      [
        "a.yml": "build: {warnings: all}\ncomment: {when: never}\npull_request: {drafts: lint}\n",
        "Rules/b.yml": "extends: ../c.yml\ncomment: {when: changed}\n",
        "c.yml": "informational: [rules]\ncomment: {when: always}\n",
      ])
    #expect(loaded.configuration.pullRequest.drafts == .lint)
    #expect(loaded.configuration.extends == [])
    let text = loaded.text(showsOrigins: true)
    #expect(text.contains("\n  drafts: lint  # a.yml\n"))
    #expect(text.contains("\ninformational: [rules]  # c.yml\n"))
  }

  @Test func `custom rules of extended files are added, and replaced by those with the same id`() throws {
    let loaded = try load(
      "extends: a.yml\nlint: {custom: [{id: b, message: own, regex: x}, {id: c, message: m, regex: x}]}\n",
      ["a.yml": "lint: {custom: [{id: a, message: m, regex: x}, {id: b, message: m, regex: x}]}\n"])
    #expect(loaded.configuration.lint.custom.map { "\($0.id) \($0.message)" } == ["a m", "b own", "c m"])
  }

  @Test(
    arguments: [
      (
        ["a.yml": "extends: b.yml\n", "b.yml": "extends: a.yml\n"],
        ["b.yml:2:10: extends: files extend each other: a.yml → b.yml → a.yml; remove one of the references"]
      ),
      (
        ["a.yml": "extends: .reviewbot.yml\n"],
        [
          "a.yml:2:10: extends: files extend each other: .reviewbot.yml → a.yml → .reviewbot.yml; remove one of the references"
        ]
      ),
      (
        ["a.yml": "extends: gone.yml\n"],
        [
          "a.yml:2:10: extends: \"gone.yml\" was not found, or is not a regular file of at most 64 KiB; name a file of the repository, relative to this file"
        ]
      ),
      (
        ["a.yml": "extends: [https://example.com/b.yml]\n"],
        [
          "a.yml:2:11: extends: \"https://example.com/b.yml\" is a URL, and nothing is fetched; copy the file into the repository, or give all repositories of a server the same defaults"
        ]
      ),
      (
        ["a.yml": "extends: [../b.yml]\n"],
        [
          "a.yml:2:11: extends: \"../b.yml\" is outside of the repository; name a file of the repository, relative to this file"
        ]
      ),
      (
        ["a.yml": "extends: /etc/passwd\n"],
        [
          "a.yml:2:10: extends: \"/etc/passwd\" is outside of the repository; name a file of the repository, relative to this file"
        ]
      ),
      (["a.yml": "extends: {a: b}\n"], ["a.yml:2:10: extends: expected a list of files, found a mapping"]),
      (["a.yml": "bild: 1\n"], ["a.yml:2:1: unknown section \"bild\"; did you mean build?"]),
    ] as [([String: String], [String])])
  func `problems are reported with the extended file and place`(files: [String: String], expected: [String]) throws {
    #expect(try problems("extends: [a.yml]\n", files) == expected)
  }

  @Test func `the depth of extended files is limited`() throws {
    let files = (0..<9).map { ("\($0).yml", "extends: \($0 + 1).yml\n") }
    let found = try problems("extends: 0.yml\n", Dictionary(uniqueKeysWithValues: files))
    #expect(found == ["4.yml:2:10: extends: more than 5 files extend each other"])
  }

  @Test func `two files can extend the same file`() throws {
    let loaded = try load(
      "extends: [a.yml, b.yml]\n",
      [
        "a.yml": "extends: c.yml\nbuild: {warnings: all}\n", "b.yml": "extends: c.yml\n",
        "c.yml": "comment: {when: problems}\n",
      ])
    #expect(loaded.text(showsOrigins: true).contains("\n  when: problems  # c.yml\n"))
  }

  @Test func `a configuration can be read without its extended files`() throws {
    let read = try ConfigurationReader(catalogue: catalogue).read(text: "version: 1\nextends: a.yml\n", file: "f")
    #expect(read.extends == ["a.yml"])
  }

  @Test(
    arguments: [
      ("extends: a.yml\n", ["a.yml"]), ("extends: [a.yml, 'b c.yml'] # d\n", ["a.yml", "b c.yml"]),
      ("version: 1\nextends:\n  - a-b.yml\n  - \"../c.yml\"\nlint:\n  - d\n", ["a-b.yml"]),
      ("x:\n  extends: a.yml\n", []),
    ] as [(String, [String])])
  func `the names of extended files are found in the text of a configuration`(text: String, expected: [String]) {
    #expect(Workspace.lintReferences(in: text, at: ".reviewbot.yml") == expected)
  }
}
