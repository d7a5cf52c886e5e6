// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import Testing

@testable import Rules

struct ChangeLinterTests {
  private func choice(_ id: String, _ edit: (inout ChangeRuleChoice) -> Void = { _ in }) throws -> ChangeRuleChoice {
    var choice = ChangeRuleChoice(try #require(BuiltInChangeRules.catalogue.first { $0.id == id }), isOn: true)
    edit(&choice)
    return choice
  }

  @Test func `a rule's configured severity, message, options and excluded paths are applied`() throws {
    var sample = ChangeRuleSample()
    sample.title = ""
    sample.change("Sources/A.swift", to: lines(30))
    sample.change("Sources/Generated/B.swift", to: lines(3_000))
    let generated = try #require(Glob("Sources/Generated/**"))
    let linter = try ChangeLinter([
      choice("size") { choice in
        choice.severity = .error
        choice.message = "Split this up."
        choice.excluded = [generated]
        choice.options["lines"] = 20
      },
      choice("draft") { $0.isOn = false },
    ])
    let found = linter.findings(in: sample.proposed)
    #expect(found.findings.map(\.message) == ["Split this up. (30 lines are added or removed; the maximum is 20)"])
    #expect(found.findings.map(\.severity) == [.error])
    #expect(found.findings.map(\.rule) == ["pull_request.size"])
    #expect(found.findings.allSatisfy { $0.isInChange && $0.path.isEmpty && !$0.fingerprint.isEmpty })
  }

  @Test func `a rule whose data is missing is noted unless these notes are turned off`() throws {
    var change = ChangeRuleSample.none.proposed
    change.title = nil
    let linter = try ChangeLinter([choice("title")])
    #expect(linter.findings(in: change).notes == ["pull_request.title was not applied: title unknown"])
    #expect(linter.findings(in: change, saysWhatIsMissing: false).notes == [])
  }

  @Test(
    arguments: [
      ("title", Severity.error, "pull_request.title was stopped: its pattern takes too many steps"),
      ("linked_issue", .warning, "pull_request.linked_issue was stopped: its pattern takes too many steps"),
      ("commits", .error, "pull_request.commits was stopped: its pattern takes too many steps"),
      (
        "license_header", .error,
        "pull_request.license_header was stopped in 2 files: its pattern takes too many steps; the first is A.swift"
      ),
    ] as [(String, Severity, String)])
  func `a rule with a pattern that takes exponential time has no finding and is not finished`(
    id: String, severity: Severity, note: String
  ) throws {
    let slow = String(repeating: "a", count: 64) + "!"
    var sample = ChangeRuleSample()
    sample.title = slow
    sample.commit(slow)
    for path in ["B.swift", "A.swift"] { sample.change(path, to: slow) }
    let rule = try choice(id) { choice in
      choice.severity = severity
      choice.options["pattern"] = "^(a+)+$"
    }
    let found = try ChangeLinter([rule]).findings(in: sample.proposed)
    #expect(found.findings == [])
    #expect(found.notes.sentences == [note])
    #expect(Set(found.notes.flatMap(\.unfinished)) == [Note.UnfinishedCheck("pull_request.\(id)", severity)])
  }

  @Test(arguments: [0, 500, 20_000])
  func `a license header is found after a long comment`(length: Int) throws {
    var sample = ChangeRuleSample()
    sample.change("A.swift", to: "/*" + String(repeating: "*", count: length) + "*/\n// SPDX-License-Identifier: MIT\n")
    let found = try ChangeLinter([choice("license_header")]).findings(in: sample.proposed)
    #expect(found == ReviewedFindings(findings: []))
  }

  @Test func `an option with an invalid value is an error`() throws {
    let wrong = try choice("title") { $0.options["pattern"] = "[" }
    #expect(
      throws: RuleSettingsError(
        message: "pull_request.rules.title: pattern: a regex is invalid; write it in ICU's syntax")
    ) {
      try ChangeLinter([wrong])
    }
  }

  @Test func `a truncated list of commits is reported as a note`() throws {
    var change = ChangeRuleSample.none.proposed
    change.commits = ProposedCommits([], isCut: true)
    let found = try ChangeLinter([choice("commits")]).findings(in: change)
    #expect(found.notes.sentences == ["pull_request.commits was applied to the last 0 commits only"])
  }

  @Test func `findings beyond the first 200 of a rule are counted but not listed`() throws {
    var sample = ChangeRuleSample()
    for number in 0..<3_000 { sample.change("a\(number).log", to: "a") }
    let linter = try ChangeLinter([choice("forbidden_paths") { $0.options["paths"] = ["*.log"] }, choice("draft")])
    let found = linter.findings(in: sample.proposed)
    #expect(found.findings.count == 200)
    #expect(found.notes.sentences == ["pull_request.forbidden_paths: 2800 findings after the first 200 are not listed"])
  }

  @Test func `a title with control characters is checked and not quoted`() throws {
    var sample = ChangeRuleSample()
    sample.title = String(repeating: "\u{1b}[31m\u{0}\n\u{202e}é", count: 4_096)
    sample.body = sample.title
    sample.labels = sample.title.map { [$0] }
    let linter = try ChangeLinter([
      choice("title") { $0.options["style"] = "conventional" }, choice("title") { $0.options["maximum_length"] = 72 },
      choice("title") { $0.options["pattern"] = "^[A-Z]+-[0-9]+" }, choice("linked_issue"),
      choice("labels") { $0.options["required"] = ["*-reviewed"] },
      choice("description") { $0.options["sections"] = ["Testing"] },
    ])
    let found = linter.findings(in: sample.proposed)
    #expect(found.findings.count == 6)
    #expect(found.findings.allSatisfy { $0.message.utf8.allSatisfy { (0x20..<0x7f).contains($0) } })
    #expect(found.notes.sentences == [])
  }

  @Test func `every rule has a unique id and a summary and is opt-in`() {
    for rule in BuiltInChangeRules.catalogue {
      #expect(!rule.summary.isEmpty)
      #expect(rule.isOptIn)
    }
    #expect(Set(BuiltInChangeRules.catalogue.map(\.id)).count == BuiltInChangeRules.all.count)
    #expect(BuiltInChangeRules.recommendedRules.isSubset(of: BuiltInChangeRules.catalogue.map(\.id)))
  }
}
