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
    mapping("mapping with target, threshold and informational", CoverageGoal(informational: .always), goalKeys)
  }
}

extension ConfigurationCodec<[PathGoal]> {
  private static let maximum = 50

  static var pathGoals: ConfigurationCodec {
    let keys = [
      ConfigurationKey<PathGoal>("path", \.paths, .oneOrMoreGlobs, "The files, as a pattern or a list of patterns.")
    ]
    let one = ConfigurationCodec<PathGoal>.mapping(
      "mapping with path and target", PathGoal(), keys + goalKeys.map { $0.below(\.goal) },
      required: ["path", "target"])
    return mappings(one, upTo: maximum)
  }
}

extension ConfigurationCodec<[Glob]> {
  /// One pattern, or a list of patterns.
  static var oneOrMoreGlobs: ConfigurationCodec {
    let schema: JSONValue = [
      "anyOf": [["type": "string"], ["type": "array", "minItems": 1, "items": ["type": "string"]]]
    ]
    return globs.orElement.described("path pattern or list of path patterns", schema).checked {
      (globs) throws(ValueError) in
      if globs.isEmpty { throw ValueError("expected at least one path pattern, found none") }
    }
  }
}

private let goalKeys: [ConfigurationKey<CoverageGoal>] = [
  ConfigurationKey("target", \.target, .coverageTarget, "The required coverage."),
  ConfigurationKey(
    "threshold", \.threshold, .optionalPercentage, "The number of percentage points below the target that passes."),
  ConfigurationKey(
    "informational", \.informational, .informational, "Whether the result is only reported."),
]

extension ConfigurationCodec<[String]?> {
  /// The functions whose autoclosure arguments are ignored; `nil` for the standard ones.
  static var autoclosureNames: ConfigurationCodec {
    let maximumNames = 200
    let lists = ConfigurationCodec<[String]>.list("list of names", text: { $0 }) { (text) throws(ValueError) in
      let isName = text.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
      guard isName, let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart,
        text.utf8.count <= 200
      else { throw ValueError("expected the name of a function, such as precondition, found \(shown(text))") }
      return text
    }
    let expectation = "standard or list of names"
    let schema: JSONValue = ["anyOf": [["const": "standard"], ["type": "array", "items": ["type": "string"]]]]
    return ConfigurationCodec(description: CodecDescription(expectation: expectation, schema: schema)) { names in
      names.map(lists.text) ?? "standard"
    } read: { (node) throws(ValueError) in
      switch node.content {
      case .scalar("standard"): return nil
      case .sequence(let items):
        guard items.count <= maximumNames else {
          throw ValueError("expected at most \(maximumNames) names, found \(items.count)")
        }
        return try lists.read(node)
      case .scalar, .mapping, .empty: throw ValueError("expected \(expectation), found \(node.kind)")
      }
    }
  }
}
