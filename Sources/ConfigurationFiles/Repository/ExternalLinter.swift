// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

package import Findings
import Foundation
import HostileText

/// An external linter, whose findings are reported in addition to the findings of the rules.
package struct ExternalLinter: Hashable, Codable, Sendable {
  static let maximumCount = 8
  static let maximumName = 40
  static let maximumArguments = 100
  /// The maximum length of one argument, in bytes.
  static let maximumArgument = 4096
  /// The argument of ``command`` that is replaced by the paths of the files.
  package static let files = "{files}"

  package let name: String
  package var isOn = true
  /// The program and its arguments. Without ``files`` the program gets the paths on its standard input.
  package var command: [String] = []
  package var format: LinterReportFormat = .sarif
  /// The regular expression of the format `lines`.
  package var regex = ""
  /// The files to lint.
  package var included: [Glob] = ["**/*.swift"].compactMap { Glob($0) }
  package var excluded: [Glob] = []
  package var timeout: TimeSpan = "2m"
  /// The severity of all findings; `nil` for the linter's own severities.
  package var severity: Severity?
  package var maximumSeverity: Severity?

  /// Whether reviewbot supports the linter and its configuration files.
  package var isBuiltIn: Bool { Self.builtIn.contains { $0.name == name } }
  package var passesFilesAsArguments: Bool { command.contains(Self.files) }

  /// The linters that require no configured command.
  static let builtIn: [ExternalLinter] = {
    var swiftLint = ExternalLinter(name: "swiftlint")
    swiftLint.command = ["swiftlint", "lint", "--quiet", "--no-cache", "--force-exclude", "--reporter", "json", files]
    swiftLint.format = .swiftLintJSON
    var swiftFormat = ExternalLinter(name: "swift-format")
    swiftFormat.command = ["swift", "format", "lint", "--parallel", files]
    swiftFormat.format = .lines
    swiftFormat.regex =
      #"^(?<path>.+?):(?<line>\d+):(?<column>\d+): (?<severity>error|warning|note): (?:\[(?<rule>\w+)\] )?(?<message>.+)$"#
    return [swiftLint, swiftFormat]
  }()
}

/// Whether repositories may run other linters.
package enum LinterPolicy: String, Codable, Sendable, CaseIterable {
  case allow, forbid
}

extension ExternalLinter {
  private static let keys: [ConfigurationKey<ExternalLinter>] = [
    ConfigurationKey(
      "command", \.command, .arguments, "The program and its arguments.", example: "[my-linter, \"{files}\"]"),
    ConfigurationKey("format", \.format, .choice, "The format of the linter's output.", example: "sarif"),
    ConfigurationKey("regex", \.regex, .reportRegex, "The regular expression for the format `lines`."),
    ConfigurationKey("included", \.included, .globs, "The files that the linter checks."),
    ConfigurationKey("excluded", \.excluded, .globs, "Files that the linter does not check."),
    ConfigurationKey("timeout", \.timeout, .value(in: "1s"..."30m"), "The timeout of the linter."),
    ConfigurationKey("severity", \.severity, .optional(.choice), "The severity of all findings."),
    ConfigurationKey(
      "maximum_severity", \.maximumSeverity, .optional(.choice), "The highest severity of its findings."),
  ]

  fileprivate static func codec(_ initial: ExternalLinter) -> ConfigurationCodec<ExternalLinter> {
    .mapping(
      "mapping with command and format", initial, keys, required: initial.isBuiltIn ? [] : ["command", "format"]
    ) { linter, locations in
      if linter.format == .lines, linter.regex.isEmpty {
        return [
          ValueError(
            "regex is missing", remedy: #"add it, as in regex: '^(?<path>\S+):(?<line>\d+): (?<message>.+)$'"#,
            at: locations.mark)
        ]
      }
      if linter.format != .lines, locations.has("regex") {
        return [
          ValueError(
            "regex: not allowed with the format \(linter.format.rawValue)", remedy: "remove it, or write format: lines",
            at: locations.mark(of: "regex"))
        ]
      }
      return []
    }
  }

  /// Returns the problem of a linter's name; `nil` if it is valid. It is part of the identifiers of findings.
  fileprivate static func problem(withName name: String) -> ValueError? {
    guard (1...maximumName).contains(name.utf8.count), name.isASCIIName(punctuation: "-_.") else {
      return ValueError(
        "\(shown(name)) is not a valid linter name", remedy: "use at most \(maximumName) letters, digits, -, _ and .")
    }
    return nil
  }
}

extension ConfigurationCodec<[ExternalLinter]> {
  /// A mapping of names to `on`, `off`, or the settings of a linter.
  static var linters: ConfigurationCodec {
    let expectation = "mapping of at most \(ExternalLinter.maximumCount) names to linters"
    let settings = ExternalLinter.codec(ExternalLinter(name: "-"))
    var anyLinter = settings.description.schema
    if case .object(var fields) = anyLinter {
      fields["required"] = nil
      anyLinter = .object(fields)
    }
    let schema: JSONValue = [
      "type": "object", "maxProperties": .integer(ExternalLinter.maximumCount),
      "additionalProperties": ["anyOf": [["enum": ["on", "off"]], anyLinter]],
    ]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { linters in
      let texts = linters.map { linter in
        let isDefault = ExternalLinter.builtIn.contains(linter)
        let value = !linter.isOn ? "off" : isDefault ? "on" : ExternalLinter.codec(linter).text(linter)
        return "\(linter.name): \(value)"
      }
      return "{" + texts.joined(separator: ", ") + "}"
    } read: { (node) throws(ValueError) in
      guard case .mapping(let entries) = node.content, entries.count <= ExternalLinter.maximumCount else {
        throw ValueError(
          "expected a \(expectation), found \(node.kind)", remedy: "write, for example, swift-format: on")
      }
      var linters: [ExternalLinter] = []
      var errors: [ValueError] = []
      for entry in entries {
        do throws(ValueError) {
          linters.append(try linter(entry))
        } catch {
          errors.append(error.under(entry.key, at: entry.value.mark))
        }
      }
      if let error = ValueError.joined(errors) { throw error }
      return linters.sorted { $0.name < $1.name }
    }
  }

  private static func linter(_ entry: YAMLNode.Entry) throws(ValueError) -> ExternalLinter {
    if let problem = ExternalLinter.problem(withName: entry.key) { throw problem.at(entry.mark) }
    let known = ExternalLinter.builtIn.first { $0.name == entry.key }
    var linter = known ?? ExternalLinter(name: entry.key)
    switch entry.value.content {
    case .scalar("off"):
      linter.isOn = false
      return linter
    case .scalar, .empty:
      guard entry.value.content == .scalar("on") else {
        throw ValueError("expected on, off, or a mapping, found \(entry.value.kind)")
      }
      guard known != nil else {
        let names = ExternalLinter.builtIn.map(\.name)
        throw ValueError(
          "this linter needs a command; on is allowed only for \(names.joined(separator: " and "))",
          nearest: NearestName.find(for: entry.key, in: names),
          remedy: "write \(entry.key): {command: [PROGRAM, \"{files}\"], format: sarif}")
      }
      return linter
    case .mapping, .sequence: return try ExternalLinter.codec(linter).read(entry.value)
    }
  }
}

extension ConfigurationCodec<[String]> {
  /// The arguments of a command, which is run without a shell.
  fileprivate static var arguments: ConfigurationCodec {
    let expectation = "list of 1 to \(ExternalLinter.maximumArguments) arguments"
    return list(expectation, text: \.self) { (text) throws(ValueError) in
      guard (1...ExternalLinter.maximumArgument).contains(text.utf8.count), text.hasNoControlCharacter else {
        throw ValueError(
          "the argument \(shown(text)) is empty, too long or contains a control character", remedy: "shorten it")
      }
      return text
    }.checked { (list) throws(ValueError) in
      guard let program = list.first, list.count <= ExternalLinter.maximumArguments else {
        throw ValueError("expected a \(expectation), found \(list.count)")
      }
      guard !program.hasPrefix("-"), !program.contains("="), program != ExternalLinter.files else {
        throw ValueError("\(shown(program)) is not a program", remedy: "begin the command with the name of a program")
      }
    }
  }
}

extension ConfigurationCodec<String> {
  /// A regular expression whose groups are the parts of a finding; empty for none.
  fileprivate static var reportRegex: ConfigurationCodec {
    scalar("regular expression", schema: ["type": "string"], text: { $0.isEmpty ? "" : quoted($0) }) {
      (text) throws(ValueError) in
      guard text.utf8.count <= 10_000, (try? NSRegularExpression(pattern: text)) != nil else {
        throw ValueError("invalid regular expression \(shown(text)); write it in ICU's syntax")
      }
      for name in LinterReportFormat.requiredGroups where !text.contains("(?<\(name)>") {
        throw ValueError(
          "\(shown(text)) has no group (?<\(name)>…)",
          remedy: "the groups are \(LinterReportFormat.groups.joined(separator: ", "))")
      }
      return text
    }
  }
}
