// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The selection of pull requests for review, and of the parts of their reviews.
package struct PullRequestSection: ConfigurationSection {
  package var drafts = DraftReview.review
  package var onlyDocs = DocumentationReview.review
  package var skip = SkipConditions()
  /// The rules about pull requests that are set, in the order of the catalogue.
  package var rules: [ChangeRuleChoice] = []

  static let rulesName = "rules"
  package static let otherNames = [rulesName]
  static let rulesSummary =
    "Rules about the pull request itself. All are off unless they are set: to `on`, to a severity, or to a mapping with "
    + "`severity`, `message` (custom text), `included` and `excluded` (patterns of the files that the rule checks) and the "
    + "options of the rule. A list of mappings sets a rule several times. `preset: recommended` enables the recommended rules as notes. "
    + "`reviewbot lint` applies those that need no forge."
  static let rulesExample = "rules: {preset: recommended, size: {lines: 400, message: Split this up}}"

  package static let name = "pull_request"
  package static let summary = "Which pull requests are reviewed, and to what extent."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "drafts", \.drafts, .choice,
        "Whether drafts are reviewed (`review`), only the rules are applied (`lint`), or they are skipped (`skip`). With `lint` and "
          + "`skip` the commit status stays pending until the draft is ready for review. `--drafts` and the operator's key "
          + "replace this key.", stricter: .order(.skip, .lint, .review)),
      ConfigurationKey(
        "only_docs", \.onlyDocs, .choice,
        "Whether a change is built and tested (`review`) or only the rules are applied (`lint`) if it changes nothing that a build "
          + "reads: only documentation, images, licenses and the configuration of services, outside of the folders of targets.",
        stricter: .order(.lint, .review)),
      ConfigurationKey(
        "skip", \.skip, .skipConditions,
        "Pull requests that are skipped: a mapping with `labels`, `authors` (accounts), `paths` (patterns; the pull request is skipped "
          + "if all changed files match) and `titles` (texts that occur in the title, such as `[skip review]`). The status is "
          + "\"skipped\" and passes; for a title it stays pending, because the author decides the title. In both cases `check` exits "
          + "with 0: require the status, not the CI job.", stricter: .fewerConditions),
    ]
  }
}

/// The parts of a review that never fail it: `true` for all, or a list.
package struct InformationalParts: Hashable, Codable, Sendable {
  package var parts: Set<ReviewPart>

  package init(_ parts: Set<ReviewPart> = []) {
    self.parts = parts
  }

  /// Encodes the parts in a fixed order, so that equal values have equal JSON.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ReviewPart.allCases.filter { parts.contains($0) })
  }

  package init(from decoder: any Decoder) throws {
    parts = Set(try decoder.singleValueContainer().decode([ReviewPart].self))
  }
}

extension ConfigurationCodec<SkipConditions> {
  private static let longest = 200
  private static let most = 100

  static var skipConditions: ConfigurationCodec {
    mapping(
      "mapping with labels, authors, paths and titles", SkipConditions(),
      [
        ConfigurationKey("labels", \.labels, texts("labels"), "Labels."),
        ConfigurationKey("authors", \.authors, texts("accounts"), "Accounts."),
        ConfigurationKey("paths", \.paths, .globs, "Path patterns."),
        ConfigurationKey("titles", \.titles, texts("texts"), "Texts."),
      ])
  }

  private static func texts(_ noun: String) -> ConfigurationCodec<[String]> {
    .list("list of \(noun)", text: \.self) { (text) throws(ValueError) in
      guard !text.allSatisfy(\.isWhitespace), text.count <= longest else {
        throw ValueError("expected a text of 1 to \(longest) characters, found \(shown(text))")
      }
      return text
    }.checked { (values) throws(ValueError) in
      guard values.count <= most else { throw ValueError("expected at most \(most) \(noun), found \(values.count)") }
    }
  }
}

extension ConfigurationCodec<InformationalParts> {
  static var informationalParts: ConfigurationCodec {
    let names = ReviewPart.allCases.map(\.rawValue)
    let expectation = "true, false or a list of \(names.joined(separator: ", "))"
    let schema: JSONValue = [
      "anyOf": [
        ["type": "boolean"], ["type": "array", "items": ["enum": .array(names.map { .text($0) })]],
      ]
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { value in
      value.parts.isEmpty
        ? "false"
        : value.parts.count == ReviewPart.allCases.count
          ? "true"
          : "[" + names.filter { name in value.parts.contains { $0.rawValue == name } }.joined(separator: ", ") + "]"
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("true"): return InformationalParts(Set(ReviewPart.allCases))
      case .scalar("false"): return InformationalParts()
      case .sequence(let items):
        return InformationalParts(Set(try items.values(ConfigurationCodec<ReviewPart>.choice.read)))
      default: throw ValueError("expected \(expectation), found \(node.kind)")
      }
    }
  }
}
