// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import SwiftSource

extension OptionDescription {
  fileprivate static let apiSources = OptionDescription(
    summary: "Patterns of the files that other packages use.", format: .globs)
}

struct APIChangesRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(.apiSources) var sources: PatternList = ["Sources/**/*.swift"]
    @RuleOption(.unlessLabels) var unlessLabels: [String] = []
  }

  static let description = ChangeRuleDescription(
    id: "api_changes",
    summary: "Removing or changing a public declaration breaks the code that uses it.", needs: [.oldTexts],
    example: "{severity: error, unless_labels: [breaking]}")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    guard !change.hasLabel(among: options.unlessLabels) else { return [] }
    var (old, new) = (PublicAPI(), PublicAPI())
    for file in change.changes.files where file.path.hasSuffix(".swift") && options.sources.touches(file) {
      // A file that cannot be parsed is left out, because a part of its API would look like a removal; another rule
      // reports it.
      let before = change.oldText(of: file).map { SourceText(path: file.path, bytes: $0) }
      let after = change.newText(of: file).map { SourceText(path: file.path, bytes: $0) }
      guard let before = before.parsed, let after = after.parsed else { continue }
      if let file = before.file { old.add(file) }
      if let file = after.file { new.add(file) }
    }
    return APIComparison(old: old, new: new).breaks().map {
      ChangeViolation($0.message, path: $0.path, line: $0.line)
    }
  }
}

struct APIDocumentationRule: ChangeRule {
  struct Options: RuleOptions {
    @RuleOption(.apiSources) var sources: PatternList = ["Sources/**/*.swift"]
  }

  static let description = ChangeRuleDescription(
    id: "api_documentation", summary: "Document new public declarations.", example: "note")

  let options: Options

  func violations(in change: ProposedChange) -> [ChangeViolation] {
    change.changes.files.flatMap { file -> [ChangeViolation] in
      guard file.path.hasSuffix(".swift"), options.sources.matches(file.path), let bytes = change.newText(of: file),
        let parsed = Optional(SourceText(path: file.path, bytes: bytes)).parsed?.file
      else { return [] }
      var (api, old) = (PublicAPI(), PublicAPI())
      api.add(parsed)
      if let before = change.oldText(of: file).map({ SourceText(path: file.path, bytes: $0) }).parsed?.file {
        old.add(before)
      }
      let known = Set(old.items.map(\.name))
      return api.items.filter { item in
        !item.isDocumented && file.newLines.contains(item.line) && !item.isImplied && !known.contains(item.name)
      }.map {
        ChangeViolation("new public API without documentation: \($0.text)", path: file.path, line: $0.line)
      }
    }
  }
}

extension PublicAPI.Item {
  /// Whether the documentation of the protocol or type is sufficient: cases are often self-explanatory, and coding,
  /// hashing and describing have the same meaning everywhere.
  fileprivate var isImplied: Bool {
    if case .enumCase = role { return true }
    let known = [
      ".encode(to:)", ".init(from:)", ".hash(into:)", ".==(_:_:)", ".description", ".debugDescription", ".hashValue",
    ]
    return known.contains { name.hasSuffix($0) } || name.hasSuffix("==(lhs:rhs:)")
  }
}

extension Optional<SourceText> {
  /// The parsed file, which is `nil` without a text; `nil` as a whole if the text cannot be parsed.
  fileprivate var parsed: (file: ParsedFile?, Void)? {
    guard let text = self else { return (nil, ()) }
    do throws(ParseRefusal) {
      return (try SourceFile(text).parse(), ())
    } catch {
      return nil
    }
  }
}
