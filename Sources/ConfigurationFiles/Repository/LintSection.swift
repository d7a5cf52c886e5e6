// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
package import ReviewContract

/// The settings of linting, except for the settings of single rules.
package struct LintSection: ConfigurationSection {
  /// The path of SwiftLint's configuration from the root; empty for `.swiftlint.yml` if it exists, `off` for no file.
  package var swiftlint = ""
  package var unavailableRules = UnavailableRules.note
  package var scope = FindingScope.added
  package var old = OldFindings.hide
  package var baseline = ""
  package var isBaselineStrict = false
  package var included: [Glob] = []
  package var excluded: [Glob] = []
  /// The settings for some files; later ones take precedence.
  package var overrides: [RuleOverride] = []
  /// The custom rules of the repository.
  package var custom: [CustomRule] = []
  /// The custom rules of SwiftLint's file.
  package var customRules: [CustomRule] = []
  /// The maximum number of warnings in SwiftLint's configuration: more fail `lint`.
  package var warningThreshold: Int?
  /// The other linters, in the order of their names.
  package var linters: [ExternalLinter] = []

  package var selection: FindingSelection { FindingSelection(scope: scope, old: old) }

  package static let name = "lint"
  package static let summary = "Linting: SwiftLint's configuration, files, the baseline, overrides and other linters."
  package static var keys: [ConfigurationKey<Self>] {
    [
      ConfigurationKey(
        "swiftlint", \.swiftlint, .filePath(allowing: "off"),
        "SwiftLint's configuration; the section `rules` is applied over it. By default `.swiftlint.yml` is read if there is one and the "
          + "section `rules` is missing; `off` ignores it.", example: "\".swiftlint.yml\""),
      ConfigurationKey(
        "unavailable_rules", \.unavailableRules, .choice,
        "Whether a note names the rules of SwiftLint's configuration that reviewbot does not have. There is none in git hooks."
      ),
      ConfigurationKey(
        "scope", \.scope, .choice,
        "The findings of changed files that count: new ones on added lines (`added`), all on added lines and the three lines around each "
          + "change (`hunk`), or all (`file`). `--scope` replaces it in `reviewbot lint`.",
        stricter: .order(.added, .hunk, .file)),
      ConfigurationKey(
        "old", \.old, .choice,
        "Whether the findings of changed files that do not count are listed (`list`) or not (`hide`). They never fail a review or a "
          + "run. `--old` replaces it in `reviewbot lint`.", stricter: .order(.hide, .list)),
      ConfigurationKey(
        "baseline", \.baseline, .filePath(),
        "Known findings, which are not reported: a file of `reviewbot lint --write-baseline`, or a baseline of SwiftLint.",
        example: "\".reviewbot-baseline.json\""),
      ConfigurationKey(
        "strict_baseline", \.isBaselineStrict, .boolean,
        "Whether entries of the baseline that match no finding of the checked files any more fail a review, as with `--strict-baseline`. "
          + "Otherwise a note lists them.", stricter: .on),
      ConfigurationKey(
        "included", \.included, .globs, "The only files that rules check; all files if empty.", stricter: .wider),
      ConfigurationKey("excluded", \.excluded, .globs, "Files that rules do not check.", stricter: .fewer()),
      ConfigurationKey(
        "linters", \.linters, .linters,
        "Other linters, by name: `swiftlint` and `swift-format` can be `on`; others have a `command` (a list of arguments, in which "
          + "`{files}` stands for the changed files) and the `format` of its output. See [linting](lint.md#other-linters).",
        stricter: .more()),
      ConfigurationKey(
        "custom", \.custom, .customRules,
        "Custom rules, by regular expressions or syntax patterns; see [Custom rules](custom-rules.md)."),
    ]
  }

  static let overridesName = "overrides"
  package static let otherNames = [overridesName]
  static let overridesSummary =
    "Other settings of rules for some files: a list of mappings with `path` (a path pattern or a list) and `rules`. Later ones win."
}

/// The settings of rules that differ for some files.
package struct RuleOverride: Hashable, Codable, Sendable {
  package var paths: [Glob]
  /// The rules with other settings.
  package var rules: [String: RuleChoice]
  /// The custom rules for the files; `nil` for the same as for all other files.
  package var customRules: [CustomRule]?
}

extension ConfigurationCodec<String> {
  /// Returns a codec for a path from the root of the repository; empty for none.
  ///
  /// - Parameter word: a word that is valid instead of a path.
  static func filePath(allowing word: String? = nil) -> ConfigurationCodec {
    let expectation = "path of a file" + (word.map { ", or \($0)" } ?? "")
    return scalar(expectation, schema: ["type": "string"], text: { $0.isEmpty ? "" : quoted($0) }) {
      (text) throws(ValueError) in
      if text == word { return text }
      guard let path = SwiftLintReader.resolved(text, in: ""), !path.isEmpty else {
        throw ValueError("expected a path below the repository's root, such as .swiftlint.yml, found \(shown(text))")
      }
      return path
    }
  }
}

/// Reads `lint.overrides`.
struct OverridesReader {
  let reader: RulesReader

  /// - Parameter rules: the choices that overrides change.
  func read(_ node: YAMLNode, over rules: [String: RuleChoice], _ problems: inout ProblemList) -> [RuleOverride] {
    guard case .sequence(let items) = node.content else {
      if node.content != .empty {
        problems.add("overrides: expected a list of mappings with path and rules, found \(node.kind)", at: node.mark)
      }
      return []
    }
    return items.compactMap { read($0, rules, &problems) }
  }

  private func read(
    _ node: YAMLNode, _ rules: [String: RuleChoice], _ problems: inout ProblemList
  ) -> RuleOverride? {
    guard case .mapping(let entries) = node.content else {
      problems.add("overrides: expected a mapping with path and rules, found \(node.kind)", at: node.mark)
      return nil
    }
    var result = RuleOverride(paths: [], rules: [:])
    for entry in entries {
      switch entry.key {
      case "path":
        do throws(ValueError) {
          result.paths = try ConfigurationCodec.globs.orElement.read(entry.value)
        } catch {
          problems.add(error, of: entry.key, at: entry.value.mark)
        }
      case RulesReader.name:
        var changed = rules
        reader.read(entry.value, &changed, &problems)
        result.rules = changed.filter { $0.value != rules[$0.key] }
      default: problems.addUnknown("key of an override", entry, among: ["path", RulesReader.name])
      }
    }
    for name in ["path", RulesReader.name] where !entries.contains(where: { $0.key == name }) {
      problems.add("overrides: \(name) is missing", at: node.mark, remedy: "add it")
    }
    return result
  }
}
