// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

import Findings
import ReviewContract

extension ConfigurationCodec<InformationalChoice> {
  static var informational: ConfigurationCodec {
    scalar(
      "true, false or auto", schema: ["enum": [true, false, "auto"]], text: \.rawValue
    ) { (text) throws(ValueError) in
      guard let choice = InformationalChoice(rawValue: text) else {
        throw ValueError("expected true, false or auto, found \(shown(text))")
      }
      return choice
    }
  }
}

extension ConfigurationCodec<PercentTarget?> {
  static var optionalPercentage: ConfigurationCodec {
    let kind = ConfigurationCodec<PercentTarget>.percentage
    return ConfigurationCodec(description: kind.description, text: { $0.map(kind.text) ?? "0" }) {
      (node) throws(ValueError) in
      let percent = try kind.read(node)
      return percent.thousandths == 0 ? nil : percent
    }
  }
}

extension ConfigurationCodec<CoverageGoal> {
  static var projectGoal: ConfigurationCodec {
    mapping("mapping with target, threshold and informational", CoverageGoal(informational: .always), goalKeys(\.self))
  }
}

extension ConfigurationCodec<[PathGoal]> {
  private static let maximum = 50

  static var pathGoals: ConfigurationCodec {
    let keys = [
      ConfigurationKey<PathGoal>("path", \.paths, .oneOrMoreGlobs, "The files, as a pattern or a list of patterns.")
    ]
    let one = ConfigurationCodec<PathGoal>.mapping(
      "mapping with path and target", PathGoal(), keys + goalKeys(\.goal), required: ["path", "target"])
    return mappings(one, upTo: maximum)
  }
}

extension ConfigurationCodec<[Glob]> {
  /// One pattern, or a list of patterns.
  static var oneOrMoreGlobs: ConfigurationCodec {
    let schema: JSONValue = [
      "anyOf": [["type": "string"], ["type": "array", "minItems": 1, "items": ["type": "string"]]]
    ]
    let description = CodecDescription(words: "path pattern or list of path patterns", schema: schema)
    return ConfigurationCodec(description: description, text: globs.text) { (node) throws(ValueError) in
      switch node.content {
      case .scalar: return try globs.read(YAMLNode(content: .sequence([node]), mark: node.mark))
      case .sequence(let items) where items.isEmpty: throw ValueError("expected at least one path pattern, found none")
      case .sequence, .mapping, .empty: return try globs.read(node)
      }
    }
  }
}

/// Returns the keys of a goal that is a property of the holder.
private func goalKeys<Holder>(
  _ goal: any WritableKeyPath<Holder, CoverageGoal> & Sendable
) -> [ConfigurationKey<Holder>] {
  [
    ConfigurationKey("target", in: goal, \.target, .coverageTarget, "The required coverage."),
    ConfigurationKey(
      "threshold", in: goal, \.threshold, .optionalPercentage,
      "The number of percentage points below the target that passes."
    ),
    ConfigurationKey(
      "informational", in: goal, \.informational, .informational, "Whether the result is only reported."),
  ]
}

/// The functions whose autoclosure arguments are ignored.
package enum AutoclosureNames: Hashable, Sendable {
  static let maximum = 200

  case standard
  case names([String])

  /// The configured names; `nil` for the standard ones.
  package var list: [String]? {
    switch self {
    case .standard: nil
    case .names(let names): names
    }
  }
}

extension AutoclosureNames: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Otherwise the value is a list.
    if let text = try? container.decode(String.self), text == "standard" {
      self = .standard
    } else {
      self = .names(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .standard: try container.encode("standard")
    case .names(let names): try container.encode(names)
    }
  }
}

extension ConfigurationCodec<AutoclosureNames> {
  static var autoclosureNames: ConfigurationCodec {
    let lists = ConfigurationCodec<[String]>.list("list of names", text: { $0 }) { (text) throws(ValueError) in
      let isName = text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      guard isName, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
        text.utf8.count <= 200
      else { throw ValueError("expected the name of a function, such as precondition, found \(shown(text))") }
      return text
    }
    let words = "standard or list of names"
    let schema: JSONValue = ["anyOf": [["const": "standard"], ["type": "array", "items": ["type": "string"]]]]
    return ConfigurationCodec(description: CodecDescription(words: words, schema: schema)) { names in
      names.list.map(lists.text) ?? "standard"
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("standard"): return .standard
      case .sequence(let items):
        guard items.count <= AutoclosureNames.maximum else {
          throw ValueError("expected at most \(AutoclosureNames.maximum) names, found \(items.count)")
        }
        return .names(try lists.read(node))
      case .scalar, .mapping, .empty: throw ValueError("expected \(words), found \(node.kind)")
      }
    }
  }
}
