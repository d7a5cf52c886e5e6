// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
package import ReviewContract

/// The configuration of a repository's reviews, with a value for every key.
package struct ReviewConfiguration: ConfigurationRoot, Hashable, Codable, Sendable {
  package static let version = 1

  /// The files whose values this one overrides; empty after their values are applied.
  package var extends: [String] = []
  /// The parts of a review that never fail it.
  package var informational = InformationalParts()
  package var unchecked = UncheckedPolicy.fail
  package var suppressions = SuppressionPolicy.list
  package var pullRequest = PullRequestSection()
  package var checkout = CheckoutSection()
  package var build = BuildSection()
  package var tests = TestsSection()
  package var coverage = PatchPolicy.standard
  package var comment = CommentChoice()
  package var inline = InlineChoice()
  package var paths = PathsSection()
  package var lint = LintSection()
  /// All rules, by identifier.
  package var rules: [String: RuleChoice]

  /// The keys outside of sections, except the version.
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        ExtendedFiles.name, \.extends, .extendedFiles,
        "Files of the repository, relative to this one, whose values are applied before those of this file: keys of this file replace "
          + "theirs, rules of `lint.custom` are added to theirs."),
      ConfigurationKey(
        "informational", \.informational, .informationalParts,
        "The parts of a review that never fail it: `true` for all, or a list of `build`, `tests`, `rules` and `coverage`. Their "
          + "problems are reported in any case.", stricter: .fewerParts),
      ConfigurationKey(
        "unchecked", \.unchecked, .choice,
        "Whether changed sources of a target that could not be compared, checked by a rule or measured fail the review (`fail`) or are "
          + "only listed and counted (`note`). Files that `paths.exclude` or `paths.generated` names are not meant.",
        stricter: .order(.note, .fail)),
      ConfigurationKey(
        "suppressions", \.suppressions, .choice,
        "What a pull request suppresses: findings that comments of the head suppress, code that comments exclude from the coverage, "
          + "and entries that it adds to the baseline. It is not reported (`allow`), listed and counted (`list`), or also fails the "
          + "review if it is an error, a new exclusion from the coverage or an entry of the baseline (`fail`).",
        stricter: .order(.allow, .list, .fail)),
    ]
  }

  static let sections: [SectionKeys<Self>] = [
    SectionKeys(\.pullRequest), SectionKeys(\.checkout), SectionKeys(\.build), SectionKeys(\.tests),
    SectionKeys(\.coverage), SectionKeys(\.comment), SectionKeys(\.inline), SectionKeys(\.paths), SectionKeys(\.lint),
  ]
  static let otherNames = [RulesReader.name]
  static let noun = "section"
  static let misplaced = MisplacedKeys(
    names: ServerConfiguration.names, message: "is a key of the operator's file",
    remedy: "move it to the file of reviewbot serve --config")

  /// Creates the defaults.
  package init(catalogue: RuleCatalogue) {
    rules = Dictionary(uniqueKeysWithValues: catalogue.rules.map { ($0.id, RuleChoice($0)) })
  }
}

extension ReviewConfiguration {
  /// Returns the keys with different values, such as `coverage.target: 80 → 60`, in the order of the file.
  package func differences(from other: ReviewConfiguration) -> [String] {
    Self.keys.compactMap { Self.difference($0.name, $0.text(other), $0.text(self)) }
      + Self.sections.flatMap { section in
        section.keys.compactMap { Self.difference("\(section.name).\($0.name)", $0.text(other), $0.text(self)) }
          + (section.name == PullRequestSection.name ? changeRuleDifferences(from: other) : [])
      } + ruleDifferences(from: other)
  }

  private func changeRuleDifferences(from other: ReviewConfiguration) -> [String] {
    func texts(_ configuration: ReviewConfiguration) -> [String: String] {
      Dictionary(grouping: configuration.pullRequest.rules, by: \.id)
        .mapValues { $0.map { $0.text(nil) }.joined(separator: ", ") }
    }
    let (before, after) = (texts(other), texts(self))
    return Set(before.keys).union(after.keys).sorted().compactMap { id in
      Self.difference(
        "\(PullRequestSection.name).\(PullRequestSection.rulesName).\(id)", before[id] ?? "off", after[id] ?? "off")
    }
  }

  private func ruleDifferences(from other: ReviewConfiguration) -> [String] {
    Set(rules.keys).union(other.rules.keys).sorted().flatMap { id in
      let before = Self.values(of: other.rules[id])
      let after = Self.values(of: rules[id])
      // Options of a rule that is off have no effect.
      guard other.rules[id]?.isOn == true, rules[id]?.isOn == true else {
        return [Self.difference("rules.\(id)", before[""] ?? "not set", after[""] ?? "not set")].compactMap(\.self)
      }
      return Set(before.keys).union(after.keys).sorted().compactMap { key in
        Self.difference("rules.\(id)\(key)", before[key] ?? "not set", after[key] ?? "not set")
      }
    }
  }

  private static func values(of choice: RuleChoice?) -> [String: String] {
    guard let choice else { return [:] }
    var values = ["": choice.level]
    values[".included"] = ConfigurationCodec.globs.text(choice.included)
    values[".excluded"] = ConfigurationCodec.globs.text(choice.excluded)
    for (name, value) in choice.options { values[".\(name)"] = value.description }
    return values
  }

  private static func difference(_ key: String, _ before: String, _ after: String) -> String? {
    before == after ? nil : "\(key): \(before) → \(after)"
  }
}

extension ReviewConfiguration {
  /// SHA-256 of the canonical JSON, in hexadecimal: the same for equal configurations, regardless of the text of the
  /// file.
  package var hash: String {
    Fingerprint.name(of: canonicalJSON)
  }

  var canonicalJSON: String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      preconditionFailure("cannot encode the configuration: \(error)")
    }
  }
}
