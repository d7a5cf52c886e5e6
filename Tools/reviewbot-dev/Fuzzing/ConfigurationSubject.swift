// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import ConfigurationFiles
import Findings
import Foundation
import Rules

/// The readers of configurations: those of a repository are part of a pull request.
final class ConfigurationSubject: FuzzSubject {
  enum Form {
    /// `.reviewbot.yml`.
    case repository
    /// The operator's file.
    case server
    /// Files that extend each other: three, separated by lines with `---`.
    case extends
    /// `.swiftlint.yml`.
    case swiftLint
  }

  let corpus: [[UInt8]]
  let dictionary: [String]
  private let form: Form
  private let reader = ConfigurationReader(catalogue: RuleCatalogue(BuiltInRules.all))
  private static let yaml = [
    "version: 1\n", "version: 2\n", "- ", ": ", "  ", "\t", "#", "|\n", ">-\n", "&a ", "*a", "!!str ", "<<: *a\n",
    "---\n", "...\n", "'", "? ", "{a: [b]}", "100 %", "off", "auto", "5m", "**/*.swift", "\u{2028}", "\u{85}", "~",
  ]

  init(_ form: Form) throws {
    self.form = form
    let texts: [String]
    switch form {
    case .repository: (texts, dictionary) = (try Self.defaults("reviewbot.yml"), Self.yaml)
    case .server: (texts, dictionary) = (try Self.defaults("reviewbot-server.yml"), Self.yaml)
    case .extends:
      texts = [Self.extending]
      dictionary = [
        "extends: ", "../", "a.yml", "b/c.yml", ".reviewbot.yml", "[", "]", "- ", "{", "}", "---\n", "pattern: ",
        "regex: ", "kind: ", "inside: ", "where: {A: {equals: B}}", "$A", "$$$", "severity: off", "id: force_try",
        "message: ", "\n  ",
      ]
    case .swiftLint:
      texts = [Self.ofSwiftLint]
      dictionary = [
        "all", "- ", ": ", "{", "}", "[", "]", "\"", "'", "#", "&a", "*a", "!!str", "|\n", "  ", "analyzer_rules:",
        "nesting: {type_level: {warning: 1}}", "severity: error", "../", "/", "https://a.example/b.yml",
        "999999999999999999999",
      ]
    }
    corpus = texts.map { Array($0.utf8) }
  }

  /// Returns a file with all keys, the same with the settings in its comments, and the smallest one.
  private static func defaults(_ name: String) throws -> [String] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "config/\(name)")), as: UTF8.self)
    let active = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("# ") && $0.contains(":") || $0.hasPrefix("#   ") ? String($0.dropFirst(2)) : String($0) }
    return [text, active.joined(separator: "\n"), "version: 1\n"]
  }

  private static let extending = """
    version: 1
    extends: [a.yml, b/c.yml]
    lint: {custom: [{id: x, message: $A, pattern: f($A), fix: g($A)}]}
    ---
    version: 1
    extends: b/c.yml
    rules: {force_try: off}
    ---
    version: 1
    lint:
      custom:
        - id: y
          message: ${n}
          regex: (?<n>a)
          in: comments
          examples: {good: [a], bad: [{code: b, fixed: c}]}

    """

  private static let ofSwiftLint = """
    disabled_rules: [todo]
    opt_in_rules:
      - array_init
    only_rules: [force_try]
    included: [Sources]
    excluded: ["**/Generated"]
    line_length: {warning: 120, error: 200, ignores_urls: true}
    file_length: [400, 1000]
    force_cast: error
    custom_rules:
      no_x: {regex: "x", message: m, match_kinds: [comment], severity: error, capture_group: 0}
    parent_config: a.yml
    baseline: b.json
    strict: true
    warning_threshold: 3

    """

  func look(at bytes: [UInt8]) -> FuzzLook {
    do {
      let (kind, notes) = try read(String(decoding: bytes, as: UTF8.self))
      let problem = notes.first { $0.contains("\n") || $0.utf8.count > 2000 }
      return .accepted(
        "\(kind) \(min(notes.count, 4))", problem: problem.map { "a note is not clear: \($0.prefix(200))" })
    } catch {
      // Each line of the error contains the file with line and column.
      let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
      var look = FuzzLook.refused(lines.first.map(String.init) ?? "")
      if form != .swiftLint, !lines.allSatisfy({ $0.contains(/^[a-z.\/-]+\.yml:[0-9]+:[0-9]+: ./) }) {
        look.problem = look.problem ?? "a problem without a place: \(error.description.prefix(500))"
      }
      look.kind += " \(min(lines.count, 4))"
      return look
    }
  }

  /// Returns what differs between configurations, and the notes about one.
  private func read(_ text: String) throws(ConfigurationError) -> (kind: String, notes: [String]) {
    switch form {
    case .repository: return (try reader.read(text: text, file: "reviewbot.yml").hash, [])
    case .server:
      return ("\(try ServerConfigurationReader().read(text: text, file: "reviewbot-server.yml").forges.count)", [])
    case .extends:
      let parts = text.split(separator: "---\n", omittingEmptySubsequences: false).map(String.init)
      let files = RepositoryFiles(Dictionary(zip(["a.yml", "b/c.yml"], parts.dropFirst())) { first, _ in first })
      let loaded = try reader.load(text: parts[0], file: ConfigurationReader.fileName, files: files)
      _ = loaded.text(showsOrigins: true)
      return ("\(loaded.configuration.lint.custom.count)", loaded.notes)
    case .swiftLint:
      var notes: [String] = []
      let configuration = try reader.read(swiftLint: text, path: ".swiftlint.yml", files: .none, notes: &notes)
      return ("\(configuration.rules.count { $0.value.isOn } / 16)", notes)
    }
  }
}
