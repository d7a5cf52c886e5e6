// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The settings of the tests.
package struct TestsSection: ConfigurationSection {
  package var timeLimit: TimeSpan = "15m"
  package var runs: [TestSelection] = []
  package var select = HeadTests.all
  package var flakyTests = FlakyTests(retries: 1)
  package var newRuns = 0
  package var base = BaseTests.cached
  package var existingFailures = ExistingFailures.fail
  package var removed = RemovedTestsPolicy.note
  package var quarantine: [QuarantinedTest] = []
  package var quarantineAutomatically = QuarantineSuggestions.off

  package static let name = "tests"
  package static let summary = "How the tests are run."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "time_limit", \.timeLimit, .value(in: "1s"..."1d"),
        "The timeout of the tests, after which they fail. It includes retries and repetitions, and applies to all runs and packages together.",
        stricter: .lower),
      ConfigurationKey(
        "runs", \.runs, .testSelections,
        "Several invocations of `swift test` instead of one, each a mapping with `name`, `filter` and `skip` (a regular expression or a "
          + "list of them) and `arguments`, which may contain "
          + TestSelection.allowedArguments.map { "`\($0)`" }.joined(separator: ", ")
          + ". With `sanitize` (`thread` or `address`) and `configuration: release`, the tests of a run are built again for it. "
          + "The results of all runs are merged, and the coverage of those without these keys, at least one."),
      ConfigurationKey(
        "select", \.select, .choice,
        "Which test targets the head runs: `all`, or those that the change can reach (`affected`), if the merge base has a cached result "
          + "that passed, with the same toolchain and settings. The report names the commit whose results the others have. The coverage "
          + "of the project is then not measured; with a target for it, all are run.",
        stricter: .order(.affected, .all)),
      ConfigurationKey(
        "retries", \.flakyTests.retries, .integer(0...1),
        "The number of retries of failed tests, unless many fail. A test that then passes is flaky.", stricter: .lower),
      ConfigurationKey(
        "flaky", \.flakyTests.policy, .choice,
        "Whether a flaky test counts as failed (`fail`) or passed (`pass`). It is reported in both cases.",
        stricter: .order(.pass, .fail)),
      ConfigurationKey(
        "new_runs", \.newRuns, .integer(0...Repetitions.maximum),
        "The number of repetitions of tests that the change adds or edits, after all tests passed. A test that fails in one is flaky. "
          + "They take at most half as long as the tests, or 30 seconds if that is more.", stricter: .lower),
      ConfigurationKey(
        "base", \.base, .choice,
        "How failures that also occur on the base are identified: with the cached result of an earlier review (`cached`); if there is "
          + "none, by testing the base if a test failed (`run`); or not at all (`off`).",
        stricter: .order(.off, .cached, .run)),
      ConfigurationKey(
        "existing_failures", \.existingFailures, .choice,
        "Whether tests that also fail on the base count as failed (`fail`) or passed (`pass`). They are reported in both cases.",
        stricter: .order(.pass, .fail)),
      ConfigurationKey(
        "removed", \.removed, .choice,
        "Whether tests that the change removes fail the review (`fail`) or are only listed (`note`), first in the report. This includes "
          + "renamed tests. Removed tests are detected if there is a build of the base.", stricter: .order(.note, .fail)
      ),
      ConfigurationKey(
        "quarantine", \.quarantine, .quarantine,
        "Tests whose failures are shown and do not count until a day, each a mapping with `test`, `until` (such as `2026-12-31`), `reason`, "
          + "and optionally `package` and `issue`. A test that always fails on the base branch, or fails with another message than there, "
          + "counts nevertheless. An entry after its day is a finding."),
      ConfigurationKey(
        "quarantine_automatically", \.quarantineAutomatically, .choice,
        "Whether a report suggests to quarantine a failed test that is flaky on the base branch (`suggest`). Tests are never quarantined "
          + "without an entry in the configuration."),
    ]
  }
}
