// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import ReviewContract

extension CommentChoice: ConfigurationSection {
  package static let name = "comment"
  package static let summary = "The comment on the pull request."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "when", \.when, .choice,
        "When a comment is written: `always`, if there are `problems` (failures, findings, flaky or removed tests), if there are "
          + "problems or the coverage is `changed`, or `never`. An existing comment is always updated, except with `never`."
      ),
      ConfigurationKey(
        "sections", \.sections, .commentSections,
        "The collapsible sections of the comment, in this order. The table of checks is always shown."),
      ConfigurationKey(
        "details", \.details, .choice, "Whether the sections are `folded` or `open`."),
      ConfigurationKey(
        "report_url", \.reportURL, .optional(.value),
        "The address at which the CI job publishes `report.html`, for the comment's link to it. `{repo}`, `{pr}` and `{commit}` stand for "
          + "the repository's name with its owner, the number of the pull request and its head."),
    ]
  }
}

extension ReportURL: ConfigurationValue {
  package static let noun = "web address with {repo}, {pr} or {commit}"
  package static let examples = "https://ci.example.com/{repo}/{pr}/report.html"
  package static let pattern = "^https?://[^ ]+$"

  package static func remedy(for text: String) -> String? {
    text.contains("://") ? "write only \(placeholders.joined(separator: ", ")) in braces" : "begin it with https://"
  }
}

extension InlineChoice: ConfigurationSection {
  package static let name = "inline"
  package static let summary = "Annotations and comments at the lines of the change."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "findings", \.findings, .choice,
        "How findings are shown: `annotations` of a check run, if the credential is a GitHub App's or that of GitHub Actions; "
          + "comments of a `review`, with the corrections as suggestions; or `off`."),
      ConfigurationKey(
        "coverage", \.coverage, .choice,
        "How changed lines that no test runs are shown: each run of lines, or one "
          + "comment for each file."),
      ConfigurationKey("tests", \.tests, .choice, "How failed tests are shown, if their line is known."),
      ConfigurationKey("compiler", \.compiler, .choice, "How errors and warnings of the compiler are shown."),
      ConfigurationKey(
        "limit", \.limit, .integer(1...1_000),
        "The maximum number of annotations and comments of one review, the most important first."),
    ]
  }
}

extension ReviewConfiguration {
  /// The settings for the publication of a report.
  package var publishing: PublishingChoice { PublishingChoice(comment: comment, inline: inline) }
}

extension ConfigurationCodec<[CommentChoice.Section]> {
  static var commentSections: ConfigurationCodec {
    let names = CommentChoice.Section.allCases.map(\.rawValue)
    let expectation = "list of \(names.joined(separator: ", "))"
    let schema: JSONValue = [
      "type": "array", "uniqueItems": true, "items": ["enum": .array(names.map { .text($0) })],
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { sections in
      "[" + sections.map(\.rawValue).joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      guard case .sequence(let items) = node.content else {
        throw ValueError("expected a \(expectation), found \(node.kind)")
      }
      var found: Set<CommentChoice.Section> = []
      return try items.values { item throws(ValueError) in
        let section = try ConfigurationCodec<CommentChoice.Section>.choice.read(item)
        guard found.insert(section).inserted else { throw ValueError("\(shown(section.rawValue)) is listed twice") }
        return section
      }
    }
  }
}
