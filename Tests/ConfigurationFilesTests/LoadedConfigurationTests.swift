// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ReviewContract
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
}
