// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import ConfigurationFiles

struct ChangeRulesReaderTests {
  private static let catalogue = RuleCatalogue(
    rules: [],
    changeRules: [
      RuleCatalogue.Rule(
        id: "title", summary: "Titles.", severity: .warning, isOptIn: true,
        options: [.init(name: "pattern", summary: "A pattern.", defaultValue: "", format: .regex)]),
      RuleCatalogue.Rule(
        id: "required_paths", summary: "Paths.", severity: .error, isOptIn: true,
        options: [.init(name: "when", summary: "When.", defaultValue: [], format: .globs)]),
    ], changePresets: ["recommended": ["title"]])

  private func read(_ rules: String) throws -> [ChangeRuleChoice] {
    try ConfigurationReader(catalogue: Self.catalogue)
      .read(text: "version: 1\npull_request:\n  rules: \(rules)\n", file: "f").pullRequest.rules
  }

  @Test func `a rule is off unless the configuration or a preset sets it`() throws {
    #expect(ReviewConfiguration(catalogue: Self.catalogue).pullRequest.rules == [])
    #expect(try read("{title: on}").map(\.severity) == [.warning])
    #expect(try read("{title: off}").map(\.isOn) == [false])
    #expect(try read("{preset: recommended}").map(\.severity) == [.note])
    #expect(try read("{title: error, preset: recommended}").map(\.severity) == [.error])
  }

  @Test func `a rule can have a message, paths and options, and several choices`() throws {
    let rules = try read(
      "{required_paths: [{when: [A/**], message: A}, {when: [B], severity: note, included: [C], excluded: [D]}]}")
    #expect(rules.map(\.id) == ["required_paths", "required_paths"])
    #expect(rules.map(\.message) == ["A", ""])
    #expect(rules.map(\.severity) == [.error, .note])
    #expect(rules.map { $0.options["when"] } == [["A/**"], ["B"]])
    #expect(
      rules.map { [$0.includes("C"), $0.includes("D"), $0.includes("E")] } == [
        [true, true, true], [true, false, false],
      ])
  }

  @Test(arguments: [
    ("{titel: on}", "3:11: unknown rule about pull requests \"titel\"; did you mean title?"),
    ("{title: {patern: x}}", "3:19: unknown option of title \"patern\"; did you mean pattern?"),
    ("{title: {pattern: '('}}", "3:28: pattern: invalid regular expression \"(\"; write it in ICU's syntax"),
    ("{required_paths: {when: [/a]}}", "invalid path pattern \"/a\""),
    ("{title: {severity: errr}}", "did you mean error?"),
    ("{title: {message: ''}}", "message: expected a text of 1 to 500 characters"),
    ("{preset: strict}", "3:19: preset: expected one of recommended, found \"strict\""),
    ("[title]", "rules: expected identifiers of rules about pull requests, found a list"),
  ])
  func `invalid choices of rules are reported with the reason`(rules: String, problem: String) {
    let error = #expect(throws: ConfigurationError.self) { try read(rules) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }

  @Test func `more than 200 rules are rejected`() {
    let many = "{required_paths: [" + String(repeating: "{when: [A]},", count: 1_000) + "]}"
    let error = #expect(throws: ConfigurationError.self) { try read(many) }
    #expect(error?.description == "f:3:10: rules: expected at most 200 rules, found 1000")
  }

  @Test func `a changed rule is listed among the differences`() throws {
    var (old, new) = (ReviewConfiguration(catalogue: Self.catalogue), ReviewConfiguration(catalogue: Self.catalogue))
    new.pullRequest.rules = try read("{title: {pattern: x}}")
    #expect(new.differences(from: old) == ["pull_request.rules.title: off → {severity: warning, pattern: \"x\"}"])
    old.pullRequest.rules = new.pullRequest.rules
    #expect(new.differences(from: old) == [])
  }
}
