// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings

/// Reads a `.swiftlint.yml`.
///
/// Only a file that cannot be parsed is an error. A value without effect is a note, because the same file has to work
/// with SwiftLint.
package struct SwiftLintReader: Sendable {
  package static let fileName = ".swiftlint.yml"
  /// The maximum number of custom rules in one file.
  static let maximumCustomRules = 200

  /// The folder of the file, relative to the root of the repository; empty for the root.
  private let folder: String
  private let file: String

  /// - Parameter file: the path of the file from the root of the repository, for messages and for the paths in it.
  package init(file: String) {
    self.file = file
    folder = file.contains("/") ? String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) : ""
  }

  /// - Throws: ``ConfigurationError`` when the text is not YAML, or is not a mapping.
  package func read(_ text: String) throws(ConfigurationError) -> SwiftLintConfiguration {
    var problems = ProblemList(file: file)
    let root = YAMLText(text).root(&problems)
    guard problems.isEmpty else { throw problems.error }
    var configuration = SwiftLintConfiguration()
    switch root?.content {
    case nil, .empty: return configuration
    case .scalar, .sequence:
      problems.add(
        "the file is not a mapping", at: root?.mark ?? YAMLMark(line: 1, column: 1),
        remedy: "write keys such as disabled_rules")
      throw problems.error
    case .mapping(let entries):
      read(entries, into: &configuration)
      return configuration
    }
  }

  /// Returns the keys of a valid file, in its order, that a `.reviewbot.yml` has no keys for.
  func swiftLintOnlyKeys(_ text: String) -> [String] {
    var problems = ProblemList(file: file)
    guard case .mapping(let entries) = YAMLText(text).root(&problems)?.content else { return [] }
    return entries.map(\.key).filter { Self.withoutEffect.contains($0) || $0 == "warning_threshold" }
  }

  private func read(_ entries: [YAMLNode.Entry], into configuration: inout SwiftLintConfiguration) {
    var lists: [String: Set<String>] = [:]
    for entry in entries {
      if Self.rootKeys.contains(entry.key) {
        configuration.rootKeyNotes.append("\(place(entry)): \(entry.key) has no effect in a folder's file")
      }
      switch entry.key {
      case "disabled_rules", "opt_in_rules", "enabled_rules", "only_rules", "whitelist_rules":
        lists[entry.key] = rules(entry, &configuration)
      case "analyzer_rules": configuration.analyzerRules = rules(entry, &configuration)
      case "included": configuration.included = globs(entry, &configuration)
      case "excluded": configuration.excluded = globs(entry, &configuration)
      case "strict": configuration.isStrict = boolean(entry, &configuration)
      case "lenient": configuration.isLenient = boolean(entry, &configuration)
      case "baseline": configuration.baseline = path(entry, &configuration)
      case "child_config": configuration.child = path(entry, &configuration)
      case "parent_config": configuration.parent = path(entry, &configuration)
      case "warning_threshold":
        configuration.warningThreshold = text(entry).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        if configuration.warningThreshold == nil { invalid("a whole number", entry, &configuration) }
      case "custom_rules": readCustomRules(entry, &configuration)
      case _ where Self.withoutEffect.contains(entry.key): break
      default: configuration.settings[SwiftLintNames.identifier(entry.key)] = entry.value
      }
    }
    let optedIn = lists["opt_in_rules", default: []].union(lists["enabled_rules", default: []])
    if let only = lists["only_rules"] ?? lists["whitelist_rules"] {
      configuration.selection = .only(only)
      if !optedIn.isEmpty || lists["disabled_rules"]?.isEmpty == false, let entry = entries.first {
        note("only_rules is set; disabled_rules and opt_in_rules are ignored", entry, &configuration)
      }
    } else {
      configuration.selection = .standard(disabled: lists["disabled_rules", default: []], optedIn: optedIn)
    }
    if configuration.isStrict, configuration.isLenient, let entry = entries.first(where: { $0.key == "lenient" }) {
      note("strict and lenient exclude each other; lenient is ignored", entry, &configuration)
      configuration.isLenient = false
    }
  }

  /// Reads identifiers of rules, which can have another name in other versions of SwiftLint.
  private func rules(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> Set<String> {
    Set(
      texts(entry, &configuration).map { name in
        if let limit = SwiftLintNames.widened[name], entry.key != "disabled_rules" {
          note("\(name): \(limit)", entry, &configuration)
        }
        return SwiftLintNames.identifier(name)
      })
  }

  /// Keys about a whole run, whose values in the root's file are used.
  private static let rootKeys: Set<String> = ["included", "excluded", "baseline", "warning_threshold"]

  /// Keys for SwiftLint's own execution: the reporter, the cache, updates.
  private static let withoutEffect: Set<String> = [
    "allow_zero_lintable_files", "cache_path", "check_for_updates", "force_exclude", "indentation", "reporter",
    "remote_timeout", "remote_timeout_if_cached", "swiftlint_version", "use_nested_configs", "write_baseline",
  ]
}

extension SwiftLintReader {
  func note(_ text: String, _ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) {
    configuration.notes.append("\(place(entry)): \(text)")
  }

  private func place(_ entry: YAMLNode.Entry) -> String { "\(file):\(entry.mark.line)" }

  func invalid(_ expected: String, _ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) {
    note("\(shown(entry.key)): expected \(expected), found \(entry.value.kind)", entry, &configuration)
  }

  func text(_ entry: YAMLNode.Entry) -> String? {
    if case .scalar(let text) = entry.value.content { text } else { nil }
  }

  /// Reads a text, or a list of texts.
  func texts(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> [String] {
    switch entry.value.content {
    case .empty: return []
    case .scalar(let text): return [text]
    case .sequence(let items):
      return items.compactMap { item in
        if case .scalar(let text) = item.content { return text }
        if item.content != .empty { invalid("texts", entry, &configuration) }
        return nil
      }
    case .mapping:
      invalid("a list of texts", entry, &configuration)
      return []
    }
  }

  func boolean(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> Bool {
    if let value = text(entry).flatMap(SwiftLintOptionReader.boolean) { return value }
    invalid("true or false", entry, &configuration)
    return false
  }

  /// Reads a path from the root of the repository.
  func path(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> String? {
    guard let text = text(entry), !text.isEmpty else {
      invalid("the path of a file", entry, &configuration)
      return nil
    }
    if text.contains("://") {
      note(
        "\(entry.key) \(shown(text)) is a remote file, which is not fetched; copy it to the repository", entry,
        &configuration)
      return nil
    }
    guard let path = Self.resolved(text, in: folder) else {
      note("\(entry.key) \(shown(text)) is outside the repository and is not read", entry, &configuration)
      return nil
    }
    return path
  }

  /// Reads patterns. SwiftLint expands a pattern to files and folders, and includes everything in a folder.
  func globs(_ entry: YAMLNode.Entry, _ configuration: inout SwiftLintConfiguration) -> [Glob] {
    texts(entry, &configuration).flatMap { text -> [Glob] in
      guard let path = Self.resolved(text, in: folder), let glob = Glob(path.isEmpty ? "**" : path) else {
        note("\(entry.key): cannot use the path \(shown(text))", entry, &configuration)
        return []
      }
      let isPattern = path.contains { "*?[".contains($0) }
      return isPattern && !path.hasSuffix("**") ? [glob, Glob(path + "/**")].compactMap(\.self) : [glob]
    }
  }

  /// Returns the path from the root of the repository, without `.` and `..`; `nil` if it is outside of the root or
  /// absolute.
  static func resolved(_ path: String, in folder: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return nil }
    var parts = folder.split(separator: "/").map(String.init)
    for part in path.split(separator: "/") {
      switch part {
      case ".": continue
      case "..":
        guard !parts.isEmpty else { return nil }
        parts.removeLast()
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
