// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// How the tests are run.
package struct TestsSection: ConfigurationSection {
  package var timeLimit: TimeLimit
  package var retries = 1
  package var flaky = FlakyTests.Policy.fail
  package var base = BaseTests.cached
  package var existingFailures = ExistingFailures.fail
  package var removed = RemovedTestsPolicy.note

  package init() {
    guard let limit = TimeLimit("15m") else { preconditionFailure("the default is wrong") }
    timeLimit = limit
  }

  package static let name = "tests"
  package static let summary = "How the tests are run."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "time_limit", \.timeLimit, .timeLimit,
        "Tests that take longer are ended and fail. It counts for running failed ones again as well, and for all packages "
          + "together."),
      ConfigurationKey(
        "retries", \.retries, .integer(0...1),
        "How often failed tests, when they are few, are run again. What then passes is flaky."),
      ConfigurationKey(
        "flaky", \.flaky, .choice,
        "Whether a flaky test makes the tests `fail`, or lets them `pass`. It is shown either way."),
      ConfigurationKey(
        "base", \.base, .choice,
        "How failures are told apart that the base has as well: by what an earlier review of the base left (`cached`); without it, "
          + "by testing the base when something failed (`run`); or not at all (`off`)."),
      ConfigurationKey(
        "existing_failures", \.existingFailures, .choice,
        "Whether tests that fail on the base as well make the tests `fail`, or let them `pass`. They are shown either way."
      ),
      ConfigurationKey(
        "removed", \.removed, .choice,
        "Whether tests that the base has and the change does not make the review `fail`, or are only named (`note`). A test that "
          + "gets another name is such a test too. They are known where there is a build of the base, and come first in the report."
      ),
    ]
  }
}

/// What the comment on the pull request says.
package struct CommentSection: ConfigurationSection {
  package var maximumFindings = 20

  package init() {}

  package static let name = "comment"
  package static let summary = "What the comment on the pull request says."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "max_findings", \.maximumFindings, .integer(0...200),
        "How many findings are listed; the comment says how many more there are.")
    ]
  }
}

/// What is set about one rule, with the rule's own defaults filled in.
package struct RuleChoice: Hashable, Codable, Sendable {
  package var isOn: Bool
  package var severity: Severity
  /// The only files that the rule looks at; all when empty.
  package var included: [Glob]
  package var excluded: [Glob]
  package var options: [String: OptionValue]

  package init(
    isOn: Bool, severity: Severity, included: [Glob] = [], excluded: [Glob] = [], options: [String: OptionValue] = [:]
  ) {
    self.isOn = isOn
    self.severity = severity
    self.included = included
    self.excluded = excluded
    self.options = options
  }

  init(_ rule: RuleCatalogue.Rule) {
    self.init(
      isOn: !rule.isOptIn, severity: rule.severity,
      options: Dictionary(uniqueKeysWithValues: rule.options.map { ($0.name, $0.defaultValue) }))
  }

  /// `off`, or the severity.
  package var level: String { isOn ? severity.rawValue : "off" }
}
