// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Testing

@testable import ConfigurationFiles

struct LoadedConfigurationTests {
  private func load(_ text: String?) throws -> LoadedConfiguration {
    try ConfigurationReader(catalogue: catalogue).load(text: text, file: "f.yml", files: .none)
  }

  @Test func `the text contains every key and every section`() throws {
    let text = try load(nil).text(showsOrigins: false)
    let names = ReviewConfiguration.keys.map(\.name) + ReviewConfiguration.sections.map { $0.name }
    for name in names { #expect(text.contains("\n\(name):"), "\(name)") }
    #expect(try load(text).configuration == load(nil).configuration)
  }

  @Test func `the text names the file that a value comes from`() throws {
    let own = "version: 1\ninformational: [rules]\npull_request: {drafts: lint}\n"
    let text = try load(own).text(showsOrigins: true)
    #expect(text.contains("\ninformational: [rules]  # f.yml\n"))
    #expect(text.contains("\n  drafts: lint  # f.yml\n"))
    #expect(text.contains("\n  only_docs: review  # default\n"))
    let short = try load(own).text(showsOrigins: false, isComplete: false)
    #expect(short.contains("drafts: lint") && !short.contains("only_docs"))
  }

  @Test(
    arguments: [
      ("coverage: {exclude: ['^Legacy/.*']}", "coverage.exclude: the pattern \"^Legacy/.*\" has \"^\""),
      (
        "coverage: {paths: [{path: 'Sources/(Old|New)', target: 9}]}",
        "coverage.paths: the pattern \"Sources/(Old|New)\" has \"(\""
      ),
      ("paths: {generated: ['a|b']}", "paths.generated: the pattern \"a|b\" has \"|\""),
      (
        "lint: {excluded: ['!Sources/Gen/Keep.swift']}",
        "lint.excluded: the pattern \"!Sources/Gen/Keep.swift\" has \"!\""
      ),
      ("rules: {force_try: {included: ['^a']}}", "rules.force_try.included: the pattern \"^a\" has \"^\""),
      ("lint: {linters: {swiftlint: {excluded: ['^a']}}}", "lint.linters.swiftlint: the pattern \"^a\" has \"^\""),
      ("coverage: {exclude: ['[!a]b/{c,d}/**', 'Sources/A+B.swift']}", nil),
    ] as [(String, String?)])
  func `a pattern of another language has a note`(text: String, note: String?) throws {
    let loaded = try ConfigurationReader(catalogue: catalogue).load(
      text: "version: 1\n\(text)\n", file: ".reviewbot.yml", files: .none)
    #expect(loaded.notes.count == (note == nil ? 0 : 1), "\(loaded.notes)")
    if let note {
      #expect(loaded.notes.first?.hasPrefix(note + ", which stands for itself") == true, "\(loaded.notes)")
    }
  }
}
