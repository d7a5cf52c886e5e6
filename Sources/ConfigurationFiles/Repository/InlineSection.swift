// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

/// The settings of the remarks at the lines of a change.
package struct InlineSection: ConfigurationSection {
  package var choice = InlineChoice()

  package init() {}

  package init(from decoder: any Decoder) throws {
    choice = try InlineChoice(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try choice.encode(to: encoder)
  }

  package static let name = "inline"
  package static let summary = "Annotations and comments at the lines of the change."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "findings", \.choice.findings, .choice,
        "How findings are shown: `annotations` of a check run, if the credential is a GitHub App's or that of GitHub Actions; "
          + "comments of a `review`, with the corrections as suggestions; or `off`."),
      ConfigurationKey(
        "coverage", \.choice.coverage, .choice,
        "How changed lines that no test runs are shown: each run of lines, or one "
          + "comment for each file."),
      ConfigurationKey("tests", \.choice.tests, .choice, "How failed tests are shown, if their line is known."),
      ConfigurationKey("compiler", \.choice.compiler, .choice, "How errors and warnings of the compiler are shown."),
      ConfigurationKey(
        "limit", \.choice.limit, .integer(1...1_000),
        "The maximum number of annotations and comments of one review, the most important first."),
    ]
  }
}

extension ReviewConfiguration {
  /// The settings for the publication of a report.
  package var publishing: PublishingChoice {
    var choice = PublishingChoice()
    choice.comment = comment.choice
    choice.inline = inline.choice
    return choice
  }
}
