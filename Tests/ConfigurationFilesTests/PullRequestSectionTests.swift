// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract
import Testing

@testable import ConfigurationFiles

struct PullRequestSectionTests {
  private func read(_ text: String) throws(ConfigurationError) -> ReviewConfiguration {
    try ConfigurationReader(catalogue: catalogue).read(text: "version: 1\n" + text, file: "f")
  }

  @Test func `informational parts and keys of pull_request are read`() throws {
    let text = """
      informational: [coverage, build]
      pull_request:
        drafts: lint
        only_docs: lint
        skip: {labels: [docs], authors: ["renovate[bot]"], paths: ["docs/**"], titles: ["[skip review]"]}

      """
    let configuration = try read(text)
    #expect(configuration.informational.parts == [.build, .coverage])
    #expect(configuration.pullRequest.drafts == .lint)
    #expect(configuration.pullRequest.onlyDocs == .lint)
    #expect(configuration.pullRequest.skip.labels == ["docs"])
    #expect(configuration.pullRequest.skip.authors == ["renovate[bot]"])
    #expect(configuration.pullRequest.skip.paths.map(\.pattern) == ["docs/**"])
    #expect(configuration.pullRequest.skip.titles == ["[skip review]"])
    #expect(
      try configuration.differences(from: read("informational: true\n")).first
        == "informational: true → [build, coverage]")
    #expect(configuration.hash != ReviewConfiguration(catalogue: catalogue).hash)
  }

  @Test(
    arguments: [
      ("informational: maybe\n", "informational: expected true, false or a list of build, tests, rules, coverage"),
      ("informational: [buld]\n", "did you mean build?"),
      ("pull_request: {draft: lint}\n", "did you mean drafts?"),
      ("pull_request: {drafts: no}\n", "expected one of review, lint, skip"),
      ("pull_request: {skip: {label: [a]}}\n", "did you mean labels?"),
      ("pull_request: {skip: {titles: [\" \"]}}\n", "expected a text of 1 to 200 characters"),
      (
        "pull_request: {skip: {labels: [\(Array(repeating: "a", count: 101).joined(separator: ", "))]}}\n",
        "at most 100"
      ),
      ("pull_request: {skip: {paths: [\"/a\"]}}\n", "invalid path pattern \"/a\""),
    ])
  func `invalid values are reported with the reason`(text: String, message: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try read(text) }
    #expect("\(try #require(error))".contains(message), "\(error.map { "\($0)" } ?? "")")
  }
}
